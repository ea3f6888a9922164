/** Documents with more pages are not sent whole unless the person says so. */
const SEND_WHOLE = 10;

/** Whether a question about a document without selected pages takes all of its pages. */
export function isSentWhole(pageCount: number): boolean {
  return pageCount <= SEND_WHOLE;
}

/**
 * The default pages of a question: the selected ones; otherwise all of a short document; otherwise the page in view;
 * otherwise the first ten.
 * @param current the page in view; null if the document is not open
 */
export function defaultPages(
  pageCount: number,
  selected: readonly number[],
  current: number | null,
): readonly number[] {
  if (selected.length > 0) return selected;
  if (!isSentWhole(pageCount) && current !== null) return [current];
  return Array.from({ length: Math.min(pageCount, SEND_WHOLE) }, (_, index) => index + 1);
}
