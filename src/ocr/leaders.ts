import { upperMedian } from '../core/median.ts';
import type { Component } from './components.ts';
import type { GrayImage } from './grayImage.ts';

/** The fewest dots in a row that count as a leader; an ellipsis has three. */
const LEAST_DOTS = 6;
/** The largest side of a dot, in letter heights. */
const DOT = 0.4;
/** The largest distance between dots, in letter heights. */
const PITCH = 1.6;
const WHITE = 255;

/**
 * Erases the leaders of an image, rows of dots that lead from a name to its price, because Tesseract reads them as
 * words.
 */
export function eraseLeaders({ width, data }: GrayImage, components: readonly Component[]): void {
  const letter = letterHeight(components);
  const dots = components
    .filter((one) => isDot(one, letter))
    .sort((a, b) => a.bottom - b.bottom || a.left - b.left);
  for (const leader of rowsOf(dots, letter)) {
    for (const { left, top, right, bottom } of leader) {
      for (let y = Math.max(0, top - 2); y < bottom + 2; y += 1) {
        data.fill(WHITE, y * width + Math.max(0, left - 2), y * width + Math.min(width, right + 2));
      }
    }
  }
}

/** The height of most letters of an image, in pixels. */
export function letterHeight(components: readonly Component[]): number {
  return upperMedian(
    components.flatMap(({ left, top, right, bottom }) => {
      const height = bottom - top;
      return height >= 10 && height <= 90 && right - left <= 3 * height ? [height] : [];
    }),
  );
}

function isDot({ left, top, right, bottom, ink }: Component, letter: number): boolean {
  const width = right - left;
  const height = bottom - top;
  return (
    Math.max(width, height) <= DOT * letter &&
    Math.max(width, height) <= 2 * Math.min(width, height) &&
    ink >= 0.5 * width * height &&
    ink >= 4
  );
}

function rowsOf(dots: readonly Component[], letter: number): Component[][] {
  const found: Component[][] = [];
  const near = 0.2 * letter;
  for (let at = 0; at < dots.length;) {
    const first = dots[at];
    if (first === undefined) break;
    let end = at;
    while (end < dots.length && (dots[end]?.bottom ?? 0) - first.bottom <= near) end += 1;
    let row: Component[] = [];
    for (const dot of dots.slice(at, end).sort((a, b) => a.left - b.left)) {
      const last = row.at(-1);
      if (last !== undefined && dot.left - last.left > PITCH * letter) {
        if (row.length >= LEAST_DOTS) found.push(row);
        row = [];
      }
      row.push(dot);
    }
    if (row.length >= LEAST_DOTS) found.push(row);
    at = end;
  }
  return found;
}
