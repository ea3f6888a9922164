import { around, height, horizontalOverlap } from './geometry.ts';
import type { Pair, PieceOfLine, Segment } from './model.ts';
import { toRows } from './rows.ts';
import { hasNumber, isYear } from './values.ts';

const MAX_LABEL_WORDS = 6;
const MAX_VALUE_WORDS = 12;
/** A value stands no further below or above its label than so many heights of a word. */
const STACK_GAP = 1.5;
/** Cells of a column stand no further from each other. */
const MORE_GAP = 2.2;
/** A bar's value stands no further above its name on the axis than so many heights of a word. */
const BAR_HEIGHT = 40;

const COLON = /(?<label>\p{L}[^:.;]{0,50}?)\s?:\s+(?<value>\S.*)$/u;

/**
 * Labels with their values outside tables: `Label: value`, a label beside its value in a row of its own, a label above
 * its value or below it in larger letters, and the names on an axis with the numbers over their bars.
 * @param free The segments that stand in no table; only they are paired by their places.
 */
export function findPairs(
  text: string,
  segments: readonly Segment[],
  free: readonly Segment[],
  wordHeight: number,
): Pair[] {
  const outside = new Set(free);
  const stacks = findStacks(segments, wordHeight).filter((stack) =>
    stack.segments.some((segment) => outside.has(segment)),
  );
  const stacked = new Set(stacks.flatMap((stack) => stack.segments));
  const single = free.filter((segment) => !stacked.has(segment));
  return [
    ...segments.flatMap((segment) => colonPairs(text, segment)),
    ...segments.flatMap((segment) => numbered(text, segment)),
    ...single.flatMap((segment) => trailingFigure(text, segment)),
    ...besides(single),
    ...stacks.map(({ pair }) => pair),
    ...bars(single, wordHeight),
  ];
}

function colonPairs(text: string, { start, end, box }: Segment): Pair[] {
  const line = text.slice(start, end);
  const match = COLON.exec(line);
  const label = match?.groups?.['label']?.trim() ?? '';
  const value = match?.groups?.['value']?.trim() ?? '';
  if (match === null || wordCount(label) > MAX_LABEL_WORDS || wordCount(value) > MAX_VALUE_WORDS) return [];
  const labelAt = start + line.indexOf(label, match.index);
  const valueAt = start + line.lastIndexOf(value);
  return [
    {
      label: { text: label, start: labelAt, end: labelAt + label.length },
      value: { text: value, start: valueAt, end: valueAt + value.length },
      box,
    },
  ];
}

