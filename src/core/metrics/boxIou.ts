import type { BoxArray, NumberType } from '../python/boxArray.ts';

/** Arithmetic of one of NumPy's types of number. */
interface Arithmetic<T extends number | bigint> {
  from(value: number | bigint): T;
  add(a: T, b: T): T;
  subtract(a: T, b: T): T;
  multiply(a: T, b: T): T;
  larger(a: T, b: T): T;
  smaller(a: T, b: T): T;
  divide(a: T, b: T): number;
}

const float64: Arithmetic<number> = {
  from: Number,
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  larger: Math.max,
  smaller: Math.min,
  divide: (a, b) => a / b,
};

/** 64-bit integers, which wrap around; their quotient is that of the nearest doubles. */
const integers = (wrap: (value: bigint) => bigint): Arithmetic<bigint> => ({
  from: (value) => wrap(BigInt(value)),
  add: (a, b) => wrap(a + b),
  subtract: (a, b) => wrap(a - b),
  multiply: (a, b) => wrap(a * b),
  larger: (a, b) => (a >= b ? a : b),
  smaller: (a, b) => (a <= b ? a : b),
  divide: (a, b) => Number(a) / Number(b),
});

const int64 = integers((value) => BigInt.asIntN(64, value));
const uint64 = integers((value) => BigInt.asUintN(64, value));

/** Below this coordinate, areas and their sums are exact as doubles, and nothing wraps around. */
const SMALL = 1 << 24;

/**
 * The IoU of every box of one array with every box of another, counting pixels inclusively, in NumPy's types and
 * broadcasting (VoyageWang/VG-Refiner, grounding.py, `batch_iou`). The corners of boxes are not sorted: inverted boxes
 * have areas of their own. Null if the shapes cannot be broadcast, where NumPy raises.
 */
export function iouMatrix(first: BoxArray, second: BoxArray): readonly (readonly number[])[] | null {
  if (isSmall(first) && isSmall(second))
    return matrixOf({ ...first, type: 'float64' }, { ...second, type: 'float64' }, float64);
  if (first.type !== second.type || first.type === 'float64') return matrixOf(first, second, float64);
  return matrixOf(first, second, first.type === 'int64' ? int64 : uint64);
}

/** Whether every coordinate is a small whole number: then doubles compute the same results as 64-bit integers. */
function isSmall({ rows }: BoxArray): boolean {
  return rows.every((row) =>
    row.every((value) => Number.isInteger(Number(value)) && Math.abs(Number(value)) < SMALL),
  );
}

/** A box's corners and area in the common type of both arrays. */
interface Box<T> {
  readonly x1: T;
  readonly y1: T;
  readonly x2: T;
  readonly y2: T;
  readonly area: T;
}

function matrixOf<T extends number | bigint>(
  first: BoxArray,
  second: BoxArray,
  common: Arithmetic<T>,
): readonly (readonly number[])[] | null {
  // A row of 4n numbers contains n boxes: NumPy lays out those of the first array side by side, and those of the second
  // below each other.
  const across = boxesOf(first, common);
  const down = boxesOf(second, common);
  const height = broadcast(first.rows.length, second.columns / 4);
  const width = broadcast(first.columns / 4, second.rows.length);
  if (height === null || width === null) return null;
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, column) => {
      const a = across[across.length === 1 ? 0 : row];
      const b = down[down.length === 1 ? 0 : column];
      const left = a?.[a.length === 1 ? 0 : column];
      const right = b?.[b.length === 1 ? 0 : row];
      return left === undefined || right === undefined ? NaN : iouOf(left, right, common);
    }),
  );
}

/** The length to which two lengths are broadcast; null if NumPy cannot. */
function broadcast(a: number, b: number): number | null {
  return a === b || b === 1 ? a : a === 1 ? b : null;
}

function boxesOf<T extends number | bigint>(
  { type, rows, columns }: BoxArray,
  common: Arithmetic<T>,
): readonly (readonly Box<T>[])[] {
  const count = columns / 4;
  return rows.map((row) =>
    Array.from({ length: count }, (_, index) => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = [0, 1, 2, 3].map((corner) => row[corner * count + index]);
      const area = common.from(areaIn(type, [x1, y1, x2, y2]));
      return { x1: common.from(x1), y1: common.from(y1), x2: common.from(x2), y2: common.from(y2), area };
    }),
  );
}

type Corners = readonly [number | bigint, number | bigint, number | bigint, number | bigint];

/** The area of a box in its own array's type of number. */
function areaIn(type: NumberType, corners: Corners): number | bigint {
  if (type === 'float64') return areaBy(float64, corners);
  return areaBy(type === 'int64' ? int64 : uint64, corners);
}

function areaBy<T extends number | bigint>(of: Arithmetic<T>, [x1, y1, x2, y2]: Corners): T {
  const side = (low: number | bigint, high: number | bigint): T =>
    of.add(of.subtract(of.from(high), of.from(low)), of.from(1));
  return of.multiply(side(x1, x2), side(y1, y2));
}

function iouOf<T extends number | bigint>(a: Box<T>, b: Box<T>, of: Arithmetic<T>): number {
  const [zero, one] = [of.from(0), of.from(1)];
  const side = (low: T, high: T): T => of.larger(zero, of.add(of.subtract(high, low), one));
  const width = side(of.larger(a.x1, b.x1), of.smaller(a.x2, b.x2));
  const height = side(of.larger(a.y1, b.y1), of.smaller(a.y2, b.y2));
  const intersection = of.multiply(width, height);
  return of.divide(intersection, of.subtract(of.add(a.area, b.area), intersection));
}
