import type { DatasetItem } from '../core/datasets/model.ts';
import { readDataset, type PlacedItem, type ReadDatasetOptions } from './readDataset.ts';

/** Which questions of a data set are asked. */
export interface ChosenItems {
  readonly where: (item: DatasetItem) => boolean;
  /** The most questions; null for all. */
  readonly limit: number | null;
}

/**
 * The questions of a data set that are asked, one after the other.
 * @throws PageTraceError the errors of `readDataset`
 */
export async function* chosenItems(
  dataset: string,
  { where, limit }: ChosenItems,
  options: ReadDatasetOptions,
): AsyncGenerator<PlacedItem> {
  let count = 0;
  for await (const item of readDataset(dataset, options)) {
    if (!where(item)) continue;
    yield item;
    count += 1;
    if (count === limit) return;
  }
}
