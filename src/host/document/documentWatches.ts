import * as vscode from 'vscode';
import { isFolder } from '../shared/files.ts';
import { probeFile, watchFile, watchFolder } from './probeFile.ts';
import { realClock, waitUntilWhole, WHOLE_LIMITS, type WholeLimits } from './wholeFile.ts';

/** Waits in milliseconds. */
export interface WatchLimits extends WholeLimits {
  /** How long nothing must happen to a document before it is looked at: several events are one change. */
  readonly rests: number;
}

const WATCH_LIMITS: WatchLimits = { ...WHOLE_LIMITS, rests: 300 };

/** A document that is watched. */
interface Watched {
  readonly uri: vscode.Uri;
  readonly listeners: Set<() => void>;
  readonly watching: vscode.Disposable[];
  timer: NodeJS.Timeout | null;
  looking: AbortController;
  /** The version that was found last; null if it is not known. */
  version: string | null;
}

/** The version of a document that does not exist. */
const GONE = 'gone';

/**
 * Watches documents on disk, each once for everybody who wants to know. A document that is being written counts as
 * changed when it is complete; one that is replaced by another of the same name counts as changed once.
 */
export class DocumentWatches implements vscode.Disposable {
  readonly #limits: WatchLimits;
  readonly #watched = new Map<string, Watched>();

  constructor(limits: WatchLimits = WATCH_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Calls `changed` whenever the document at `uri` (a file, or a folder of page images) has changed, is gone, or is
   * there again, until the result is disposed of.
   */
  watch(uri: vscode.Uri, changed: () => void): vscode.Disposable {
    const key = uri.toString();
    const watched = this.#watched.get(key) ?? this.#start(uri);
    this.#watched.set(key, watched);
    // The same function may be given for several documents, or twice for one.
    const listener = (): void => {
      changed();
    };
    watched.listeners.add(listener);
    return new vscode.Disposable(() => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0) this.#end(watched);
    });
  }

  dispose(): void {
    for (const watched of this.#watched.values()) {
      watched.listeners.clear();
      this.#end(watched);
    }
  }

  #start(uri: vscode.Uri): Watched {
    const happened = (): void => {
      if (watched.timer !== null) clearTimeout(watched.timer);
      watched.looking.abort();
      watched.looking = new AbortController();
      const { signal } = watched.looking;
      watched.timer = setTimeout(() => void this.#look(watched, signal), this.#limits.rests);
    };
    const watched: Watched = {
      uri,
      listeners: new Set(),
      watching: [watchFile(uri, happened)],
      timer: null,
      looking: new AbortController(),
      version: null,
    };
    void isFolder(uri).then((isOne) => {
      if (isOne && watched.listeners.size > 0) watched.watching.push(watchFolder(uri, happened));
    });
    return watched;
  }

  #end(watched: Watched): void {
    for (const one of watched.watching) one.dispose();
    if (watched.timer !== null) clearTimeout(watched.timer);
    watched.looking.abort();
    this.#watched.delete(watched.uri.toString());
  }

  async #look(watched: Watched, signal: AbortSignal): Promise<void> {
    const version = await this.#versionOf(watched.uri, signal);
    if (signal.aborted || (version !== null && version === watched.version)) return;
    watched.version = version;
    for (const listener of watched.listeners) listener();
  }

  /**
   * A text that differs between versions of the document, once it is complete; null for a folder, whose files may
   * change without it, and for a file that cannot be read.
   */
  async #versionOf(uri: vscode.Uri, signal: AbortSignal): Promise<string | null> {
    if (await isFolder(uri)) return null;
    try {
      const whole = await waitUntilWhole(() => probeFile(uri), {
        limits: this.#limits,
        clock: realClock,
        signal,
        waiting: () => undefined,
      });
      return whole === null ? GONE : `${whole.modified} ${whole.size}`;
    } catch {
      return null;
    }
  }
}
