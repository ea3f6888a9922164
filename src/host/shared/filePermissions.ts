import type { Stats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { wholeNumber } from '../../core/displayLocale.ts';
import { PageTraceError } from '../../core/errors.ts';
import { showWarning } from './workbench.ts';

/** The folders outside of the workspace that the person has allowed, in the memory of the workspace. */
const ALLOWED = 'pagetrace.allowedFolders';

/** The most bytes of a prompt or a composite reward. */
const MOST_TEXT = 5 * 1024 * 1024;

/** The most bytes of a document. */
const MOST_DOCUMENT = 4 * 1024 * 1024 * 1024;

/**
 * When the person is asked about a folder outside of the workspace: never, because they did not just do something that
 * needs the file; once, as for a view, which asks for its pages again and again; or again, because they want it now.
 */
export type Asks = 'never' | 'once' | 'again';

/**
 * Whether the file at `uri`, which the file `from` names, may be read; with null for `from`, the person chose it.
 * @throws PageTraceError why it may not
 */
export type PermitFile = (uri: vscode.Uri, from: vscode.Uri | null, asks: Asks) => Promise<void>;

export interface FilePermissionsDeps {
  /** The memory of the workspace. */
  readonly memory: vscode.Memento;
  readonly trusted: () => boolean;
}

/**
 * Decides for every path that a file of the workspace names (a document, a prompt, a reward) whether it is followed:
 * only to regular files and folders, inside of the workspace or in a folder that the person has allowed, and never to
 * another machine. Links count as what they lead to. A file that is in no workspace folder may name what is in its own
 * folder.
 */
export class FilePermissions implements vscode.Disposable {
  readonly #deps: FilePermissionsDeps;
  readonly #changed = new vscode.EventEmitter<void>();
  /** Fires when more or fewer folders are allowed than before. */
  readonly onDidChange = this.#changed.event;
  readonly #listening: vscode.Disposable;
  readonly #refused = new Set<string>();
  readonly #asking = new Map<string, Promise<boolean>>();

  constructor(deps: FilePermissionsDeps) {
    this.#deps = deps;
    this.#listening = vscode.Disposable.from(
      this.#changed,
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#changed.fire();
      }),
    );
  }

  dispose(): void {
    this.#listening.dispose();
  }

  /**
   * See `PermitFile`. A file that does not exist is permitted: whoever reads it says so.
   * @throws PageTraceError `file-unreadable` for another machine, for what is no regular file or folder, and for a
   * folder that is not allowed; `untrusted` for one outside of the workspace in Restricted Mode; `document-too-large`
   */
  readonly permit: PermitFile = async (uri, from, asks) => {
    if (from === null) return;
    requireKnownMachine(uri, from);
    if (uri.scheme !== 'file') return;
    const real = await realPath(uri);
    if (real === null) return;
    const found = await fs.stat(real);
    await this.#permitFolder(found.isDirectory() ? real : path.dirname(real), uri, from, asks);
    if (found.isDirectory())
      for (const folder of await linkedFolders(real)) await this.#permitFolder(folder, uri, from, asks);
    else requireReadable(found, uri);
  };

  /** Whether a file is in a folder of the workspace, after following links. */
  async isInWorkspace(uri: vscode.Uri): Promise<boolean> {
    if (vscode.workspace.getWorkspaceFolder(uri) === undefined) return false;
    const real = await realPath(uri);
    return real === null || (await isInRoots(real, null));
  }

  /**
   * The text of a file that `from` names, or with null the person: of an editor, saved or not, otherwise on disk.
   * @throws PageTraceError as `permit` does; `file-not-found` if it cannot be read otherwise
   */
  async readText(uri: vscode.Uri, from: vscode.Uri | null, asks: Asks): Promise<string> {
    await this.permit(uri, from, asks);
    const open = vscode.workspace.textDocuments.find(
      (document) => document.uri.toString() === uri.toString(),
    );
    if (open !== undefined) return open.getText();
    try {
      if (uri.scheme !== 'file') return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
      const { readRegularFile } = await import('../../documents/regularFile.ts');
      return new TextDecoder().decode(await readRegularFile(uri.fsPath, MOST_TEXT));
    } catch (error) {
      if (error instanceof PageTraceError) throw error;
      throw unreadable(uri, error, 'file-not-found');
    }
  }

  /** Forgets every folder that the person has allowed or refused: PageTrace asks again. */
  async forget(): Promise<void> {
    this.#refused.clear();
    await this.#deps.memory.update(ALLOWED, []);
    this.#changed.fire();
  }

  async #permitFolder(folder: string, uri: vscode.Uri, from: vscode.Uri, asks: Asks): Promise<void> {
    if (await isInRoots(folder, from)) return;
    if (!this.#deps.trusted())
      throw new PageTraceError(
        'untrusted',
        t('{0} is outside of this workspace, so it is not read in Restricted Mode.', nameOf(uri)),
        { hint: t('Trust this workspace first (Workspaces: Manage Workspace Trust).') },
      );
    if (this.#allowed().includes(folder)) return;
    if (asks === 'again' || (asks === 'once' && !this.#refused.has(folder))) {
      if (await this.#ask(folder, from)) return;
    }
    throw new PageTraceError(
      'file-unreadable',
      t('{0} is outside of this workspace, in {1}, where PageTrace may not read.', nameOf(uri), folder),
      {
        hint: t(
          'PageTrace asks for that once, when you inspect a trajectory or open a prompt. To be asked again, run PageTrace: Reset Permissions.',
        ),
      },
    );
  }

  /** Asks about a folder; concurrent calls share one question. */
  async #ask(folder: string, from: vscode.Uri): Promise<boolean> {
    const asking = this.#asking.get(folder) ?? this.#askNow(folder, from);
    this.#asking.set(folder, asking);
    try {
      return await asking;
    } finally {
      this.#asking.delete(folder);
    }
  }

  async #askNow(folder: string, from: vscode.Uri): Promise<boolean> {
    const allow = t('Allow');
    const answer = await showWarning(
      t('May PageTrace read files in {0}?', folder),
      {
        modal: true,
        detail: t(
          '{0} names a file there, outside of this workspace. PageTrace asks once for each folder; PageTrace: Reset Permissions takes the answer back.',
          nameOf(from),
        ),
      },
      allow,
    );
    if (answer !== allow) {
      this.#refused.add(folder);
      return false;
    }
    await this.#deps.memory.update(ALLOWED, [...this.#allowed(), folder]);
    this.#changed.fire();
    return true;
  }

  #allowed(): readonly string[] {
    return this.#deps.memory.get<readonly string[]>(ALLOWED, []);
  }
}

