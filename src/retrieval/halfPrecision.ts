/** The number that each half-precision number is. */
const VALUES = Float32Array.from({ length: 65_536 }, (_, bits) => {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
});

/** Half-precision numbers as they are computed with. */
export function fromHalf(bits: Uint16Array): Float32Array {
  const numbers = new Float32Array(bits.length);
  for (let at = 0; at < bits.length; at += 1) numbers[at] = VALUES[bits[at] ?? 0] ?? 0;
  return numbers;
}

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
