/** Up to this many numbers are added in one block; longer lists are halved first. */
const BLOCK = 128;

/**
 * NumPy's sum of doubles along one axis (its pairwise summation): below 8 numbers from left to right, up to 128 with
 * eight running sums, and longer lists in two halves split at a multiple of 8. 0 if there are none.
 * @param start of the numbers that are added; all of them if only the list is given
 */
export function pairwiseSum(numbers: ArrayLike<number>, start = 0, end = numbers.length): number {
  // Adding 0 turns a sum of -0 into 0.
  return 0 + sumRange(numbers, start, end - start);
}

function sumRange(numbers: ArrayLike<number>, start: number, count: number): number {
  if (count > BLOCK) {
    const half = Math.floor(count / 2);
    const first = half - (half % 8);
    return sumRange(numbers, start, first) + sumRange(numbers, start + first, count - first);
  }
  const whole = start + count - (count % 8);
  let sum = count < 8 ? 0 : sumLanes(numbers, start, whole);
  for (let index = whole; index < start + count; index++) sum += numbers[index] ?? 0;
  return sum;
}

/** The eight running sums of a multiple of eight numbers, without an array for them: runs have many small groups. */
function sumLanes(numbers: ArrayLike<number>, start: number, end: number): number {
  let [r0, r1, r2, r3, r4, r5, r6, r7] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let index = start; index < end; index += 8) {
    r0 += numbers[index] ?? 0;
    r1 += numbers[index + 1] ?? 0;
    r2 += numbers[index + 2] ?? 0;
    r3 += numbers[index + 3] ?? 0;
    r4 += numbers[index + 4] ?? 0;
    r5 += numbers[index + 5] ?? 0;
    r6 += numbers[index + 6] ?? 0;
    r7 += numbers[index + 7] ?? 0;
  }
  return r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
}

/** NumPy's mean of at least one number. */
export function pairwiseMean(numbers: ArrayLike<number>, start = 0, end = numbers.length): number {
  return pairwiseSum(numbers, start, end) / (end - start);
}

/** NumPy's standard deviation of a sample (`std(ddof=1)`), of at least two numbers. */
export function sampleDeviation(numbers: ArrayLike<number>): number {
  return deviationFrom(numbers, 0, pairwiseMean(numbers), new Float64Array(numbers.length));
}

/**
 * NumPy's standard deviation of a part of a list, from its mean.
 * @param start of the part
 * @param squares takes the squares of the differences; the part has as many numbers
 */
export function deviationFrom(
  numbers: ArrayLike<number>,
  start: number,
  mean: number,
  squares: Float64Array,
): number {
  for (let index = 0; index < squares.length; index++) {
    const difference = (numbers[start + index] ?? 0) - mean;
    squares[index] = difference * difference;
  }
  return Math.sqrt(pairwiseSum(squares) / (squares.length - 1));
}
