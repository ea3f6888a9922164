import path from 'node:path';
import { isPageTraceError } from '../../../core/errors.ts';
import { PAPER_BUDGET, type PixelBudget } from '../../../core/geometry/pixelBudget.ts';
import { isJsonObject, valueAt } from '../../../core/records/fieldPath.ts';
import type { TrainingImage } from '../../../core/training/model.ts';
import type { OpenDocuments } from '../../../evaluation/openDocuments.ts';
import type { PageImages } from '../../../evaluation/pageImages.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import { firstPresent, placedPages, type NamedDocument } from '../../grounding/placedPages.ts';

/** What becomes of the page images of samples. */
export type ImageMode =
  /** They are rendered as they were sent, and written. */
  | 'write'
  /** The files are named that the records name. */
  | 'name'
  /** There are none. */
  | 'none';

export interface TrainingImagesDeps {
  readonly mode: ImageMode;
  /** Whether the form holds the bytes of images, so that no files are written. */
  readonly holdsBytes: boolean;
  /** Folders in which documents and page images are looked for. */
  readonly folders: readonly string[];
  /** The budget of pages by the one that was used. */
  readonly budget: (usual: PixelBudget) => PixelBudget;
  readonly documents: OpenDocuments;
  readonly pageImages: PageImages;
  readonly write: (name: string, bytes: Uint8Array) => Promise<void>;
}

const IMAGE = /\.(?:png|jpe?g|webp)$/i;

/** The images of samples, for training files. */
export class TrainingImages {
  readonly #deps: TrainingImagesDeps;
  readonly #written = new Set<string>();

  constructor(deps: TrainingImagesDeps) {
    this.#deps = deps;
  }

  /** How many image files were written. */
  get written(): number {
    return this.#written.size;
  }

  /**
   * The images of a sample, in the order in which they were sent; null if one is not at hand.
   * @throws PageTraceError `file-unwritable`, `cancelled`
   */
  async of(item: ScoredSample, signal: AbortSignal): Promise<readonly TrainingImage[] | null> {
    const { mode, folders } = this.#deps;
    if (mode === 'none') return [];
    const { documents, images } = placedPages(item, { documents: [], folders });
    if (images === null) return (item.sample.numImages ?? 0) === 0 && documents.length === 0 ? [] : null;
    const made: TrainingImage[] = [];
    for (const { document, page } of images) {
      const named = documents[document];
      const image =
        named === undefined
          ? null
          : mode === 'name'
            ? await namedImage(named)
            : await this.#rendered(named, page, item, signal);
      if (image === null) return null;
      made.push(image);
    }
    return made;
  }

  async #rendered(
    named: NamedDocument,
    page: number,
    { sample, info }: ScoredSample,
    signal: AbortSignal,
  ): Promise<TrainingImage | null> {
    const { documents, pageImages, holdsBytes, write } = this.#deps;
    const file = await firstPresent(named.paths);
    if (file === null) return null;
    const budget = this.#deps.budget(info?.pixels ?? recordedBudget(sample.record) ?? PAPER_BUDGET);
    const place = { path: file, held: null };
    try {
      const { document, release } = await documents.take(place, signal);
      try {
        const sha256 = await document.hash();
        const options = { budget, format: 'jpeg', signal } as const;
        const { bytes, width, height } = await pageImages.of(document, sha256).render(page, options);
        const name = `images/${sha256.slice(0, 16)}-${page}-${width}x${height}.jpg`;
        if (holdsBytes) return { path: path.posix.basename(name), bytes };
        if (!this.#written.has(name)) {
          this.#written.add(name);
          await write(name, bytes);
        }
        return { path: name, bytes: null };
      } finally {
        release();
      }
    } catch (error) {
      if (signal.aborted || (isPageTraceError(error) && error.reason === 'file-unwritable')) throw error;
      return null;
    }
  }
}

/** The file of a page image that a record names. */
async function namedImage(named: NamedDocument): Promise<TrainingImage | null> {
  const file = await firstPresent(named.paths);
  return file === null || !IMAGE.test(file) ? null : { path: file, bytes: null };
}

/** The pixel budget in the record of an evaluation. */
function recordedBudget(record: unknown): PixelBudget | null {
  const pixels = valueAt(record, 'evaluation.settings.pixels');
  if (!isJsonObject(pixels)) return null;
  const { min_pixels: minPixels, max_pixels: maxPixels } = pixels;
  return typeof minPixels === 'number' && typeof maxPixels === 'number' ? { minPixels, maxPixels } : null;
}
