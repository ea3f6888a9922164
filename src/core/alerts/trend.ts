/** The mean of something over the samples of some steps that follow each other. */
export interface Point {
  /** The first and the last of the steps. */
  readonly from: number;
  readonly to: number;
  /** The samples that it is the mean of. */
  readonly n: number;
  readonly mean: number;
}

/** How something goes over the steps of a run. */
export interface Trend {
  /** Over the first and over the last third of the points, each sample counted once. */
  readonly first: Point;
  readonly last: Point;
  /**
   * Kendall's rank correlation of the values with their order, as a standard normal number: it is about 0 for values
   * without order, and 2.5 is passed by chance once in 160 runs.
   */
  readonly z: number;
}

/** The fewest points that show a trend: in fewer, even values that always rise are too likely by chance. */
const LEAST_POINTS = 6;

/** The least correlation that counts as a trend, as a standard normal number. Six values that always rise have 2.6. */
const LEAST_Z = 2.5;

/** The trend of points that are in the order of their steps; null for too few of them. */
export function trendOf(points: readonly Point[]): Trend | null {
  if (points.length < LEAST_POINTS) return null;
  const third = Math.floor(points.length / 3);
  const first = join(points.slice(0, third));
  const last = join(points.slice(-third));
  return first === null || last === null ? null : { first, last, z: kendall(points.map(({ mean }) => mean)) };
}

/** Whether something rises by at least so much. */
export const rises = ({ first, last, z }: Trend, least: number): boolean =>
  z >= LEAST_Z && last.mean - first.mean >= least;

/** Whether something falls by at least so much. */
export const falls = ({ first, last, z }: Trend, least: number): boolean =>
  z <= -LEAST_Z && first.mean - last.mean >= least;

/** Points as one; null for none. */
function join(points: readonly Point[]): Point | null {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return null;
  const n = points.reduce((sum, point) => sum + point.n, 0);
  const mean = points.reduce((sum, point) => sum + point.mean * point.n, 0) / n;
  return { from: first.from, to: last.to, n, mean };
}

/** Kendall's S over its deviation without a trend, with ties taken into account and a correction for continuity. */
function kendall(values: readonly number[]): number {
  const { length: n } = values;
  let s = 0;
  for (let later = 1; later < n; later += 1)
    for (let earlier = 0; earlier < later; earlier += 1)
      s += Math.sign((values[later] ?? 0) - (values[earlier] ?? 0));
  const ties = new Map<number, number>();
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  let variance = n * (n - 1) * (2 * n + 5);
  for (const tied of ties.values()) variance -= tied * (tied - 1) * (2 * tied + 5);
  return s === 0 || variance <= 0 ? 0 : (s - Math.sign(s)) / Math.sqrt(variance / 18);
}
