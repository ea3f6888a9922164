import type { ReadonlySignal } from '@preact/signals';
import {
  itemRanges,
  joinItems,
  type MatchPosition,
  type Matches,
  type PageText,
  type TextItem,
} from '../model/find.ts';
import type { ViewedDocument } from '../model/viewedDocument.ts';
import type { PageLayer, ShownPage } from './pageLayer.ts';

/** The text of a page that is on the screen. */
interface PageOfText {
  readonly document: ViewedDocument;
  readonly container: HTMLElement;
  /** The page's pieces of text, and their elements by the same index. */
  readonly items: readonly TextItem[];
  readonly elements: readonly HTMLElement[];
  readonly joined: PageText;
}

/** A place in the text of a page: a UTF-16 offset into its joined text. */
export interface TextPoint {
  readonly page: number;
  readonly offset: number;
}

/** The selected text, from first to last. */
export interface TextSpan {
  readonly from: TextPoint;
  readonly to: TextPoint;
}

/** The selectable text over the pages on the screen: where matches are in it, and which part of it is selected. */
export class TextLayer implements PageLayer {
  readonly #document: ReadonlySignal<ViewedDocument | null>;
  readonly #pages = new Map<number, PageOfText>();

  /** @param document the document that is shown; text of an earlier version is neither found nor copied */
  constructor(document: ReadonlySignal<ViewedDocument | null>) {
    this.#document = document;
  }

  /** Lays out the text of a page; its size follows the zoom only by its style. */
  async draw({ document, page, element }: ShownPage, signal: AbortSignal): Promise<void> {
    if (this.#pages.get(page)?.document === document) return;
    const container = element.ownerDocument.createElement('div');
    container.className = 'text-layer';
    const elements = await document.layText(page, container, signal);
    const items = await document.text(page);
    if (signal.aborted) return;
    this.#pages.get(page)?.container.remove();
    element.append(container);
    this.#pages.set(page, { document, container, items, elements, joined: joinItems(items) });
  }

  release(page: number): void {
    this.#pages.get(page)?.container.remove();
    this.#pages.delete(page);
  }

  /** DOM ranges of a match; empty while its page is not on the screen. */
  rangesOf(matches: Matches, { page, index }: MatchPosition): Range[] {
    const text = this.#textOf(page);
    const match = matches.get(page)?.[index];
    if (text === undefined || match === undefined) return [];
    return itemRanges(text.items, text.joined, match).flatMap(({ item, from, to }) => {
      const node = text.elements[item]?.firstChild;
      if (!(node instanceof Text) || node.length < to) return [];
      const range = node.ownerDocument.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [range];
    });
  }

  /** DOM ranges of every match on the screen except the current one, and of the current one. */
  highlights(matches: Matches, current: MatchPosition | null): { others: Range[]; current: Range[] } {
    const others: Range[] = [];
    for (const page of this.#pages.keys()) {
      const found = matches.get(page) ?? [];
      for (const index of found.keys()) {
        if (current?.page === page && current.index === index) continue;
        others.push(...this.rangesOf(matches, { page, index }));
      }
    }
    return { others, current: current === null ? [] : this.rangesOf(matches, current) };
  }

  /** The part of the pages' text that a DOM range covers; null if there is none. */
  spanOf(range: Range): TextSpan | null {
    let from: TextPoint | null = null;
    let to: TextPoint | null = null;
    for (const page of [...this.#pages.keys()].sort((a, b) => a - b)) {
      const text = this.#textOf(page);
      if (text === undefined) continue;
      for (const [index, element] of text.elements.entries()) {
        if (!element.isConnected || !range.intersectsNode(element)) continue;
        const start = text.joined.starts[index] ?? 0;
        const { length } = text.items[index]?.str ?? '';
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

  /** The text of a span if all its pages are on the screen; null if some must be read first. */
  textNow({ from, to }: TextSpan): string | null {
    const pages: string[] = [];
    for (let page = from.page; page <= to.page; page++) {
      const text = this.#textOf(page);
      if (text === undefined) return null;
      pages.push(text.joined.text);
    }
    return slice(pages, { from, to });
  }

  #textOf(page: number): PageOfText | undefined {
    const text = this.#pages.get(page);
    return text?.document === this.#document.peek() ? text : undefined;
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

/** Joins the texts of the pages of a span, cut at both ends, without the NUL characters that some fonts produce. */
function slice(pages: readonly string[], { from, to }: TextSpan): string {
  const last = pages.length - 1;
  return pages
    .map((text, index) => text.slice(index === 0 ? from.offset : 0, index === last ? to.offset : undefined))
    .join('\n')
    .replaceAll('\0', '');
}
