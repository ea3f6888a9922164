import fs from 'node:fs/promises';
import path from 'node:path';
import type { HeldImage } from '../core/datasets/model.ts';
import { once } from '../core/once.ts';
import type { Documents, OpenDocument } from '../documents/model.ts';
import { heldImages } from '../runs/tables/heldImages.ts';

/** Where a document is: a file, or an image in a Parquet file, where its path is but a name. */
export interface DocumentPlace {
  readonly path: string;
  readonly held: HeldImage | null;
}

/** What tells documents apart. Images in Parquet files may share a name. */
function documentKey({ path: file, held }: DocumentPlace): string {
  return held === null ? file : JSON.stringify([held.file, held.row, held.column, held.index]);
}

/** A document that is open, and how many questions use it. */
interface Held {
  readonly document: Promise<OpenDocument>;
  /** Tells whether the file may have another content by now. */
  readonly stamp: string;
  users: number;
}

/**
 * Open documents of an evaluation: questions about the same document share it, and it stays open for a while, since data
 * sets mostly ask several questions about each. A file that was replaced meanwhile is opened again.
 */
export class OpenDocuments {
  readonly #documents: Documents;
  readonly #most: number;
  readonly #readHeld = heldImages();
  /** By their keys, those that were used last at the end. */
  readonly #held = new Map<string, Held>();

  /** @param most documents that stay open although no question uses them */
  constructor(documents: Documents, most: number) {
    this.#documents = documents;
    this.#most = most;
  }

  /**
   * Opens a document, or shares it.
   * @returns the document, and what gives it back; call it once
   * @throws PageTraceError the errors of the documents room
   */
  async take(
    place: DocumentPlace,
    signal: AbortSignal,
  ): Promise<{ readonly document: OpenDocument; readonly release: () => void }> {
    // Before its content is read: a file that changes meanwhile has another stamp later.
    const stamp = place.held === null ? await stampOf(place.path) : '';
    const key = documentKey(place);
    const known = this.#held.get(key);
    const held = known?.stamp === stamp ? known : this.#replace(key, place, stamp, signal);
    this.#held.delete(key);
    this.#held.set(key, held);
    held.users += 1;
    try {
      const document = await held.document;
      return {
        document,
        release: () => {
          held.users -= 1;
          if (this.#held.get(key) === held) this.#closeUnused();
          else if (held.users === 0) close(held);
        },
      };
    } catch (error) {
      if (this.#held.get(key) === held) this.#held.delete(key);
      throw error;
    }
  }

  #replace(key: string, place: DocumentPlace, stamp: string, signal: AbortSignal): Held {
    const replaced = this.#held.get(key);
    if (replaced?.users === 0) close(replaced);
    return { document: this.#open(place, signal), stamp, users: 0 };
  }

  async #open({ path: file, held }: DocumentPlace, signal: AbortSignal): Promise<OpenDocument> {
    const opened = await (held === null
      ? this.#documents.open({ kind: 'path', path: file }, { signal })
      : this.#documents.open(
          { kind: 'bytes', name: path.basename(file), bytes: await this.#readHeld(held) },
          { signal },
        ));
    return { ...opened, hash: once(() => opened.hash()) };
  }

  #closeUnused(): void {
    let unused = [...this.#held.values()].filter(({ users }) => users === 0).length;
    for (const [file, held] of this.#held) {
      if (unused <= this.#most) return;
      if (held.users > 0) continue;
      this.#held.delete(file);
      unused -= 1;
      close(held);
    }
  }
}

function close({ document }: Held): void {
  void document.then((opened) => opened.close()).catch(() => undefined);
}

/** Tells by its size and times whether a file may have another content by now; empty if there is none. */
async function stampOf(file: string): Promise<string> {
  const stats = await fs.stat(file).catch(() => null);
  return stats === null ? '' : `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
}