const NUMBERED =
  /(?<label>\p{L}[\p{L}-]*\s(?:no\.?|nr\.?|number|id|#))\s?(?<value>[\p{Lu}\d][\p{Lu}\d./-]*\d)/iu;

/** A number behind the word for it: `Bill no. 55172`. */
function numbered(text: string, { start, end, box }: Segment): Pair[] {
  const match = NUMBERED.exec(text.slice(start, end));
  const { label = '', value = '' } = match?.groups ?? {};
  if (match === null) return [];
  const from = start + match.index;
  const at = from + match[0].lastIndexOf(value);
  return [
    {
      label: { text: label, start: from, end: from + label.length },
      value: { text: value, start: at, end: at + value.length },
      box,
    },
  ];
}

/**
 * A short line that ends in a percentage or a sum, as legends, lists and sums have: `Donations 3%`. With a rate before
 * its sum, `VAT 20% 220.32`, it has both.
 */
function trailingFigure(text: string, { start, end, box }: Segment): Pair[] {
  const match =
    /^(?<label>\p{L}[\p{L}\s&-]*\p{L})\s+(?:\(?(?<rate>\d[\d.,]*\s?%)\)?\s+)?\(?(?<value>[€$£]?\d[\d.,]*\s?%?)\)?$/u.exec(
      text.slice(start, end),
    );
  const { label = '', rate = '', value = '' } = match?.groups ?? {};
  if (match === null || wordCount(label) > 4 || isYear(value)) return [];
  const name = { text: label, start, end: start + label.length };
  const pairOf = (figure: string, offset: number): Pair => ({
    label: name,
    value: { text: figure, start: start + offset, end: start + offset + figure.length },
    box,
  });
  const sum = pairOf(value, match[0].lastIndexOf(value));
  return rate === '' ? [sum] : [sum, pairOf(rate, match[0].indexOf(rate, label.length))];
}

/** Rows of two segments that stand in no table. */
function besides(free: readonly Segment[]): Pair[] {
  return toRows(free).flatMap(({ segments, box }): Pair[] => {
    const [label, value] = segments;
    if (segments.length !== 2 || label === undefined || value === undefined) return [];
    if (!isLabel(label) || wordCount(value.text) > MAX_VALUE_WORDS) return [];
    return [{ label: piece(label), value: piece(value), box }];
  });
}

/** A label above its value, or a figure above what it counts, with the segments that they stand in. */
export interface Stack {
  readonly pair: Pair;
  readonly segments: readonly [Segment, Segment];
}

/** Short lines right below each other with the same left edge or middle, set so that one is seen to name the other. */
export function findStacks(segments: readonly Segment[], wordHeight: number): Stack[] {
  const taken = new Set<Segment>();
  // The nearest first: between rows of pairs, a value is nearer to its label than to the next one.
  return candidates(segments, wordHeight)
    .sort((a, b) => gapOf(a) - gapOf(b))
    .filter(({ segments: pair }) => {
      if (pair.some((segment) => taken.has(segment))) return false;
      for (const segment of pair) taken.add(segment);
      return true;
    });
}

function gapOf({ segments: [upper, lower] }: Stack): number {
  return lower.box.top - upper.box.bottom;
}

function candidates(segments: readonly Segment[], wordHeight: number): Stack[] {
  return segments.flatMap((upper): Stack[] => {
    if (wordCount(upper.text) > 8 || COLON.test(upper.text)) return [];
    const [lower] = segments
      .filter((other) => {
        const gap = other.box.top - upper.box.bottom;
        return (
          other !== upper && gap > -2 && gap < STACK_GAP * wordHeight && aligned(upper, other, wordHeight)
        );
      })
      .sort((a, b) => a.box.top - b.box.top);
    if (lower === undefined || wordCount(lower.text) > 8) return [];
    const stack = (label: Segment, value: Segment): Stack => ({
      pair: {
        label: piece(label),
        value: piece(value),
        box: around([upper.box, lower.box]),
      },
      segments: [upper, lower],
    });
    const ratio = typeSize(upper) / typeSize(lower);
    // The header of a column has more of the same below its first value.
    const more = segments.some(
      (other) =>
        other !== lower &&
        other.box.top > lower.box.top &&
        other.box.top - lower.box.bottom < MORE_GAP * wordHeight &&
        aligned(lower, other, wordHeight) &&
        Math.abs(typeSize(other) / typeSize(lower) - 1) < 0.09,
    );
    if (more) return [];
    const small = ratio < 0.88 || (isCapitals(upper.text) && !isCapitals(lower.text) && ratio < 1.05);
    if (hasNumber(upper.text) && !hasNumber(lower.text) && ratio > 1.2) return [stack(lower, upper)];
    return isLabel(upper) && !hasNumber(upper.text) && small ? [stack(upper, lower)] : [];
  });
}

function isCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** The size of a line's type, from its height and how far its letters rise and fall. */
function typeSize({ text, box }: Segment): number {
  return height(box) / extent(text);
}

/** How high a word stands as a share of its type's size, as in most Latin faces. */
function extent(text: string): number {
  const rises = /[\p{Lu}\dbdfhklt()[\]/%]/u.test(text);
  const falls = /[gjpqyQ,;()[\]]/.test(text);
  return (rises ? 0.72 : 0.52) + (falls ? 0.2 : 0);
}

function aligned(one: Segment, other: Segment, wordHeight: number): boolean {
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.6 * wordHeight;
  return (
    near(one.box.left, other.box.left) ||
    near((one.box.left + one.box.right) / 2, (other.box.left + other.box.right) / 2)
  );
}

/** The names below the columns of a chart with the nearest number above each. */
function bars(free: readonly Segment[], wordHeight: number): Pair[] {
  return toRows(free).flatMap(({ segments: axis }): Pair[] => {
    if (axis.length < 3 || axis.some(({ text }) => hasNumber(text) && !isYear(text))) return [];
    const found = axis.flatMap((name, index): Pair[] => {
      const near = Math.max(
        wordHeight,
        0.4 *
          Math.min(
            ...[axis[index - 1], axis[index + 1]].flatMap((other) =>
              other === undefined ? [] : [Math.abs(middle(other) - middle(name))],
            ),
          ),
      );
      const [value] = free
        .filter(
          (other) =>
            /^\W*\d[\d.,]*\s?%?$/.test(other.text) &&
            other.box.bottom <= name.box.top &&
            name.box.top - other.box.bottom < BAR_HEIGHT * wordHeight &&
            Math.abs(middle(other) - middle(name)) < near,
        )
        .sort((a, b) => b.box.top - a.box.top);
      if (value === undefined || horizontalOverlap(value.box, name.box) < -wordHeight) return [];
      return [{ label: piece(name), value: piece(value), box: around([name.box, value.box]) }];
    });
    return found.length >= 0.6 * axis.length ? found : [];
  });
}

function middle({ box }: Segment): number {
  return (box.left + box.right) / 2;
}

function isLabel({ text, words }: Segment): boolean {
  return (
    words.length <= MAX_LABEL_WORDS &&
    /\p{L}{2}/u.test(text) &&
    (!/[.!?,;]$/.test(text) || /\b(?:no|nr)\.$/i.test(text))
  );
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
}

function piece({ text, start, end }: Segment): PieceOfLine {
  return { text, start, end };
}
