import type { GoldPlace } from '../grounding/goldenClaims.ts';
import { isJsonObject } from '../records/fieldPath.ts';
import { namedPages } from '../records/namedPages.ts';
import type { Sample } from '../records/sample.ts';
import { readOwnItem } from './ownItem.ts';

/** The places that show the answer, of a sample whose record has the item that it answers; empty if none are known. */
export function goldPlaces(sample: Pick<Sample, 'record' | 'retrieval'>): readonly GoldPlace[] {
  const { record } = sample;
  if (!isJsonObject(record) || !isJsonObject(record['item']) || record['item']['gold_boxes'] === undefined)
    return [];
  const { item } = readOwnItem(record['item'], null);
  const { documents } = namedPages(sample);
  return (item?.goldBoxes ?? []).flatMap(({ document, page, box }): readonly GoldPlace[] => {
    // The documents of a record are those of its item, in their order.
    const path = documents[document]?.path;
    return path === undefined ? [] : [{ document: path, page, box }];
  });
}
