import type { Stats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { readHeldPath } from '../../core/datasets/heldPath.ts';
import { PageTraceError } from '../../core/errors.ts';
import { folderEntries } from '../../documents/folderEntries.ts';
import { notRegular, readRegularFile, tooLarge } from '../../documents/regularFile.ts';
import { showWarning } from './workbench.ts';

/** The most bytes of a prompt or a composite reward. */
const MOST_TEXT = 5 * 1024 * 1024;

/** The most bytes of a document. */
const MOST_DOCUMENT = 4 * 1024 * 1024 * 1024;

/**
 * The folders outside of the workspace in which reading `uri`, which the file `from` names, would read: that of the
 * file, or a folder itself, and then those that the links in it lead to. What is in a folder is looked at only after
 * the next one was asked for. None if nothing is there.
 * @throws PageTraceError `file-unreadable` for another machine and for what is no regular file or folder,
 * `document-too-large`
 */
export async function* foldersOutside(uri: vscode.Uri, from: vscode.Uri): AsyncGenerator<string, void> {
  requireKnownMachine(uri, from);
  if (uri.scheme !== 'file') return;
  const held = heldIn(uri);
  if (held !== null) yield* foldersOutside(held, from);
  const real = await realPath(uri);
  if (real === null) return;
  const found = await fs.stat(real);
  const folder = found.isDirectory() ? real : path.dirname(real);
  if (!(await isInRoots(folder, from))) yield folder;
  if (!found.isDirectory()) requireReadable(found, uri);
  else for (const linked of await linkedFolders(real)) if (!(await isInRoots(linked, from))) yield linked;
}

/** Whether a file is in a folder of the workspace, after following links. */
export async function isInWorkspace(uri: vscode.Uri): Promise<boolean> {
  if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return false;
  const held = heldIn(uri);
  if (held !== null && !(await isInWorkspace(held))) return false;
  const real = await realPath(uri);
  return real === null || (await isInRoots(real, null));
}

/**
 * The text of a file in an editor, saved or not, otherwise on disk.
 * @throws PageTraceError `file-not-found` if there is none, `document-too-large`, otherwise `file-unreadable`
 */
export async function readText(uri: vscode.Uri): Promise<string> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return open === undefined ? readSavedText(uri, MOST_TEXT) : open.getText();
}

/**
 * The text of a file on disk, of at most `maxBytes`.
 * @throws PageTraceError as `readText` does
 */
export async function readSavedText(uri: vscode.Uri, maxBytes: number): Promise<string> {
  try {
    if (uri.scheme === 'file') return new TextDecoder().decode(await readRegularFile(uri.fsPath, maxBytes));
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size > maxBytes) throw tooLarge(uri.path, maxBytes);
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    if (error instanceof PageTraceError) throw error;
    throw unreadable(uri, error, isMissing(error) ? 'file-not-found' : 'file-unreadable');
  }
}

/** Whether an error of a file system means that there is no file. */
function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENOENT', 'ENOTDIR', 'FileNotFound'].includes(String(error.code))
  );
}

/** Asks the person whether files in a folder outside of the workspace may be read. */
export async function askAboutFolder(folder: string, from: vscode.Uri): Promise<boolean> {
  const allow = t('Allow');
  const pressed = await showWarning(
    t('May PageTrace read files in {0}?', folder),
    {
      modal: true,
      detail: t(
        '{0} names a file there, outside of this workspace. PageTrace asks once for each folder; PageTrace: Reset Permissions takes the answer back.',
        nameOf(from) || t('A prompt'),
      ),
    },
    allow,
  );
  return pressed === allow;
}

/** The error for a file outside of the workspace in Restricted Mode. */
export function forbidden(uri: vscode.Uri): PageTraceError {
  return new PageTraceError(
    'untrusted',
    t('{0} is outside of this workspace, so it is not read in Restricted Mode.', nameOf(uri)),
    { hint: t('Trust this workspace first (Workspaces: Manage Workspace Trust).') },
  );
}

/** The error for a file in a folder that the person has not allowed. */
export function notAllowed(uri: vscode.Uri, folder: string): PageTraceError {
  return new PageTraceError(
    'file-unreadable',
    t('{0} is outside of this workspace, in {1}, where PageTrace may not read.', nameOf(uri), folder),
    {
      hint: t(
        'PageTrace asks for that once, when you inspect a trajectory or open a prompt. To be asked again, run PageTrace: Reset Permissions.',
      ),
    },
  );
}

