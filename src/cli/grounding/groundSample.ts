import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { imagePageRaster, pdfPageRaster } from '../../core/geometry/imageSize.ts';
import { PAPER_BUDGET, type PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { Size } from '../../core/geometry/size.ts';
import type { CitedImage, PageReference } from '../../core/grounding/model.ts';
import { defaultPages } from '../../core/records/defaultPages.ts';
import { formatPageRanges, parsePageRanges } from '../../core/records/pageRanges.ts';
import { chooseDialect } from '../../core/trajectory/detect.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { Grounder } from '../../grounding/grounder.ts';
import type { GroundingResult } from '../../grounding/model.ts';
import type { PagePicture } from '../../reports/html/pages.ts';
import type { InputItem } from '../../runs/reading/inputs.ts';
import type { DocumentShelf, FoundDocument } from './documentShelf.ts';
import { placedPages, type DocumentPlaces } from './placedPages.ts';

/** A sample that was read. */
export type ReadSample = Extract<InputItem, { readonly sample: unknown }>;

/** How samples are grounded. */
export interface GroundSettings extends DocumentPlaces {
  readonly dialect: DialectName | null;
  /** The pages that were sent, if samples do not say; undefined if the person does not say either. */
  readonly pages: string | undefined;
  readonly recognizeText: boolean;
}

/** The grounding of a sample. */
export interface GroundedSample extends GroundingResult {
  readonly dialect: DialectName;
  /** The images that were sent, or are taken to have been. */
  readonly images: readonly CitedImage[];
}

/** A document that a sample names. */
export interface SampleDocument {
  readonly name: string;
  /** The pages that were sent, from 1, as far as the sample says. */
  readonly pages: readonly number[];
  /** Whether there is no such file. */
  readonly missing: boolean;
}

/** Grounds samples on the documents that they name. */
export class SampleGrounder {
  readonly #grounder: Grounder;
  readonly #shelf: DocumentShelf;
  readonly #settings: GroundSettings;

  constructor(grounder: Grounder, shelf: DocumentShelf, settings: GroundSettings) {
    this.#grounder = grounder;
    this.#shelf = shelf;
    this.#settings = settings;
  }

  /**
   * Grounds a sample.
   * @throws PageTraceError if a document of it cannot be used, or nothing says which pages were sent
   */
  async ground(item: ReadSample, signal: AbortSignal): Promise<GroundedSample> {
    const { sample, info } = item;
    const { dialect: asked, recognizeText } = this.#settings;
    const named = placedPages(item, this.#settings);
    const notices: string[] = [];
    const found = await Promise.all(named.documents.map((document) => this.#shelf.find(document, signal)));
    for (const [at, { hash }] of found.entries()) {
      const document = named.documents[at];
      if (document?.sha256 != null && document.sha256 !== hash) {
        notices.push(
          `${document.name} has changed since the question was asked: claims are looked for in it as it is now.`,
        );
      }
    }
    const sources = named.images ?? this.#pagesToAssume(found[0], notices);
    const images: CitedImage[] = [];
    for (const [at, { document, page }] of sources.entries()) {
      const of = found[document];
      const name = named.documents[document]?.name;
      if (of === undefined || name === undefined) {
        throw new PageTraceError('bad-input', `Image ${at + 1} is of a document that is not named.`, {
          hint: 'Name its documents with --document, in their order.',
        });
      }
      images.push({
        image: at + 1,
        document: name,
        page,
        size: await this.#imageSize(of, page, info?.pixels ?? null),
      });
    }
    const { dialect } = chooseDialect(asked ?? sample.dialect, sample.question, sample.response);
    const result = await this.#grounder.ground(
      {
        response: sample.response,
        context: { dialect, numImages: sample.numImages ?? images.length, tools: null },
        complete: true,
        question: sample.question,
        images,
        documents: named.documents.flatMap(({ name }, at) => {
          const document = found[at];
          return document === undefined ? [] : [this.#shelf.forGrounding(name, document)];
        }),
        recognizeText,
      },
      { signal },
    );
    return { ...result, dialect, images, notices: [...notices, ...result.notices] };
  }

  /** The documents that a sample names, or that the person names instead; they need not be at hand. */
  documentsOf(item: ReadSample): Promise<readonly SampleDocument[]> {
    const { documents, images } = placedPages(item, this.#settings);
    return Promise.all(
      documents.map(async (document, at) => ({
        name: document.name,
        pages: (images ?? []).flatMap((image) => (image.document === at ? [image.page] : [])),
        missing: !(await this.#shelf.has(document)),
      })),
    );
  }

  /**
   * Draws a page of a document of a sample for a report.
   * @throws PageTraceError if the document cannot be used, or the page cannot be drawn
   */
  async drawPage(
    item: ReadSample,
    { document, page }: PageReference,
    signal: AbortSignal,
  ): Promise<PagePicture> {
    const named = placedPages(item, this.#settings).documents.find(({ name }) => name === document);
    if (named === undefined) {
      throw new PageTraceError('file-not-found', `The document ${document} was not found.`);
    }
    return this.#shelf.draw(await this.#shelf.find(named, signal), page, signal);
  }

  /**
   * The pages that are taken to have been sent if a sample does not say.
   * @throws PageTraceError `bad-input` if the person does not name a document or pages either
   */
  #pagesToAssume(
    document: FoundDocument | undefined,
    notices: string[],
  ): readonly { readonly document: number; readonly page: number }[] {
    if (document === undefined) {
      throw new PageTraceError('bad-input', 'It names no document.', {
        hint: 'Name the document with --document.',
      });
    }
    const { pages: ranges, documents } = this.#settings;
    if (ranges === undefined && documents.length === 0) {
      throw new PageTraceError('bad-input', 'It does not say which pages were sent.', {
        hint: 'Name them with --pages.',
      });
    }
    const pages =
      ranges === undefined
        ? defaultPages(document.pageCount, [], null)
        : parsePageRanges(ranges, document.pageCount);
    if (ranges === undefined) {
      notices.push(
        `It does not say which pages were sent: pages ${formatPageRanges(pages)} are taken to be its images, in this order. Name others with --pages.`,
      );
    }
    return pages.map((page) => ({ document: 0, page }));
  }

  /**
   * The size at which a page was sent; null if the page cannot be read, which grounding reports.
   * @throws PageTraceError `page-out-of-range`
   */
  async #imageSize(document: FoundDocument, page: number, pixels: PixelBudget | null): Promise<Size | null> {
    try {
      const { width, height } = await this.#shelf.size(document, page);
      if (document.kind === 'pdf') {
        return pdfPageRaster({ width, height }, { budget: pixels ?? PAPER_BUDGET }).image;
      }
      // The images of a data set are sent as they are.
      return pixels === null
        ? { width, height }
        : imagePageRaster({ width, height }, { budget: pixels }).image;
    } catch (thrown) {
      const error = asPageTraceError(thrown);
      if (error.reason === 'page-out-of-range' || error.reason === 'cancelled') throw error;
      return null;
    }
  }
}
