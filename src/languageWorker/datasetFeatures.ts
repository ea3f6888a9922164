import type { KnownDocument } from '../core/datasets/documentProblems.ts';
import type { DatasetCheck } from '../language/dataset/datasetCheck.ts';
import type { DatasetCompletions } from '../language/dataset/datasetCompletions.ts';
import type { Hover } from '../language/model.ts';
import type { DatasetCalls, DocumentText, LanguageCalls, SentText } from './calls.ts';
import type { LanguageWorker } from './languageWorker.ts';

/**
 * The requests of an editor for data sets. They reject with PageTraceError `timeout` for a text that takes too long or too
 * much memory, and `cancelled` for one that is not needed any longer.
 */
export class DatasetFeatures {
  readonly #worker: LanguageWorker;
  readonly #isNeeded: () => boolean;

  /** @param isNeeded whether somebody still waits for the answers */
  constructor(worker: LanguageWorker, isNeeded: () => boolean) {
    this.#worker = worker;
    this.#isNeeded = isNeeded;
  }

  /**
   * What is wrong.
   * @param known what is known of its documents, by their paths in it
   * @param isCut whether the text goes on after what is given
   */
  problems(
    dataset: DocumentText,
    known: Readonly<Record<string, KnownDocument>>,
    isCut: boolean,
  ): Promise<DatasetCheck> {
    return this.#check('datasetProblems', dataset, { known, isCut }, (sent) => ({
      dataset: sent,
      known,
      isCut,
    }));
  }

  /** What can be written at an offset. */
  completions(dataset: DocumentText, offset: number): Promise<DatasetCompletions> {
    return this.#check('datasetCompletions', dataset, { offset }, (sent) => ({ dataset: sent, offset }));
  }

  /** What the key at an offset means. */
  hover(dataset: DocumentText, offset: number): Promise<Hover | null> {
    return this.#check('datasetHover', dataset, { offset }, (sent) => ({ dataset: sent, offset }));
  }

  #check<Name extends keyof DatasetCalls>(
    name: Name,
    dataset: DocumentText,
    settings: unknown,
    request: (sent: SentText<DocumentText>) => LanguageCalls[Name]['request'],
  ): Promise<LanguageCalls[Name]['value']> {
    return this.#worker.check(name, {
      document: dataset,
      settings,
      request: (thread) => request(this.#worker.unsent(dataset, thread)),
      isNeeded: this.#isNeeded,
    });
  }
}
