import type { Sample } from '../../core/records/sample.ts';
import type { Place } from '../reading/inputs.ts';

/** What is at a place in a file: a sample, or why there is none. */
export type PlacedSample =
  | { readonly place: Place; readonly sample: Sample }
  | { readonly place: Place; readonly problem: string };

/**
 * What most records among `items` suggest for their file, because a single record may be cut off or contain no answer
 * at all. Files that are `known`, and those for which no record suggests anything, are left out.
 */
export function voteByFile<T>(
  items: readonly PlacedSample[],
  known: (file: string) => boolean,
  suggest: (sample: Sample) => T | null,
): ReadonlyMap<string, T> {
  const votes = new Map<string, Map<T, number>>();
  for (const item of items) {
    if ('problem' in item || item.sample.record === null || known(item.place.file)) continue;
    const vote = suggest(item.sample);
    if (vote === null) continue;
    const counts = votes.get(item.place.file) ?? new Map<T, number>();
    votes.set(item.place.file, counts.set(vote, (counts.get(vote) ?? 0) + 1));
  }
  return new Map(
    [...votes].flatMap(([file, counts]) => {
      const [most] = [...counts].toSorted((a, b) => b[1] - a[1]);
      return most === undefined ? [] : [[file, most[0]] as const];
    }),
  );
}
