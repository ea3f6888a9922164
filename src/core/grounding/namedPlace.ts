import type { SelectedPlace } from './cell.ts';
import { saidText, signOf, textOf, wordsOf } from './findNear.ts';
import type { Difference, NamedCell, NamedPlace } from './model.ts';
import type { PageIndex } from './pageIndex.ts';
import type { SoughtText } from './soughtText.ts';
import type { Tokens } from './tokens.ts';
import type { NumberReading } from './values.ts';

/** The place that args select on a page, with what it has if it is a cell. Null if the place holds nothing. */
export function namePlace(index: PageIndex, { boxes: [box], cells }: SelectedPlace): NamedPlace | null {
  if (box === undefined) return null;
  const { document, page } = index.page;
  const place = { on: { document, page }, box };
  const [cell, ...others] = cells.map((one) => ({ ...one, text: textOf(index.partsIn(one.box)) }));
  // Which of several cells is meant is not known.
  if (cell === undefined || cell.text === '' || others.some(({ text }) => text !== cell.text)) return place;
  const { row, column, text } = cell;
  return { ...place, box: cell.box, cell: { row, column, text } };
}

/**
 * What a claim says, and what the cell has that its args select. Null if it cannot be said which part of the claim the
 * cell has something else for.
 * @param index of the page with the cell
 */
export function differenceInCell(
  { source, claim, values, isOnlyValues }: SoughtText,
  args: Tokens,
  { box, cell }: NamedPlace,
  index: PageIndex,
): Difference | null {
  if (cell === undefined) return null;
  const whole = { said: source.trim(), pageHas: cell.text };
  if (values().length === 0) return whole;
  // The claim may repeat the labels of the cell: `In 2024, Europe had 518.9`.
  const labels = new Set(args.keys);
  const [value, ...others] = values().filter(
    ({ from, to }) => !claim.keys.slice(from, to).every((key) => labels.has(key)),
  );
  if (value === undefined || others.length > 0) return null;
  const { from, to } = value;
  const said = claim.numbers.get(from)?.findLast((read) => read.inDigits && read.to === to);
  const has = onlyNumberIn(box, index);
  const isBracketed = isInBrackets(said, claim, from);
  const isNumber =
    said !== undefined && has?.isBracketed === isBracketed && isWrittenAlike(said, has.read, cell);
  if (isNumber) return { said: saidText(claim, source, value), pageHas: has.text };
  if (isBracketed) return isOnlyValues() ? whole : null;
  // With its unit and scale, since all of the cell stands for it.
  let end = to;
  while (claim.optional.has(end)) end += 1;
  return { said: saidText(claim, source, { from, to: end }), pageHas: cell.text };
}

interface NumberInCell {
  readonly read: NumberReading;
  readonly text: string;
  readonly isBracketed: boolean;
}

/** The number in a cell, with a minus before it; null if there are none or several. */
function onlyNumberIn(box: NamedPlace['box'], index: PageIndex): NumberInCell | null {
  const { tokens } = index;
  const found: NumberInCell[] = [];
  const inside = new Set(index.tokensIn(box));
  let readTo = 0;
  for (const at of inside) {
    if (at < readTo) continue;
    // The number of the next cell may look like a group of digits.
    const read = tokens.numbers.get(at)?.findLast(({ inDigits, to }) => inDigits && inside.has(to - 1));
    if (read === undefined) continue;
    readTo = read.to;
    const text = signOf(tokens, at) + wordsOf(index, { from: at, to: read.to });
    found.push({ read, text, isBracketed: isInBrackets(read, tokens, at) });
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? null : only;
}

/** Whether a number is negative without a minus right before it. */
function isInBrackets(read: NumberReading | undefined, tokens: Tokens, at: number): boolean {
  return read?.values[0]?.startsWith('-') === true && signOf(tokens, at) === '';
}

/** Whether the number of a cell can take the place of that of a claim, before its scale and its unit. */
function isWrittenAlike(said: NumberReading, read: NumberReading, { row, column }: NamedCell): boolean {
  const isPercent = (one: NumberReading): boolean => one.unit?.kind === 'percent';
  const isHeaded = isPercent(said) && PERCENT.test(`${row} ${column}`);
  return hasScale(read, said.scale) && (isPercent(said) === isPercent(read) || isHeaded);
}

const PERCENT = /[%‰]|percent|prozent/i;

/** Whether a number of a page can stand before the scale of a claim: 230.9 before `million`, in a table in millions. */
function hasScale({ values: [value], scale, declared }: NumberReading, wanted: number): boolean {
  if (scale === wanted) return true;
  if (scale > 0) return false;
  return declared.length > 0 ? declared.includes(wanted) : Math.abs(Number(value)) < 10 ** wanted;
}
