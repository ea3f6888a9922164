import type { MissingScores } from '../../../runs/statistics/missingScores.ts';
import type { RunStatistics } from '../../../runs/statistics/runStatistics.ts';
import type { StepStatistics } from '../../../runs/statistics/stepStatistics.ts';
import { countText, wholeText } from '../../output/numbers.ts';
import { cellText, sectionLines, tableLines } from '../../output/sections.ts';
import { recordedLines } from '../../output/recordedComparison.ts';
import { statisticsJson, stepJson } from './statsJson.ts';

type Row = Readonly<Record<string, unknown>>;

/** The output of `pagetrace stats` as text: the names and numbers of the JSON, in sections. */
export function statsText(statistics: RunStatistics, groups: readonly Row[]): string {
  const { samples, missing, recorded, steps } = statistics;
  const lines = Object.entries(statisticsJson(statistics)).flatMap(([name, value]) => {
    if (name === 'without_score' && missing !== null) return [missingLine(missing, samples)];
    if (name === 'recorded_score' && recorded !== null) return recordedLines(recorded);
    if (name === 'steps') return ['steps', ...tableLines(steps.map(stepRow))];
    return sectionLines(name, value);
  });
  const listed = groups.flatMap((group) => [
    `  ${cellText(group['group'])}`,
    ...Object.entries(group)
      .filter(([name]) => name !== 'group')
      .map(([name, value]) => `    ${name}: ${cellText(value)}`),
  ]);
  return `${[...lines, ...(listed.length === 0 ? [] : ['group list', ...listed])].join('\n')}\n`;
}

/** The number of samples without a score, and why they have none. */
function missingLine(
  { count, needs, raises, unscored, pythonFailed, notApplicable }: MissingScores,
  samples: number,
): string {
  const reasons = [
    ...[...needs].map(([need, n]) => `${need.replaceAll('_', ' ')} missing (${wholeText(n)})`),
    ...[...raises].map(([name, n]) => `${name} raised (${wholeText(n)})`),
    ...(unscored === 0 ? [] : [`no reward profile (${wholeText(unscored)})`]),
    ...(notApplicable === 0 ? [] : [`Python reward does not apply (${wholeText(notApplicable)})`]),
    ...(pythonFailed === 0 ? [] : [`Python reward failed (${wholeText(pythonFailed)})`]),
  ];
  return `${countText(count, 'sample', 'samples')} of ${wholeText(samples)} without a score: ${reasons.join(', ')}`;
}

/** A training step as a row of a table; its groups' numbers are columns. */
function stepRow(step: StepStatistics): Row {
  const { groups, ...numbers } = stepJson(step) as Row & { readonly groups?: Row };
  const { count, solved_none: none, solved_all: all, kept, unknown } = groups ?? {};
  return {
    ...numbers,
    ...(groups === undefined
      ? {}
      : {
          groups: count,
          'solved none': none,
          'solved all': all,
          kept,
          ...(unknown === 0 ? {} : { unknown }),
        }),
  };
}
