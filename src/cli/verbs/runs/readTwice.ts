import type { Stats } from 'node:fs';
import fs from 'node:fs/promises';
import { PageTraceError } from '../../../core/errors.ts';

/** Files that are read twice: groups, which a filter asks for, are known after everything is read. */
export class FilesReadTwice {
  readonly #files: readonly string[];
  #before: readonly (string | null)[] = [];

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  /**
   * Looks at the files before they are read the first time. What is not there is reported when it is read.
   * @throws PageTraceError `bad-input` for standard input, pipes and devices
   */
  async requireReadable(): Promise<void> {
    this.#before = await this.#identities();
  }

  /**
   * Checks, before they are read the second time, that they are still the same.
   * @throws PageTraceError `bad-input` for one that was changed or replaced
   */
  async requireUnchanged(): Promise<void> {
    const now = await this.#identities();
    const changed = this.#files.find((_, at) => {
      const [before, after] = [this.#before[at] ?? null, now[at] ?? null];
      return before !== null && after !== null && before !== after;
    });
    if (changed === undefined) return;
    throw new PageTraceError('bad-input', `${changed} was changed while it was read.`, {
      hint: '--where asks for groups, so the files are read twice. Run it again when nothing writes to them.',
    });
  }

  async #identities(): Promise<readonly (string | null)[]> {
    const identities: (string | null)[] = [];
    for (const file of this.#files) {
      if (file === '-') throw readOnce('standard input');
      const stats = await fs.stat(file).catch(() => null);
      if (stats !== null && !stats.isFile() && !stats.isDirectory()) throw readOnce(file);
      identities.push(stats === null ? null : identityOf(stats));
    }
    return identities;
  }
}

/** What tells a regular file from another one at its path, and from itself with other content. */
function identityOf(stats: Stats): string | null {
  return stats.isFile() ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : null;
}

function readOnce(name: string): PageTraceError {
  return new PageTraceError(
    'bad-input',
    `--where asks for groups, which are known after everything is read, and ${name} can be read only once.`,
    { hint: 'Write the samples to a file, and name the file.' },
  );
}
