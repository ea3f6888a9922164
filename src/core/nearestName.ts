import leven from 'leven';

/**
 * The one of `names` that `written` was meant for: by a few letters, at most a third of them and six, or by one slip of
 * the keyboard. Null if none is near.
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
 * The one of `names` that `written` is by one slip of the keyboard: a letter too many, missing, wrong or in another case,
 * or two that changed places. The first letter must match, so that "preference" is not taken for "reference". Null when no name is near.
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

/** Names may differ in less than this share of the longer one, where a person chooses whether to take a proposal. */
const MOST_DIFFERENT = 0.6;
/** A name of more characters is not compared: it is not a name, and comparing takes the square of its length. */
const LONGEST = 100;

/**
 * The one of `names` that is most like `written`, for a repair that a person chooses: more is proposed than
 * `nearestName` would take as meant. Null if none is alike.
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
