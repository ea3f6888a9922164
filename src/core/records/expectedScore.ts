import * as v from 'valibot';
import type { Score } from '../rewards/model.ts';

/** The values that the parts of a score are expected to have, by name; `overall` is the reward itself. */
export type ExpectedScore = Readonly<Record<string, number>>;

/** How a front matter says it: a number is the reward itself. */
export const expectedSchema = v.union(
  [
    v.pipe(
      v.number(),
      v.finite(),
      v.transform((overall): ExpectedScore => ({ overall })),
    ),
    v.pipe(
      v.record(v.string(), v.pipe(v.number(), v.finite())),
      v.minEntries(1),
      v.transform((parts): ExpectedScore => parts),
    ),
  ],
  'it is a number, or a mapping of parts of the reward to numbers, like { overall: 0.8, format: 1 }',
);

/** Expected values are written by hand, with a few digits. */
const TOLERANCE = 1e-6;

/** What differs from an expected score, one sentence for each part. */
export function unmetExpectations(expected: ExpectedScore, score: Score): readonly string[] {
  if (score.raises !== null) {
    return [`The reward function raises ${score.raises.name}, but ${listExpected(expected)} expected.`];
  }
  return Object.entries(expected).flatMap(([name, wanted]) => {
    const value = partOf(score, name);
    if (value === undefined) {
      return [`The reward has no part "${name}". Its parts are ${partNames(score).join(', ')}.`];
    }
    const title = name === 'overall' ? 'The reward' : `The part "${name}"`;
    if (value === null) {
      const needs = score.needs.map((need) => need.replaceAll('_', ' ')).join(' and the ');
      const why = needs === '' ? '' : ` without the ${needs}`;
      return [`${title} is not known${why}, but ${wanted} is expected.`];
    }
    return Math.abs(value - wanted) <= TOLERANCE ? [] : [`${title} is ${value}, but ${wanted} is expected.`];
  });
}

function listExpected(expected: ExpectedScore): string {
  const values = Object.entries(expected).map(([name, value]) => `${name} ${value}`);
  return `${values.join(', ')} ${values.length === 1 ? 'is' : 'are'}`;
}

/** A part by the name that the reference reports, or by the key of a component; undefined if there is none. */
function partOf({ overall, reported, components }: Score, name: string): number | null | undefined {
  if (name === 'overall') return overall;
  if (Object.hasOwn(reported, name)) return reported[name];
  const component = components.find(({ key }) => key === name);
  if (component === undefined) return undefined;
  return component.value === null ? null : Number(component.value);
}

function partNames({ reported, components }: Score): readonly string[] {
  return [...new Set(['overall', ...Object.keys(reported), ...components.map(({ key }) => key)])];
}
