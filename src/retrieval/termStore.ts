import { t } from '@vscode/l10n';
import { asPageTraceError } from '../core/errors.ts';
import { DocumentTerms } from './documentTerms.ts';
import type { PageTexts } from './pageTexts.ts';
import type { SegmentFolder, SegmentKey } from './segmentFolder.ts';
import { TERMS_VERSION, wordsOf } from './terms.ts';

/** What a document is kept under. */
export interface TermKey {
  /** For messages. */
  readonly name: string;
  /** SHA-256 of its content. */
  readonly hash: string;
  /** How the text of its pages without a text layer is recognized; null if it is not. */
  readonly reader: string | null;
}

/** The terms of documents, in memory and on disk. */
export class TermStore {
  readonly #folder: SegmentFolder | null;
  readonly #onNotice: (sentence: string) => void;
  readonly #documents = new Map<string, DocumentTerms>();

  /**
   * @param folder null to keep them in memory only
   * @param onNotice told what a person should know
   */
  constructor(folder: SegmentFolder | null, onNotice: (sentence: string) => void) {
    this.#folder = folder;
    this.#onNotice = onNotice;
  }

  /** The terms of a document; null if they are not kept, or damaged. */
  async find(key: TermKey): Promise<DocumentTerms | null> {
    const name = memoryKey(key);
    const known = this.#documents.get(name);
    if (known !== undefined) return known;
    const kept = (await this.#folder?.read(segmentKey(key))) ?? null;
    if (kept === null) return null;
    const terms = kept === 'damaged' ? null : DocumentTerms.fromBytes(kept);
    if (terms === null) this.#onNotice(t('The index of {0} is damaged and is made again.', key.name));
    else this.#documents.set(name, terms);
    return terms;
  }

  /** Makes the terms of a document from its text, and keeps them. */
  async add(key: TermKey, { texts, isComplete }: PageTexts): Promise<DocumentTerms> {
    const terms = DocumentTerms.of(texts.map(wordsOf));
    this.#documents.set(memoryKey(key), terms);
    if (isComplete) await this.#keep(key, terms);
    return terms;
  }

  async #keep(key: TermKey, terms: DocumentTerms): Promise<void> {
    try {
      await this.#folder?.write(segmentKey(key), terms.toBytes());
    } catch (error) {
      const { message } = asPageTraceError(error);
      this.#onNotice(t('The index of {0} is not kept for the next time: {1}', key.name, message));
    }
  }
}

const memoryKey = ({ hash, reader }: TermKey): string => JSON.stringify([hash, reader]);

const segmentKey = ({ hash, reader }: TermKey): SegmentKey => ({
  hash,
  form: JSON.stringify([TERMS_VERSION, reader]),
});
