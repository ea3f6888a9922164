import { t } from '../t.ts';
import { joinList } from '../joinList.ts';
import type { SampleTable } from '../summary/sampleTable.ts';
import type { AlertRule } from './model.ts';
import { hasFinding } from './rowTests.ts';
import { sharesByStep, type StepBin } from './stepBins.ts';
import { rises, trendOf } from './trend.ts';
import { sharesOf, inSteps, stepsOf } from './wording.ts';

/** The findings of a call of a tool that no prompt offers. */
const UNKNOWN = ['unknown-tool', 'tool-not-offered', 'tool-not-defined', 'unknown-function'];

/** The share of responses with such a call from which it is said, and how much it must have grown. */
const SPREAD = 0.05;
const LEAST_GROWTH = 0.03;

/** The most tools that are named. */
const MOST_NAMED = 3;

/** More and more responses call tools that no prompt offers. */
export const unknownToolsSpread: AlertRule = ({ table, bins }) => {
  const isUnknown = hasFinding(table, UNKNOWN);
  const trend = trendOf(sharesByStep(bins, isUnknown));
  if (trend === null || trend.last.mean < SPREAD || !rises(trend, LEAST_GROWTH)) return null;
  const { last } = trend;
  const recent = bins.filter(({ from }) => from >= last.from);
  const names = namesOnlyWith(table, recent, isUnknown);
  const found = UNKNOWN.filter((code) => occurs(table, recent, code));
  return {
    title: t('Tools that no prompt offers spread'),
    sentence:
      names.length === 0
        ? t(
            'The share of responses that call a tool that no prompt offers grows from {0} to {1}.',
            ...sharesOf(trend),
          )
        : t(
            'The share of responses that call a tool that no prompt offers, most often {2}, grows from {0} to {1}.',
            ...sharesOf(trend),
            joinList(names),
          ),
    steps: stepsOf(last),
    filter: inSteps(last, oneOf(found.map((code) => `finding:${code}`))),
  };
};

const oneOf = (conditions: readonly string[]): string =>
  conditions.length === 1 ? conditions.join('') : `(${conditions.join(' or ')})`;

function occurs(table: SampleTable, bins: readonly StepBin[], code: string): boolean {
  const has = hasFinding(table, [code]);
  return bins.some(({ rows }) => rows.some((row) => has(row)));
}

/** The most frequent names that are called only where something holds. */
function namesOnlyWith(
  table: SampleTable,
  bins: readonly StepBin[],
  holds: (row: number) => boolean,
): readonly string[] {
  const counts = new Map<string, number>();
  const elsewhere = new Set<string>();
  for (const { rows } of bins)
    for (const row of rows) {
      const isHere = holds(row);
      for (const name of new Set(table.tools.namesOf(table.tools.listOf(row))))
        if (isHere) counts.set(name, (counts.get(name) ?? 0) + 1);
        else elsewhere.add(name);
    }
  return [...counts]
    .filter(([name]) => !elsewhere.has(name))
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_NAMED)
    .map(([name]) => name);
}