/**
 * Nothing that a file names makes this machine open a connection: `\\HOST\...`, `//HOST/...`, `file://HOST/...`.
 * @throws PageTraceError if `uri` is neither on this machine nor where the workspace or the file that names it is
 */
function requireKnownMachine(uri: vscode.Uri, from: vscode.Uri): void {
  // Only on other systems than Windows does the path of a URI contain backslashes; it means the same there.
  const hasHost = uri.authority !== '' || uri.path.startsWith('//');
  const isKnown = (uri.scheme === 'file' && !hasHost) || isBesideOrInWorkspace(uri, from);
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

/** The path behind all links; null if nothing is there. */
async function realPath(uri: vscode.Uri): Promise<string | null> {
  try {
    return await fs.realpath(uri.fsPath);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
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
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) continue;
    const target = await realPath(vscode.Uri.file(path.join(folder, entry.name)));
    if (target !== null) folders.add(path.dirname(target));
  }
  return folders;
}

/** Whether a path is in a workspace folder, or in the folder of the file that names it if that is in none. */
async function isInRoots(real: string, from: vscode.Uri | null): Promise<boolean> {
  const roots = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri);
  if (from?.scheme === 'file' && vscode.workspace.getWorkspaceFolder(from) === undefined)
    roots.push(vscode.Uri.joinPath(from, '..'));
  for (const root of roots) {
    if (root.scheme !== 'file') continue;
    const folder = await fs.realpath(root.fsPath).catch(() => null);
    if (folder !== null && isWithin(real, folder)) return true;
  }
  return false;
}

function isWithin(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function requireReadable(found: Stats, uri: vscode.Uri): void {
  if (!found.isFile())
    throw new PageTraceError('file-unreadable', t('{0} is not a regular file.', nameOf(uri)), {
      hint: t('Folders, devices and named pipes cannot be read here. Name a file.'),
    });
  if (found.size > MOST_DOCUMENT)
    throw new PageTraceError(
      'document-too-large',
      t('{0} is larger than {1} MB.', nameOf(uri), wholeNumber(MOST_DOCUMENT / 1024 / 1024)),
      { hint: t('Name a smaller file.') },
    );
}

function nameOf(uri: vscode.Uri): string {
  return path.posix.basename(uri.path);
}
