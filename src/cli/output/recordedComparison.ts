import type { RecordedComparison } from '../../runs/statistics/recordedScores.ts';
import { placeName } from '../terminal/problems.ts';
import { numberJson, placeJson } from './json.ts';
import { shortNumber, wholeText } from './numbers.ts';

/** How the records' own scores compare with those that are computed, in the summaries of `score` and `stats`. */
export function recordedJson({
  compared,
  averaged,
  recordedMean,
  recomputedMean,
  differ,
  first,
}: RecordedComparison): Readonly<Record<string, unknown>> {
  return {
    compared,
    ...(averaged === compared ? {} : { averaged }),
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
export function recordedLines(comparison: RecordedComparison): readonly string[] {
  const { differ, first } = comparison;
  const more = differ - first.length;
  return [
    `${resultText(comparison)} (${meansText(comparison)})${differ === 0 ? '.' : ':'}`,
    ...first.map(
      ({ place, recorded, recomputed }) =>
        `  ${placeName(place)}: ${shortNumber(recorded)} recorded, ${shortNumber(recomputed)} recomputed`,
    ),
    ...(more > 0 ? [`  and ${wholeText(more)} more`] : []),
  ];
}

function resultText({ compared, differ }: RecordedComparison): string {
  if (compared === 1) {
    return differ === 0
      ? 'The only recorded score is the same as the recomputed one'
      : 'The only recorded score differs from the recomputed one';
  }
  const of = wholeText(compared);
  return differ === 0
    ? `All ${of} recorded scores are the same as the recomputed ones`
    : `${wholeText(differ)} of ${of} recorded scores differ from the recomputed ones`;
}

function meansText({ compared, averaged, recordedMean, recomputedMean }: RecordedComparison): string {
  const means = `mean ${meanText(recordedMean)} recorded, ${meanText(recomputedMean)} recomputed`;
  return averaged === compared || averaged === 0
    ? means
    : `${means}, over the ${wholeText(averaged)} of which both are finite`;
}

function meanText(mean: number | null): string {
  return mean === null ? 'unknown' : shortNumber(mean);
}
