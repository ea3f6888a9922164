/** Round numbers in a range, about as many as asked for: 1, 2 or 5 times a power of ten apart. */
export function axisTicks(low: number, high: number, about: number): readonly number[] {
  if (!(high > low)) return [low];
  const raw = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw * (1 - 1e-9)) ?? raw;
  const digits = Math.max(0, Math.min(100, -Math.floor(Math.log10(step))));
  const ticks: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1)
    ticks.push(Number((at * step).toFixed(digits)));
  return ticks;
}
