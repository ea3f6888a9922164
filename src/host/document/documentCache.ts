import type * as vscode from 'vscode';
import type { OpenDocument } from '../../documents/model.ts';

export interface DocumentCacheDeps {
  /** @throws PageTraceError the error of opening the document */
  readonly open: (uri: vscode.Uri) => Promise<OpenDocument>;
  /** A text that differs between versions of the file. */
  readonly version: (uri: vscode.Uri) => Promise<string>;
}

/** An open document, and how many uses of it are running. */
interface Open {
  readonly version: string;
  readonly document: Promise<OpenDocument>;
  uses: number;
  /** Whether it is closed as soon as no use is running. */
  closesWhenUnused: boolean;
}

/**
 * Documents that stay open between uses while a view or a question input needs them, because opening a large document
 * for every page takes longer than the page. A file that has changed is opened again.
 */
export class DocumentCache {
  readonly #deps: DocumentCacheDeps;
  readonly #holders = new Map<string, number>();
  readonly #open = new Map<string, Open>();

  constructor(deps: DocumentCacheDeps) {
    this.#deps = deps;
  }

  /** Keeps the document at `uri` open after its first use, until the returned object is disposed of. */
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
   * Uses the document at `uri`: the open one if it is kept open; otherwise it is closed after this use.
   * @throws PageTraceError the error of opening the document
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
      // The next attempt may succeed, once the password is entered or the file exists.
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
