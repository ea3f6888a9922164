import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { joinList } from '../joinList.ts';
import { describeNeeds } from '../rewards/explanation/needs.ts';
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
  () =>
    t(
      'it must be a number, or a mapping of parts of the reward to numbers, like { overall: 0.8, format: 1 }',
    ),
);

/** Expected values are written by hand, with a few digits. */
const TOLERANCE = 1e-6;

/** What differs from an expected score, one sentence for each part. */
export function unmetExpectations(expected: ExpectedScore, score: Score): readonly string[] {
  if (score.raises !== null) {
    return [
      t(
        'The reward function raises {0}, but a score was expected: {1}.',
        score.raises.name,
        listExpected(expected),
      ),
    ];
  }
  return Object.entries(expected).flatMap(([name, wanted]) => {
    const value = partOf(score, name);
    if (value === undefined) {
      return [t('The reward has no part "{0}". Its parts are {1}.', name, joinList(partNames(score)))];
    }
    if (value === null) return [unknownPart(name, wanted, describeNeeds(score.needs))];
    if (Math.abs(value - wanted) <= TOLERANCE) return [];
    return [
      name === 'overall'
        ? t('The reward is {0}, but {1} is expected.', value, wanted)
        : t('The part "{0}" is {1}, but {2} is expected.', name, value, wanted),
    ];
  });
}

/** The sentence about a part without a value; `needed` is what it depends on, empty if that is not known. */
function unknownPart(name: string, wanted: number, needed: string): string {
  if (name === 'overall') {
    return needed === ''
      ? t('The reward is not known, but {0} is expected.', wanted)
      : t('The reward is not known without {0}, but {1} is expected.', needed, wanted);
  }
  return needed === ''
    ? t('The part "{0}" is not known, but {1} is expected.', name, wanted)
    : t('The part "{0}" is not known without {1}, but {2} is expected.', name, needed, wanted);
}

function listExpected(expected: ExpectedScore): string {
  return joinList(Object.entries(expected).map(([name, value]) => `${name} ${value}`));
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
