import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { showWarning } from '../shared/workbench.ts';

/** A document that is not where its record says. */
export interface MissingDocument {
  /** Where the record says that it is. */
  readonly uri: vscode.Uri;
  /** SHA-256 of the document that was read; null if that is not known. */
  readonly sha256: string | null;
}

/**
 * Asks the person where a document is. A file with another content is accepted if the person wants it anyway.
 * @param hash SHA-256 of a document
 * @returns where it is; null if the person gave none
 * @throws PageTraceError if the chosen file cannot be read
 */
export async function askForDocument(
  { uri, sha256 }: MissingDocument,
  hash: (uri: vscode.Uri) => Promise<string>,
): Promise<vscode.Uri | null> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const [chosen] =
    (await vscode.window.showOpenDialog({
      title: t('Where Is {0}?', path.posix.basename(uri.path)),
      openLabel: t('Use This Document'),
      canSelectMany: false,
      ...(folder === undefined ? {} : { defaultUri: folder }),
    })) ?? [];
  if (chosen === undefined) return null;
  if (sha256 === null || (await hash(chosen)) === sha256) return chosen;
  const anyway = t('Use Anyway');
  const answer = await showWarning(
    t('{0} is not the document that was read: its content differs.', path.posix.basename(chosen.path)),
    { modal: true, detail: t('Claims are looked for in it all the same, and the inspector says so.') },
    anyway,
  );
  return answer === anyway ? chosen : null;
}
