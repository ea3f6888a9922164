import fs from 'node:fs/promises';
import path from 'node:path';
import { PageTraceError } from '../../../core/errors.ts';
import { temporaryName, unwritable } from '../../../documents/replaceFile.ts';
import { makeOutputFolder } from '../../output/outputFile.ts';

/** Characters that are written to a file together. */
const PORTION = 1024 * 1024;

/** A file of lines, written in portions. */
interface LineFile {
  readonly handle: fs.FileHandle;
  held: string[];
  length: number;
}

/** A folder with the files of an export. It has a temporary name until it is complete. */
export class TrainingFolder {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #lines = new Map<string, LineFile>();

  private constructor(folder: string, temporary: string) {
    this.#folder = folder;
    this.#temporary = temporary;
  }

  /**
   * Begins a folder.
   * @throws PageTraceError `bad-input` for a folder with files; `file-unwritable`
   */
  static async open(folder: string): Promise<TrainingFolder> {
    const there = await fs.readdir(folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw new PageTraceError('file-unwritable', `${folder} is not a folder that can be written.`, {
        hint: 'Training files are written to a folder of their own: name another place after --out.',
        cause: error,
      });
    });
    if (there.length > 0)
      throw new PageTraceError('bad-input', `The folder ${folder} has files already.`, {
        hint: 'Name a new folder after --out.',
      });
    const parent = path.dirname(path.resolve(folder));
    await makeOutputFolder(parent);
    const temporary = path.join(parent, temporaryName());
    await fs.mkdir(temporary).catch((error: unknown) => {
      throw unwritable(folder, error);
    });
    return new TrainingFolder(folder, temporary);
  }

  /** Adds a line to a file. */
  async addLine(name: string, line: string): Promise<void> {
    const file = this.#lines.get(name) ?? (await this.#openLines(name));
    file.held.push(line, '\n');
    file.length += line.length;
    if (file.length >= PORTION) await this.#flush(file);
  }

  /**
   * Writes a whole file, and the folders that its name has.
   * @throws PageTraceError `file-unwritable`
   */
  async writeFile(name: string, content: string | Uint8Array): Promise<void> {
    await this.#guarded(async () => {
      await fs.mkdir(path.dirname(path.join(this.#temporary, name)), { recursive: true });
      await fs.writeFile(path.join(this.#temporary, name), content, { flag: 'wx' });
    });
  }

  /**
   * A file that is written in pieces; close it before the folder.
   * @throws PageTraceError `file-unwritable`
   */
  async openFile(name: string): Promise<{
    readonly write: (bytes: Uint8Array) => Promise<void>;
    readonly close: () => Promise<void>;
  }> {
    const handle = await this.#guarded(() => fs.open(path.join(this.#temporary, name), 'wx'));
    return {
      write: (bytes) => this.#guarded(() => handle.writeFile(bytes)),
      close: () => handle.close(),
    };
  }

  /**
   * Gives the folder its name.
   * @throws PageTraceError `file-unwritable`
   */
  async close(): Promise<void> {
    for (const file of this.#lines.values()) {
      await this.#flush(file);
      await file.handle.close();
    }
    this.#lines.clear();
    await this.#guarded(async () => {
      await fs.rmdir(this.#folder).catch(() => undefined);
      await fs.rename(this.#temporary, this.#folder);
    });
  }

  /** Removes what was written. Never rejects. */
  async abandon(): Promise<void> {
    for (const { handle } of this.#lines.values()) await handle.close().catch(() => undefined);
    await fs.rm(this.#temporary, { recursive: true, force: true }).catch(() => undefined);
  }

  async #openLines(name: string): Promise<LineFile> {
    const handle = await this.#guarded(() => fs.open(path.join(this.#temporary, name), 'wx'));
    const file = { handle, held: [], length: 0 };
    this.#lines.set(name, file);
    return file;
  }

  async #flush(file: LineFile): Promise<void> {
    const text = file.held.join('');
    file.held = [];
    file.length = 0;
    await this.#guarded(() => file.handle.writeFile(text));
  }

  async #guarded<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      throw unwritable(this.#folder, error);
    }
  }
}
