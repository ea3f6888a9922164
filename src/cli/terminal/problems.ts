import type { Place } from '../../runs/reading/inputs.ts';
import type { Terminal } from './terminal.ts';

/** Lines about what could not be read that are said one by one; a wrong file has as many as it has lines. */
const SAID = 20;

/** `file`, `file:12`, `file:12 (sample 2)`: a place as terminals and editors make a link of it. */
export function placeName({ file, line, sample }: Place): string {
  const at = line === null ? file : `${file}:${line}`;
  return sample === null ? at : `${at} (sample ${sample})`;
}

/** Counts problems of one kind, and says the first of them. */
export class Problems {
  readonly #terminal: Terminal;
  #count = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** How many there were. */
  get count(): number {
    return this.#count;
  }

  /** One more. */
  add(place: Place, problem: string): void {
    this.#count += 1;
    // Said of a whole file, a problem mostly names it.
    const named = place.line === null && problem.startsWith(place.file);
    if (this.#count <= SAID) this.#terminal.say(named ? problem : `${placeName(place)}: ${problem}`);
  }

  /** Says at the end how many were not said. */
  end(): void {
    if (this.#count > SAID) this.#terminal.say(`... and ${this.#count - SAID} more like these.`);
  }
}
