import path from 'node:path';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import type { Sampling } from '../../core/prompts/model.ts';

/** A document that a question is about, before its pages are chosen for good. */
export interface DraftDocument {
  readonly uri: vscode.Uri;
  readonly name: string;
  readonly pageCount: number;
  /** Pages selected in the document view; empty when none are. */
  readonly selected: readonly number[];
  /** The page that the document view shows; null when it is not open there. */
  readonly current: number | null;
  readonly pages: readonly number[];
}

/** What a person has put together so far. */
export interface AskDraft {
  readonly question: string;
  readonly documents: readonly DraftDocument[];
  readonly promptName: string;
  readonly samples: number;
  /** What the person chose over the prompt's and the settings' sampling. */
  readonly sampling: Partial<Sampling>;
  readonly model: string | null;
}

/** Documents longer than this are not sent whole unless asked. */
const SEND_WHOLE = 10;

/**
 * The pages that a question takes unless told otherwise: the selected ones; else all of a short document; else the
 * page in view; else the first ten.
 */
export function defaultPages(
  pageCount: number,
  selected: readonly number[],
  current: number | null,
): readonly number[] {
  if (selected.length > 0) return selected;
  if (pageCount > SEND_WHOLE && current !== null) return [current];
  return Array.from({ length: Math.min(pageCount, SEND_WHOLE) }, (_, index) => index + 1);
}

const EXTENSIONS = ['pdf', 'png', 'jpg', 'jpeg', 'webp'];

/** Whether a question can be asked of the file by its name. */
export function isDocument(uri: vscode.Uri): boolean {
  return EXTENSIONS.includes(path.posix.extname(uri.path).slice(1).toLowerCase());
}

/** The file behind an editor tab, whatever editor shows it. */
function tabUri(tab: vscode.Tab | undefined): vscode.Uri | null {
  const input = tab?.input;
  if (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) return input.uri;
  if (typeof input === 'object' && input !== null && 'uri' in input && input.uri instanceof vscode.Uri)
    return input.uri;
  return null;
}

/**
 * The documents that the person means: what was selected in the explorer, else the document in the active tab, else the
 * only one that is visible, else what they choose in a dialog.
 * @returns null when they choose none.
 * @throws PageTraceError `document-unsupported` when what was selected is no document.
 */
export async function chooseDocuments(
  clicked: vscode.Uri | undefined,
  selected: readonly vscode.Uri[] | undefined,
): Promise<readonly vscode.Uri[] | null> {
  const given = selected && selected.length > 0 ? selected : clicked ? [clicked] : [];
  if (given.length > 0) {
    const documents: vscode.Uri[] = [];
    for (const uri of given) {
      if (isDocument(uri) || (await isFolder(uri))) documents.push(uri);
    }
    if (documents.length > 0) return documents;
    throw new PageTraceError(
      'document-unsupported',
      `${path.posix.basename(given[0]?.path ?? '')} is not a document.`,
      {
        hint: 'Choose PDF, PNG, JPEG or WebP files, or a folder of page images.',
      },
    );
  }
  const active = tabUri(vscode.window.tabGroups.activeTabGroup.activeTab);
  if (active && isDocument(active)) return [active];
  const visible = vscode.window.tabGroups.all
    .map((group) => tabUri(group.activeTab))
    .filter((uri): uri is vscode.Uri => uri !== null && isDocument(uri));
  const first = visible[0];
  if (first && new Set(visible.map(String)).size === 1) return [first];
  const chosen = await vscode.window.showOpenDialog({
    title: 'Ask About Document',
    openLabel: 'Ask',
    canSelectMany: true,
    filters: { Documents: EXTENSIONS },
  });
  return chosen && chosen.length > 0 ? chosen : null;
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
  try {
    return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
  } catch {
    return false;
  }
}
