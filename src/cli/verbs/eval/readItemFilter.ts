import { ItemFilter } from '../../../evaluation/itemFilter.ts';
import { readWhere } from '../runs/whereOption.ts';

/**
 * The filter of questions that `--where` asks for.
 * @param named what messages call it, such as the key of a sweep
 * @throws PageTraceError `bad-input` for a text that is no filter, and for one that asks for what only an answer has
 */
export function readItemFilter(where: string, named?: string): ItemFilter {
  return new ItemFilter(readWhere(where, named));
}
