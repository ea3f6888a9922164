import type { EvaluationEvent } from '../../../core/datasets/evaluationEvent.ts';
import { Problems } from '../../terminal/problems.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** A problem of a question. */
type Problem = Extract<EvaluationEvent, { event: 'problem' }>;

/**
 * Says what is noteworthy of the questions of a sweep. All cells have the same questions, so that it is said once, for
 * whichever cell finds it first: any of them may end early.
 */
export class SweepNotes {
  readonly #questions: string;
  readonly #terminal: Pick<Terminal, 'say'>;
  readonly #problems: Problems;
  readonly #said = new Set<string>();

  /** @param questions the file of the data set, whose lines problems name */
  constructor(questions: string, terminal: Terminal) {
    this.#questions = questions;
    this.#terminal = terminal;
    this.#problems = new Problems(terminal);
  }

  /** Says a sentence, unless another cell has said it. */
  readonly note = (sentence: string): void => {
    if (this.#said.has(sentence)) return;
    this.#said.add(sentence);
    this.#terminal.say(sentence);
  };

  /** Takes the problems that a cell finds: all cells find the same ones, in the same order. */
  ofCell(): (problem: Problem) => void {
    let found = 0;
    return ({ line, message }) => {
      found += 1;
      if (found <= this.#problems.count) return;
      this.#problems.add({ file: this.#questions, line, bytes: null, sample: null }, message);
    };
  }

  /** Says at the end how many problems were left out. */
  end(): void {
    this.#problems.end();
  }
}
