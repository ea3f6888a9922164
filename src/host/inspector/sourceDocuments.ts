import type * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import type { DocumentReference } from '../../core/records/model.ts';
import type { TrajectorySourceDeps } from './sourceDeps.ts';

export interface SourceDocumentsDeps {
  readonly deps: Pick<TrajectorySourceDeps, 'hashNow' | 'watchDocument' | 'permitFile' | 'log'>;
  /** Fires when a document may have become readable, or stands elsewhere now. */
  readonly onDidMove: (listener: () => void) => { dispose(): void };
  /** The file that names the documents; null for a question. */
  readonly from: vscode.Uri | null;
  /** The documents that are named now. */
  readonly named: () => readonly DocumentReference[];
  /** The file of a document, where it is now. */
  readonly resolve: (reference: string) => vscode.Uri;
  /** A document has another content than before, is gone, is there again, or stands elsewhere. */
  readonly changed: () => void;
}

/** What a comparison found. */
interface Found {
  /** The documents that have changed since the question was asked, as the record names them. */
  readonly changed: ReadonlySet<string>;
  /** The documents that cannot be read. */
  readonly gone: ReadonlySet<string>;
  /** The edition of the documents. */
  readonly edition: number;
}

/**
 * The documents of a source, compared with those that the question was asked about: when it is opened, and whenever they
 * change on disk.
 */
export class SourceDocuments {
  readonly #deps: SourceDocumentsDeps;
  /** By the file of the document. */
  readonly #watched = new Map<string, { dispose(): void }>();
  /** The first and the last hash of each file that was read. */
  readonly #hashes = new Map<string, { readonly first: string; readonly last: string }>();
  #edition = 0;
  /** What was found last; null before the first comparison has ended. */
  #found: Found | null = null;
  #comparing = new AbortController();
  #isDisposed = false;
  readonly #listening: { dispose(): void };

  constructor(deps: SourceDocumentsDeps) {
    this.#deps = deps;
    this.#listening = deps.onDidMove(() => {
      deps.changed();
      void this.compare();
    });
  }

  /** Increases each time a document gets another content or is there again: its pages have to be drawn again. */
  get edition(): number {
    return this.#edition;
  }

  /**
   * Whether a document has another content than when the question was asked or, if the record does not say, than when it
   * was read first.
   */
  hasChanged(reference: string): boolean {
    return this.#found?.changed.has(reference) ?? false;
  }

  /** Whether a document is not where it should be, or cannot be read. */
  isMissing(reference: string): boolean {
    return this.#found?.gone.has(reference) ?? false;
  }

  /** Compares the documents that are named now, and watches them from now on. */
  async compare(): Promise<void> {
    if (this.#isDisposed) return;
    this.#comparing.abort();
    this.#comparing = new AbortController();
    const { signal } = this.#comparing;
    const isOver = (): boolean => signal.aborted;
    const { deps, from, named, resolve } = this.#deps;
    const [changed, gone, present] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const { path, sha256 } of named()) {
      try {
        const uri = resolve(path);
        const key = uri.toString();
        present.add(key);
        await deps.permitFile(uri, from, 'never');
        if (isOver()) return;
        this.#watch(uri);
        const now = await deps.hashNow(uri, signal);
        if (isOver()) return;
        if (now === null) {
          gone.add(path);
          // What is shown of it is still that of the changed document.
          if (this.hasChanged(path)) changed.add(path);
          continue;
        }
        const { first = now, last = now } = this.#hashes.get(key) ?? {};
        this.#hashes.set(key, { first, last: now });
        if (now !== last || this.#found?.gone.has(path) === true) this.#edition += 1;
        if (now !== (sha256 ?? first)) changed.add(path);
      } catch (error) {
        deps.log(`${path}: ${asPageTraceError(error).message}`);
      }
    }
    for (const key of this.#watched.keys()) if (!present.has(key)) this.#unwatch(key);
    const found: Found = { changed, gone, edition: this.#edition };
    const before = this.#found ?? { ...found, changed: new Set() };
    this.#found = found;
    if (!areEqual(found, before)) this.#deps.changed();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#comparing.abort();
    this.#listening.dispose();
    for (const key of this.#watched.keys()) this.#unwatch(key);
  }

  #watch(uri: vscode.Uri): void {
    const key = uri.toString();
    if (this.#watched.has(key)) return;
    this.#watched.set(
      key,
      this.#deps.deps.watchDocument(uri, () => void this.compare()),
    );
  }

  #unwatch(key: string): void {
    this.#watched.get(key)?.dispose();
    this.#watched.delete(key);
  }
}

function areEqual(one: Found, other: Found): boolean {
  return (
    one.edition === other.edition && haveSame(one.changed, other.changed) && haveSame(one.gone, other.gone)
  );
}

function haveSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}
