import type { DatasetItem } from '../core/datasets/model.ts';
import { paperFormOf } from '../core/datasets/paperItems.ts';
import { valueAt, type JsonObject } from '../core/records/fieldPath.ts';

/** Keys by which Lang2Act's evaluation puts predictions into buckets (NEUIR/Lang2Act, src/predict.py). */
const BUCKETS = ['evidence_sources', 'query_type', 'gt_image_paths'] as const;

/**
 * What a record keeps of an item under the keys of Lang2Act's predictions, so that it converts to them: what it is put
 * into buckets by, and its answer.
 */
export function paperKeys(item: DatasetItem, response: string): JsonObject {
  const buckets = BUCKETS.flatMap((key): [string, unknown][] => {
    const value = valueAt(item.record, key) ?? valueAt(item.record, `meta_info.${key}`) ?? item.buckets[key];
    return value === undefined ? [] : [[key, value]];
  });
  return { ...Object.fromEntries(buckets), predicted_answer: predictedAnswer(response) };
}

/** Whether the images of an item are what a retriever brought. */
export const isRetrieved = ({ record }: Pick<DatasetItem, 'record'>): boolean =>
  ['lang2act', 'evisrag'].includes(paperFormOf(record)?.name ?? '');

/** The answer of a response as Lang2Act's predictions have it (`parse_predicted_answer`): without a tag, all of it. */
function predictedAnswer(response: string): string {
  let text = response.trim();
  if (text.startsWith('```') && text.endsWith('```')) text = text.slice(3, -3).trim();
  if (text.toLowerCase().startsWith('xml')) text = text.slice(3).trim();
  const answer = /<answer>(.*?)<\/answer>/isu.exec(text)?.[1]?.trim() ?? '';
  return answer === '' ? text : answer;
}
