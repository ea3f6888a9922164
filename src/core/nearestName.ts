import leven from 'leven';

/**
 * The name among `names` that `written` probably means: it differs by at most a third of its letters and at most six,
 * or by one typing slip. Null if none is near.
 */
export function nearestName(written: string, names: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = Math.min(6, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    const distance = leven(written.toLowerCase(), name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest ?? slippedName(written, names);
}

/**
 * The name among `names` that differs from `written` by one typing slip: a letter that is extra, missing, wrong, or in
 * another case, or two that are swapped. The first letter must match, so that "preference" is not read as "reference".
 * Null if no name is near.
 */
export function slippedName(written: string, names: readonly string[]): string | null {
  const letters = (text: string): string => Array.from(text).sort().join('');
  const plain = written.toLowerCase();
  return (
    names.find((name) => {
      if (name === written || !plain.startsWith(name.charAt(0))) return false;
      const distance = leven(plain, name.toLowerCase(), { maxDistance: 3 });
      return distance <= 1 || (distance === 2 && letters(plain) === letters(name.toLowerCase()));
    }) ?? null
  );
}

/** The share of the longer name in which two names may differ, if a person decides whether to accept a proposal. */
const MOST_DIFFERENT = 0.6;
/** A name with more characters is not compared: it is not a name, and comparing takes quadratic time. */
const LONGEST = 100;

/**
 * The name among `names` that is most similar to `written`, for a repair that a person chooses, so it proposes more
 * than `nearestName` does. Null if none is similar.
 */
export function mostSimilarName(written: string, names: readonly string[]): string | null {
  if (written.length > LONGEST) return null;
  let best: string | null = null;
  let least = MOST_DIFFERENT;
  for (const name of names) {
    const share = leven(written, name) / Math.max(written.length, name.length, 1);
    if (share < least) [best, least] = [name, share];
  }
  return best;
}
