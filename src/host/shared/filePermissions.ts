import * as vscode from 'vscode';

/** The folders outside of the workspace that the person has allowed, in the memory of the workspace. */
const ALLOWED = 'pagetrace.allowedFolders';

/** Where a path may lead, and what the person is told and asked; loaded when a file first names another. */
const rules = () => import('./namedPath.ts');

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
  /** The folders that the person chose in the settings for what a file names. */
  readonly chosenFolders: (from: vscode.Uri) => Promise<readonly string[]>;
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
  /** The files that named a folder that the person refused: their views ask about no other one. */
  readonly #refused = new Set<string>();
  /** The last question; the next one waits for its answer. */
  #asked: Promise<unknown> = Promise.resolve();

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
    const { foldersOutside } = await rules();
    let hasAsked: boolean;
    do {
      hasAsked = false;
      for await (const folder of foldersOutside(uri, from))
        if (await this.#permitFolder(folder, uri, from, asks)) hasAsked = true;
      // While the person was asked, links may have changed: the path may now lead to another folder.
    } while (hasAsked);
  };

  /**
   * Whether `permit` would permit a file that the file `from` names, without asking.
   * @throws PageTraceError if it could not be permitted by asking either
   */
  async isPermitted(uri: vscode.Uri, from: vscode.Uri): Promise<boolean> {
    const { foldersOutside } = await rules();
    for await (const folder of foldersOutside(uri, from))
      if (!this.#deps.trusted() || !(await this.#isAllowed(folder, from))) return false;
    return true;
  }

  /** Whether a file is in a folder of the workspace, after following links. */
  async isInWorkspace(uri: vscode.Uri): Promise<boolean> {
    return (await rules()).isInWorkspace(uri);
  }

  /**
   * The text of a file that `from` names, or with null the person: of an editor, saved or not, otherwise on disk.
   * @throws PageTraceError as `permit` does; `file-not-found` if it cannot be read otherwise
   */
  async readText(uri: vscode.Uri, from: vscode.Uri | null, asks: Asks): Promise<string> {
    await this.permit(uri, from, asks);
    const text = await (await rules()).readText(uri);
    // A link may have changed before the file was opened.
    await this.permit(uri, from, 'never');
    return text;
  }

  /** Forgets every folder that the person has allowed or refused: PageTrace asks again. */
  async forget(): Promise<void> {
    this.#refused.clear();
    await this.#deps.memory.update(ALLOWED, []);
    this.#changed.fire();
  }

  /**
   * Permits a folder outside of the workspace. Returns whether the person was asked.
   * @throws PageTraceError `untrusted`; `file-unreadable` if it is not allowed
   */
  async #permitFolder(folder: string, uri: vscode.Uri, from: vscode.Uri, asks: Asks): Promise<boolean> {
    const { forbidden, notAllowed } = await rules();
    if (!this.#deps.trusted()) throw forbidden(uri);
    if (await this.#isAllowed(folder, from)) return false;
    if (asks === 'never' || !(await this.#ask(folder, from, asks))) throw notAllowed(uri, folder);
    return true;
  }

  /** Asks about a folder, unless another question has just answered that; returns whether it is allowed. */
  #ask(folder: string, from: vscode.Uri, asks: Asks): Promise<boolean> {
    const answer = this.#asked.then(async () => {
      if (this.#allowed().includes(folder)) return true;
      const key = from.toString();
      if (asks === 'once' && this.#refused.has(key)) return false;
      const { askAboutFolder } = await rules();
      if (!(await askAboutFolder(folder, from))) {
        this.#refused.add(key);
        return false;
      }
      await this.#deps.memory.update(ALLOWED, [...this.#allowed(), folder]);
      this.#changed.fire();
      return true;
    });
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  /** Whether the person has allowed a folder, or chosen it or one around it. */
  async #isAllowed(folder: string, from: vscode.Uri): Promise<boolean> {
    if (this.#allowed().includes(folder)) return true;
    return (await rules()).isInFolders(folder, await this.#deps.chosenFolders(from));
  }

  #allowed(): readonly string[] {
    return this.#deps.memory.get<readonly string[]>(ALLOWED, []);
  }
}
