import { contentOf } from '../content.ts';
import { tokenize } from '../tokens.ts';
import type { Line, ValueTable } from './valueTables.ts';

/** The rows and columns of a table that some words name. */
export interface NamedLines {
  /** In the order in which they are named first. */
  readonly rows: readonly Line[];
  readonly columns: readonly Line[];
  /** The other words that say something. */
  readonly others: readonly string[];
}

/** The letters of a possessive are no part of a name. */
const POSSESSIVE = /['’]s?(?![\p{L}\p{N}])/gu;
const NUMBER = /^\d/;

/** The rows and columns of a table that a text names by their whole labels and heads. */
export function namedLines(text: string, { rows, columns }: ValueTable): NamedLines {
  const tokens = tokenize(text.replaceAll(POSSESSIVE, (letters) => ' '.repeat(letters.length)));
  const { keys } = tokens;
  const labels = new Set([...rows, ...columns].flatMap(({ forms }) => forms.flat()));
  const mentionsIn = (lines: readonly Line[], isRow: boolean): LineMention[] =>
    lines.flatMap((line) => mentionsOf(line, keys, labels).map((mention) => ({ ...mention, line, isRow })));
  const mentions = [...mentionsIn(rows, true), ...mentionsIn(columns, false)].sort(
    (one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from,
  );
  const taken = new Map<number, string>();
  const kept: typeof mentions = [];
  for (const mention of mentions) {
    const indices = Array.from({ length: mention.to - mention.from }, (_, at) => mention.from + at);
    const mark = `${mention.from} ${mention.to}`;
    // Two rows with one label are both named.
    if (indices.some((at) => taken.has(at) && taken.get(at) !== mark)) continue;
    for (const at of indices) taken.set(at, mark);
    kept.push(mention);
  }
  kept.sort((one, other) => one.from - other.from);
  const isInWords = (at: number): boolean => tokens.numbers.get(at)?.[0]?.inDigits === false;
  const linesOf = (isRow: boolean): Line[] => [
    ...new Set(kept.filter((mention) => mention.isRow === isRow).map(({ line }) => line)),
  ];
  return {
    rows: linesOf(true),
    columns: linesOf(false),
    others: contentOf(tokens).flatMap((at) => (taken.has(at) || isInWords(at) ? [] : (keys[at] ?? []))),
  };
}

/** Where a text names a row or a column. */
interface LineMention {
  readonly from: number;
  readonly to: number;
  readonly line: Line;
  readonly isRow: boolean;
}

/** @param labels the words of all labels, none of which is another one in another form */
function mentionsOf(
  { forms }: Line,
  keys: readonly string[],
  labels: ReadonlySet<string>,
): { from: number; to: number }[] {
  const isSame = (label: string, word = ''): boolean =>
    label === word || (isInflected(label, word) && !labels.has(word));
  return forms.flatMap((form) => {
    const [only = ''] = form;
    // A small number counts something.
    if (form.length === 0 || (form.length === 1 && NUMBER.test(only) && only.length < 4)) return [];
    return keys.flatMap((_, from) =>
      form.every((key, at) => isSame(key, keys[from + at])) ? [{ from, to: from + form.length }] : [],
    );
  });
}

/** Shorter labels are not known in other forms: `other` and `others`. */
const LEAST_INFLECTED = 6;
const INFLECTION = /^(?:e?[nsrm]|e|s(?:e[ns]?))$/u;

/** Whether a word is that of a label in another case or number: `Mitarbeitenden` of `Mitarbeitende`. */
function isInflected(label: string, word: string): boolean {
  const [stem, longer] = label.length < word.length ? [label, word] : [word, label];
  return (
    stem.length >= LEAST_INFLECTED && longer.startsWith(stem) && INFLECTION.test(longer.slice(stem.length))
  );
}

/** Words with the same first letters are the same word in another form. */
const STEM = 5;

/** Whether a word says what a table is about. */
export function isAbout({ words }: ValueTable, word: string): boolean {
  if (words.has(word)) return true;
  const stem = word.slice(0, Math.max(STEM, word.length - 3));
  return word.length >= STEM && [...words].some((other) => other.startsWith(stem));
}
