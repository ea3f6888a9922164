import { inkThreshold, type GrayImage } from './grayImage.ts';
import type { ImageBox } from '../core/geometry/box.ts';

/** A group of connected dark pixels: a letter, a dot, a rule, a picture. */
export interface Component extends ImageBox {
  /** The number of dark pixels. */
  readonly ink: number;
}

/**
 * The connected components of an image, in no particular order. Runs of dark pixels are joined with those that they
 * touch in the row above, including at corners (the two-pass algorithm with union-find).
 */
export function findComponents(image: GrayImage): Component[] {
  const { width, height, data } = image;
  const threshold = inkThreshold(image);
  const starts: number[] = [];
  const ends: number[] = [];
  const rows: number[] = [];
  const parents: number[] = [];
  let above = 0;
  for (let y = 0; y < height; y += 1) {
    const first = starts.length;
    const row = y * width;
    let candidate = above;
    for (let x = 0; x < width; x += 1) {
      if ((data[row + x] ?? 255) > threshold) continue;
      const start = x;
      while (x < width && (data[row + x] ?? 255) <= threshold) x += 1;
      const stretch = starts.length;
      starts.push(start);
      ends.push(x);
      rows.push(y);
      parents.push(stretch);
      while (candidate < first && (ends[candidate] ?? 0) < start) candidate += 1;
      for (let other = candidate; other < first && (starts[other] ?? 0) <= x; other += 1) {
        join(parents, other, stretch);
      }
    }
    above = first;
  }
  return gather({ starts, ends, rows, parents });
}

/** Runs of dark pixels, each in one row. Those of one component have a common root among `parents`. */
interface Stretches {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly rows: readonly number[];
  readonly parents: number[];
}

function gather({ starts, ends, rows, parents }: Stretches): Component[] {
  const found = new Map<number, { -readonly [Key in keyof Component]: Component[Key] }>();
  for (const [stretch, start] of starts.entries()) {
    const end = ends[stretch] ?? start;
    const y = rows[stretch] ?? 0;
    const root = rootOf(parents, stretch);
    const one = found.get(root);
    if (one === undefined) {
      found.set(root, { left: start, right: end, top: y, bottom: y + 1, ink: end - start });
      continue;
    }
    one.left = Math.min(one.left, start);
    one.right = Math.max(one.right, end);
    one.bottom = Math.max(one.bottom, y + 1);
    one.ink += end - start;
  }
  return [...found.values()];
}

function rootOf(parents: number[], stretch: number): number {
  let root = stretch;
  while (parents[root] !== root) {
    const next = parents[root] ?? root;
    // Halving the path keeps later lookups short.
    parents[root] = parents[next] ?? next;
    root = next;
  }
  return root;
}

function join(parents: number[], one: number, other: number): void {
  const a = rootOf(parents, one);
  const b = rootOf(parents, other);
  if (a !== b) parents[Math.max(a, b)] = Math.min(a, b);
}
