import fs from 'node:fs/promises';

/** Tells whether files have been saved since they were looked at last. */
export class FileStamps {
  readonly #stamps = new Map<string, string>();

  /** Looks at files that are new to it. */
  async add(files: readonly string[]): Promise<void> {
    await Promise.all(
      files
        .filter((file) => !this.#stamps.has(file))
        .map(async (file) => {
          this.#stamps.set(file, await stamp(file));
        }),
    );
  }

  /** Whether one of the files is another than it was. */
  async changed(): Promise<boolean> {
    const now = await Promise.all([...this.#stamps].map(async ([file, was]) => (await stamp(file)) !== was));
    return now.includes(true);
  }
}

/** Nanoseconds, size and identity: saving twice within a second, or by renaming, makes another stamp. */
async function stamp(file: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await fs.stat(file, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch {
    return 'missing';
  }
}
