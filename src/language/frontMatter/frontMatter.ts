import { t } from '@vscode/l10n';
import { locateFrontMatter } from '../../core/records/frontMatter.ts';
import { locateSettingsComment } from '../../core/records/settingsComment.ts';
import type { Span } from '../../core/span.ts';
import { sentenceMarkdown } from '../markdown.ts';
import type { Completion, Hover } from '../model.ts';
import { expectation, keysAt, valuesOf, type FrontMatterSchema } from './schema.ts';

const OPENING = /^\uFEFF?---[ \t]*\r?\n/;

/**
 * The span of the YAML of a front matter or of a settings comment; one that is not closed yet extends to the end. Null
 * if there is none.
 */
function yamlSpan(text: string): Span | null {
  const closed = locateFrontMatter(text) ?? locateSettingsComment(text);
  if (closed) return closed.yaml;
  const opening = OPENING.exec(text);
  return opening ? { start: opening[0].length, end: text.length } : null;
}

/** A place in a front matter: the keys around it, and the key or value at it. */
interface Place {
  readonly path: readonly string[];
  /** The key whose value the place is in; null if the place is in a key. */
  readonly key: string | null;
  /** The word at the place. */
  readonly word: Span;
  /** The keys that already exist at the same level. */
  readonly taken: ReadonlySet<string>;
}

const ENTRY = /^([ \t]*)((?:-[ \t]+)*)([\w-]+)[ \t]*:(?:[ \t]+|$)/;

/** Reads the lines above `offset` by their indentation, and the open `{` and `[` separately. */
function placeAt(text: string, yaml: Span, offset: number): Place {
  const start = Math.max(yaml.start, text.lastIndexOf('\n', offset - 1) + 1);
  const newline = text.indexOf('\n', offset);
  const line = text.slice(start, newline < 0 ? text.length : newline).replace(/\r$/, '');
  const before = text.slice(start, offset);
  const head = /(?<![\w.-])[\w.-]*$/.exec(before)?.[0] ?? '';
  const tail = /^[\w.-]*/.exec(text.slice(offset))?.[0] ?? '';
  const word = { start: offset - head.length, end: offset + tail.length };
  const entry = ENTRY.exec(line);
  const parents = parentsOf(text.slice(yaml.start, start), indentation(line));
  const inside = entry && before.length >= entry[0].trimEnd().length ? (entry[3] ?? '') : null;
  if (inside === null) {
    return {
      path: parents,
      key: null,
      word,
      taken: siblings(text.slice(yaml.start, yaml.end), indentation(line), parents),
    };
  }
  const flow = before.slice(before.indexOf(':') + 1);
  const open = flow.lastIndexOf('{') > flow.lastIndexOf('}');
  if (!open) return { path: parents, key: inside, word, taken: new Set() };
  const member = flow.slice(flow.lastIndexOf('{') + 1);
  const taken = new Set(Array.from(member.matchAll(/(?<![\w-])([\w-]+)[ \t]*:/g), (match) => match[1] ?? ''));
  return { path: [...parents, inside], key: lastMember(member), word, taken };
}

/** The key whose value the end of `members`, the inside of an open `{`, is in; null if it is not in a value. */
function lastMember(members: string): string | null {
  const lastMark = Math.max(members.lastIndexOf(','), members.lastIndexOf(':'));
  // A list that is open at the last mark may contain it.
  const lastClosed = members.lastIndexOf(']', lastMark);
  for (const match of members.matchAll(/(?:^|,)[ \t]*([\w-]+)[ \t]*:[ \t]*/g)) {
    const valueStart = match.index + match[0].length;
    const isList = members.charAt(valueStart) === '[' && valueStart > lastClosed;
    if (isList || valueStart > lastMark) return match[1] ?? null;
  }
  return null;
}

/** The indentation of a line in characters; the dash of a list item counts. */
function indentation(line: string): number {
  return /^[ \t]*(?:-[ \t]+)*/.exec(line)?.[0].length ?? 0;
}

