/**
 * How deep the lists and objects of a record or of a JSON file may be nested. Python's JSON module reads about 900
 * levels, and functions that call themselves for each level exhaust the stack at a few thousand.
 */
export const MOST_DEPTH = 500;

/** Whether a value of JSON has more than `levels` levels of lists and objects. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.some((each) => isDeeperThan(each, levels - 1));
}
