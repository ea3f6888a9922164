import { boxBetween } from '../geometry/box.ts';
import type { GoldPlace } from '../grounding/goldenClaims.ts';
import { isJsonObject } from '../records/fieldPath.ts';
import { namedPages } from '../records/namedPages.ts';
import type { Sample } from '../records/sample.ts';

/** The places that show the answer, of a sample whose record has the item that it answers; empty if none are known. */
export function goldPlaces(sample: Pick<Sample, 'record' | 'retrieval'>): readonly GoldPlace[] {
  const { record } = sample;
  const item = isJsonObject(record) ? record['item'] : null;
  const boxes = isJsonObject(item) ? item['gold_boxes'] : null;
  if (!Array.isArray(boxes)) return [];
  const { documents } = namedPages(sample);
  return boxes.flatMap((each: unknown): readonly GoldPlace[] => {
    if (!isJsonObject(each)) return [];
    const { document = 1, page, box } = each;
    // The documents of a record are those of its item, in their order.
    const path = typeof document === 'number' ? documents[document - 1]?.path : undefined;
    const edges = Array.isArray(box) && box.every((edge) => typeof edge === 'number') ? box : [];
    const [x1, y1, x2, y2] = edges;
    if (path === undefined || typeof page !== 'number' || x1 === undefined || y1 === undefined) return [];
    return x2 === undefined || y2 === undefined
      ? []
      : [{ document: path, page, box: boxBetween(x1, y1, x2, y2) }];
  });
}