/**
 * Nothing that a file names makes this machine open a connection: `\\HOST\...`, `//HOST/...`, `file://HOST/...`.
 * @throws PageTraceError if `uri` is neither on this machine nor where the workspace or the file that names it is
 */
function requireKnownMachine(uri: vscode.Uri, from: vscode.Uri): void {
  // Only on other systems than Windows does the path of a URI contain backslashes; it means the same there.
  const hasHost = uri.authority !== '' || uri.path.startsWith('//');
  const isOnSameHost =
    uri.scheme === 'file' &&
    from.scheme === 'file' &&
    uri.authority !== '' &&
    uri.authority === from.authority;
  const isKnown = (uri.scheme === 'file' && !hasHost) || isOnSameHost || isBesideOrInWorkspace(uri, from);
  if (isKnown && !uri.path.includes('\\\\')) return;
  throw new PageTraceError(
    'file-unreadable',
    t('{0} is on another machine, so it is not read.', uri.toString(true)),
    { hint: t('Copy it into the workspace, and name that copy.') },
  );
}

/** Whether a file is, by its name, in a workspace folder or in the folder of the file that names it. */
function isBesideOrInWorkspace(uri: vscode.Uri, from: vscode.Uri): boolean {
  if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) return true;
  const folder = vscode.Uri.joinPath(from, '..');
  return (
    uri.scheme === from.scheme &&
    uri.authority === from.authority &&
    uri.path.startsWith(folder.path.endsWith('/') ? folder.path : `${folder.path}/`)
  );
}

/** The Parquet file that an image is in which is named by its place there; null for the path of a file. */
function heldIn(uri: vscode.Uri): vscode.Uri | null {
  const held = readHeldPath(uri.fsPath);
  return held === null ? null : vscode.Uri.file(held.file);
}

/** The path behind all links; null if nothing is there. */
async function realPath(uri: vscode.Uri): Promise<string | null> {
  try {
    return await fs.realpath(uri.fsPath);
  } catch (error) {
    // What can be opened but has no path, such as a deleted file that a process still has open, is no file of a person.
    const isThere = await fs.stat(uri.fsPath).catch(() => null);
    if (isThere === null && isMissing(error)) return null;
    throw unreadable(uri, error, 'file-unreadable');
  }
}

function unreadable(
  uri: vscode.Uri,
  cause: unknown,
  reason: 'file-not-found' | 'file-unreadable',
): PageTraceError {
  return new PageTraceError(reason, t('{0} could not be read.', nameOf(uri)), {
    hint: t('Check that it still exists and that you have permission to read it.'),
    cause,
  });
}

/** The folders of the files that links in a folder lead to. */
async function linkedFolders(folder: string): Promise<ReadonlySet<string>> {
  const folders = new Set<string>();
  for (const entry of await folderEntries(folder)) {
    if (!entry.isSymbolicLink()) continue;
    const target = await realPath(vscode.Uri.file(path.join(folder, entry.name)));
    if (target !== null) folders.add(path.dirname(target));
  }
  return folders;
}

/** Whether a path is in a workspace folder, or in the folder of the file that names it if that is in none. */
async function isInRoots(real: string, from: vscode.Uri | null): Promise<boolean> {
  const roots = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  // A root has no folder: it stands for a file that is not known.
  const isFile = from?.scheme === 'file' && from.path !== '/';
  if (isFile && vscode.workspace.getWorkspaceFolder(from) === undefined)
    roots.push(vscode.Uri.joinPath(from, '..'));
  for (const root of roots) {
    if (root.scheme !== 'file') continue;
    const folder = await fs.realpath(root.fsPath).catch(() => null);
    if (folder !== null && isWithin(real, folder)) return true;
  }
  return false;
}

/** Whether a path without links is one of some folders, or within one, after following their links. */
export async function isInFolders(real: string, folders: readonly string[]): Promise<boolean> {
  for (const each of folders) {
    const folder = await fs.realpath(each).catch(() => null);
    if (folder !== null && isWithin(real, folder)) return true;
  }
  return false;
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function requireReadable(found: Stats, { fsPath }: vscode.Uri): void {
  if (!found.isFile()) throw notRegular(fsPath);
  if (found.size > MOST_DOCUMENT) throw tooLarge(fsPath, MOST_DOCUMENT);
}

function nameOf(uri: vscode.Uri): string {
  return path.posix.basename(uri.path);
}
