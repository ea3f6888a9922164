import type { Computation, ComputationKind, GroundedClaim } from '../model.ts';
import { formulaOf, compute } from './compute.ts';
import { MOST_OPERANDS, operandsOf, type Operand } from './operands.ts';
import { roundsTo, type Quantity } from './quantities.ts';

/**
 * How a number of the answer is computed from the numbers that tool calls read from the pages, if exactly one
 * computation of all of them, or of two, comes to it; `several` if more do, null if none does.
 * @param kinds those that the question asks for; null if it does not say
 */
export function uniqueComputation(
  number: Quantity,
  claims: readonly GroundedClaim[],
  kinds: readonly ComputationKind[] | null,
): Computation | 'several' | null {
  const operands = operandsOf(claims);
  if (operands.length < 2 || operands.length > MOST_OPERANDS) return null;
  const found: Computation[] = [];
  const put = (kind: ComputationKind, used: readonly Operand[], text: string, value: number): void => {
    if (kinds?.includes(kind) === false || !Number.isFinite(value) || !roundsTo(value, number)) return;
    const percent = number.isPercent ? '%' : '';
    const shown = value.toFixed(Math.min(number.decimals[0] ?? 0, 20));
    found.push({
      kind,
      operands: used.map(({ index }) => index).sort((one, other) => one - other),
      text: `${text} = ${shown}${percent}`,
      value,
      said: number.values[0] ?? value,
    });
  };
  const texts = operands.map(({ quantity }) => quantity.text);
  const sum = operands.reduce((total, { value }) => total + value, 0);
  if (!number.isPercent) {
    put('sum', operands, texts.join(' + '), sum);
    put('average', operands, `(${texts.join(' + ')}) / ${texts.length}`, sum / operands.length);
  }
  for (const one of operands) {
    for (const other of operands) {
      if (one === other) continue;
      const [a, b] = [one.quantity.text, other.quantity.text];
      if (number.isPercent) {
        put('share', [one, other], `${a} / ${b}`, (100 * one.value) / other.value);
        put('growth', [one, other], `(${a} - ${b}) / ${b}`, (100 * (one.value - other.value)) / other.value);
      } else {
        put('difference', [one, other], `${a} - ${b}`, one.value - other.value);
        put('ratio', [one, other], `${a} / ${b}`, one.value / other.value);
      }
    }
  }
  const [only, second] = found;
  if (only === undefined) return null;
  return second === undefined ? only : 'several';
}

/**
 * What the only two numbers that tool calls read come to by a computation that the question asks for, if the number of the
 * answer is clearly something else; null if that cannot be said.
 * @param placeOf the words that select the place of a claim
 */
export function askedInstead(
  number: Quantity,
  claims: readonly GroundedClaim[],
  kinds: readonly ComputationKind[] | null,
  placeOf: (claim: number) => string,
): Computation | null {
  const [kind] = kinds ?? [];
  const read = operandsOf(claims);
  const readings = claims.filter((claim) => claim.kind === 'observation' && /\d/.test(claim.text));
  if (kind === undefined || read.length !== 2 || readings.length !== 2) return null;
  if (read.some(({ quantity }) => quantity.values.length > 1 || quantity.isPercent)) return null;
  const operands = inOrder(kind, read, placeOf);
  const results = [read, read.toReversed()].map(
    (order) =>
      compute(
        kind,
        order.map((operand) => operand.value),
      ) ?? Number.NaN,
  );
  if (operands === null || !results.every(Number.isFinite) || isClose(results, number)) return null;
  const value =
    compute(
      kind,
      operands.map((operand) => operand.value),
    ) ?? Number.NaN;
  const percent = number.isPercent ? '%' : '';
  const decimals = Math.min(number.decimals[0] ?? 0, 20);
  const text = formulaOf(
    kind,
    operands.map(({ quantity }) => quantity),
  );
  return {
    kind,
    operands: read.map(({ index }) => index),
    text: `${text} = ${Math.abs(value) < 1e15 ? value.toFixed(decimals) : value}${percent}`,
    value,
    said: number.values[0] ?? value,
  };
}

const YEARS = /(?<!\d)(?:19|20)\d\d(?!\d)/g;

/** The operands in the order in which they are computed: the larger one or the later year first; null if it is not known. */
function inOrder(
  kind: ComputationKind,
  operands: readonly Operand[],
  placeOf: (claim: number) => string,
): readonly Operand[] | null {
  if (kind === 'sum' || kind === 'average') return operands;
  if (kind === 'difference') return operands.toSorted((one, other) => other.value - one.value);
  if (kind !== 'growth') return null;
  const dated = operands.flatMap((operand) => {
    const years = [...new Set(placeOf(operand.index).match(YEARS))];
    return years.length === 1 ? [{ operand, year: Number(years[0]) }] : [];
  });
  const [one, other] = dated;
  if (one === undefined || other === undefined || one.year === other.year) return null;
  return one.year > other.year ? [one.operand, other.operand] : [other.operand, one.operand];
}

/** Whether one of the results is a number but for its last digit, its scale, or its sign. */
export function isClose(results: readonly number[], { values, decimals, scale }: Quantity): boolean {
  return results.some((result) =>
    values.some((value, at) => {
      const unit = 1.5 * 10 ** -(decimals[at] ?? 0);
      const size = Math.abs(result);
      return [1, scale, 100, 0.01, 1e3, 1e6, 1e9, 1e-3, 1e-6, 1e-9].some(
        (by) => Math.abs(size / by - value) <= unit,
      );
    }),
  );
}
