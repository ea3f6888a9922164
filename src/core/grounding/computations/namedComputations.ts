import type { Step, Trajectory } from '../../trajectory/model.ts';
import type { ClaimKind, Computation, GroundedClaim, WrittenComputation } from '../model.ts';
import { readArithmetic, type NamedComputation } from './arithmetic.ts';
import type { Quantity } from './quantities.ts';
import { readWordedComputations } from './wordedComputations.ts';
import { toolComputation } from './toolArithmetic.ts';
import type { ClaimValues } from './claimValues.ts';

/** The most computations of a trajectory. */
const MOST_COMPUTATIONS = 1000;
/** Steps in which a model may write arithmetic. */
const WITH_ARITHMETIC: ReadonlySet<Step['kind']> = new Set<Step['kind']>([
  'think',
  'block',
  'text',
  'tool',
  'answer',
]);
/** Claims that may be the result of a computation. */
const RESULTS: ReadonlySet<ClaimKind> = new Set<ClaimKind>(['number', 'observation', 'answer']);
/** The most digits of a computed value in its text. */
const DIGITS = 6;

/** The computations that the closed parts of a trajectory write out, and those that its tools name, in text order. */
export function readComputations({ steps, text }: Trajectory): NamedComputation[] {
  const found: NamedComputation[] = [];
  let read = 0;
  for (const { kind, speaker, open, body, tool } of steps) {
    if (speaker !== 'model' || open || !WITH_ARITHMETIC.has(kind) || found.length > MOST_COMPUTATIONS)
      continue;
    const computation = tool === null ? null : toolComputation(tool);
    if (computation !== null) found.push(computation);
    // The calls inside of a block are steps of their own, which come later.
    const start = Math.max(read, body.start);
    found.push(...readComputationsIn(text.slice(start, body.end), start));
    read = Math.max(read, body.end);
  }
  return found.slice(0, MOST_COMPUTATIONS);
}

/**
 * The computations that a text writes out, and those that it says in words, in text order.
 * @param start where the text starts
 */
export function readComputationsIn(text: string, start: number): NamedComputation[] {
  const written = readArithmetic(text, start);
  const results = new Set(written.map(({ said, span }) => said?.span.start ?? span.start));
  const worded = readWordedComputations(text, start).filter(
    ({ said, span }) => !results.has(said?.span.start ?? span.start),
  );
  return [...written, ...worded].sort((one, other) => one.span.start - other.span.start);
}

/** The computations with the claims that are their operands. Those that say no result and are no comparison are left out. */
export function groundComputations(
  named: readonly NamedComputation[],
  values: ClaimValues,
  claims: readonly GroundedClaim[],
): WrittenComputation[] {
  const results = new Map(
    claims.flatMap(({ kind, span }, index) =>
      RESULTS.has(kind) ? [[span.start, { index, end: span.end }] as const] : [],
    ),
  );
  return named.flatMap((one): WrittenComputation[] => {
    if (one.right === null) return [];
    const span = one.said?.span ?? one.span;
    const result = results.get(span.start);
    const claim = result?.end === span.end ? result.index : null;
    return [{ span, right: one.right, computation: computationOf(one, one.said, named, values), claim }];
  });
}

/** A computation as it is shown, with `said` as the number that it is compared with. */
export function computationOf(
  { kind, operands, formula, values: [value = 0], right }: NamedComputation,
  said: Quantity | null,
  named: readonly NamedComputation[],
  values: ClaimValues,
): Computation {
  const isComparison = kind === 'comparison';
  const result = isComparison ? '' : ` = ${shownValue(value, said)}`;
  return {
    kind,
    operands: operandClaims(operands, named, values),
    text: `${formula}${result}`,
    value: isComparison ? Number(right) : value,
    said: isComparison ? 1 : (said?.values[0] ?? value),
  };
}

/** The value with as many decimals as the number that says it has, and one more if that hides a difference. */
function shownValue(value: number, said: Quantity | null): string {
  const percent = said?.isPercent === true ? '%' : '';
  const decimals = said?.decimals[0];
  if (decimals === undefined) return `${Number(value.toPrecision(DIGITS))}${percent}`;
  return `${Math.abs(value) < 1e15 ? value.toFixed(Math.min(decimals, 20)) : value}${percent}`;
}

/** The claims that are the operands; an operand that is computed itself stands for its own operands. */
function operandClaims(
  operands: readonly Quantity[],
  named: readonly NamedComputation[],
  values: ClaimValues,
): number[] {
  const indices = operands.flatMap((operand) => {
    const found = values.found(operand);
    if (found !== null) return [found];
    const before = named.find(
      ({ said, right }) =>
        right === true &&
        said !== null &&
        said.span.end <= operand.span.start &&
        said.values[0] === operand.values[0],
    );
    const inner = before?.operands.flatMap((each) => values.found(each) ?? values.any(each) ?? []) ?? [];
    if (inner.length > 0) return inner;
    const any = values.any(operand);
    return any === null ? [] : [any];
  });
  return [...new Set(indices)].sort((one, other) => one - other);
}
