import leven from 'leven';

/** The one of `names` that `written` was meant for, by a few letters; null where none is near. */
export function nearestName(written: string, names: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = Math.min(6, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    const distance = leven(written.toLowerCase(), name.toLowerCase());
    if (distance < least) [nearest, least] = [name, distance];
  }
  return nearest;
}
