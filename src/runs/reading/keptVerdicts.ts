import fs from 'node:fs/promises';
import { parsedJson } from '../../core/parsedJson.ts';
import { HeldVerdicts } from '../../core/records/heldVerdicts.ts';

/** The most bytes of the file that are read: far more verdicts than a person gives. */
const LONGEST = 64 * 1024 * 1024;

const NONE = new HeldVerdicts();

/** The file of verdicts that VS Code keeps for a person, which is read again only when it has changed. */
export class KeptVerdicts {
  readonly #file: string;
  /** What the file was when it was read. */
  #mark: string | null = null;
  #held: Promise<HeldVerdicts> = Promise.resolve(NONE);

  constructor(file: string) {
    this.#file = file;
  }

  /** The verdicts by now, the same object until they change; none if the file cannot be read. */
  async read(): Promise<HeldVerdicts> {
    const mark = await fs.stat(this.#file).then(
      ({ size, mtimeMs }) => (size > LONGEST ? null : `${size} ${mtimeMs}`),
      () => null,
    );
    if (mark !== this.#mark) {
      this.#mark = mark;
      this.#held = mark === null ? Promise.resolve(NONE) : readHeld(this.#file);
    }
    return this.#held;
  }
}

/** The verdicts of a file. Lines that were cut short are left out. */
async function readHeld(file: string): Promise<HeldVerdicts> {
  const held = new HeldVerdicts();
  const text = await fs.readFile(file, 'utf8').catch(() => '');
  for (const line of text.split('\n')) if (line !== '') held.add(parsedJson(line));
  return held;
}
