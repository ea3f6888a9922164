import { partitionPoint } from '../binarySearch.ts';
import { boxAround, boxHeight, horizontalOverlap, type BoxUnit } from '../geometry/box.ts';
import { hasNumber, isCapitals, isYear, wordCount } from './cellText.ts';
import type { Pair, Phrase } from './model.ts';
import { slicePhrase, toRows } from './phrases.ts';

const MAX_LABEL_WORDS = 6;
const MAX_VALUE_WORDS = 12;
/** The most words of a label or value, if one is below the other. */
const MAX_STACK_WORDS = 8;
/** The largest gap between a label and a value below or above it, in word heights. */
const STACK_GAP = 1.5;
/** The largest gap between cells of a column, in word heights. */
const CELL_GAP = 2.2;
/** The most that the boxes of lines below each other overlap, in word heights. */
const OVERLAP = 0.1;
/** Left edges and middles that differ by less than this many word heights are aligned. */
const ALIGNED = 0.6;
/** The most lines that are compared with one above them; a page has a few hundred. */
const MAX_NEAR = 500;
/** A page with more lines than this outside tables is not searched for charts. */
const MAX_CHART_LINES = 5000;
/** The largest distance between a bar's value and its name on the axis, in word heights. */
const BAR_HEIGHT = 40;

