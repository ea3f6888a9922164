/**
 * The probability that at least one of `k` samples is right that are drawn without replacement from `n` samples of which
 * `right` are right: the unbiased estimator of pass@k (Chen et al. 2021, "Evaluating Large Language Models Trained on
 * Code", equation 1), 1 - C(n - right, k) / C(n, k), as a product so that no binomial coefficient overflows.
 * @throws RangeError unless 1 <= k <= n and 0 <= right <= n, all of them whole numbers
 */
export function passAtK(n: number, right: number, k: number): number {
  const areWhole = [n, right, k].every(Number.isInteger);
  if (!areWhole || k < 1 || k > n || right < 0 || right > n)
    throw new RangeError(`There is no pass@${k} of ${right} right samples among ${n}.`);
  if (n - right < k) return 1;
  // The product rounds; this is exact.
  if (k === 1) return right / n;
  let allWrong = 1;
  for (let at = n - right + 1; at <= n; at += 1) allWrong *= 1 - k / at;
  return 1 - allWrong;
}

/** The numbers of samples for which pass@k is reported: powers of two up to `n`, and `n` itself. */
export function reportedKs(n: number): readonly number[] {
  const ks: number[] = [];
  for (let k = 1; k < n; k *= 2) ks.push(k);
  return n < 1 ? [] : [...ks, n];
}
