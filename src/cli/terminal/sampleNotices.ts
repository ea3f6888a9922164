import type { Place } from '../../runs/reading/inputs.ts';
import { countText } from '../output/numbers.ts';
import { placeName } from './problems.ts';
import type { Terminal } from './terminal.ts';

/** How many different notices are remembered; later ones are printed each time. */
const REMEMBERED = 100;

/** Prints notices about samples: each once, with the first sample that it is about, and at the end for how many more. */
export class SampleNotices {
  readonly #terminal: Terminal;
  /** How many further samples each notice is about. */
  readonly #repeated = new Map<string, number>();

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  add(place: Place, notice: string): void {
    const count = this.#repeated.get(notice);
    if (count !== undefined) this.#repeated.set(notice, count + 1);
    else {
      if (this.#repeated.size < REMEMBERED) this.#repeated.set(notice, 0);
      this.#terminal.say(`${placeName(place)}: ${notice}`);
    }
  }

  /** Prints which notices were about further samples. */
  end(): void {
    for (const [notice, count] of this.#repeated) {
      if (count > 0)
        this.#terminal.say(`${countText(count, 'more trajectory', 'more trajectories')}: ${notice}`);
    }
    this.#repeated.clear();
  }
}
