/** The least of 1, 2 or 5 times a power of ten that is not below a positive number, but for an error of rounding. */
export function roundUp(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= number * (1 - 1e-9)) ?? number;
}

/** Round numbers in a range, about as many as asked for: 1, 2 or 5 times a power of ten apart. */
export function axisTicks(low: number, high: number, about: number): readonly number[] {
  if (!(high > low)) return [low];
  const step = roundUp((high - low) / about);
  const digits = Math.max(0, Math.min(100, -Math.floor(Math.log10(step))));
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1)
    ticks.push(Number((at * step).toFixed(digits)));
  return ticks;
}
