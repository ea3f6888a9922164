import leven from 'leven';

/** How much of the longer of two names may differ, so that one can be meant by the other. */
const MOST_DIFFERENT = 0.6;
/** A name of more characters is not compared: it is none. */
const LONGEST = 100;

/** The one of `candidates` that was probably meant by `written`; null where none is near. */
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
