import { partitionPoint } from '../../binarySearch.ts';
import type { Span } from '../../span.ts';
import type { NamedComputation } from '../computations/arithmetic.ts';
import type { ComputationKind } from '../model.ts';

/** Words of a computation, between its numbers, that say nothing of a page. */
const CONNECTIVE = new RegExp(
  [
    String.raw`[,;:=<>≤≥≈+×÷*/，；、：]|(?<=\s)[-−–](?=\s)`,
    String.raw`(?<!\p{L})(?:` +
      'and|of|from|to|between|by|is|are|was|were|equals?|gives?|makes?|yields?|comes?|amounts?|totals?(?= of)|totals|averages?|results?|than|plus|minus|less|' +
      'times|divided|values?|numbers?|average|mean|sum|difference|ratio|share|proportion|more|higher|lower|' +
      'larger|greater|smaller|fewer|above|below|exceed(?:s|ed)?|accounts|for|up|add|adding|subtracting|or|' +
      'und|von|aus|auf|zu|zwischen|um|ist|sind|war|waren|beträgt|betrug|ergibt|ergeben|macht|als|mal|geteilt|durch|der|den|dem|die|das|' +
      'durchschnitt|mittelwert|summe|differenz|verhältnis|anteil|mehr|weniger|höher|niedriger|größer|kleiner|über|unter|übersteigt|' +
      String.raw`zusammen|together|combined|increase|decrease|growth|change)(?!\p{L})`,
    '的|和|与|及|加上?|减去?|除以|乘以?|等于|是|为|从|由|到|至|比|占|平均值?|总和|之和|合计|差额?|差值|之比|比率|增长|增加|下降|减少|大于|小于|高于|低于|多|少',
  ].join('|'),
  'giu',
);
/** The most UTF-16 units between two numbers of a computation that are read. */
const LONGEST_GAP = 600;

/**
 * The parts of an answer, with those that hold both an operand and the result of a computation, or both sides of a
 * comparison, cut into its numbers: such a sentence stands on no page, but its operands do. A number keeps the words beside
 * it, which say what it is.
 * @param parts in order, without overlap
 * @param computations in text order
 * @param text what the spans are in, from `base` on
 */
export function cutComputations(
  parts: readonly Span[],
  computations: readonly NamedComputation[],
  text: string,
  base: number,
): Span[] {
  const cut: Span[] = [];
  let next = 0;
  for (const computation of computations) {
    const { said, operands, right } = computation;
    const numbers = [...operands.map(({ span }) => span), ...(said === null ? [] : [said.span])].sort(
      (one, other) => one.start - other.start,
    );
    const first = numbers[0];
    const last = numbers.at(-1);
    if (right === null || first === undefined || last === undefined) continue;
    const from = partitionPoint(parts.length, (at) => (parts[at]?.end ?? 0) <= first.start);
    const to = partitionPoint(parts.length, (at) => (parts[at]?.start ?? 0) < last.end);
    const region = { start: parts[from]?.start ?? 0, end: parts[to - 1]?.end ?? 0 };
    const covered = parts.slice(from, to);
    const isInRegion = region.start <= first.start && last.end <= region.end;
    if (from < next || !isInRegion || !isMixed(covered, computation)) continue;
    cut.push(...parts.slice(next, from), ...piecesOf(region, numbers, said?.span ?? null, text, base));
    next = to;
  }
  return [...cut, ...parts.slice(next)];
}

/** Their operands rarely stand in one row, as those of a change do. */
const FROM_SEVERAL_PLACES: ReadonlySet<ComputationKind> = new Set<ComputationKind>([
  'sum',
  'average',
  'ratio',
]);

/** Whether the parts hold an operand and the result together, several sides of a comparison, or several places. */
function isMixed(parts: readonly Span[], { operands, said, kind }: NamedComputation): boolean {
  if (said !== null && FROM_SEVERAL_PLACES.has(kind)) return true;
  const holds = (part: Span, { span }: { readonly span: Span }): boolean =>
    part.start <= span.start && span.end <= part.end;
  return parts.some((part) => {
    const count = operands.filter((operand) => holds(part, operand)).length;
    return said === null ? count > 1 : count > 0 && holds(part, said);
  });
}

function piecesOf(
  region: Span,
  numbers: readonly Span[],
  said: Span | null,
  text: string,
  base: number,
): Span[] {
  const pieces: Span[] = [];
  const put = (piece: Span): void => {
    pieces.push(withoutBrackets(piece, text, base));
  };
  const putOther = (piece: Span): void => {
    if (OTHER_NUMBER.test(text.slice(piece.start - base, piece.end - base))) put(piece);
  };
  let start = region.start;
  const before = { start, end: numbers[0]?.start ?? start };
  const connective = connectivesIn(text, base, before).at(-1);
  if (connective !== undefined) {
    putOther({ start, end: connective.start });
    start = connective.end;
  }
  for (const [at, number] of numbers.entries()) {
    const following = numbers[at + 1];
    const connectives = connectivesIn(text, base, { start: number.end, end: following?.start ?? region.end });
    const end = connectives[0]?.start ?? (following === undefined ? region.end : number.end);
    // A formula in brackets is no part of the words before it.
    const opening = openBracketIn(text.slice(start - base, number.start - base));
    if (opening !== null) {
      putOther({ start, end: start + opening });
      start += opening + 1;
    }
    put(number === said ? number : { start, end });
    start = connectives.at(-1)?.end ?? number.end;
    if (following === undefined && connectives.length > 0) putOther({ start, end: region.end });
  }
  return pieces;
}

/** Where words have a bracket that they do not close, behind something else; null if there is none. */
function openBracketIn(words: string): number | null {
  const at = words.search(/(?<=\S\s{0,9})[(（][^()（）]{0,600}$/u);
  return at < 0 ? null : at;
}

/** A number that is no year. */
const OTHER_NUMBER = /(?<!\d)(?!(?:19|20)\d\d(?!\d))\d/u;

/** A piece without a bracket at an end whose other one is not in it. */
function withoutBrackets({ start, end }: Span, text: string, base: number): Span {
  const words = text.slice(start - base, end - base);
  const ink = words.trim();
  const from = start + words.indexOf(ink);
  const isOpened = /^[(（]/u.test(ink) && !/[)）]/u.test(ink);
  const isClosed = /[)）]$/u.test(ink) && !/[(（]/u.test(ink);
  return { start: isOpened ? from + 1 : from, end: from + ink.length - (isClosed ? 1 : 0) };
}

function connectivesIn(text: string, base: number, { start, end }: Span): Span[] {
  const from = Math.max(start, end - LONGEST_GAP);
  return Array.from(text.slice(from - base, end - base).matchAll(CONNECTIVE), ({ index, 0: words }) => ({
    start: from + index,
    end: from + index + words.length,
  }));
}
