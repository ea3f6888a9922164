/** A number in half precision: the nearest one, of two equally near ones the even one. */
export function toHalf(number: number): number {
  const sign = number < 0 || Object.is(number, -0) ? 0x8000 : 0;
  const size = Math.abs(number);
  if (Number.isNaN(size)) return 0x7e00;
  if (size >= 65_520) return sign | 0x7c00;
  const exponent = Math.max(-14, Math.floor(Math.log2(size)));
  const steps = roundHalfToEven(size * 2 ** (10 - exponent));
  // Steps of a number with an exponent begin at 1024; what is rounded up to 2048 has the next exponent.
  return sign | (steps + (exponent + 14) * 1024);
}

function roundHalfToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
  return below % 2 === 0 ? below : below + 1;
}
