import { ItemFilter } from '../../../evaluation/itemFilter.ts';
import { readWhere } from '../runs/whereOption.ts';

/**
 * The filter of questions that `--where` asks for.
 * @throws PageTraceError `bad-input` for a text that is no filter, and for one that asks for what only an answer has
 */
export function readItemFilter(where: string): ItemFilter {
  return new ItemFilter(readWhere(where));
}
