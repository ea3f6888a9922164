import type { EvaluationEvent } from '../../../core/datasets/evaluationEvent.ts';
import { countText } from '../../output/numbers.ts';
import { placeName } from '../../terminal/problems.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Reasons that are said; a server may word each failure differently. */
const SAID = 20;

/** Says why samples failed: each reason once and at once, with what to do, and at the end how many more it concerns. */
export class Failures {
  readonly #terminal: Pick<Terminal, 'say'>;
  /** How many samples failed, by the sentence why. */
  readonly #counts = new Map<string, number>();

  constructor(terminal: Pick<Terminal, 'say'>) {
    this.#terminal = terminal;
  }

  add({ item, sample, message, hint }: Extract<EvaluationEvent, { event: 'failed' }>): void {
    const count = this.#counts.get(message) ?? 0;
    this.#counts.set(message, count + 1);
    if (count > 0 || this.#counts.size > SAID) return;
    this.#terminal.say(`${placeName({ file: item, line: null, bytes: null, sample })}: ${message}`);
    if (hint !== null) this.#terminal.say(`  ${hint}`);
  }

  /** Says how many samples failed for the same reasons. */
  end(): void {
    const counts = [...this.#counts];
    for (const [message, count] of counts.slice(0, SAID))
      if (count > 1) this.#terminal.say(`${countText(count - 1, 'more sample', 'more samples')}: ${message}`);
    const others = counts.slice(SAID).reduce((sum, [, count]) => sum + count, 0);
    if (others > 0)
      this.#terminal.say(`... and ${countText(others, 'sample', 'samples')} for other reasons.`);
  }
}
