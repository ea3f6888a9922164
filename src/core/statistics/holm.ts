/**
 * P-values of several comparisons, corrected so that the probability of finding a difference where there is none stays
 * what it is for a single one (Holm 1979): the smallest is multiplied by how many there are, the next by one less, and so
 * on; none is smaller than one before it. They stay in their order.
 */
export function holmAdjusted(pValues: readonly number[]): readonly number[] {
  const adjusted = new Array<number>(pValues.length).fill(1);
  let least = 0;
  [...pValues.keys()]
    .sort((one, other) => (pValues[one] ?? 1) - (pValues[other] ?? 1))
    .forEach((at, rank) => {
      least = Math.min(1, Math.max(least, (pValues[at] ?? 1) * (pValues.length - rank)));
      adjusted[at] = least;
    });
  return adjusted;
}
