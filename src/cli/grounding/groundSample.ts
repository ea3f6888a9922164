import { PageTraceError } from '../../core/errors.ts';
import type { PageReference } from '../../core/grounding/model.ts';
import { defaultPages } from '../../core/records/defaultPages.ts';
import { formatPageRanges, parsePageRanges } from '../../core/records/pageRanges.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import { drawReportPage } from '../../documents/reportPage.ts';
import type { Grounder, GroundOptions } from '../../grounding/grounder.ts';
import type { DocumentShelf, FoundDocument } from '../../grounding/samples/documentShelf.ts';
import {
  groundSample,
  type GroundedSample,
  type PlacedDocument,
  type PlacedPages,
} from '../../grounding/samples/groundSample.ts';
import type { PagePicture } from '../../reports/html/pages.ts';
import type { InputItem } from '../../runs/reading/inputs.ts';
import { firstPresent, placedPages, type DocumentPlaces, type NamedDocument } from './placedPages.ts';

/** A sample that was read. */
export type ReadSample = Extract<InputItem, { readonly sample: unknown }>;

/** How samples are grounded. */
export interface GroundSettings extends DocumentPlaces {
  readonly dialect: DialectName | null;
  /** The pages that were sent, if samples do not say; undefined if the person does not say either. */
  readonly pages: string | undefined;
  readonly recognizeText: boolean;
  /** Whether a document may be read that a sample names; every one if left out. */
  readonly mayRead?: (file: string) => Promise<boolean>;
}

/** A document that a sample names. */
export interface SampleDocument {
  readonly name: string;
  /** The pages that were sent, from 1, as far as the sample says. */
  readonly pages: readonly number[];
  /** Whether there is no such file. */
  readonly missing: boolean;
}

/** Grounds samples on the documents that they name, or that the person names. */
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
  async ground(item: ReadSample, signal: AbortSignal, options: GroundOptions = {}): Promise<GroundedSample> {
    const { dialect, recognizeText } = this.#settings;
    return groundSample(
      { ...item.sample, dialect: dialect ?? item.sample.dialect },
      await this.place(item),
      {
        grounder: this.#grounder,
        shelf: this.#shelf,
        recognizeText,
        pagesToAssume: (document, notices) => this.#pagesToAssume(document, notices),
        unnamedHint: 'Name its documents with --document, in their order.',
      },
      { ...options, signal },
    );
  }

  /**
   * Where the documents of a sample are.
   * @throws PageTraceError `file-not-found` if one of them is nowhere
   */
  async place(item: ReadSample): Promise<PlacedPages> {
    const { documents, images } = placedPages(item, this.#settings);
    return {
      documents: await Promise.all(documents.map((each) => this.#placeDocument(each))),
      images,
      pixels: item.info?.pixels ?? null,
    };
  }

  /** The documents that a sample names, or that the person names instead; they need not be at hand. */
  documentsOf(item: ReadSample): Promise<readonly SampleDocument[]> {
    const { documents, images } = placedPages(item, this.#settings);
    return Promise.all(
      documents.map(async ({ name, paths }, at) => ({
        name,
        pages: (images ?? []).flatMap((image) => (image.document === at ? [image.page] : [])),
        missing: (await firstPresent(paths)) === null,
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
    if (named === undefined)
      throw new PageTraceError('file-not-found', `The document ${document} was not found.`);
    const { path: file } = await this.#placeDocument(named);
    return this.#shelf.use(file, (opened) => drawReportPage(opened, page, signal));
  }

  /**
   * Where a document is.
   * @throws PageTraceError `file-not-found`, with what to do in its hint; `untrusted` if it may not be read
   */
  async #placeDocument({ name, sha256, paths }: NamedDocument): Promise<PlacedDocument> {
    const file = await firstPresent(paths);
    if (file === null)
      throw new PageTraceError('file-not-found', `The document ${name} was not found.`, {
        hint:
          paths[0] === name
            ? 'Check the path.'
            : 'Name it with --document, or the folder that it is in with --documents.',
      });
    if ((await this.#settings.mayRead?.(file)) === false)
      throw new PageTraceError('untrusted', `The document ${name} may not be read from here.`, {
        hint: 'Copy it into the workspace.',
      });
    return { name, sha256, path: file };
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
}
