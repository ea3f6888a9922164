import { t } from '@vscode/l10n';
import { getLocation, parseTree, type Location, type Node } from 'jsonc-parser';
import type { Span } from '../../core/span.ts';
import { sentenceMarkdown } from '../markdown.ts';
import type { Completion } from '../model.ts';
import { DATASET_HEAD_KEYS, DATASET_KEYS, PASS_RULES, type DatasetKey } from './datasetKeys.ts';
import { knownWords, type KnownWords } from './knownWords.ts';
import { lineAt, linesOf } from './lines.ts';

/** A line that is longer is not completed. */
const LONGEST_LINE = 64 * 1024;

/** What can be written at a place of a data set. */
export interface DatasetCompletions {
  readonly completions: readonly Completion[];
  /** Where the path of a document can be written, with its quotes; null elsewhere. */
  readonly path: Span | null;
}

const NOTHING: DatasetCompletions = { completions: [], path: null };

/** What can be written at an offset of a data set. */
export function completeDataset(text: string, offset: number): DatasetCompletions {
  const line = lineAt(text, offset);
  if (line.text.length > LONGEST_LINE) return NOTHING;
  const at = offset - line.start;
  if (line.text.trim() === '') return { completions: wholeLines(line.number, offset, line), path: null };
  const location = getLocation(line.text, at);
  const replace = spanOf(location, line.text, at);
  const shift = ({ start, end }: Span): Span => ({ start: line.start + start, end: line.start + end });
  if (isPath(location.path) && !location.isAtPropertyKey) return { completions: [], path: shift(replace) };
  const words = knownWords(linesOf(text).filter(({ start }) => start !== line.start));
  const offered = location.isAtPropertyKey
    ? keysAt(location, line.text, at, words)
    : valuesAt(location.path, words);
  const hasColon = location.isAtPropertyKey && /^\s*:/.test(line.text.slice(replace.end));
  const completions = offered.map(({ key, description, snippet }): Completion => ({
    label: key,
    kind: location.isAtPropertyKey ? 'key' : 'value',
    detail: '',
    documentation: sentenceMarkdown(description),
    insert: location.isAtPropertyKey
      ? `${escapeSnippet(JSON.stringify(key))}${hasColon ? '' : `: ${snippet}`}`
      : snippet,
    replace: shift(replace),
    goesOn: location.isAtPropertyKey && !hasColon && snippet.includes('$1'),
  }));
  return { completions, path: null };
}

/** A whole question, and in the first line also what it can say of all questions. */
function wholeLines(
  number: number,
  offset: number,
  line: { readonly start: number; readonly text: string },
): readonly Completion[] {
  const replace = { start: line.start, end: Math.max(offset, line.start + line.text.trimEnd().length) };
  const made = (label: string, documentation: string, insert: string): Completion => ({
    label,
    kind: 'value',
    detail: '',
    documentation,
    insert,
    replace,
    goesOn: false,
  });
  const question = made(
    t('question'),
    t('A question about a document, with its answer.'),
    '{"id": "$1", "question": "$2", "document": "$3", "reference": "$4", "gold_pages": [$5]\\}',
  );
  if (number > 1) return [question];
  const head = made(
    t('first line'),
    t('What applies to all questions: the name, the prompt, and when a question passes.'),
    '{"pagetrace_dataset": 1, "name": "$1", "prompt": "${2:lang2act}", "pass": "${3|exact,judged|}"\\}',
  );
  return [question, head];
}

/** The value or key that is replaced: the one that the cursor is in or behind, otherwise nothing. */
function spanOf({ previousNode, isAtPropertyKey }: Location, line: string, at: number): Span {
  const isWithin =
    previousNode !== undefined &&
    previousNode.offset <= at &&
    at <= previousNode.offset + previousNode.length &&
    (isAtPropertyKey || previousNode.type !== 'object');
  if (isWithin) return { start: previousNode.offset, end: previousNode.offset + previousNode.length };
  let start = at;
  while (start > 0 && /[\w.-]/.test(line.charAt(start - 1))) start -= 1;
  return { start, end: at };
}

/** Whether the value at a place is the path of a document. */
function isPath(path: readonly (string | number)[]): boolean {
  const [key, , inner] = path;
  switch (key) {
    case 'document':
      return path.length === 1;
    case 'images':
      return path.length === 2;
    case 'documents':
      return path.length === 2 || (path.length === 3 && inner === 'path');
    default:
      return false;
  }
}

