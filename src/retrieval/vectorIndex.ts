import { Buffer } from 'node:buffer';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { PagePlace } from '../core/records/pageChoice.ts';
import { BestPages } from './bestPages.ts';
import { fromHalf } from './fromHalf.ts';
import { MaxSim } from './maxSim.ts';
import { SegmentFolder, type SegmentKey } from './segmentFolder.ts';
import type { HalfVectors, Vectors } from './vectors.ts';
import {
  PAGE_BUDGET,
  type AddedDocument,
  type AddedPage,
  type Comparison,
  type NearestPages,
  type PageOfVectors,
  type VectorKey,
  type VectorStore,
} from './vectorStore.ts';

/** The most bytes of an index of vectors, which take about 200 KB a page. */
const MOST_BYTES = 32 * 1024 ** 3;

/** The bytes of the number of dimensions, which vectors follow in a file. */
const HEAD_BYTES = 4;

/** Where an index keeps vectors: in a folder of their own. */
export function vectorFolder(folder: string): SegmentFolder {
  return new SegmentFolder(path.join(folder, 'vectors'), MOST_BYTES);
}

/** The vectors of the pages of documents, on disk: a file for each page, because pages take seconds to embed. */
export class VectorIndex implements VectorStore {
  readonly #folder: SegmentFolder;
  readonly #onNotice: (sentence: string) => void;
  /** The middle of the vectors of each page, by what the document is kept under. */
  readonly #middles = new Map<string, Vectors>();

  /** @param onNotice told what a person should know of the index, a sentence at a time */
  constructor(folder: SegmentFolder, onNotice: (sentence: string) => void) {
    this.#folder = folder;
    this.#onNotice = onNotice;
  }

  async isIndexed(document: VectorKey): Promise<boolean> {
    return (await this.#findMiddles(document)) !== null;
  }

  async findMiddle({ document, page }: PageOfVectors): Promise<Float32Array | null> {
    const vectors = await this.#findPage(document, page);
    return vectors === null ? null : middleOf(widen(vectors));
  }

  async addPage({ document, page, vectors }: AddedPage): Promise<Float32Array> {
    await this.#folder.write(segmentKey(document, page), toBytes(vectors));
    return middleOf(widen(vectors));
  }

  async addDocument({ document, middles }: AddedDocument): Promise<void> {
    const dimensions = middles[0]?.length ?? 0;
    if (middles.some(({ length }) => length !== dimensions)) throw otherVectors(document.model);
    const values = new Float32Array(dimensions * middles.length);
    middles.forEach((middle, at) => {
      values.set(middle, at * dimensions);
    });
    await this.#folder.write(segmentKey(document, 'middles'), toBytes({ dimensions, values }));
    this.#middles.set(memoryKey(document), { dimensions, values });
  }

  async findNearest({ question, documents, most }: NearestPages): Promise<readonly PagePlace[]> {
    const asked = middleOf(widen(question));
    const best = new BestPages(most);
    for (const [position, document] of documents.entries()) {
      const middles = await this.#findMiddles(document);
      if (middles === null) throw goneError(document.name);
      const { dimensions, values } = middles;
      if (values.length > 0 && dimensions !== question.dimensions) throw otherVectors(document.model);
      for (let start = 0; start < values.length; start += dimensions) {
        let score = 0;
        for (let at = 0; at < dimensions; at += 1) score += (values[start + at] ?? 0) * (asked[at] ?? 0);
        best.add({ document: position, page: start / dimensions + 1, score });
      }
    }
    return best.pages;
  }

  async comparePages({ question, pages }: Comparison): Promise<readonly (number | null)[]> {
    const similarity = new MaxSim(widen(question));
    const scores: (number | null)[] = [];
    for (const { document, page, vectors } of pages) {
      const own = vectors ?? (await this.#findPage(document, page));
      if (own !== null && own.dimensions !== question.dimensions) throw otherVectors(document.model);
      scores.push(own === null ? null : similarity.score(widen(own)));
    }
    return scores;
  }

  async #findMiddles(document: VectorKey): Promise<Vectors | null> {
    const key = memoryKey(document);
    const known = this.#middles.get(key);
    if (known !== undefined) return known;
    const kept = await this.#read(document, 'middles');
    if (kept === null) return null;
    const middles = { dimensions: dimensionsOf(kept), values: new Float32Array(kept, HEAD_BYTES) };
    this.#middles.set(key, middles);
    return middles;
  }

  async #findPage(document: VectorKey, page: number): Promise<HalfVectors | null> {
    const kept = await this.#read(document, page);
    return kept === null
      ? null
      : { dimensions: dimensionsOf(kept), values: new Uint16Array(kept, HEAD_BYTES) };
  }

  /** What is kept of a page, or of the middles of all pages; null if nothing is, or it is damaged. */
  async #read(document: VectorKey, part: number | 'middles'): Promise<ArrayBuffer | null> {
    const kept = await this.#folder.read(segmentKey(document, part));
    if (kept === null) return null;
    if (kept === 'damaged') {
      this.#onNotice(
        part === 'middles'
          ? t('The index of {0} is damaged and is made again.', document.name)
          : t('The index of page {0} of {1} is damaged and is made again.', part, document.name),
      );
      return null;
    }
    // Numbers have to begin at a multiple of their size, which they do not in the file.
    return new Uint8Array(kept).buffer;
  }
}

const memoryKey = ({ hash, model }: VectorKey): string => JSON.stringify([hash, model]);

const segmentKey = ({ hash, model }: VectorKey, part: number | 'middles'): SegmentKey => ({
  hash,
  form: JSON.stringify(['vectors 1', model, PAGE_BUDGET, part]),
});

/** The error for vectors that do not fit each other. */
function otherVectors(model: string): PageTraceError {
  return new PageTraceError('server-failed', t('{0} gives vectors of different lengths.', model), {
    hint: t(
      'Another model may be served under the same name: serve it under its own, so that it gets its own index.',
    ),
  });
}

/** The error for a document that was in the index a moment ago. */
function goneError(name: string): PageTraceError {
  return new PageTraceError('file-not-found', t('The index of {0} was removed while it was read.', name), {
    hint: t('Try again: what is missing is made again.'),
  });
}

function dimensionsOf(kept: ArrayBuffer): number {
  const [dimensions = 0] = new Uint32Array(kept, 0, 1);
  return dimensions;
}

/** The number of dimensions, then the vectors. */
function toBytes({ dimensions, values }: Vectors | HalfVectors): Uint8Array {
  const head = Uint32Array.of(dimensions);
  const numbers = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return Buffer.concat([Buffer.from(head.buffer), numbers]);
}

const widen = ({ dimensions, values }: HalfVectors): Vectors => ({ dimensions, values: fromHalf(values) });

/** The mean of vectors, as long as 1. */
function middleOf({ dimensions, values }: Vectors): Float32Array {
  const middle = new Float32Array(dimensions);
  for (let at = 0; at < values.length; at += 1)
    middle[at % dimensions] = (middle[at % dimensions] ?? 0) + (values[at] ?? 0);
  const length = Math.hypot(...middle);
  return length === 0 ? middle : middle.map((each) => each / length);
}
