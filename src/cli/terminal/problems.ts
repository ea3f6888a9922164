import { nameFile } from '../../runs/reading/bytes.ts';
import type { Place } from '../../runs/reading/inputs.ts';
import type { Terminal } from './terminal.ts';

/** How many problems are printed one by one; a file of the wrong kind has one on every line. */
const SAID = 20;

/**
 * `file`, `file:12`, `file:12 (sample 2)`, `file:1 (record 3, sample 2)`: a place in the form that terminals and editors
 * turn into a link.
 */
export function placeName({ file, line, item, sample }: Place): string {
  const at = line === null ? file : `${file}:${line}`;
  const within = [
    ...(item === undefined ? [] : [`record ${item}`]),
    ...(sample === null ? [] : [`sample ${sample}`]),
  ];
  return within.length === 0 ? at : `${at} (${within.join(', ')})`;
}

/** Counts problems of one kind, and prints the first of them. */
export class Problems {
  readonly #terminal: Terminal;
  #count = 0;
  #files = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** The number of problems. */
  get count(): number {
    return this.#count;
  }

  /** The number of problems of whole files. */
  get files(): number {
    return this.#files;
  }

  /** Counts a problem. */
  add(place: Place, problem: string): void {
    this.#count += 1;
    if (place.line === null) this.#files += 1;
    // A problem of a whole file usually names the file already.
    const named = place.line === null && problem.startsWith(nameFile(place.file));
    if (this.#count <= SAID) this.#terminal.say(named ? problem : `${placeName(place)}: ${problem}`);
  }

  /** Prints at the end how many problems were left out. */
  end(): void {
    if (this.#count > SAID) this.#terminal.say(`... and ${this.#count - SAID} more like these.`);
  }
}