/** The keys that an object does not have yet. */
function keysAt({ path }: Location, line: string, at: number, words: KnownWords): readonly DatasetKey[] {
  const own = ownKeys(line, at);
  const offered = path.length <= 1 ? lineKeys(own) : innerKeys(path, words);
  return offered.filter(({ key }) => !own.has(key));
}

const lineKeys = (own: ReadonlySet<string>): readonly DatasetKey[] =>
  own.has('pagetrace_dataset')
    ? DATASET_HEAD_KEYS
    : own.size === 0
      ? [...DATASET_KEYS, ...DATASET_HEAD_KEYS.slice(0, 1)]
      : DATASET_KEYS;

function innerKeys([key]: readonly (string | number)[], words: KnownWords): readonly DatasetKey[] {
  const of = (name: string): DatasetKey | undefined => INNER_KEYS.find((each) => each.key === name);
  const named = (...names: readonly string[]): readonly DatasetKey[] =>
    names.flatMap((name) => of(name) ?? []);
  switch (key) {
    case 'documents':
      return named('path', 'pages');
    case 'gold_pages':
      return named('document', 'page');
    case 'gold_boxes':
      return named('document', 'page', 'box');
    case 'pass':
      return named('reward', 'grounded');
    case 'buckets':
      return [...words.buckets.keys()].map((name) => ({
        key: name,
        description: t('Other questions have this bucket.'),
        snippet: '$1',
      }));
    default:
      return [];
  }
}

/** Keys within values. */
const INNER_KEYS: readonly DatasetKey[] = [
  {
    key: 'path',
    get description() {
      return t('The path of the document, relative to the folder of the data set.');
    },
    snippet: '"$1"',
  },
  {
    key: 'pages',
    get description() {
      return t('The pages of the document that are sent, from 1, in this order.');
    },
    snippet: '[$1]',
  },
  {
    key: 'document',
    get description() {
      return t('The position of the document among those of the question, from 1.');
    },
    snippet: '${1:1}',
  },
  {
    key: 'page',
    get description() {
      return t('The page, from 1.');
    },
    snippet: '${1:1}',
  },
  {
    key: 'box',
    get description() {
      return t('Left, top, right and bottom, in points from the top left corner of the page.');
    },
    snippet: '[${1:left}, ${2:top}, ${3:right}, ${4:bottom}]',
  },
  {
    key: 'reward',
    get description() {
      return t('The least reward.');
    },
    snippet: '${1:0.8}',
  },
  {
    key: 'grounded',
    get description() {
      return t('The least share of claims that are found on the pages, from 0 to 1.');
    },
    snippet: '${1:0.5}',
  },
];

/** The keys of the object around a place, but for the one at that place. */
function ownKeys(line: string, at: number): ReadonlySet<string> {
  const root = parseTree(line);
  let around: Node | undefined;
  const look = (node: Node): void => {
    if (node.offset >= at || (node.offset + node.length < at && node.parent !== undefined)) return;
    if (node.type === 'object') around = node;
    for (const child of node.children ?? []) look(child);
  };
  if (root !== undefined) look(root);
  const keys = (around?.children ?? []).flatMap(({ children }) => children?.[0] ?? []);
  return new Set(
    keys
      .filter(({ offset, length }) => at < offset || at > offset + length)
      .map(({ value }) => String(value)),
  );
}

function valuesAt(
  [key, name, ...more]: readonly (string | number)[],
  words: KnownWords,
): readonly DatasetKey[] {
  const plain = (values: readonly string[], description: string): readonly DatasetKey[] =>
    values.map((value) => ({ key: value, description, snippet: escapeSnippet(value) }));
  if (key === 'pass' && name === undefined) return PASS_RULES;
  if (key === 'sufficient')
    return [
      { key: 'true', description: t('The documents have what it takes to answer.'), snippet: 'true' },
      { key: 'false', description: t('The documents cannot answer the question.'), snippet: 'false' },
    ];
  if (key === 'tags' && more.length === 0)
    return plain(
      words.tags.map((tag) => JSON.stringify(tag)),
      t('Other questions have this tag.'),
    );
  if (key === 'buckets' && typeof name === 'string')
    return plain(words.buckets.get(name) ?? [], t('Other questions have this value.'));
  return [];
}

/** A text that means nothing special in a snippet. */
const escapeSnippet = (text: string): string => text.replaceAll(/[\\$}]/g, String.raw`\$&`);
