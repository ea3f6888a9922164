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
  const mentions = [
    ...rows.flatMap((line) => mentionsOf(line, keys).map((mention) => ({ ...mention, line, isRow: true }))),
    ...columns.flatMap((line) =>
      mentionsOf(line, keys).map((mention) => ({ ...mention, line, isRow: false })),
    ),
  ].sort((one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from);
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

function mentionsOf({ forms }: Line, keys: readonly string[]): { from: number; to: number }[] {
  return forms.flatMap((form) => {
    const [only = ''] = form;
    // A small number counts something.
    if (form.length === 0 || (form.length === 1 && NUMBER.test(only) && only.length < 4)) return [];
    return keys.flatMap((_, from) =>
      form.every((key, at) => keys[from + at] === key) ? [{ from, to: from + form.length }] : [],
    );
  });
}

/** Words with the same first letters are the same word in another form. */
const STEM = 5;

/** Whether a word says what a table is about. */
export function isAbout({ words }: ValueTable, word: string): boolean {
  if (words.has(word)) return true;
  const stem = word.slice(0, Math.max(STEM, word.length - 3));
  return word.length >= STEM && [...words].some((other) => other.startsWith(stem));
}
