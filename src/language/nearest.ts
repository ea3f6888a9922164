import leven from 'leven';

/** The part of the longer of two names that may differ for one to be a misspelling of the other. */
const MOST_DIFFERENT = 0.6;
/** Longer texts are not names and are not compared. */
const LONGEST = 100;

/** The candidate that `written` probably misspells; null where none is similar. */
export function nearest(written: string, candidates: readonly string[]): string | null {
  if (written.length > LONGEST) return null;
  let best: string | null = null;
  let least = MOST_DIFFERENT;
  for (const candidate of candidates) {
    const share = leven(written, candidate) / Math.max(written.length, candidate.length, 1);
    if (share >= least) continue;
    best = candidate;
    least = share;
  }
  return best;
}
