import { pathToFileURL } from 'node:url';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isPageTraceError } from '../../core/errors.ts';
import { once } from '../../core/once.ts';
import type { PageRecognizer } from '../../grounding/model.ts';
import { choosePages, sentPagesOf } from '../../retrieval/choosePages.ts';
import type { IndexProgress, Retriever } from '../../retrieval/model.ts';
import { pageSearch } from '../../retrieval/pageSearch.ts';
import type { PassageSearch } from '../../retrieval/passageSearch.ts';
import { RetrievalThread } from '../../retrieval/retrievalThread.ts';
import { WorkerRetriever } from '../../retrieval/workerRetriever.ts';
import type { DocumentLibrary } from '../document/documentLibrary.ts';
import { stringsLanguage } from '../shared/displayLanguage.ts';
import { showProgress, showWarning } from '../shared/workbench.ts';
import { configuredRetriever } from './configuredRetriever.ts';
import type { Draft } from './draft.ts';
import type { OpenVectorRetrieverOptions } from './openVectorRetriever.ts';
import type { SearchIn } from './questionToAsk.ts';

export interface FittingPagesDeps {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>;
  readonly library: Pick<DocumentLibrary, 'open' | 'hash'>;
  readonly recognizer: PageRecognizer;
  /** Where page images may be sent to find pages by them. */
  readonly servers: OpenVectorRetrieverOptions['servers'];
}

/** How many pages are chosen. */
const MOST = 3;

/** Finds the pages that fit the question of a draft, over all of its documents. */
export class FittingPages implements vscode.Disposable {
  readonly #library: FittingPagesDeps['library'];
  readonly #servers: FittingPagesDeps['servers'];
  readonly #thread: RetrievalThread;
  readonly #byTerms: WorkerRetriever;
  readonly #passages: () => Promise<PassageSearch>;
  /** Tells what is being read. */
  #report: (message: string) => void = () => undefined;

  readonly #listeners = {
    onProgress: ({ name, page, of }: IndexProgress): void => {
      this.#report(t('Reading page {0} of {1} of {2}', page, of, name));
    },
    onNotice: (sentence: string): void => void showWarning(sentence),
  };

  constructor({ context, library, recognizer, servers }: FittingPagesDeps) {
    this.#library = library;
    this.#servers = servers;
    const { extensionUri, globalStorageUri } = context;
    this.#thread = new RetrievalThread({
      worker: pathToFileURL(vscode.Uri.joinPath(extensionUri, 'dist', 'retrieval-worker.js').fsPath),
      folder: vscode.Uri.joinPath(globalStorageUri, 'index').fsPath,
      strings: vscode.l10n.bundle ?? {},
      locale: stringsLanguage(),
      onNotice: this.#listeners.onNotice,
    });
    this.#byTerms = new WorkerRetriever(this.#thread, { ...this.#listeners, recognizer });
    this.#passages = once(async () => {
      const [{ PassageSearch }, { workerPassages }] = await Promise.all([
        import('../../retrieval/passageSearch.ts'),
        import('../../retrieval/workerStores.ts'),
      ]);
      return new PassageSearch(workerPassages(this.#thread), { ...this.#listeners, recognizer });
    });
  }

  /**
   * The draft with the pages that fit its question, by the retriever that the settings name; the same draft if the person
   * cancels that.
   * @throws PageTraceError a document that cannot be read, and a server that does not make vectors
   */
  async find(draft: Draft): Promise<Draft> {
    const question = draft.question.trim();
    try {
      return await showProgress(t('Finding the pages that fit the question'), async (report, token) => {
        this.#report = report;
        const canceled = new AbortController();
        const listening = token.onCancellationRequested(() => {
          canceled.abort();
        });
        try {
          const searched = [];
          for (const { uri, name, pageCount } of draft.documents) {
            const hash = await this.#library.hash(uri, canceled.signal);
            searched.push({ name, pageCount, hash, open: () => this.#library.open(uri) });
          }
          const options = { retriever: await this.#retriever(canceled.signal), most: MOST };
          const choice = await choosePages(question, searched, options, canceled.signal);
          if (choice.pages.every(({ score }) => score === null))
            void showWarning(t('No page has a word of the question. The first pages are chosen.'));
          const documents = draft.documents.map((document, at) => ({
            ...document,
            pages: sentPagesOf(choice, at),
          }));
          return { ...draft, documents, fitting: { question, choice } };
        } finally {
          listening.dispose();
        }
      });
    } catch (error) {
      if (isPageTraceError(error) && error.reason === 'cancelled') return draft;
      throw error;
    }
  }

  /** As `find`, but a failure is reported and leaves the draft as it is, so that what was typed is kept. */
  async tryFind(draft: Draft, report: (error: unknown) => void): Promise<Draft> {
    try {
      return await this.find(draft);
    } catch (error) {
      report(error);
      return draft;
    }
  }

  /**
   * Reads documents, and searches in all of their pages from then on.
   * @throws PageTraceError a document that cannot be read; `cancelled`
   */
  readonly searchIn: SearchIn = async (documents, { protocol, report }, signal) => {
    this.#report = report;
    return {
      search: await pageSearch(await this.#retriever(signal), documents, signal),
      searchPassages:
        protocol.readsPassages === true ? await (await this.#passages()).over(documents, signal) : null,
    };
  };

  dispose(): void {
    void this.#thread.dispose();
  }

  async #retriever(signal: AbortSignal): Promise<Retriever> {
    const name = configuredRetriever();
    if (name === 'bm25') return this.#byTerms;
    const { openVectorRetriever } = await import('./openVectorRetriever.ts');
    return openVectorRetriever(
      {
        servers: this.#servers,
        thread: this.#thread,
        onProgress: this.#listeners.onProgress,
        byTerms: name === 'hybrid' ? this.#byTerms : null,
      },
      signal,
    );
  }
}
