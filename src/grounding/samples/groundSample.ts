import { t } from '@vscode/l10n';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { imagePageRaster, pdfPageRaster } from '../../core/geometry/imageSize.ts';
import { PAPER_BUDGET, type PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { Size } from '../../core/geometry/size.ts';
import type { CitedImage } from '../../core/grounding/model.ts';
import type { ImageSource } from '../../core/records/model.ts';
import { chooseDialect } from '../../core/trajectory/detect.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { Grounder, GroundOptions } from '../grounder.ts';
import type { GroundingResult } from '../model.ts';
import type { DocumentShelf, FoundDocument } from './documentShelf.ts';

/** A sample to be grounded. */
export interface SampleToGround {
  readonly response: string;
  readonly question: string | null;
  /** The dialect that the record or the person names; null to recognize it. */
  readonly dialect: DialectName | null;
  readonly numImages: number | null;
}

/** A document of a sample, and where it is. */
export interface PlacedDocument {
  /** As the sample names it. */
  readonly name: string;
  /** SHA-256 of the content that the question was asked about; null if it is not known. */
  readonly sha256: string | null;
  /** An absolute path. */
  readonly path: string;
}

/** The documents of a sample, and which of their pages were sent. */
export interface PlacedPages {
  readonly documents: readonly PlacedDocument[];
  /** Null if nothing says which pages were sent. */
  readonly images: readonly Pick<ImageSource, 'document' | 'page'>[] | null;
  /** The pixel budget of page images that the sample records. */
  readonly pixels: PixelBudget | null;
}

/** The grounding of a sample. */
export interface GroundedSample extends GroundingResult {
  readonly dialect: DialectName;
  /** The images that were sent, or are taken to have been. */
  readonly images: readonly CitedImage[];
  /** Its documents, in their order. */
  readonly documents: readonly FoundDocument[];
}

/** What samples are grounded with. */
export interface GroundingMeans {
  readonly grounder: Pick<Grounder, 'ground'>;
  readonly shelf: DocumentShelf;
  readonly recognizeText: boolean;
  /**
   * The pages that are taken to have been sent if a sample does not say.
   * @throws PageTraceError `bad-input` if nothing else says it either
   */
  readonly pagesToAssume: (
    document: FoundDocument | undefined,
    notices: string[],
  ) => NonNullable<PlacedPages['images']>;
  /** What to do about an image whose document a sample does not name. */
  readonly unnamedHint?: string;
}

/**
 * Grounds a sample on its documents.
 * @throws PageTraceError if a document cannot be used, or nothing says which pages were sent
 */
export async function groundSample(
  sample: SampleToGround,
  { documents, images: named, pixels }: PlacedPages,
  { grounder, shelf, recognizeText, pagesToAssume, unnamedHint: hint }: GroundingMeans,
  options: GroundOptions & { readonly signal: AbortSignal },
): Promise<GroundedSample> {
  const notices: string[] = [];
  const found = await Promise.all(documents.map(({ path }) => shelf.find(path, options.signal)));
  for (const [at, { hash }] of found.entries()) {
    const document = documents[at];
    if (document?.sha256 != null && document.sha256 !== hash) {
      notices.push(
        t(
          '{0} has changed since the question was asked: claims are looked for in it as it is now.',
          document.name,
        ),
      );
    }
  }
  const sources = named ?? pagesToAssume(found[0], notices);
  const images: CitedImage[] = [];
  for (const [at, { document, page }] of sources.entries()) {
    const of = found[document];
    const name = documents[document]?.name;
    if (of === undefined || name === undefined)
      throw new PageTraceError('bad-input', t('Image {0} is of a document that is not named.', at + 1), {
        ...(hint === undefined ? {} : { hint }),
      });
    images.push({ image: at + 1, document: name, page, size: await imageSize(shelf, of, page, pixels) });
  }
  const { question, response } = sample;
  const { dialect } = chooseDialect(sample.dialect, question, response);
  const result = await grounder.ground(
    {
      response,
      context: { dialect, numImages: sample.numImages ?? images.length, tools: null },
      complete: true,
      question,
      images,
      documents: documents.flatMap(({ name }, at) => {
        const document = found[at];
        return document === undefined ? [] : [shelf.forGrounding(name, document)];
      }),
      recognizeText,
    },
    options,
  );
  return { ...result, dialect, images, documents: found, notices: [...notices, ...result.notices] };
}

/**
 * The size at which a page was sent; null if the page cannot be read, which grounding reports.
 * @throws PageTraceError `page-out-of-range`
 */
async function imageSize(
  shelf: DocumentShelf,
  document: FoundDocument,
  page: number,
  pixels: PixelBudget | null,
): Promise<Size | null> {
  try {
    const { width, height } = await shelf.size(document, page);
    if (document.kind === 'pdf')
      return pdfPageRaster({ width, height }, { budget: pixels ?? PAPER_BUDGET }).image;
    // The images of a data set are sent as they are.
    return pixels === null ? { width, height } : imagePageRaster({ width, height }, { budget: pixels }).image;
  } catch (thrown) {
    const error = asPageTraceError(thrown);
    if (error.reason === 'page-out-of-range' || error.reason === 'cancelled') throw error;
    return null;
  }
}
