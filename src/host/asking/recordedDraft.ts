import path from 'node:path';
import { t } from '@vscode/l10n';
import type * as vscode from 'vscode';
import { pagesPhrase } from '../../core/countPhrases.ts';
import { PageTraceError } from '../../core/errors.ts';
import { joinList } from '../../core/joinList.ts';
import type { TrajectoryInfo } from '../../core/records/model.ts';
import { OFFLINE_MODEL } from '../../offline/model.ts';
import type { DocumentEditors } from '../document/documentEditor.ts';
import type { DocumentLibrary } from '../document/documentLibrary.ts';
import { setting } from '../shared/settings.ts';
import { defaultPages } from '../../core/records/defaultPages.ts';
import type { Draft, DraftDocument } from './draft.ts';
import { showWarning } from '../shared/workbench.ts';

/** What is needed to look up the documents of a draft. */
export interface DraftDocumentDeps {
  readonly library: DocumentLibrary;
  readonly editors: Pick<DocumentEditors, 'find'>;
}

/** A document with the pages that a question uses by default. */
export async function draftDocument(
  uri: vscode.Uri,
  { library, editors }: DraftDocumentDeps,
): Promise<DraftDocument> {
  const view = editors.find(uri);
  const pageCount = await library.with(uri, (document) => Promise.resolve(document.pageCount));
  const selected = (view?.selection ?? []).filter((page) => page <= pageCount);
  return {
    uri,
    name: path.posix.basename(uri.path),
    pageCount,
    selected,
    current: view ? Math.min(view.page, pageCount) : null,
    pages: defaultPages(pageCount, selected, view ? Math.min(view.page, pageCount) : null),
  };
}

/**
 * The draft of a question that was asked before: its documents, pages, prompt, sampling, and budget.
 * @param locate finds a document that the record names, if it may be read
 * @param warn called with the names of the documents that have changed since, if any
 * @throws PageTraceError `bad-input` without documents, `page-out-of-range` if a page no longer exists, and what
 * opening the documents throws
 */
export async function recordedDraft(
  info: TrajectoryInfo,
  locate: (reference: string) => Promise<vscode.Uri>,
  samples: number,
  deps: DraftDocumentDeps,
  warn: (changed: readonly string[]) => void = warnOfChanges,
): Promise<Draft> {
  if (info.documents.length === 0) {
    throw new PageTraceError('bad-input', t('This trajectory does not say which document it is about.'), {
      hint: t('Add documents and images to its front matter, or open the document and ask there.'),
    });
  }
  const documents: DraftDocument[] = [];
  const changed: string[] = [];
  for (const [index, reference] of info.documents.entries()) {
    const pages = info.images.filter((image) => image.document === index).map(({ page }) => page);
    const document = await draftDocument(await locate(reference.path), deps);
    const missing = pages.find((page) => page > document.pageCount);
    if (missing !== undefined) {
      throw new PageTraceError(
        'page-out-of-range',
        t('{0} no longer has page {1}.', document.name, missing),
        {
          hint: t('It has {0} now. Ask about other pages of it.', pagesPhrase(document.pageCount)),
        },
      );
    }
    documents.push(pages.length > 0 ? { ...document, pages } : document);
    if (reference.sha256 !== null && (await deps.library.hash(document.uri)) !== reference.sha256)
      changed.push(document.name);
  }
  if (changed.length > 0) warn(changed);
  return {
    question: info.question ?? '',
    documents,
    promptName: info.prompt ?? setting('prompt'),
    samples,
    sampling: info.sampling,
    model: null,
    // The budget that the offline reader used does not belong to the question.
    pixels: info.model === OFFLINE_MODEL ? null : info.pixels,
  };
}

/** Tells the person that documents have changed since a question was asked about them. */
export function warnOfChanges(changed: readonly string[]): void {
  void showWarning(
    changed.length === 1
      ? t(
          '{0} has changed since the question was asked. Its pages are sent as they are now.',
          joinList(changed),
        )
      : t(
          '{0} have changed since the question was asked. Their pages are sent as they are now.',
          joinList(changed),
        ),
  );
}

/** @throws PageTraceError `untrusted` in Restricted Mode, in which nothing is sent */
export function requireTrust(trusted: boolean): void {
  if (trusted) return;
  throw new PageTraceError(
    'untrusted',
    t('In Restricted Mode, questions cannot be asked and the offline reader does not run.'),
    {
      hint: t(
        'Viewing, checks and rewards work. Trust this workspace first (Workspaces: Manage Workspace Trust).',
      ),
    },
  );
}
