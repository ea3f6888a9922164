import path from 'node:path';
import type { HeldImage } from '../core/datasets/model.ts';
import type { Documents, OpenDocument } from '../documents/model.ts';
import { ParquetImages } from './dataset/parquetImages.ts';

/** Where a document is: a file, or an image in a Parquet file, where its path is but a name. */
export interface DocumentPlace {
  readonly path: string;
  readonly held: HeldImage | null;
}

/** What tells documents apart. Images in Parquet files may share a name. */
export function documentKey({ path: file, held }: DocumentPlace): string {
  return held === null ? file : JSON.stringify([held.file, held.row, held.column, held.index]);
}

/** A document that is open, and how many questions use it. */
interface Held {
  readonly document: Promise<OpenDocument>;
  users: number;
}

/**
 * Open documents of an evaluation: questions about the same document share it, and it stays open for a while, since data
 * sets mostly ask several questions about each.
 */
export class OpenDocuments {
  readonly #documents: Documents;
  readonly #most: number;
  readonly #images = new ParquetImages();
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
    const key = documentKey(place);
    const known = this.#held.get(key);
    const held: Held = known ?? {
      document: this.#open(place, signal),
      users: 0,
    };
    this.#held.delete(key);
    this.#held.set(key, held);
    held.users += 1;
    try {
      const document = await held.document;
      return {
        document,
        release: () => {
          held.users -= 1;
          this.#closeUnused();
        },
      };
    } catch (error) {
      if (this.#held.get(key) === held) this.#held.delete(key);
      throw error;
    }
  }

  async #open({ path: file, held }: DocumentPlace, signal: AbortSignal): Promise<OpenDocument> {
    const source =
      held === null
        ? ({ kind: 'path', path: file } as const)
        : ({ kind: 'bytes', name: path.basename(file), bytes: await this.#images.read(held) } as const);
    return hashedOnce(await this.#documents.open(source, { signal }));
  }

  #closeUnused(): void {
    let unused = [...this.#held.values()].filter(({ users }) => users === 0).length;
    for (const [file, held] of this.#held) {
      if (unused <= this.#most) return;
      if (held.users > 0) continue;
      this.#held.delete(file);
      unused -= 1;
      void held.document.then((document) => document.close()).catch(() => undefined);
    }
  }
}

/** A document that is hashed for the first question about it, and not for each. */
function hashedOnce(document: OpenDocument): OpenDocument {
  let hash: Promise<string> | null = null;
  return {
    ...document,
    hash: () => {
      hash ??= document.hash();
      return hash;
    },
  };
}
