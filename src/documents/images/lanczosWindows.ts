/** Half the width of the filter, in source pixels when enlarging. */
const SUPPORT = 3;

/** Bits of the fixed-point weights: 32 minus 8 for the value and 2 for overshoot, as in Pillow. */
const PRECISION = 22;
const ONE = 2 ** PRECISION;
const HALF = 2 ** (PRECISION - 1);

/** lanczos.wat computes with the halves of a weight: weight = high * 2^11 + low. */
const LOW_BITS = 11;
const LOW_MASK = 2 ** LOW_BITS - 1;

/** For each target position: the first source position, how many there are, and their weights. */
interface Weights {
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly values: Int32Array;
  /** The number of weights stored for each target position. */
  readonly stride: number;
}

/** The windows of one pass, in the form that lanczos.wat reads. */
export interface Windows {
  readonly bytes: Uint8Array;
  /** Whether a window in which every byte is 255 has the result 255, which rounding prevents in enormous windows. */
  readonly keepsWhite: boolean;
}

/** The most windows that are kept. The pages of a document usually need one of each direction. */
const KEPT = 8;
const kept = new Map<string, Windows>();

/**
 * The windows of the horizontal pass: for each target pixel the first and the end byte of its window in a row of
 * four-byte pixels, then, for each four pixels of it, the highs of their weights and their lows.
 */
export function horizontalWindows(sourceWidth: number, width: number): Windows {
  return keep(`horizontal ${sourceWidth} ${width}`, () =>
    encode(weightsFor(sourceWidth, width), 4, (first, groups) => [first * 4, first * 4 + groups * 16]),
  );
}

/**
 * The windows of the vertical pass: for each target row the first and the end row of its window, then, for each two
 * rows of it, the highs of their weights and their lows.
 */
export function verticalWindows(sourceHeight: number, height: number): Windows {
  return keep(`vertical ${sourceHeight} ${height}`, () =>
    encode(weightsFor(sourceHeight, height), 2, (first, _groups, count) => [first, first + count]),
  );
}

function keep(key: string, make: () => Windows): Windows {
  const windows = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, windows);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return windows;
}

/**
 * @param group how many weights are multiplied at once
 * @param range the two numbers before the weights of a window
 */
function encode(
  { first, count, values, stride }: Weights,
  group: 2 | 4,
  range: (first: number, groups: number, count: number) => readonly [number, number],
): Windows {
  const groupsOf = (target: number): number => Math.ceil((count[target] ?? 0) / group);
  const groups = first.reduce((sum, _first, target) => sum + groupsOf(target), 0);
  const numbers = new Int16Array(first.length * 4 + groups * group * 2);
  const ranges = new Int32Array(numbers.buffer);
  let at = 0;
  let keepsWhite = true;
  for (const [target, from] of first.entries()) {
    const length = count[target] ?? 0;
    ranges.set(range(from, groupsOf(target), length), at / 2);
    at += 4;
    let white = HALF;
    for (let start = 0; start < length; start += group) {
      for (let i = 0; i < group && start + i < length; i++) {
        const weight = values[target * stride + start + i] ?? 0;
        numbers[at + i] = weight >> LOW_BITS;
        numbers[at + group + i] = weight & LOW_MASK;
        white = (white + Math.imul(255, weight)) | 0;
      }
      at += group * 2;
    }
    if (white >> PRECISION < 255) keepsWhite = false;
  }
  return { bytes: new Uint8Array(numbers.buffer), keepsWhite };
}

function sinc(x: number): number {
  if (x === 0) return 1;
  const angle = x * Math.PI;
  return Math.sin(angle) / angle;
}

function lanczos(x: number): number {
  return x >= -SUPPORT && x < SUPPORT ? sinc(x) * sinc(x / SUPPORT) : 0;
}

function weightsFor(sourceSide: number, targetSide: number): Weights {
  const scale = sourceSide / targetSide;
  const filterScale = Math.max(scale, 1);
  const support = SUPPORT * filterScale;
  const stride = Math.ceil(support) * 2 + 1;
  const inverse = 1 / filterScale;
  const first = new Int32Array(targetSide);
  const count = new Int32Array(targetSide);
  const values = new Int32Array(targetSide * stride);
  const exact = new Float64Array(stride);
  for (let target = 0; target < targetSide; target++) {
    const center = (target + 0.5) * scale;
    const from = Math.max(0, Math.trunc(center - support + 0.5));
    const to = Math.min(sourceSide, Math.trunc(center + support + 0.5));
    let sum = 0;
    for (let i = 0; i < to - from; i++) {
      const weight = lanczos((i + from - center + 0.5) * inverse);
      exact[i] = weight;
      sum += weight;
    }
    for (let i = 0; i < to - from; i++) {
      const weight = sum === 0 ? (exact[i] ?? 0) : (exact[i] ?? 0) / sum;
      values[target * stride + i] = Math.trunc((weight < 0 ? -0.5 : 0.5) + weight * ONE);
    }
    first[target] = from;
    count[target] = to - from;
  }
  return { first, count, values, stride };
}
