import { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { OpenDocument } from '../documents/model.ts';
import { fromHalf } from './halfPrecision.ts';
import type { Vectors } from './maxSim.ts';
import type { IndexProgress, SearchedDocument } from './model.ts';
import { embedPage, type EmbeddingServer, type HalfVectors } from './pooling.ts';
import type { SegmentFolder, SegmentKey } from './segmentFolder.ts';

/** What an index of vectors is made of. */
export interface VectorIndexOptions {
  readonly folder: SegmentFolder;
  readonly server: EmbeddingServer;
  /** Pages that the server works on at the same time. */
  readonly inFlight: number;
  readonly onProgress: (progress: IndexProgress) => void;
  readonly onNotice: (sentence: string) => void;
}

/** The pixels of a page image that ColQwen looks at: at most 768 patches of 28 x 28. */
const BUDGET: PixelBudget = { minPixels: 200_704, maxPixels: 602_112 };

/** The vectors of the pages of documents, on disk: a file for each page, because pages take seconds to embed. */
export class VectorIndex {
  readonly #options: VectorIndexOptions;
  /** The middle of the vectors of each page, by the hash of the document: one for each page, one after the other. */
  readonly #middles = new Map<string, Vectors>();

  constructor(options: VectorIndexOptions) {
    this.#options = options;
  }

  /**
   * The middle of the vectors of each page of a document. Pages that are not in the index are embedded.
   * @throws PageTraceError a document or page that cannot be read, a server that does not embed; `cancelled`
   */
  async middles(document: SearchedDocument, signal: AbortSignal): Promise<Vectors> {
    const known = this.#middles.get(document.hash) ?? (await this.#keptMiddles(document));
    const middles = known ?? (await this.#embed(document, signal));
    this.#middles.set(document.hash, middles);
    return middles;
  }

  /**
   * The vectors of a page. A page whose file is gone or damaged is embedded again.
   * @throws PageTraceError as `middles` does
   */
  async page(document: SearchedDocument, page: number, signal: AbortSignal): Promise<Vectors> {
    const kept = await this.#keptPage(document, page);
    if (kept !== null) return widen(kept);
    const open = await document.open();
    try {
      return widen(await this.#embedPage(document, open, page, signal));
    } finally {
      await open.close();
    }
  }

  #keyOf({ hash }: SearchedDocument, part: number | 'middles'): SegmentKey {
    const { model } = this.#options.server;
    return { hash, form: JSON.stringify(['vectors 1', model, BUDGET, part]) };
  }

  async #read(document: SearchedDocument, part: number | 'middles'): Promise<Uint8Array | null> {
    const { folder, onNotice } = this.#options;
    const kept = await folder.read(this.#keyOf(document, part));
    if (kept !== 'damaged') return kept;
    onNotice(
      part === 'middles'
        ? t('The index of {0} is damaged and is made again.', document.name)
        : t('The index of page {0} of {1} is damaged and is made again.', part, document.name),
    );
    return null;
  }

  async #keptMiddles(document: SearchedDocument): Promise<Vectors | null> {
    const bytes = await this.#read(document, 'middles');
    if (bytes === null) return null;
    const copy = new Uint8Array(bytes);
    const [dimensions = 0] = new Uint32Array(copy.buffer, 0, 1);
    return { dimensions, values: new Float32Array(copy.buffer, 4) };
  }

  async #keptPage(document: SearchedDocument, page: number): Promise<HalfVectors | null> {
    const bytes = await this.#read(document, page);
    if (bytes === null) return null;
    const copy = new Uint8Array(bytes);
    const [dimensions = 0] = new Uint32Array(copy.buffer, 0, 1);
    return { dimensions, values: new Uint16Array(copy.buffer, 4) };
  }

  async #embed(document: SearchedDocument, signal: AbortSignal): Promise<Vectors> {
    const { folder, inFlight, onProgress } = this.#options;
    const open = await document.open();
    try {
      const { pageCount } = open;
      const middles: Float32Array[] = [];
      let next = 1;
      const work = async (): Promise<void> => {
        while (next <= pageCount) {
          const page = next;
          next += 1;
          const kept = await this.#keptPage(document, page);
          const vectors = kept ?? (await this.#embedPage(document, open, page, signal));
          middles[page - 1] = middleOf(widen(vectors));
          onProgress({ name: document.name, page, of: pageCount });
        }
      };
      const ended = await Promise.allSettled(
        Array.from({ length: inFlight }, () =>
          work().catch((error: unknown) => {
            // The others stop at their next page.
            next = Infinity;
            throw error;
          }),
        ),
      );
      for (const each of ended) if (each.status === 'rejected') throw each.reason;
      const dimensions = middles[0]?.length ?? 0;
      const different = middles.findIndex(({ length }) => length !== dimensions);
      if (different !== -1) throw otherVectors(this.#options.server.model);
      const values = new Float32Array(dimensions * pageCount);
      middles.forEach((middle, at) => {
        values.set(middle, at * dimensions);
      });
      await folder.write(this.#keyOf(document, 'middles'), toBytes({ dimensions, values }));
      return { dimensions, values };
    } finally {
      await open.close();
    }
  }

  async #embedPage(
    document: SearchedDocument,
    open: OpenDocument,
    page: number,
    signal: AbortSignal,
  ): Promise<HalfVectors> {
    if (signal.aborted) throw new PageTraceError('cancelled', t('This was canceled.'));
    const image = await open.render(page, { budget: BUDGET, format: 'jpeg', signal });
    const vectors = await embedPage(image, this.#options.server, signal);
    await this.#options.folder.write(this.#keyOf(document, page), toBytes(vectors));
    return vectors;
  }
}

/** The error for vectors that do not fit each other. */
export function otherVectors(model: string): PageTraceError {
  return new PageTraceError('server-failed', t('{0} gives vectors of different lengths.', model), {
    hint: t(
      'Another model may be served under the same name: serve it under its own, so that it gets its own index.',
    ),
  });
}

/** Dimensions, then the numbers. */
function toBytes({ dimensions, values }: Vectors | HalfVectors): Uint8Array {
  const head = Uint32Array.of(dimensions);
  const numbers = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([Buffer.from(head.buffer), numbers]);
}

const widen = ({ dimensions, values }: HalfVectors): Vectors => ({ dimensions, values: fromHalf(values) });

/** The mean of vectors, as long as 1. */
export function middleOf({ dimensions, values }: Vectors): Float32Array {
  const middle = new Float32Array(dimensions);
  for (let at = 0; at < values.length; at += 1)
    middle[at % dimensions] = (middle[at % dimensions] ?? 0) + (values[at] ?? 0);
  const length = Math.hypot(...middle);
  return length === 0 ? middle : middle.map((each) => each / length);
}
