import { wholeText } from '../../output/numbers.ts';

/** A number with its noun: `1,000 requests`. */
export function counted(count: number, noun: string): string {
  return `${wholeText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
