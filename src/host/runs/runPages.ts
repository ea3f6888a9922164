import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import type { GroundableRow } from '../../core/summary/groundableRow.ts';
import { Grounder } from '../../grounding/grounder.ts';
import { DocumentShelf } from '../../grounding/samples/documentShelf.ts';
import type { PlacedPages } from '../../grounding/samples/groundSample.ts';
import { SearchReport } from '../../grounding/samples/searchReport.ts';
import { searchRun, type RunSearch } from '../../grounding/samples/searchRun.ts';
import type { RunIndex } from '../../runs/index/runIndex.ts';
import type { DocumentLibrary } from '../document/documentLibrary.ts';
import { stringsLanguage } from '../shared/displayLanguage.ts';
import type { PermitFile } from '../shared/filePermissions.ts';
import { RunDocuments } from './runDocuments.ts';

/** The most threads that search pages at the same time: each keeps the pages that it searches. */
const MOST_THREADS = 4;

/** What the search of pages needs from the extension. */
export interface RunPagesDeps {
  readonly extensionUri: vscode.Uri;
  readonly library: Pick<DocumentLibrary, 'open'>;
  readonly permitFile: PermitFile;
}

/**
 * Searches the pages of a run for the claims of its samples, in threads of their own.
 * @param report receives why the claims of some samples are not known
 * @throws PageTraceError `cancelled`; `internal` if pages cannot be searched at all
 */
async function searchPages(
  index: Pick<RunIndex, 'nextToSearch' | 'takeClaims'>,
  { extensionUri, library, permitFile }: RunPagesDeps,
  report: SearchReport,
  signal: AbortSignal,
): Promise<void> {
  const places = new Map<string, RunDocuments>();
  const worker = pathToFileURL(vscode.Uri.joinPath(extensionUri, 'dist', 'grounding-worker.js').fsPath);
  const threads = Math.min(MOST_THREADS, Math.max(1, os.availableParallelism() - 1));
  const grounders = Array.from(
    { length: threads },
    () => new Grounder({ worker, strings: vscode.l10n.bundle ?? {}, locale: stringsLanguage() }),
  );
  const search: RunSearch = {
    run: { next: (count) => index.nextToSearch(count), take: (found) => index.takeClaims(found) },
    grounders,
    shelf: new DocumentShelf((file) => library.open(vscode.Uri.file(file), false)),
    place: (row) => place(row, documentsOf(row.file, places), permitFile),
    pagesToAssume: () => {
      throw new PageTraceError('bad-input', t('Its record does not say which pages were sent.'));
    },
    report,
  };
  try {
    await searchRun(search, signal);
  } finally {
    await Promise.all(grounders.map((grounder) => grounder.dispose()));
  }
}

/** Files of one folder have their documents in the same places. */
function documentsOf(file: string, known: Map<string, RunDocuments>): RunDocuments {
  const folder = path.dirname(file);
  let documents = known.get(folder);
  if (documents === undefined) known.set(folder, (documents = new RunDocuments(vscode.Uri.file(file))));
  return documents;
}

/**
 * Where the documents of a row are, under the rules that hold for the inspector.
 * @throws PageTraceError `file-not-found` if one of them is nowhere; `file-unreadable` or `untrusted` if one of them must
 * not be read
 */
async function place(
  { file, named }: GroundableRow,
  places: RunDocuments,
  permitFile: PermitFile,
): Promise<PlacedPages> {
  const { documents, missing } = await places.find(named.documents);
  const [first] = missing;
  if (first !== undefined) throw new PageTraceError('file-not-found', t('{0} was not found.', first));
  const from = vscode.Uri.file(file);
  for (const document of documents) await permitFile(vscode.Uri.file(document.path), from, 'never');
  return {
    documents: documents.map((document, at) => ({
      name: named.documents[at]?.path ?? document.path,
      sha256: document.sha256,
      path: document.path,
    })),
    images: named.images,
    pixels: null,
  };
}

/** What is known of the search of a run's pages. */
export class PageSearch implements vscode.Disposable {
  readonly #index: RunIndex;
  readonly #deps: RunPagesDeps;
  readonly #onChange: () => void;
  #running: AbortController | null = null;
  #report = new SearchReport();
  #failure: PageTraceError | null = null;

  constructor(index: RunIndex, deps: RunPagesDeps, onChange: () => void) {
    this.#index = index;
    this.#deps = deps;
    this.#onChange = onChange;
  }

  get isRunning(): boolean {
    return this.#running !== null;
  }

  /** Sentences about what could not be searched, after it has ended. */
  get notices(): readonly string[] {
    if (this.isRunning) return [];
    return [
      ...(this.#failure === null ? [] : [this.#failure.message]),
      ...this.#report.sentences({
        missing: t(
          'Choose the folders with the documents of runs in the setting pagetrace.runs.documentFolders.',
        ),
        withoutText: t('On the command line, pagetrace runs --ground --ocr recognizes their text.'),
      }),
    ];
  }

  /** Searches what was not searched yet, until it is stopped. */
  async start(): Promise<void> {
    if (this.#running !== null) return;
    const running = new AbortController();
    const { signal } = running;
    this.#running = running;
    this.#report = new SearchReport();
    this.#failure = null;
    try {
      await this.#index.setSearching(true);
      this.#onChange();
      await searchPages(this.#index, this.#deps, this.#report, signal);
      const state = await this.#index.settled('indexed');
      // What was read meanwhile.
      if (state.claims.found + state.claims.missing < state.samples && !signal.aborted)
        await searchPages(this.#index, this.#deps, this.#report, signal);
    } catch (thrown) {
      const error = asPageTraceError(thrown);
      if (error.reason !== 'cancelled') this.#failure = error;
    }
    await this.#index.setSearching(false).catch(() => undefined);
    this.#running = null;
    this.#onChange();
  }

  stop(): void {
    this.#running?.abort();
  }

  dispose(): void {
    this.stop();
  }
}
