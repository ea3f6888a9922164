import type { Documents, OpenDocument } from '../documents/model.ts';

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
  /** By their paths, those that were used last at the end. */
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
    file: string,
    signal: AbortSignal,
  ): Promise<{ readonly document: OpenDocument; readonly release: () => void }> {
    const known = this.#held.get(file);
    const held: Held = known ?? {
      document: this.#documents.open({ kind: 'path', path: file }, { signal }),
      users: 0,
    };
    this.#held.delete(file);
    this.#held.set(file, held);
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
      if (this.#held.get(file) === held) this.#held.delete(file);
      throw error;
    }
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
