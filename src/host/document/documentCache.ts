import type * as vscode from 'vscode';
import type { OpenDocument } from '../../documents/model.ts';

export interface DocumentCacheDeps {
  /** @throws PageTraceError what opening the document says. */
  readonly open: (uri: vscode.Uri) => Promise<OpenDocument>;
  /** A text that differs between versions of the file. */
  readonly version: (uri: vscode.Uri) => Promise<string>;
}

/** An open document, and how many uses of it are under way. */
interface Open {
  readonly version: string;
  readonly document: Promise<OpenDocument>;
  uses: number;
  /** Whether it is closed as soon as no use is under way. */
  closesWhenUnused: boolean;
}

/**
 * Documents that stay open from one use to the next for as long as a view or a question input keeps them open, because
 * opening a large document for every page takes longer than the page. A file that has changed is opened again.
 */
export class DocumentCache {
  readonly #deps: DocumentCacheDeps;
  readonly #holders = new Map<string, number>();
  readonly #open = new Map<string, Open>();

  constructor(deps: DocumentCacheDeps) {
    this.#deps = deps;
  }

  /** Keeps the document at `uri` open once it is used, until what is returned is disposed of. */
  keepOpen(uri: vscode.Uri): { dispose(): void } {
    const key = uri.toString();
    this.#holders.set(key, (this.#holders.get(key) ?? 0) + 1);
    let isHeld = true;
    return {
      dispose: () => {
        if (!isHeld) return;
        isHeld = false;
        const left = (this.#holders.get(key) ?? 1) - 1;
        if (left > 0) this.#holders.set(key, left);
        else {
          this.#holders.delete(key);
          this.#release(key);
        }
      },
    };
  }

  /**
   * Uses the document at `uri`: the open one where it is kept open; otherwise it is closed after this use.
   * @throws PageTraceError what opening the document says.
   */
  async with<T>(uri: vscode.Uri, use: (document: OpenDocument) => Promise<T>): Promise<T> {
    const key = uri.toString();
    const version = await this.#deps.version(uri);
    if (this.#open.get(key)?.version !== version) this.#release(key);
    const open = this.#open.get(key) ?? {
      version,
      document: this.#deps.open(uri),
      uses: 0,
      closesWhenUnused: !this.#holders.has(key),
    };
    open.uses++;
    if (!open.closesWhenUnused) this.#open.set(key, open);
    try {
      return await use(await open.document);
    } catch (error) {
      // The next attempt may succeed: the password may be typed, or the file be there by then.
      await open.document.catch(() => {
        if (this.#open.get(key) === open) this.#open.delete(key);
      });
      throw error;
    } finally {
      open.uses--;
      await closeUnused(open);
    }
  }

  #release(key: string): void {
    const open = this.#open.get(key);
    if (!open) return;
    this.#open.delete(key);
    open.closesWhenUnused = true;
    void closeUnused(open);
  }
}

async function closeUnused(open: Open): Promise<void> {
  if (!open.closesWhenUnused || open.uses > 0) return;
  await open.document.then((document) => document.close()).catch(() => undefined);
}
