import { lastNotAbove } from '../../../src/core/binarySearch.ts';

/** A piece of text from pdf.js; `hasEOL` is set if a line ends after it. */
export interface TextItem {
  readonly str: string;
  readonly hasEOL: boolean;
}

/** The joined text of a page, and the offset of each of its items. */
export interface PageText {
  readonly text: string;
  readonly starts: readonly number[];
}

/** A match of the query in a page's text: half-open UTF-16 offsets. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** A part of an item: half-open UTF-16 offsets into its own text. */
export interface ItemRange {
  readonly item: number;
  readonly from: number;
  readonly to: number;
}

export interface Query {
  readonly text: string;
  readonly matchCase: boolean;
}

/** Joins the items of a page; the end of a line becomes a line feed. */
export function joinItems(items: readonly TextItem[]): PageText {
  const starts: number[] = [];
  let text = '';
  for (const item of items) {
    starts.push(text.length);
    text += item.hasEOL ? `${item.str}\n` : item.str;
  }
  return { text, starts };
}

/**
 * Compiles a search query: white space matches any white space, including line ends; everything else matches itself.
 * Null if there is nothing to search for.
 */
export function compileQuery(query: Query): RegExp | null {
  const words = query.text.split(/\s+/u).filter((word) => word !== '');
  if (words.length === 0) return null;
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'));
  return new RegExp(escaped.join('\\s+'), query.matchCase ? 'gu' : 'giu');
}

/** All matches of a compiled query in `text`, in order, without overlaps. */
export function findMatches(text: string, pattern: RegExp): Match[] {
  return Array.from(text.matchAll(pattern), (found) => ({
    start: found.index,
    end: found.index + found[0].length,
  }));
}

/** The parts of items that a match covers. */
export function itemRanges(items: readonly TextItem[], { starts }: PageText, match: Match): ItemRange[] {
  const ranges: ItemRange[] = [];
  for (let item = Math.max(0, lastNotAbove(starts, match.start)); item < starts.length; item++) {
    const start = starts[item] ?? 0;
    if (start >= match.end) break;
    const length = items[item]?.str.length ?? 0;
    const from = Math.max(0, match.start - start);
    const to = Math.min(length, match.end - start);
    if (from < to) ranges.push({ item, from, to });
  }
  return ranges;
}

/** Pages in the order they are searched: from the one in view to the end, then from the beginning. */
export function searchOrder(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => ((from - 1 + index) % count) + 1);
}

/** The match that is shown as the current one. `index` counts from 0 on its page. */
export interface MatchPosition {
  readonly page: number;
  readonly index: number;
}

/** The matches found so far, by page; only pages with matches are included. */
export type Matches = ReadonlyMap<number, readonly Match[]>;

/**
 * The match after (`direction` 1) or before (-1) a position, wrapping around at the ends of the document. Null if there
 * are no matches.
 */
export function neighbor(
  matches: Matches,
  position: MatchPosition | null,
  from: number,
  direction: 1 | -1,
): MatchPosition | null {
  const pages = [...matches.keys()].sort((a, b) => a - b);
  const first = pages[0];
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return null;
  const lastOn = (page: number): MatchPosition => ({ page, index: (matches.get(page)?.length ?? 1) - 1 });
  if (position === null) {
    if (direction === 1) return { page: pages.find((page) => page >= from) ?? first, index: 0 };
    return lastOn(pages.findLast((page) => page <= from) ?? last);
  }
  const index = position.index + direction;
  const onPage = matches.get(position.page)?.length ?? 0;
  if (index >= 0 && index < onPage) return { page: position.page, index };
  if (direction === 1) return { page: pages.find((page) => page > position.page) ?? first, index: 0 };
  return lastOn(pages.findLast((page) => page < position.page) ?? last);
}

/** The number of matches found so far, and the number of the one at `position`, counted from 1 (0 if there is none). */
export function tally(matches: Matches, position: MatchPosition | null): { total: number; ordinal: number } {
  let total = 0;
  let before = 0;
  for (const [page, found] of matches) {
    total += found.length;
    if (position !== null && page < position.page) before += found.length;
  }
  return { total, ordinal: position === null ? 0 : before + position.index + 1 };
}

export interface SearchOptions {
  readonly pages: readonly number[];
  readonly signal: AbortSignal;
  /** Text of a page. A page whose text cannot be read counts as empty. */
  readonly text: (page: number) => Promise<string>;
  /** Called after each page, in the order of `pages`. */
  readonly onPage: (page: number, matches: readonly Match[]) => void;
}

/** Searches page after page until the end or until `signal` aborts. */
export async function search(pattern: RegExp, { pages, signal, text, onPage }: SearchOptions): Promise<void> {
  const stopped = (): boolean => signal.aborted;
  for (const page of pages) {
    if (stopped()) return;
    const content = await text(page).catch(() => '');
    if (stopped()) return;
    onPage(page, findMatches(content, pattern));
  }
}
