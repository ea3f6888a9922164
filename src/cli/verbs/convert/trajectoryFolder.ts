import fs from 'node:fs/promises';
import path from 'node:path';
import { PageTraceError } from '../../../core/errors.ts';
import { FileNames } from '../../../core/records/writing/fileNames.ts';
import type { Losses } from '../../../core/records/writing/losses.ts';
import type { SampleSource } from '../../../core/records/writing/sampleSource.ts';
import { trajectoryText } from '../../../core/records/writing/trajectoryText.ts';
import { temporaryName, unwritable } from '../../../documents/replaceFile.ts';
import type { ScoredSample } from '../../../runs/scoring/scorer.ts';
import { makeOutputFolder } from '../../output/outputFile.ts';
import { wholeText } from '../../output/numbers.ts';

/** The most files, so that the folder can be read again. */
const MOST_FILES = 100_000;

/**
 * A folder with a trajectory file for each sample, in a folder for each training step. It has a temporary name until it is
 * complete.
 */
export class TrajectoryFolder {
  readonly #folder: string;
  readonly #temporary: string;
  readonly #names = new FileNames();
  /** The files, relative to the folder. */
  readonly #files: string[] = [];
  readonly #folders = new Set<string>();
  readonly #mostFiles: number;

  private constructor(folder: string, temporary: string, mostFiles: number) {
    this.#folder = folder;
    this.#temporary = temporary;
    this.#mostFiles = mostFiles;
  }

  /**
   * Begins a folder.
   * @param replaces whether files of a folder that is there may be replaced
   * @throws PageTraceError `bad-input` for a folder with files, unless they may be replaced; `file-unwritable`
   */
  static async open(folder: string, replaces: boolean, mostFiles = MOST_FILES): Promise<TrajectoryFolder> {
    const there = await fs.readdir(folder).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw new PageTraceError('file-unwritable', `${folder} is not a folder that can be written.`, {
        hint: 'Trajectories are written to a folder, with a file for each: name another place after --out.',
        cause: error,
      });
    });
    if (there !== null && there.length > 0 && !replaces)
      throw new PageTraceError('bad-input', `The folder ${folder} has files already.`, {
        hint: 'Name a new folder after --out, or add --force to replace files of the same names in it.',
      });
    const parent = path.dirname(path.resolve(folder));
    await makeOutputFolder(parent);
    const temporary = path.join(parent, temporaryName());
    await fs.mkdir(temporary).catch((error: unknown) => {
      throw unwritable(folder, error);
    });
    return new TrajectoryFolder(folder, temporary, mostFiles);
  }

  /**
   * Writes the file of a sample.
   * @returns what the file does not say of it
   * @throws PageTraceError `bad-input` for more files than a folder may have; `file-unwritable`
   */
  async add({ place, sample, info }: ScoredSample, source: SampleSource): Promise<Losses> {
    if (this.#files.length >= this.#mostFiles)
      throw new PageTraceError(
        'bad-input',
        `There are more than ${wholeText(this.#mostFiles)} samples, each of which would be a file.`,
        { hint: 'Choose samples with --where, or convert to another form.' },
      );
    const within = sample.step === null ? '' : `step_${sample.step}`;
    const name = `${this.#names.take(sample.id ?? sample.group, within)}.trajectory`;
    const home = path.resolve(this.#folder, within);
    const from = place.file === '-' ? '.' : path.dirname(place.file);
    const { text, losses } = trajectoryText({ sample, info }, source, (document) =>
      /^[a-z][a-z\d+.-]+:/i.test(document) || path.isAbsolute(document)
        ? document
        : path.relative(home, path.resolve(from, document)).split(path.sep).join('/'),
    );
    try {
      if (within !== '' && !this.#folders.has(within)) {
        await fs.mkdir(path.join(this.#temporary, within), { recursive: true });
        this.#folders.add(within);
      }
      const file = path.join(within, name);
      await fs.writeFile(path.join(this.#temporary, file), text, { flag: 'wx' });
      this.#files.push(file);
    } catch (error) {
      throw unwritable(this.#folder, error);
    }
    return losses;
  }

  /**
   * Gives the folder its name, or moves the files into the one that is there.
   * @throws PageTraceError `file-unwritable`
   */
  async close(): Promise<void> {
    try {
      const there = await fs.readdir(this.#folder).catch(() => null);
      if (there?.length === 0) await fs.rmdir(this.#folder);
      if (there === null || there.length === 0) {
        await fs.rename(this.#temporary, this.#folder);
        return;
      }
      for (const within of this.#folders) await makeOutputFolder(path.join(this.#folder, within));
      for (const file of this.#files)
        await fs.rename(path.join(this.#temporary, file), path.join(this.#folder, file));
    } catch (error) {
      throw error instanceof PageTraceError ? error : unwritable(this.#folder, error);
    }
    await this.abandon();
  }

  /** Removes what was written so far. Never rejects. */
  async abandon(): Promise<void> {
    await fs.rm(this.#temporary, { recursive: true, force: true }).catch(() => undefined);
  }
}
