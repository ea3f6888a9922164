import { setTimeout as pause } from 'node:timers/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { KnownDocument } from '../../core/datasets/documentProblems.ts';
import { isPageTraceError } from '../../core/errors.ts';
import { plainText } from '../../core/plainText.ts';
import { PageCounts } from '../../documents/pageCounts.ts';
import type { DocumentText } from '../../languageWorker/calls.ts';
import { DatasetFeatures } from '../../languageWorker/datasetFeatures.ts';
import type { DocumentServices } from '../document/registerDocuments.ts';
import { completionItem } from '../shared/completionItem.ts';
import { toRange, uncheckedDiagnostic, vscodeDiagnostic } from '../shared/editorValues.ts';
import type { FilePermissions } from '../shared/filePermissions.ts';
import type { LanguageThread } from '../shared/languageThread.ts';
import { resolvePath } from '../shared/resolvePath.ts';
import { markdownString } from '../shared/workbench.ts';

/** Characters of a data set that are read while it is edited. */
const MOST_CHARACTERS = 5_000_000;

/** Milliseconds that problems wait for the pages of documents; those of documents that take longer come later. */
const PATIENCE = 500;

/** Paths that are offered. */
const MOST_PATHS = 300;

const DOCUMENTS = '**/*.{pdf,png,jpg,jpeg,webp}';

export interface DatasetEditingDeps {
  readonly files: Pick<FilePermissions, 'isPermitted'>;
  readonly language: Pick<LanguageThread, 'worker'>;
  readonly library: Pick<DocumentServices['library'], 'open'>;
  /** Checks open data sets again. */
  readonly recheck: () => void;
}

/** The editor's features for data sets. Texts are read in the language worker, documents in theirs. */
export class DatasetEditing implements vscode.Disposable {
  readonly #deps: DatasetEditingDeps;
  readonly #pageCounts: PageCounts;
  readonly #listening: vscode.Disposable;
  readonly #ended = new AbortController();

  constructor(deps: DatasetEditingDeps) {
    this.#deps = deps;
    this.#pageCounts = new PageCounts((file) => deps.library.open(vscode.Uri.file(file), false));
    const documents = vscode.workspace.createFileSystemWatcher(DOCUMENTS);
    this.#listening = vscode.Disposable.from(
      documents,
      documents.onDidCreate(deps.recheck),
      documents.onDidChange(deps.recheck),
      documents.onDidDelete(deps.recheck),
    );
  }

  dispose(): void {
    this.#ended.abort();
    this.#listening.dispose();
  }

  async problems(document: vscode.TextDocument): Promise<readonly vscode.Diagnostic[]> {
    try {
      const { text, isCut } = textOf(document);
      const features = await this.#features(document, text);
      const first = await features.problems(text, {}, isCut);
      const known = await this.#known(document.uri, first.unknown);
      const { findings } =
        Object.keys(known).length === 0 ? first : await features.problems(text, known, isCut);
      return findings.map((finding) => vscodeDiagnostic(document, finding));
    } catch (error) {
      if (isPageTraceError(error) && error.reason === 'cancelled') return [];
      return [uncheckedDiagnostic(error)];
    }
  }

  async completions(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.CompletionItem[]> {
    const found = await this.#at(document, position, token, (features, text, offset) =>
      features.completions(text, offset),
    );
    if (found === null) return [];
    if (found.path === null)
      return found.completions.map((completion, index) => completionItem(document, completion, index));
    const range = toRange(document, found.path);
    const paths = await documentsBeside(document.uri, token);
    return paths.map((each) => {
      const item = new vscode.CompletionItem(plainText(each), vscode.CompletionItemKind.File);
      item.insertText = JSON.stringify(each);
      item.filterText = item.insertText;
      item.range = range;
      return item;
    });
  }

  async hover(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
  ): Promise<vscode.Hover | null> {
    const hover = await this.#at(document, position, token, (features, text, offset) =>
      features.hover(text, offset),
    );
    return hover && new vscode.Hover(markdownString(hover.markdown), toRange(document, hover.span));
  }

  /** Asks for something at a place; null for a place after what is read, and if the answer is not needed any longer. */
  async #at<T>(
    document: vscode.TextDocument,
    position: vscode.Position,
    token: vscode.CancellationToken,
    ask: (features: DatasetFeatures, text: DocumentText, offset: number) => Promise<T>,
  ): Promise<T | null> {
    const { text } = textOf(document);
    const offset = document.offsetAt(position);
    if (offset > text.text.length) return null;
    try {
      return await ask(await this.#features(document, text, token), text, offset);
    } catch (error) {
      if (isPageTraceError(error) && ['cancelled', 'timeout'].includes(error.reason)) return null;
      throw error;
    }
  }

  async #features(
    document: vscode.TextDocument,
    { version }: DocumentText,
    token?: vscode.CancellationToken,
  ): Promise<DatasetFeatures> {
    const isNeeded = (): boolean =>
      !document.isClosed && document.version === version && token?.isCancellationRequested !== true;
    return new DatasetFeatures(await this.#deps.language.worker(), isNeeded);
  }

  /** What is known soon of the documents of a data set. When more is known, open data sets are checked again. */
  async #known(
    dataset: vscode.Uri,
    paths: readonly string[],
  ): Promise<Readonly<Record<string, KnownDocument>>> {
    if (dataset.scheme !== 'file') return {};
    const known = new Map<string, KnownDocument>();
    const all = Promise.all(
      paths.map(async (each) => {
        const uri = resolvePath(dataset, each);
        // Of a file that may not be read, nothing is known.
        const isPermitted = await this.#deps.files.isPermitted(uri, dataset).catch(() => false);
        const about = isPermitted
          ? await this.#pageCounts.of(uri.fsPath, this.#ended.signal).catch(() => null)
          : null;
        if (about !== null) known.set(each, about);
      }),
    ).then(() => true);
    if (!(await Promise.race([all, pause(PATIENCE, false)]))) void all.then(this.#deps.recheck);
    return Object.fromEntries(known);
  }
}

/** The text of a data set, or the beginning of a long one. */
function textOf(document: vscode.TextDocument): { readonly text: DocumentText; readonly isCut: boolean } {
  const end = document.positionAt(MOST_CHARACTERS);
  const isCut = document.offsetAt(end) === MOST_CHARACTERS && !end.isEqual(document.positionAt(Infinity));
  const text = document.getText(isCut ? new vscode.Range(new vscode.Position(0, 0), end) : undefined);
  return { text: { uri: document.uri.toString(), version: document.version, text }, isCut };
}

/** The documents in the folder of a data set, as it names them. */
async function documentsBeside(
  dataset: vscode.Uri,
  token: vscode.CancellationToken,
): Promise<readonly string[]> {
  if (dataset.scheme === 'untitled') return [];
  const folder = vscode.Uri.joinPath(dataset, '..');
  const pattern = new vscode.RelativePattern(folder, DOCUMENTS);
  const found = await vscode.workspace.findFiles(pattern, undefined, MOST_PATHS, token);
  return found.map((uri) => path.posix.relative(folder.path, uri.path)).sort();
}
