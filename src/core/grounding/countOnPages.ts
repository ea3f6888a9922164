import type { PageIndex } from './pageIndex.ts';
import { tokenize } from './tokens.ts';

/** So many tokens on each side of a number may say what it counts: `Number of items: 4`, `four such items`. */
const BESIDE = 3;
/** Words with the same first letters are the same word in another form. */
const STEM = 5;

/** Whether pages have a number beside a word for what it counts, in the singular or the plural. */
export function isCountOnPages(number: string, noun: string, pages: readonly PageIndex[]): boolean {
  const [value] = tokenize(number).numbers.get(0)?.at(-1)?.values ?? [];
  const stem = noun.toLowerCase().slice(0, Math.min(STEM, Math.max(noun.length - 1, 1)));
  return pages.some(({ tokens: { keys, numbers } }) =>
    [...numbers].some(
      ([at, readings]) =>
        readings.some(({ values }) => value !== undefined && values.includes(value)) &&
        keys.slice(Math.max(0, at - BESIDE), at + 1 + BESIDE).some((key) => key.startsWith(stem)),
    ),
  );
}
