import type { BoxUnit } from '../geometry/box.ts';
import { hasNumber } from './cellText.ts';
import type { Lines } from './lines.ts';
import type { Phrase } from './model.ts';
import { toPhrase, toRows } from './phrases.ts';
import { MIN_WORDS } from './runningText.ts';

/** Edges of a text column differ by less than this many word heights. */
const ALIGNED = 0.4;
/** At least this many whole lines reach from one edge of a text column to the other. */
const MIN_LINES = 2;
/** The spaces of a justified line are at most this many word heights wide. */
const WIDEST = 2.5;
/** The widest space of a justified line is at most this many times as wide as the narrowest one. */
const EVEN = 1.7;
/** Less than this many word heights between words is no space: a raised number follows its unit. */
const SPACE = 0.15;
/** Two words with a space between them may be a label and its value. */
const MIN_SPACES = 2;
/** A justified line is in at most this many parts. */
const MAX_PARTS = 30;

/**
 * Joins the parts of lines that were set with wide, even spaces to reach both edges of their text column, with signs
 * between them. Other lines of that column must reach both edges as well.
 */
export function joinJustified<Unit extends BoxUnit>({ lines, marks, wordHeight }: Lines<Unit>): Lines<Unit> {
  if (wordHeight === 0) return { lines, marks, wordHeight };
  const columns = new TextColumns(lines, ALIGNED * wordHeight);
  const joined = toRows([...lines, ...marks]).flatMap(({ lines: parts }) => {
    const found: Phrase<Unit>[][] = [];
    for (let at = 0; at < parts.length;) {
      const count = countJustified(parts, at, columns, wordHeight);
      if (count > 1) found.push(parts.slice(at, at + count));
      at += count;
    }
    return found;
  });
  const taken = new Set(joined.flat());
  return {
    lines: [
      ...lines.filter((line) => !taken.has(line)),
      ...joined.map((parts) => toPhrase(parts.flatMap(({ words }) => words))),
    ],
    marks: marks.filter((mark) => !taken.has(mark)),
    wordHeight,
  };
}

/** How many parts of a row, from one on, are a justified line; 1 if they are none. */
function countJustified(
  parts: readonly Phrase[],
  from: number,
  columns: TextColumns,
  wordHeight: number,
): number {
  const first = parts[from];
  if (first === undefined || !columns.beginAt(first.box.left)) return 1;
  for (let to = from + 1; to < Math.min(parts.length, from + MAX_PARTS); to += 1) {
    const [last, next] = [parts[to - 1], parts[to]];
    if (last === undefined || next === undefined) break;
    if (next.box.left - last.box.right > WIDEST * wordHeight) break;
    if (!columns.has(first.box.left, next.box.right)) continue;
    return areEvenWords(parts.slice(from, to + 1), wordHeight) ? to + 1 - from : 1;
  }
  return 1;
}

/** Whether fewer than half of the words of some parts are numbers, and the spaces between all words are about as wide. */
function areEvenWords(parts: readonly Phrase[], wordHeight: number): boolean {
  const words = parts.flatMap((part) => part.words);
  const numbers = words.filter(({ text }) => hasNumber(text)).length;
  const spaces = words
    .slice(1)
    .map(({ box }, index) => box.left - (words[index]?.box.right ?? box.left))
    .filter((space) => space > SPACE * wordHeight);
  if (2 * numbers >= words.length || spaces.length < MIN_SPACES) return false;
  return Math.max(...spaces) <= EVEN * Math.min(...spaces);
}

/** The edges of the text columns that several whole lines of sentences reach. */
class TextColumns {
  readonly #aligned: number;
  /** How many lines reach an edge on the left and one on the right, in units of alignment. */
  readonly #lines = new Map<number, Map<number, number>>();

  constructor(lines: readonly Phrase[], aligned: number) {
    this.#aligned = aligned;
    for (const { words, box } of lines) {
      if (words.length < MIN_WORDS) continue;
      const left = this.#place(box.left);
      const rights = this.#lines.get(left) ?? new Map<number, number>();
      this.#lines.set(left, rights);
      const right = this.#place(box.right);
      rights.set(right, (rights.get(right) ?? 0) + 1);
    }
  }

  beginAt(left: number): boolean {
    return this.#near(left).some((place) => this.#lines.has(place));
  }

  has(left: number, right: number): boolean {
    let count = 0;
    for (const from of this.#near(left))
      for (const to of this.#near(right)) count += this.#lines.get(from)?.get(to) ?? 0;
    return count >= MIN_LINES;
  }

  #place(edge: number): number {
    return Math.round(edge / this.#aligned);
  }

  #near(edge: number): readonly number[] {
    const place = this.#place(edge);
    return [place - 1, place, place + 1];
  }
}
