import fs from 'node:fs/promises';

/** Detects whether files were saved since they were added. */
export class FileStamps {
  readonly #stamps = new Map<string, string>();

  /** Records the current state of files that were not added before. */
  async add(files: readonly string[]): Promise<void> {
    await Promise.all(
      files
        .filter((file) => !this.#stamps.has(file))
        .map(async (file) => {
          this.#stamps.set(file, await stamp(file));
        }),
    );
  }

  /** Whether one of the files has changed. */
  async haveChanged(): Promise<boolean> {
    const now = await Promise.all([...this.#stamps].map(async ([file, was]) => (await stamp(file)) !== was));
    return now.includes(true);
  }
}

/** Modification time in nanoseconds, size, and inode, so that two saves within a second or a rename are noticed. */
async function stamp(file: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await fs.stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
}
