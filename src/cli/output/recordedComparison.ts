import type { RecordedComparison } from '../../runs/statistics/recordedScores.ts';
import { placeName } from '../terminal/problems.ts';
import { numberJson, placeJson } from './json.ts';
import { shortNumber } from './numbers.ts';

/** How the records' own scores compare with those that are computed, in the summaries of `score` and `stats`. */
export function recordedJson({
  compared,
  recordedMean,
  recomputedMean,
  differ,
  first,
}: RecordedComparison): Readonly<Record<string, unknown>> {
  return {
    compared,
    recorded_mean: recordedMean,
    recomputed_mean: recomputedMean,
    differ,
    first: first.map(({ place, recorded, recomputed }) => ({
      ...placeJson(place),
      recorded: numberJson(recorded),
      recomputed: numberJson(recomputed),
    })),
  };
}

/** The same as text, one line for each difference that is listed. */
export function recordedLines({
  compared,
  recordedMean,
  recomputedMean,
  differ,
  first,
}: RecordedComparison): readonly string[] {
  const of = compared.toLocaleString('en');
  const means = `mean ${meanText(recordedMean)} recorded, ${meanText(recomputedMean)} recomputed`;
  const more = differ - first.length;
  return [
    differ === 0
      ? `All ${of} recorded scores are the same as the recomputed ones (${means}).`
      : `${differ.toLocaleString('en')} of ${of} recorded scores differ from the recomputed ones (${means}):`,
    ...first.map(
      ({ place, recorded, recomputed }) =>
        `  ${placeName(place)}: ${shortNumber(recorded)} recorded, ${shortNumber(recomputed)} recomputed`,
    ),
    ...(more > 0 ? [`  and ${more.toLocaleString('en')} more`] : []),
  ];
}

function meanText(mean: number | null): string {
  return mean === null ? 'unknown' : shortNumber(mean);
}
