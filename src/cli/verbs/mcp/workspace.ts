import fs from 'node:fs/promises';
import path from 'node:path';
import { PageTraceError } from '../../../core/errors.ts';
import { joinChoices } from '../../../core/joinList.ts';

/** The most entries of a folder that are looked at, in all folders below it. */
const MOST_ENTRIES = 100_000;

/** Folders that no command enters. */
const isSkipped = (name: string): boolean =>
  name.startsWith('.') || name === 'node_modules' || name === '__pycache__';

/** The folders that an assistant may use. What is named is looked at where its links lead. */
export class Workspace {
  readonly #roots: readonly string[];
  readonly #mostEntries: number;

  private constructor(roots: readonly string[], mostEntries: number) {
    this.#roots = roots;
    this.#mostEntries = mostEntries;
  }

  /** @throws PageTraceError `bad-input` for something that is not a folder */
  static async open(folders: readonly string[], mostEntries = MOST_ENTRIES): Promise<Workspace> {
    const roots = await Promise.all(
      folders.map(async (folder) => {
        const real = await fs.realpath(folder).catch(() => null);
        if (real !== null && (await fs.stat(real)).isDirectory()) return real;
        throw new PageTraceError('bad-input', `The workspace ${folder} is not a folder.`, {
          hint: 'Name a folder with --workspace.',
        });
      }),
    );
    return new Workspace(roots, mostEntries);
  }

  /**
   * The absolute path of a file or folder that is read.
   * @param name absolute, or relative to a folder of the workspace
   * @throws PageTraceError `file-not-found`; `untrusted` if it is outside of the workspace, or leads out of it
   */
  async input(name: string): Promise<string> {
    for (const root of this.#roots) {
      const file = path.resolve(root, name);
      if (!this.#contains(file)) throw this.#outside(name);
      const real = await fs.realpath(file).catch(() => null);
      if (real === null) continue;
      await this.#requireInside(name, real);
      return file;
    }
    throw new PageTraceError('file-not-found', `${name} was not found in the workspace.`, {
      hint: `Name a file or folder in ${this.#names}.`,
    });
  }

  /**
   * The absolute path of a new file that is written.
   * @throws PageTraceError `file-unwritable` if it exists; `file-not-found` if its folder does not; `untrusted` if it is
   * outside of the workspace
   */
  async output(name: string): Promise<string> {
    const file = path.resolve(this.#roots[0] ?? '', name);
    if (!this.#contains(file)) throw this.#outside(name);
    const folder = await fs.realpath(path.dirname(file)).catch(() => null);
    if (folder === null)
      throw new PageTraceError('file-not-found', `The folder of ${name} was not found.`, {
        hint: 'Name a file in a folder that exists.',
      });
    if (!this.#contains(folder)) throw this.#outside(name);
    // A link that leads nowhere exists, too.
    if ((await fs.lstat(file).catch(() => null)) !== null)
      throw new PageTraceError('file-unwritable', `${name} exists already.`, { hint: 'Name a new file.' });
    return file;
  }

  /** Whether a file or folder may be read that another file names, or there is none. */
  async mayRead(file: string): Promise<boolean> {
    const real = await fs.realpath(file).catch(() => null);
    if (real === null) return true;
    try {
      await this.#requireInside(file, real);
      return true;
    } catch {
      return false;
    }
  }

  /** @param real where the name leads after all links */
  async #requireInside(name: string, real: string): Promise<void> {
    if (!this.#contains(real)) throw this.#outside(name);
    const stats = await fs.stat(real);
    if (stats.isDirectory()) await this.#requireInnerLinks(name, real);
    // Nothing ends the reading of a pipe or a device.
    else if (!stats.isFile())
      throw new PageTraceError('file-unreadable', `${name} is not a regular file.`, { hint: 'Name a file.' });
  }

  /** Requires that no link below a folder leads out of the workspace. */
  async #requireInnerLinks(name: string, folder: string): Promise<void> {
    let count = 0;
    const entered = new Set<string>();
    const enter = async (each: string): Promise<void> => {
      if (entered.has(each)) return;
      entered.add(each);
      for await (const entry of await fs.opendir(each)) {
        if (isSkipped(entry.name)) continue;
        count += 1;
        if (count > this.#mostEntries)
          throw new PageTraceError('bad-input', `${name} has too many files.`, {
            hint: 'Name a folder in it, or single files.',
          });
        const file = path.join(each, entry.name);
        if (entry.isDirectory()) await enter(file);
        else if (entry.isSymbolicLink()) {
          const real = await fs.realpath(file).catch(() => null);
          if (real === null) continue;
          if (!this.#contains(real)) throw this.#outside(path.join(name, path.relative(folder, file)));
          if ((await fs.stat(real)).isDirectory()) await enter(real);
        }
      }
    };
    await enter(folder);
  }

  #contains(file: string): boolean {
    return this.#roots.some((root) => {
      const relative = path.relative(root, file);
      return !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
    });
  }

  get #names(): string {
    return joinChoices(this.#roots);
  }

  #outside(name: string): PageTraceError {
    return new PageTraceError('untrusted', `${name} is outside of the workspace.`, {
      hint: `Name a file or folder in ${this.#names}.`,
    });
  }
}
