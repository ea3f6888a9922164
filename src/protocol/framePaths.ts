import type { Box, BoxUnit } from '../core/geometry/box.ts';

/**
 * The crosses on the corners of a `crossed` frame, as the data of an SVG path. They leave the words in the frame readable.
 * @param size the width of a cross, in the box's unit
 */
export function crossesPath({ left, top, right, bottom }: Box<BoxUnit>, size: number): string {
  const arm = size / 2;
  const crosses = [
    [left, top],
    [right, top],
    [left, bottom],
    [right, bottom],
  ].map(
    ([x = 0, y = 0]) =>
      [
        ['M', x - arm, y - arm],
        ['L', x + arm, y + arm],
        ['M', x - arm, y + arm],
        ['L', x + arm, y - arm],
      ] as const,
  );
  return crosses
    .flat()
    .map(([to, x, y]) => `${to}${round(x)} ${round(y)}`)
    .join('');
}

const round = (value: number): string => String(Math.round(value * 100) / 100);
