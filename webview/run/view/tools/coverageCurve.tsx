import type { JSX } from 'preact';
import type { Coverage } from '../../../../src/core/toolPool/coverage.ts';

/** The size of the drawing, which is stretched to the width that there is. */
const [WIDTH, HEIGHT] = [100, 40];

/** What the K most used tools cover, for each K, with the K that is chosen. The table has the numbers. */
export function CoverageCurve({
  coverage,
  top,
}: {
  readonly coverage: readonly Coverage[];
  readonly top: number;
}): JSX.Element {
  const x = (k: number): number => (WIDTH * k) / coverage.length;
  const y = (share: number): number => HEIGHT * (1 - share);
  const points = [[0, 0], ...coverage.map(({ k, uses }) => [k, uses])];
  const drawn = (some: typeof points): string =>
    some.map(([k = 0, uses = 0]) => `${x(k).toFixed(2)},${y(uses).toFixed(2)}`).join(' ');
  const chosen = points.slice(0, top + 1);
  return (
    <svg class="coverage" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon class="coverage-area" points={`${drawn(chosen)} ${x(top).toFixed(2)},${HEIGHT} 0,${HEIGHT}`} />
      <polyline class="coverage-line" points={drawn(points)} />
      <line class="coverage-top" x1={x(top)} x2={x(top)} y1={0} y2={HEIGHT} />
    </svg>
  );
}
