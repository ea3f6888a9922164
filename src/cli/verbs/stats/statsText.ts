import type { MissingScores } from '../../../runs/statistics/missingScores.ts';
import type { RunStatistics } from '../../../runs/statistics/runStatistics.ts';
import type { StepStatistics } from '../../../runs/statistics/stepStatistics.ts';
import { countText, shortNumber } from '../../output/numbers.ts';
import { recordedLines } from '../../output/recordedComparison.ts';
import { statisticsJson, stepJson } from './statsJson.ts';

type Row = Readonly<Record<string, unknown>>;

/** The output of `pagetrace stats` as text: the names and numbers of the JSON, in sections. */
export function statsText(statistics: RunStatistics, groups: readonly Row[]): string {
  const { samples, missing, recorded, steps } = statistics;
  const lines = Object.entries(statisticsJson(statistics)).flatMap(([name, value]) => {
    if (name === 'without_score' && missing !== null) return [missingLine(missing, samples)];
    if (name === 'recorded_score' && recorded !== null) return recordedLines(recorded);
    if (name === 'steps') return ['steps', ...table(steps.map(stepRow))];
    return section(name, value);
  });
  const listed = groups.flatMap((group) => [
    `  ${text(group['group'])}`,
    ...Object.entries(group)
      .filter(([name]) => name !== 'group')
      .map(([name, value]) => `    ${name}: ${text(value)}`),
  ]);
  return `${[...lines, ...(listed.length === 0 ? [] : ['group list', ...listed])].join('\n')}\n`;
}

/** The number of samples without a score, and why they have none. */
function missingLine(
  { count, needs, raises, unscored, pythonFailed, notApplicable }: MissingScores,
  samples: number,
): string {
  const reasons = [
    ...[...needs].map(([need, n]) => `${need.replaceAll('_', ' ')} missing (${n.toLocaleString('en')})`),
    ...[...raises].map(([name, n]) => `${name} raised (${n.toLocaleString('en')})`),
    ...(unscored === 0 ? [] : [`no reward profile (${unscored.toLocaleString('en')})`]),
    ...(notApplicable === 0 ? [] : [`Python reward does not apply (${notApplicable.toLocaleString('en')})`]),
    ...(pythonFailed === 0 ? [] : [`Python reward failed (${pythonFailed.toLocaleString('en')})`]),
  ];
  return `${countText(count, 'sample', 'samples')} of ${samples.toLocaleString('en')} without a score: ${reasons.join(', ')}`;
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

function section(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (value.every((item) => typeof item !== 'object')) return [`${name}: ${value.map(text).join(', ')}`];
    return [name, ...table(value as readonly Row[])];
  }
  if (typeof value !== 'object' || value === null) return [`${name}: ${text(value)}`];
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  if (entries.length === 0) return [];
  if (entries.every(([, item]) => typeof item === 'object' && item !== null)) {
    return [name, ...table(entries.map(([field, item]) => ({ field, ...(item as object) })))];
  }
  return [name, ...entries.map(([field, item]) => `  ${field}: ${text(item)}`)];
}

/** Rows as lines below a heading; a column for each key that a row has. */
function table(rows: readonly Row[]): readonly string[] {
  const columns = [...new Set(rows.flatMap(Object.keys))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => text(row[column])))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells.map(
    (row) =>
      `  ${row
        .map((cell, index) => (index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0)))
        .join('  ')
        .trimEnd()}`,
  );
}

function text(value: unknown): string {
  if (typeof value === 'number') return shortNumber(value);
  if (typeof value === 'string') return value.replaceAll('\n', ' ');
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.map(text).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, item]) => `${name} ${text(item)}`)
    .join(', ');
}
