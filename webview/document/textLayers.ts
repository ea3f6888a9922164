import {
  itemRanges,
  joinItems,
  type MatchPosition,
  type Matches,
  type PageText,
  type TextItem,
} from './find.ts';
import type { ViewedDocument } from './viewedDocument.ts';

/** The text of a page that is on the screen. */
interface Layer {
  readonly items: readonly TextItem[];
  readonly joined: PageText;
  readonly elements: readonly HTMLElement[];
}

/** A place in the text of a page: a UTF-16 offset into its joined text. */
export interface TextPoint {
  readonly page: number;
  readonly offset: number;
}

/** What is selected, first to last. */
export interface TextSpan {
  readonly from: TextPoint;
  readonly to: TextPoint;
}

/** The text layers of the pages on the screen: where matches are painted and what is selected in them. */
export class TextLayers {
  readonly #layers = new Map<number, Layer>();

  /** Takes the elements of a page's text; `items` are the document's own, by the same index. */
  set(page: number, items: readonly TextItem[], elements: readonly HTMLElement[]): void {
    this.#layers.set(page, { items, joined: joinItems(items), elements });
  }

  delete(page: number): void {
    this.#layers.delete(page);
  }

  clear(): void {
    this.#layers.clear();
  }

  has(page: number): boolean {
    return this.#layers.has(page);
  }

  /** DOM ranges of a match; empty while its page is not on the screen. */
  rangesOf(matches: Matches, { page, index }: MatchPosition): Range[] {
    const layer = this.#layers.get(page);
    const match = matches.get(page)?.[index];
    if (layer === undefined || match === undefined) return [];
    return itemRanges(layer.items, layer.joined, match).flatMap(({ item, from, to }) => {
      const text = layer.elements[item]?.firstChild;
      if (!(text instanceof Text) || text.length < to) return [];
      const range = text.ownerDocument.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return [range];
    });
  }

  /** DOM ranges of every match on the screen but the current one, and of the current one. */
  highlights(matches: Matches, current: MatchPosition | null): { others: Range[]; current: Range[] } {
    const others: Range[] = [];
    for (const page of this.#layers.keys()) {
      const found = matches.get(page) ?? [];
      for (const index of found.keys()) {
        if (current?.page === page && current.index === index) continue;
        others.push(...this.rangesOf(matches, { page, index }));
      }
    }
    return { others, current: current === null ? [] : this.rangesOf(matches, current) };
  }

  /** What of the pages' text a DOM range covers; null when it is nothing. */
  spanOf(range: Range): TextSpan | null {
    let from: TextPoint | null = null;
    let to: TextPoint | null = null;
    for (const [page, layer] of [...this.#layers].sort(([a], [b]) => a - b)) {
      for (const [index, element] of layer.elements.entries()) {
        if (!element.isConnected || !range.intersectsNode(element)) continue;
        const start = layer.joined.starts[index] ?? 0;
        const { length } = layer.items[index]?.str ?? '';
        const begin = element.contains(range.startContainer) ? Math.min(length, range.startOffset) : 0;
        const end =
          element.contains(range.endContainer) && range.endContainer instanceof Text
            ? range.endOffset
            : length;
        from ??= { page, offset: start + begin };
        to = { page, offset: start + end };
      }
    }
    return from === null || to === null ? null : { from, to };
  }

  /** The text of a span when all its pages are on the screen; null when some have to be read first. */
  textNow({ from, to }: TextSpan): string | null {
    const pages: string[] = [];
    for (let page = from.page; page <= to.page; page++) {
      const layer = this.#layers.get(page);
      if (layer === undefined) return null;
      pages.push(layer.joined.text);
    }
    return slice(pages, { from, to });
  }
}

/** The text of a span, read page by page from the document. */
export async function textOfSpan(document: ViewedDocument, span: TextSpan): Promise<string> {
  const pages: string[] = [];
  for (let page = span.from.page; page <= span.to.page; page++) {
    pages.push(joinItems(await document.text(page)).text);
  }
  return slice(pages, span);
}

/** Joins the texts of the pages of a span, cut at both ends; NUL characters, which some fonts give, are left out. */
function slice(pages: readonly string[], { from, to }: TextSpan): string {
  const last = pages.length - 1;
  return pages
    .map((text, index) => text.slice(index === 0 ? from.offset : 0, index === last ? to.offset : undefined))
    .join('\n')
    .replaceAll('\0', '');
}
