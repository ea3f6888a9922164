/** A step that is to be printed. */
export interface DueStep {
  /** Null for samples without a step. */
  readonly step: number | null;
  readonly rows: readonly number[];
  /** Whether it was printed before, and samples were added since. */
  readonly isAgain: boolean;
  /** False if the run ends before it is known that the step does. */
  readonly isComplete: boolean;
}

interface Step {
  readonly rows: number[];
  /** When the last sample came. */
  changed: number;
  /** In which look at the files the last sample came. */
  look: number;
  /** Samples that were there when it was printed. */
  printed: number;
}

/**
 * Decides when a step of a run that is being written is complete: when the next one has begun and nothing was added in the
 * last look at the files, or when nothing came for a time.
 */
export class WatchedSteps {
  readonly #steps = new Map<number | null, Step>();
  readonly #idle: number;
  #look = 0;
  #greatest = -Infinity;

  /** @param idle milliseconds without a sample after which a step is complete */
  constructor(idle: number) {
    this.#idle = idle;
  }

  /** Adds a sample. */
  add(step: number | null, row: number, now: number): void {
    const known = this.#steps.get(step);
    if (known === undefined)
      this.#steps.set(step, { rows: [row], changed: now, look: this.#look, printed: 0 });
    else {
      known.rows.push(row);
      known.changed = now;
      known.look = this.#look;
    }
    if (step !== null) this.#greatest = Math.max(this.#greatest, step);
  }

  /** The steps that are complete after a look at all files, in order. */
  looked(now: number): readonly DueStep[] {
    const isFirst = this.#look === 0;
    const due = this.#due((step, own) => {
      if (now - own.changed >= this.#idle) return true;
      // What is there at the beginning was not written just now. A step that goes on later waits for its end.
      const isQuiet = isFirst || own.look < this.#look;
      return step !== null && step < this.#greatest && isQuiet && own.printed === 0;
    });
    this.#look += 1;
    return due.map((each) => ({ ...each, isComplete: true }));
  }

  /** What was not printed when the run is no longer watched. */
  ended(): readonly DueStep[] {
    return this.#due(() => true).map((each) => ({
      ...each,
      isComplete: each.step !== null && each.step < this.#greatest,
    }));
  }

  #due(isDue: (step: number | null, own: Step) => boolean): readonly Omit<DueStep, 'isComplete'>[] {
    return [...this.#steps]
      .filter(([step, own]) => own.rows.length > own.printed && isDue(step, own))
      .sort(([one], [other]) => (one ?? -Infinity) - (other ?? -Infinity))
      .map(([step, own]) => {
        const isAgain = own.printed > 0;
        own.printed = own.rows.length;
        return { step, rows: own.rows, isAgain };
      });
  }
}
