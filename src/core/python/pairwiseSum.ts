/** Up to this many numbers are added in one block; longer lists are halved first. */
const BLOCK = 128;

/**
 * NumPy's sum of doubles along one axis (its pairwise summation): below 8 numbers from left to right, up to 128 with
 * eight running sums, and longer lists in two halves split at a multiple of 8. 0 if there are none.
 */
export function pairwiseSum(numbers: ArrayLike<number>): number {
  // Adding 0 turns a sum of -0 into 0.
  return 0 + sumRange(numbers, 0, numbers.length);
}

function sumRange(numbers: ArrayLike<number>, start: number, count: number): number {
  const at = (index: number): number => numbers[start + index] ?? 0;
  if (count < 8) {
    let sum = 0;
    for (let index = 0; index < count; index++) sum += at(index);
    return sum;
  }
  if (count > BLOCK) {
    const half = Math.floor(count / 2);
    const first = half - (half % 8);
    return sumRange(numbers, start, first) + sumRange(numbers, start + first, count - first);
  }
  const running = Array.from({ length: 8 }, (_, index) => at(index));
  const whole = count - (count % 8);
  for (let index = 8; index < whole; index += 8)
    for (let lane = 0; lane < 8; lane++) running[lane] = (running[lane] ?? 0) + at(index + lane);
  const [r0 = 0, r1 = 0, r2 = 0, r3 = 0, r4 = 0, r5 = 0, r6 = 0, r7 = 0] = running;
  let sum = r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
  for (let index = whole; index < count; index++) sum += at(index);
  return sum;
}

/** NumPy's mean of at least one number. */
export function pairwiseMean(numbers: ArrayLike<number>): number {
  return pairwiseSum(numbers) / numbers.length;
}

/** NumPy's standard deviation of a sample (`std(ddof=1)`), of at least two numbers. */
export function sampleDeviation(numbers: ArrayLike<number>): number {
  const mean = pairwiseMean(numbers);
  const squares = Float64Array.from(numbers, (number) => (number - mean) * (number - mean));
  return Math.sqrt(pairwiseSum(squares) / (numbers.length - 1));
}
