import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { JudgeItem } from '../inference/judgeRequest.ts';
import type { Judged } from './model.ts';
import { readJudged, writeJudged } from './storedJudgement.ts';

/** Characters of a key by which verdicts are spread over files, so that each stays small for a million of them. */
const SPREAD = 3;

/** Characters of the files that are kept in memory. */
const HELD = 32 * 1024 * 1024;

/**
 * What a judge has said, on disk by content: the same prompt, model and sampling parameters give an item its verdict without
 * a request. Each verdict is a line that is appended whole; a line that was cut short is not read.
 */
export class VerdictCache {
  readonly #folder: string;
  readonly #most: number;
  /** The texts of files, the last used one last. */
  readonly #texts = new Map<string, string>();
  #held = 0;

  private constructor(folder: string, most: number) {
    this.#folder = folder;
    this.#most = most;
  }

  /**
   * Opens the verdicts of one judge.
   * @param folder of the verdicts of all judges, which exists
   * @param identity all that its verdicts depend on, beside the items
   * @param held characters of files that are kept in memory
   * @throws PageTraceError `file-unwritable`
   */
  static async open(folder: string, identity: readonly unknown[], held = HELD): Promise<VerdictCache> {
    const own = path.join(folder, hashOf(identity).slice(0, 32));
    try {
      await fs.mkdir(own);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
        throw unwritableCache(folder, error);
    }
    return new VerdictCache(own, held);
  }

  /** The key of an item. */
  static keyOf({ question, reference, answer }: JudgeItem): string {
    return hashOf([question, reference, answer]);
  }

  /** What the judge said of an item; null if that is not known. */
  async find(key: string): Promise<Judged | null> {
    const text = await this.#read(key.slice(0, SPREAD));
    // The last one counts: an earlier one may have been cut short.
    const at = text.lastIndexOf(`\n${key} `);
    if (at < 0) return null;
    const start = at + key.length + 2;
    const end = text.indexOf('\n', start);
    return end < 0 ? null : readJudged(text.slice(start, end));
  }

  /**
   * Keeps what the judge said of items.
   * @throws PageTraceError `file-unwritable`
   */
  async add(verdicts: readonly (readonly [key: string, judged: Judged])[]): Promise<void> {
    for (const [key, judged] of verdicts) {
      const name = key.slice(0, SPREAD);
      // It begins with a line feed, so that it is a line of its own behind one that was cut short.
      const line = `\n${key} ${writeJudged(judged)}\n`;
      const file = path.join(this.#folder, name);
      try {
        await fs.appendFile(file, line);
      } catch (error) {
        throw unwritableCache(file, error);
      }
      const held = this.#texts.get(name);
      if (held !== undefined) this.#hold(name, held + line);
    }
  }

  async #read(name: string): Promise<string> {
    const held = this.#texts.get(name);
    // What cannot be read is judged again.
    const text = held ?? (await fs.readFile(path.join(this.#folder, name), 'utf8').catch(() => ''));
    this.#hold(name, text);
    return text;
  }

  #hold(name: string, text: string): void {
    this.#held += text.length - (this.#texts.get(name)?.length ?? 0);
    this.#texts.delete(name);
    this.#texts.set(name, text);
    for (const [oldest, { length }] of this.#texts) {
      if (this.#held <= this.#most) return;
      this.#texts.delete(oldest);
      this.#held -= length;
    }
  }
}

/** A hash of plain data. */
function hashOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function unwritableCache(file: string, cause: unknown): PageTraceError {
  return new PageTraceError('file-unwritable', t('The verdicts cannot be kept in {0}.', file), {
    hint: t('Check that you may write there and that there is room, or name another folder.'),
    cause,
  });
}