/** The keys that a line at an indentation is inside of, from the outermost one inward. */
function parentsOf(above: string, depth: number): readonly string[] {
  const path: string[] = [];
  let limit = depth;
  for (const line of above.split('\n').reverse()) {
    const entry = ENTRY.exec(line);
    if (!entry || line.trimStart().startsWith('#')) continue;
    const own = indentation(line);
    if (own < limit) {
      path.unshift(entry[3] ?? '');
      limit = own;
    }
  }
  return path;
}

/** The keys at an indentation whose parents are those of `path`. */
function siblings(yaml: string, depth: number, path: readonly string[]): ReadonlySet<string> {
  const taken = new Set<string>();
  /** The entries that the next line can be inside of, from the outermost one inward. */
  const around: { readonly key: string; readonly depth: number }[] = [];
  for (const line of yaml.split('\n')) {
    const key = ENTRY.exec(line)?.[3];
    if (key === undefined) continue;
    const own = indentation(line);
    while ((around.at(-1)?.depth ?? -1) >= own) around.pop();
    const isSibling = own === depth && around.length === path.length;
    if (isSibling && path.every((name, index) => around[index]?.key === name)) taken.add(key);
    around.push({ key, depth: own });
  }
  return taken;
}

/**
 * The keys or values that can be written at `offset` of a file with a front matter, from its JSON Schema; none outside of
 * the front matter. Works on incomplete YAML too.
 */
export function completeFrontMatter(
  text: string,
  offset: number,
  schema: FrontMatterSchema,
): readonly Completion[] {
  const yaml = yamlSpan(text);
  if (!yaml || offset < yaml.start || offset > yaml.end) return [];
  const { path, key, word, taken } = placeAt(text, yaml, offset);
  const keys = keysAt(schema, path);
  if (key !== null) {
    const named = keys.get(key);
    const glued = text[word.start - 1] === ':';
    return (named ? valuesOf(named) : []).map(({ value, description }) => ({
      label: value,
      kind: 'value',
      detail: '',
      documentation: sentenceMarkdown(description),
      insert: glued ? ` ${value}` : value,
      replace: word,
      goesOn: false,
    }));
  }
  const colon = /^[ \t]*:[ \t]*/.exec(text.slice(word.end))?.[0] ?? '';
  return [...keys]
    .filter(([name]) => !taken.has(name) || name === text.slice(word.start, word.end))
    .map(([name, inside]) => ({
      label: name,
      kind: 'key',
      detail: '',
      documentation: [inside.description ?? '', t('Contains {0}.', expectation(inside))].join('\n\n').trim(),
      insert: `${name}: $1`,
      replace: { start: word.start, end: word.end + colon.length },
      goesOn: valuesOf(inside).length > 0,
    }));
}

/** The hover of the key or value at `offset` of a front matter; null if the schema describes nothing. */
export function hoverFrontMatter(text: string, offset: number, schema: FrontMatterSchema): Hover | null {
  const yaml = yamlSpan(text);
  if (!yaml || offset < yaml.start || offset > yaml.end) return null;
  const place = placeAt(text, yaml, offset);
  const word = text.slice(place.word.start, place.word.end);
  if (word === '') return null;
  const isKey = place.key === null || /^[ \t]*:(?:\s|$)/.test(text.slice(place.word.end));
  const keys = keysAt(schema, place.path);
  const named = keys.get(isKey ? word : place.key);
  if (!named) return null;
  if (isKey)
    return {
      span: place.word,
      markdown: [`**${word}**`, named.description ?? '', t('Contains {0}.', expectation(named))].join('\n\n'),
    };
  const value = valuesOf(named).find((each) => each.value === word);
  return value
    ? { span: place.word, markdown: `**${word}**\n\n${sentenceMarkdown(value.description)}` }
    : null;
}
