import type { ToolCall } from '../../trajectory/model.ts';
import type { ComputationKind } from '../model.ts';
import type { NamedComputation } from './arithmetic.ts';
import { compute, formulaOf } from './compute.ts';
import { quantitiesIn, roundsTo, type Quantity } from './quantities.ts';

/** What tools compute, by a word in their name. */
const KINDS: readonly (readonly [RegExp, ComputationKind])[] = [
  [/growth|percent(?:age)?_?(?:change|increase|decrease)|change_?(?:rate|percent)|increase_?rate/i, 'growth'],
  [/percent|share|proportion/i, 'share'],
  [/ratio|divide|quotient/i, 'ratio'],
  [/difference|subtract/i, 'difference'],
  [/average|mean/i, 'average'],
  [/sum|total|add/i, 'sum'],
];

/** The most operands of a tool. */
const MOST_OPERANDS = 100;

/**
 * What a tool computes from the numbers of its args (`compute_percentage`, args `37.0, 481.9`); null if it computes
 * nothing that is known, or reads from an image.
 */
export function toolComputation({
  name,
  args,
  argsSpan,
  images,
  observation,
  observationSpan,
  span,
}: ToolCall): NamedComputation | null {
  const kind = KINDS.find(([pattern]) => pattern.test(name))?.[1];
  if (kind === undefined || args === null || argsSpan === null || images.length > 0) return null;
  const operands = quantitiesIn(args, argsSpan.start);
  if (operands.length < 2 || operands.length > MOST_OPERANDS) return null;
  const numbers = operands.map(({ values: [value = Number.NaN], scale }) => value * scale);
  const values = resultsOf(kind, numbers);
  if (values.length === 0 || !values.every(Number.isFinite)) return null;
  const results = observation.includes('=') ? [] : quantitiesIn(observation, observationSpan.start);
  const said = results.length === 1 ? (results[0] ?? null) : null;
  const shown = said === null ? null : placed(said, observation, observationSpan.start);
  return {
    span,
    kind,
    operands,
    formula: formulaOf(kind, kind === 'growth' ? operands.toReversed() : operands),
    values,
    said: shown,
    right: shown === null ? null : values.some((value) => roundsTo(value, shown) || roundsTo(-value, shown)),
  };
}

/** The observation is stripped, its span is not. */
function placed(said: Quantity, observation: string, start: number): Quantity {
  return { ...said, span: { start, end: start + observation.length } };
}

/** What the numbers come to; two results for a growth, whose order can be read in two ways. */
function resultsOf(kind: ComputationKind, numbers: readonly number[]): number[] {
  const orders = kind === 'growth' ? [numbers.toReversed(), numbers] : [numbers];
  return orders.flatMap((order) => compute(kind, order) ?? []);
}
