import { boxWidth } from '../geometry/box.ts';
import type { Phrase } from './model.ts';

const MIN_LINES = 3;
/** Lines of running text have at least this many words on average; labels and values have fewer. */
export const MIN_WORDS = 4;
/** At least this share of its lines, without the first, goes on with what the line above began. */
const CONTINUED = 0.4;
/** At least `MOST` of its lines take up this share of the width of the widest one. */
const FULL = 0.75;
const MOST = 0.6;

/**
 * Whether lines below each other are sentences that go on from line to line: most of them are about as wide, and many
 * begin with a lowercase letter or are below a broken word.
 * @param lines of one text column, from top to bottom
 */
export function isRunningText(lines: readonly Phrase[]): boolean {
  if (lines.length < MIN_LINES) return false;
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  if (words < MIN_WORDS * lines.length) return false;
  const continued = lines.slice(1).filter((line, index) => continues(lines[index], line)).length;
  if (continued < CONTINUED * (lines.length - 1)) return false;
  const widest = Math.max(...lines.map(({ box }) => boxWidth(box)));
  const full = lines.filter(({ box }) => boxWidth(box) >= FULL * widest).length;
  return full >= MOST * lines.length;
}

function continues(above: Phrase | undefined, line: Phrase): boolean {
  return /^\p{Ll}/u.test(line.text) || /\p{L}[-‐\u00ad]$/u.test(above?.text ?? '');
}
