import { lastNotAbove } from '../binarySearch.ts';

/** Ranges of code points: the first and the last of each, ascending. */
export interface CharacterRanges {
  readonly firsts: readonly number[];
  readonly lasts: readonly number[];
}

/** The whole numbers of a packed table: base 36, separated by spaces. */
export function unpackRanges(table: string): number[] {
  return table.split(' ').map((digits) => parseInt(digits, 36));
}

/** Reads ranges from a table of pairs: the distance from the previous range, and the range's length minus 1. */
export function readRanges(table: string): CharacterRanges {
  const numbers = unpackRanges(table);
  const firsts: number[] = [];
  const lasts: number[] = [];
  let end = 0;
  for (let at = 0; at < numbers.length; at += 2) {
    const first = end + (numbers[at] ?? 0);
    end = first + (numbers[at + 1] ?? 0);
    firsts.push(first);
    lasts.push(end);
  }
  return { firsts, lasts };
}

/** Whether one of the ranges contains `point`. */
export function isInRanges({ firsts, lasts }: CharacterRanges, point: number): boolean {
  return point <= (lasts[lastNotAbove(firsts, point)] ?? -1);
}