const COLON = /(?<label>\p{L}[^:.;]{0,50}?)\s?:\s+(?<value>\S.*)$/u;
const NUMBERED =
  /(?<![\p{L}-])-*(?<label>\p{L}[\p{L}-]*\s(?:no\.?|nr\.?|number|id|#))\s?(?<value>[\p{Lu}\d][\p{Lu}\d./-]*\d)/iu;
const FIGURE =
  /^(?<label>\p{L}[\p{L}\s&-]*\p{L})\s+(?:\(?(?<rate>\d[\d.,]*\s?%)\)?\s+)?\(?(?<value>[€$£]?\d[\d.,]*\s?%?)\)?$/u;

/**
 * Labels with their values outside tables: `Label: value`, a label next to its value in a separate row, a label above
 * its value or below it in larger letters, and the names on an axis with the numbers over their bars.
 * @param lines all lines of the page
 * @param free the lines outside tables; only these are paired by their places
 * @param running those of them in running text; a line in a text column does not name the one beside it
 * @param stacks the lines below each other where one names the other, of all lines
 */
export function findPairs<Unit extends BoxUnit>(
  lines: readonly Phrase<Unit>[],
  free: readonly Phrase<Unit>[],
  running: readonly Phrase<Unit>[],
  stacks: readonly Pair<Unit>[],
  wordHeight: number,
): Pair<Unit>[] {
  const outside = new Set(free);
  const freeStacks = stacks.filter(({ label, value }) => outside.has(label) || outside.has(value));
  const stacked = new Set(freeStacks.flatMap(({ label, value }) => [label, value]));
  const single = free.filter((line) => !stacked.has(line));
  const inText = new Set(running);
  return [
    ...lines.flatMap((line) => colonPairs(line)),
    ...lines.flatMap((line) =>
      partsAsPair(line, mayBeNumbered(line.text) ? NUMBERED.exec(line.text) : null, 'value'),
    ),
    ...single.flatMap((line) => figurePairs(line)),
    ...pairsInRows(single.filter((line) => !inText.has(line))),
    ...freeStacks,
    ...bars(single, wordHeight),
  ];
}

function toPair<Unit extends BoxUnit>(label: Phrase<Unit>, value: Phrase<Unit>): Pair<Unit> {
  return { label, value, box: boxAround([label.box, value.box]) };
}

/** The groups `label` and `of` of a match in a line, as a pair. */
function partsAsPair<Unit extends BoxUnit>(
  line: Phrase<Unit>,
  match: RegExpExecArray | null,
  of: 'value' | 'rate',
): Pair<Unit>[] {
  const label = match?.groups?.['label']?.trim();
  const value = match?.groups?.[of]?.trim();
  if (match === null || label === undefined || value === undefined) return [];
  const labelAt = line.text.indexOf(label, match.index);
  const end = match.index + match[0].length;
  const from = labelAt + label.length;
  const valueAt = of === 'value' ? line.text.lastIndexOf(value, end) : line.text.indexOf(value, from);
  return [toPair(slicePhrase(line, labelAt, from), slicePhrase(line, valueAt, valueAt + value.length))];
}

/** Whether a text has what every one that `NUMBERED` matches has. */
function mayBeNumbered(text: string): boolean {
  return hasNumber(text) && /\s(?:n[our]|id|#)/i.test(text);
}

function colonPairs<Unit extends BoxUnit>(line: Phrase<Unit>): Pair<Unit>[] {
  const match = line.text.includes(':') ? COLON.exec(line.text) : null;
  const { label = '', value = '' } = match?.groups ?? {};
  if (wordCount(label.trim()) > MAX_LABEL_WORDS || wordCount(value.trim()) > MAX_VALUE_WORDS) return [];
  return partsAsPair(line, match, 'value');
}

/**
 * A short line that ends with a percentage or a sum, as in legends, lists, and totals: `Donations 3%`. With a rate
 * before its sum (`VAT 20% 220.32`), it has both.
 */
function figurePairs<Unit extends BoxUnit>(line: Phrase<Unit>): Pair<Unit>[] {
  const match = hasNumber(line.text) ? FIGURE.exec(line.text) : null;
  const { label = '', value = '' } = match?.groups ?? {};
  if (wordCount(label) > 4 || isYear(value)) return [];
  return [...partsAsPair(line, match, 'value'), ...partsAsPair(line, match, 'rate')];
}

/** Rows of two lines outside tables. */
function pairsInRows<Unit extends BoxUnit>(free: readonly Phrase<Unit>[]): Pair<Unit>[] {
  return toRows(free).flatMap(({ lines }): Pair<Unit>[] => {
    const [label, value] = lines;
    if (lines.length !== 2 || label === undefined || value === undefined) return [];
    return isLabel(label) && wordCount(value.text) <= MAX_VALUE_WORDS ? [toPair(label, value)] : [];
  });
}

/**
 * Short lines directly below each other with the same left edge or middle, where one names the other. The label and the
 * value of each pair are whole lines.
 */
export function findStacks<Unit extends BoxUnit>(
  lines: readonly Phrase<Unit>[],
  wordHeight: number,
): Pair<Unit>[] {
  const taken = new Set<Phrase<Unit>>();
  const byTop = lines.toSorted((a, b) => a.box.top - b.box.top);
  // The nearest pair comes first: between rows of pairs, a value is nearer to its label than to the next one.
  return lines
    .flatMap((upper) => stackBelow(upper, byTop, wordHeight))
    .sort((a, b) => gapIn(a) - gapIn(b))
    .filter(({ label, value }) => {
      if (taken.has(label) || taken.has(value)) return false;
      taken.add(label).add(value);
      return true;
    });
}

function gapIn({ label, value }: Pair): number {
  return Math.max(label.box.top, value.box.top) - Math.min(label.box.bottom, value.box.bottom);
}

function stackBelow<Unit extends BoxUnit>(
  upper: Phrase<Unit>,
  byTop: readonly Phrase<Unit>[],
  wordHeight: number,
): Pair<Unit>[] {
  if (wordCount(upper.text) > MAX_STACK_WORDS) return [];
  if (upper.text.includes(':') && COLON.test(upper.text)) return [];
  const lower = findBetween(
    byTop,
    upper.box.bottom - OVERLAP * wordHeight,
    upper.box.bottom + STACK_GAP * wordHeight,
    (other) => other !== upper && areAligned(upper, other, wordHeight),
  );
  if (lower === undefined || wordCount(lower.text) > MAX_STACK_WORDS) return [];
  const pair = pairOf(upper, lower);
  if (pair === null) return [];
  // The header of a column has more values of the same kind below its first one.
  const next = findBetween(
    byTop,
    lower.box.top,
    lower.box.bottom + CELL_GAP * wordHeight,
    (other) =>
      other !== lower &&
      areAligned(lower, other, wordHeight) &&
      Math.abs(typeSize(other) / typeSize(lower) - 1) < 0.09,
  );
  return next === undefined ? [pair] : [];
}

/** Of a line and the one below it, the label and its value; null if their texts and sizes do not tell. */
function pairOf<Unit extends BoxUnit>(upper: Phrase<Unit>, lower: Phrase<Unit>): Pair<Unit> | null {
  const isNumber = hasNumber(upper.text);
  if (isNumber && hasNumber(lower.text)) return null;
  const ratio = typeSize(upper) / typeSize(lower);
  if (isNumber) return ratio > 1.2 ? toPair(lower, upper) : null;
  const isSmall = ratio < 0.88 || (ratio < 1.05 && isCapitals(upper.text) && !isCapitals(lower.text));
  return isSmall && isLabel(upper) ? toPair(upper, lower) : null;
}

/** The first one of the lines, given by their tops, whose top is between two y coordinates; of the first `MAX_NEAR`. */
function findBetween<Unit extends BoxUnit>(
  byTop: readonly Phrase<Unit>[],
  above: number,
  below: number,
  isSought: (line: Phrase<Unit>) => boolean,
): Phrase<Unit> | undefined {
  const first = partitionPoint(byTop.length, (index) => (byTop[index]?.box.top ?? Infinity) <= above);
  for (let at = first; at < first + MAX_NEAR; at += 1) {
    const line = byTop[at];
    if (line === undefined || line.box.top >= below) break;
    if (isSought(line)) return line;
  }
  return undefined;
}

/** The type size of a line, from its height and how far its letters extend up and down. */
function typeSize({ text, box }: Phrase): number {
  return boxHeight(box) / heightOfLetters(text);
}

/** The total height of a line's letters as a share of its type size, as in most Latin typefaces. */
function heightOfLetters(text: string): number {
  const rises = /[\p{Lu}\dbdfhklt()[\]/%]/u.test(text);
  const falls = /[gjpqyQ,;()[\]]/.test(text);
  return (rises ? 0.72 : 0.52) + (falls ? 0.2 : 0);
}

function areAligned(one: Phrase, other: Phrase, wordHeight: number): boolean {
  const near = ALIGNED * wordHeight;
  return (
    Math.abs(one.box.left - other.box.left) < near ||
    Math.abs(horizontalMiddle(one) - horizontalMiddle(other)) < near
  );
}

/** The names below the columns of a chart, each with the nearest number above it. */
function bars<Unit extends BoxUnit>(free: readonly Phrase<Unit>[], wordHeight: number): Pair<Unit>[] {
  if (free.length > MAX_CHART_LINES) return [];
  return toRows(free).flatMap(({ lines: axis }): Pair<Unit>[] => {
    if (axis.length < 3 || axis.some(({ text }) => hasNumber(text) && !isYear(text))) return [];
    const found = axis.flatMap((name, index): Pair<Unit>[] => {
      const pitch = Math.min(
        ...[axis[index - 1], axis[index + 1]].flatMap((other) =>
          other === undefined ? [] : [Math.abs(horizontalMiddle(other) - horizontalMiddle(name))],
        ),
      );
      const near = Math.max(wordHeight, 0.4 * pitch);
      const [value] = free
        .filter(
          (other) =>
            /^\W*\d[\d.,]*\s?%?$/.test(other.text) &&
            other.box.bottom <= name.box.top &&
            name.box.top - other.box.bottom < BAR_HEIGHT * wordHeight &&
            Math.abs(horizontalMiddle(other) - horizontalMiddle(name)) < near,
        )
        .sort((a, b) => b.box.top - a.box.top);
      if (value === undefined || horizontalOverlap(value.box, name.box) < -wordHeight) return [];
      return [toPair(name, value)];
    });
    return found.length >= 0.6 * axis.length ? found : [];
  });
}

function horizontalMiddle({ box }: Phrase): number {
  return (box.left + box.right) / 2;
}

function isLabel({ text, words }: Phrase): boolean {
  return (
    words.length <= MAX_LABEL_WORDS &&
    /\p{L}{2}/u.test(text) &&
    (!/[.!?,;]$/.test(text) || /\b(?:no|nr)\.$/i.test(text))
  );
}
