import { createHash } from 'node:crypto';
import path from 'node:path';
import * as v from 'valibot';
import { parsedJson } from '../../core/parsedJson.ts';
import { makeFolder } from '../../documents/makeFolder.ts';
import { fileError, readRegularFile } from '../../documents/regularFile.ts';
import { replaceFile } from '../../documents/replaceFile.ts';
import { drawnGoldBox, type DrawnGoldBox } from '../../protocol/goldBoxes.ts';

/** The most bytes of a file that are read: far more boxes than a person draws. */
const LONGEST = 64 * 1024 * 1024;

const stored = v.object({ boxes: v.array(drawnGoldBox) });

/**
 * The gold boxes that a person drew, on disk by question, so that they are there wherever the question stands. Documents
 * are named by their URIs.
 */
export interface KeptGoldBoxes {
  /**
   * The boxes for a question, of whatever documents.
   * @throws PageTraceError `file-unreadable`
   */
  find(question: string): Promise<readonly DrawnGoldBox[]>;
  /**
   * Keeps the boxes for a question instead of those that were known before. What another view has kept stays.
   * @param by the view that keeps them, as listeners are told
   * @throws PageTraceError `file-unwritable`, `file-unreadable`
   */
  keep(
    question: string,
    known: readonly DrawnGoldBox[],
    now: readonly DrawnGoldBox[],
    by?: object,
  ): Promise<void>;
  /** Calls `listener` when boxes for a question were kept here, until the returned function is called. */
  listen(listener: KeptListener): () => void;
}

type KeptListener = (question: string, by: object | undefined) => void;

/** Gold boxes in a folder with a file for each question. */
export class GoldBoxFolder implements KeptGoldBoxes {
  readonly #folder: string;
  readonly #listeners = new Set<KeptListener>();
  /** Ends when what was asked for so far is done. */
  #done: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find(question: string): Promise<readonly DrawnGoldBox[]> {
    await this.#done;
    return read(this.#fileOf(question));
  }

  listen(listener: KeptListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  keep(
    question: string,
    known: readonly DrawnGoldBox[],
    now: readonly DrawnGoldBox[],
    by?: object,
  ): Promise<void> {
    const kept = this.#done.then(async () => {
      const file = this.#fileOf(question);
      await write(file, question, [...without(await read(file), [...known, ...now]), ...now]);
      for (const listener of this.#listeners) listener(question, by);
    });
    this.#done = kept.catch(() => undefined);
    return kept;
  }

  #fileOf(question: string): string {
    const name = createHash('sha256').update(question).digest('hex');
    return path.join(this.#folder, `${name}.json`);
  }
}

async function read(file: string): Promise<readonly DrawnGoldBox[]> {
  const bytes = await readRegularFile(file, LONGEST).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Uint8Array();
    throw fileError(path.basename(file), error);
  });
  const held = v.safeParse(stored, parsedJson(new TextDecoder().decode(bytes)));
  return held.success ? held.output.boxes : [];
}

async function write(file: string, question: string, boxes: readonly DrawnGoldBox[]): Promise<void> {
  await makeFolder(path.dirname(file));
  await replaceFile(file, JSON.stringify({ question, boxes }));
}

/** The boxes that are not among others. */
function without(boxes: readonly DrawnGoldBox[], others: readonly DrawnGoldBox[]): readonly DrawnGoldBox[] {
  const left = new Set(others.map(keyOf));
  return boxes.filter((box) => !left.has(keyOf(box)));
}

const keyOf = ({ document, page, box: { left, top, right, bottom } }: DrawnGoldBox): string =>
  JSON.stringify([document, page, left, top, right, bottom]);
