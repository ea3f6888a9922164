const EXACT = 30;

/** The natural logarithms of 0! to 29!, whose products are exact enough. */
const SMALL: readonly number[] = smallLogarithms();

function smallLogarithms(): readonly number[] {
  const logarithms = [0];
  let product = 1;
  for (let factor = 1; factor < EXACT; factor += 1) {
    product *= factor;
    logarithms.push(Math.log(product));
  }
  return logarithms;
}

/** The natural logarithm of the factorial of a whole number of at least 0 (beyond 29 by Stirling's series). */
export function logFactorial(number: number): number {
  const known = SMALL[number];
  if (known !== undefined) return known;
  const next = number + 1;
  const inverse = 1 / (next * next);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / next;
  return (next - 0.5) * Math.log(next) - next + 0.5 * Math.log(2 * Math.PI) + series;
}
