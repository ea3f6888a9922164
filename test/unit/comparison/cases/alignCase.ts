import { StepAlignment } from '../../../../src/core/comparison/alignment.ts';
import { ComparableSteps, type ComparableStep } from '../../../../src/core/comparison/comparableSteps.ts';
import { viewOf } from '../../../../src/core/trajectory/listView.ts';
import type { DialectName } from '../../../../src/core/trajectory/model.ts';
import { parseTrajectory } from '../../../../src/core/trajectory/parser.ts';
import type { AlignmentCase } from './alignmentCase.ts';

/** What is compared of a whole response. */
export function readSteps(text: string, dialect: DialectName): readonly ComparableStep[] {
  const { steps, parts } = parseTrajectory(text, { dialect, numImages: 2, tools: null });
  return new ComparableSteps().read({
    version: 1,
    edition: 0,
    steps: viewOf(steps),
    parts: viewOf(parts),
    slice: (start, end) => text.slice(start, end),
  });
}

/** The rows that a person would make and those that are made, by the numbers of their steps: `3:4`, `3:-`. */
export function alignCase({ dialect, rows }: AlignmentCase): {
  readonly wanted: string[];
  readonly made: string[];
} {
  const next = (rows[0] ?? []).map(() => 0);
  const wanted = rows
    .filter((row) => row.some((text) => text !== null && !text.startsWith('</')))
    .map((row) =>
      row.map((text, side) => {
        const number = next[side] ?? 0;
        if (text === null) return '-';
        next[side] = number + 1;
        return String(number);
      }),
    );
  const steps = next.map((_, side) => readSteps(rows.map((row) => row[side] ?? '').join(''), dialect));
  if (steps.some(({ length }, side) => length !== next[side]))
    throw new Error('A text of the case is not exactly one step.');
  const made = new StepAlignment().align(steps);
  const written = (row: readonly (string | number | null)[]): string =>
    row.map((cell) => cell ?? '-').join(':');
  return { wanted: wanted.map(written), made: made.map(written) };
}
