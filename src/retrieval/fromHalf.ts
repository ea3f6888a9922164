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
