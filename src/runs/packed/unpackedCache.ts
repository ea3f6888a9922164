import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import { foldersOf, trimUnpacked, unpackedFolder } from './unpackedFolder.ts';
import { UnpackedText } from './unpackedText.ts';

/** What bounds unpacked files. */
export interface UnpackedLimits {
  /** Bytes that all of them may take; those that were not used for the longest time are removed. */
  readonly unpackedQuota: number;
  /** Bytes of the disk that are left free. */
  readonly unpackedFree: number;
  /** Bytes that are written until it is looked again whether there is room for more. */
  readonly unpackedCheck: number;
  /** Milliseconds after which a window that says nothing more no longer uses anything. */
  readonly leaseTime: number;
}

/** How many times the quota a file may seem to be unpacked to, by its beginning, before that is believed. */
const DOUBT = 4;

/** Why a file is not kept in the cache, in a sentence for the person. */
export class NotKept extends Error {}

/** The part of the cache that holds the texts of packed files. */
export class UnpackedCache {
  readonly #cache: string;
  readonly #folder: string;
  readonly #limits: UnpackedLimits;
  #checked: Promise<unknown> | null = null;
  /** Bytes that were written since it was looked whether there is room. */
  #unchecked = 0;

  constructor(cache: string, limits: UnpackedLimits) {
    this.#cache = cache;
    this.#folder = unpackedFolder(cache);
    this.#limits = limits;
  }

  /** The text that a file with this key was unpacked to before; null if there is none. */
  async find(key: string): Promise<UnpackedText | null> {
    for (const folder of await foldersOf(this.#folder, key)) {
      const text = await UnpackedText.open(folder, this.#limits.leaseTime);
      if (text !== null) return text;
    }
    return null;
  }

  /**
   * Begins the text of a file.
   * @throws NotKept
   */
  async create(key: string): Promise<UnpackedText> {
    const { unpackedQuota, leaseTime } = this.#limits;
    // What windows have left that were ended is removed once.
    this.#checked ??= trimUnpacked(this.#folder, unpackedQuota, leaseTime);
    await this.#checked;
    try {
      return await UnpackedText.create(path.join(this.#folder, `${key}-${randomUUID()}`), leaseTime);
    } catch (error) {
      throw notWritten(this.#cache, error);
    }
  }

  /**
   * Adds to a text as long as there is room for it, which others make that are not used.
   * @param share of the file that it was unpacked from, from 0 to 1, as far as that is known
   * @throws NotKept
   */
  async write(text: UnpackedText, chunk: Buffer, file: string, share: number): Promise<void> {
    const { unpackedCheck } = this.#limits;
    try {
      await text.write(chunk);
    } catch (error) {
      throw notWritten(this.#cache, error);
    }
    this.#unchecked += chunk.length;
    if (this.#unchecked < unpackedCheck) return;
    this.#unchecked = 0;
    await this.#checkRoom(text, file, share);
  }

  async #checkRoom({ bytes }: UnpackedText, file: string, share: number): Promise<void> {
    const { unpackedQuota, unpackedFree, leaseTime } = this.#limits;
    const isHuge = share > 0 && bytes / share > DOUBT * unpackedQuota;
    if (isHuge || (await trimUnpacked(this.#folder, unpackedQuota, leaseTime)) > unpackedQuota)
      throw new NotKept(
        t(
          '{0} is not kept unpacked: all packed files together may take {1} MB. It takes longer to show its rows.',
          file,
          wholeNumber(Math.floor(unpackedQuota / 1e6)),
        ),
      );
    const stats = await fs.promises.statfs(this.#folder).catch(() => null);
    if (stats !== null && stats.bavail * stats.bsize < unpackedFree) throw new NotKept(fullDisk(this.#cache));
  }
}

function notWritten(cache: string, error: unknown): NotKept {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const sentence = isFull
    ? fullDisk(cache)
    : t(
        'Packed files cannot be kept unpacked: the cache cannot be written. It takes longer to show their rows. Check that you may write in {0}.',
        cache,
      );
  return new NotKept(sentence, { cause: error });
}

function fullDisk(cache: string): string {
  return t(
    'Packed files are not kept unpacked: the disk is nearly full. It takes longer to show their rows. Make room on the disk of {0}, and open the run again.',
    cache,
  );
}
