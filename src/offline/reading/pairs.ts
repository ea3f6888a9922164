import { around, height, horizontalOverlap } from './geometry.ts';
import type { Pair, PieceOfLine, Segment } from './model.ts';
import { toRows } from './rows.ts';
import { hasNumber, isYear } from './values.ts';

const MAX_LABEL_WORDS = 6;
const MAX_VALUE_WORDS = 12;
/** A value stands no further below or above its label than so many heights of a word. */
const STACK_GAP = 1.5;
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
  return [
    ...segments.flatMap((segment) => colonPairs(text, segment)),
    ...besides(free),
    ...stacks(free, wordHeight),
    ...bars(free, wordHeight),
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
      marked: true,
    },
  ];
}

/** Rows of two segments that stand in no table. */
function besides(free: readonly Segment[]): Pair[] {
  return toRows(free).flatMap(({ segments, box }): Pair[] => {
    const [label, value] = segments;
    if (segments.length !== 2 || label === undefined || value === undefined) return [];
    if (!isLabel(label) || wordCount(value.text) > MAX_VALUE_WORDS) return [];
    return [{ label: piece(label), value: piece(value), box, marked: /:$/.test(label.text) }];
  });
}

/** Short lines right below each other with the same left edge or middle. */
function stacks(free: readonly Segment[], wordHeight: number): Pair[] {
  return free.flatMap((upper): Pair[] => {
    const below = free.filter((other) => {
      const gap = other.box.top - upper.box.bottom;
      return other !== upper && gap > -2 && gap < STACK_GAP * wordHeight && aligned(upper, other, wordHeight);
    });
    const [lower] = below.sort((a, b) => a.box.top - b.box.top);
    if (lower === undefined || wordCount(upper.text) > 8 || wordCount(lower.text) > 8) return [];
    const box = around([upper.box, lower.box]);
    // A figure in large letters with what it counts below it.
    if (hasNumber(upper.text) && !hasNumber(lower.text) && height(upper.box) > 1.15 * height(lower.box))
      return [{ label: piece(lower), value: piece(upper), box, marked: true }];
    if (!isLabel(upper) || /[.!?]$/.test(lower.text)) return [];
    return [
      { label: piece(upper), value: piece(lower), box, marked: height(upper.box) < 0.95 * height(lower.box) },
    ];
  });
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
      return [
        { label: piece(name), value: piece(value), box: around([name.box, value.box]), marked: true },
      ];
    });
    return found.length >= 0.6 * axis.length ? found : [];
  });
}

function middle({ box }: Segment): number {
  return (box.left + box.right) / 2;
}

function isLabel({ text, words }: Segment): boolean {
  return words.length <= MAX_LABEL_WORDS && /\p{L}{2}/u.test(text) && !/[.!?,;]$/.test(text);
}

function wordCount(text: string): number {
  return text.split(/\s+/).length;
}

function piece({ text, start, end }: Segment): PieceOfLine {
  return { text, start, end };
}
