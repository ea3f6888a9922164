import { createContext } from 'preact';
import type { ShareBox } from '../../../src/core/geometry/box.ts';
import { effect, type ReadonlySignal } from '@preact/signals';
import type { PageWord } from '../../../src/protocol/document.ts';
import type { InspectorImage, InspectorMethods } from '../../../src/protocol/inspector.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import type { InspectorInfo } from '../model/inspectorModel.ts';

/** Returns the data URL of an image of the request; each is requested once. */
export type ImageSource = (image: number) => Promise<string>;

/** Changes when an image is to be requested again; `edition` is that of the trajectory's documents. */
export function imageKey(
  { image, path, page, width, height }: InspectorImage,
  edition: number | undefined,
): string {
  return [image, path, page, width, height, edition].join(' ');
}

/**
 * Requests images from the extension, each once as long as the trajectory and its list of images do not change. A
 * failed request is repeated.
 */
export function imageSource(
  client: RpcClient<InspectorMethods>,
  info: ReadonlySignal<InspectorInfo | null>,
): ImageSource {
  const asked = new Map<number, Promise<string>>();
  let shown = '';
  effect(() => {
    const { key, images = [], edition } = info.value ?? {};
    const now = [key, ...images.map((image) => imageKey(image, edition))].join('|');
    if (now !== shown) asked.clear();
    shown = now;
  });
  return (image) => {
    let answer = asked.get(image);
    if (answer === undefined) {
      answer = client.call('image', { image }).then(({ src }) => src);
      asked.set(image, answer);
      answer.catch(() => asked.delete(image));
    }
    return answer;
  };
}

/** A page at full resolution: a data URL, and its size in pixels. */
export interface FullPage {
  readonly src: string;
  readonly width: number;
  readonly height: number;
}

/** Returns a page of a document at full resolution. */
export type PageSource = (document: string, page: number) => Promise<FullPage>;

/** The most pages at full resolution that are kept; each takes about a megabyte. */
const MOST_PAGES = 12;

/**
 * Requests pages from the extension; the last ones are kept until a document changes. A failed request is repeated.
 */
export function pageSource(
  client: RpcClient<InspectorMethods>,
  info: ReadonlySignal<Pick<InspectorInfo, 'edition'> | null>,
): PageSource {
  const asked = new Map<string, Promise<FullPage>>();
  let shown = 0;
  effect(() => {
    const { edition = shown } = info.value ?? {};
    if (edition !== shown) asked.clear();
    shown = edition;
  });
  return (document, page) => {
    const key = `${page} ${document}`;
    const answer = asked.get(key) ?? client.call('page', { document, page, region: null });
    asked.delete(key);
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
    for (const oldest of asked.keys()) {
      if (asked.size <= MOST_PAGES) break;
      asked.delete(oldest);
    }
    return answer;
  };
}

/** Returns a part of a page, in shares of its sides, at full resolution; it is not kept. */
export type PartSource = (
  document: string,
  page: number,
  region: ShareBox,
  signal: AbortSignal,
) => Promise<FullPage>;

/** Requests parts of pages from the extension. */
export function partSource(client: RpcClient<InspectorMethods>): PartSource {
  return (document, page, region, signal) => client.call('page', { document, page, region }, { signal });
}

/** Returns the words of a page, which labels leave uncovered. */
export type WordSource = (document: string, page: number) => Promise<readonly PageWord[]>;

/** Where views get pictures from, and the words in them. */
export interface Pictures {
  readonly images: ImageSource;
  readonly pages: PageSource;
  readonly parts: PartSource;
  readonly words: WordSource;
  /** Returns the number of pages of a document. */
  readonly pageCount: (document: string) => Promise<number>;
  /** How long a loupe rests before it requests the part below it, in milliseconds. */
  readonly partDelay: number;
}

/** The pictures of the trajectory in view, for every view below. */
export const PicturesContext = createContext<Pictures>({
  images: () => Promise.reject(new Error('No images are provided.')),
  pages: () => Promise.reject(new Error('No pages are provided.')),
  parts: () => Promise.reject(new Error('No parts of pages are provided.')),
  words: () => Promise.reject(new Error('No words are provided.')),
  pageCount: () => Promise.reject(new Error('No documents are provided.')),
  partDelay: 0,
});
