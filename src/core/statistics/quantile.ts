/** The quantile of at least one number in ascending order, with NumPy's linear interpolation between two of them. */
export function quantileOf(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  const within = place - below;
  // From the nearer end, as NumPy does, so that two equal numbers have themselves between them.
  return within >= 0.5 ? high - (high - low) * (1 - within) : low + (high - low) * within;
}
