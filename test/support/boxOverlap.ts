import { boxArea, intersection, type PageBox } from '../../src/core/geometry/box.ts';

/** The area that boxes have in common with others over the area of both. */
export function boxOverlap(some: readonly PageBox[], others: readonly PageBox[]): number {
  const area = (boxes: readonly PageBox[]): number => boxes.reduce((sum, box) => sum + boxArea(box), 0);
  let common = 0;
  for (const one of some) {
    for (const other of others) {
      const both = intersection(one, other);
      if (both !== null) common += boxArea(both);
    }
  }
  return common / (area(some) + area(others) - common);
}
