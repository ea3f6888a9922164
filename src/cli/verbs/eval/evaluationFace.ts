import type { EvaluationEvent } from '../../../core/datasets/evaluationEvent.ts';
import { wholeText } from '../../output/numbers.ts';
import { Problems } from '../../terminal/problems.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { Failures } from './failures.ts';
import { progressText } from './progressText.ts';

/** Shows what an evaluation says while it runs. */
export type EvaluationFace = (event: EvaluationEvent) => void;

/** Writes every event to standard output, as a line of JSON. */
export function eventFace({ out }: Pick<Terminal, 'out'>): EvaluationFace {
  return (event) => {
    out(`${JSON.stringify(event)}\n`);
  };
}

/**
 * Says on standard error what a person needs to know.
 * @param questions the file of the data set, whose lines problems name
 * @param run the file of the run
 */
export function textFace(terminal: Terminal, questions: string, run: string): EvaluationFace {
  const problems = new Problems(terminal);
  const failures = new Failures(terminal);
  let hasBegun = false;
  return (event) => {
    switch (event.event) {
      case 'problem':
        problems.add({ file: questions, line: event.line, bytes: null, sample: null }, event.message);
        break;
      case 'failed':
        failures.add(event);
        break;
      case 'progress':
        terminal.count(progressText(event));
        break;
      case 'end':
        problems.end();
        failures.end();
        if (hasBegun) sayEnd(terminal, run, event);
        break;
      case 'start':
        hasBegun = true;
        break;
      case 'asked':
      case 'sample':
        break;
    }
  };
}

function sayEnd(
  { say }: Terminal,
  run: string,
  { ended, failed, passed, decided, error }: Extract<EvaluationEvent, { event: 'end' }>,
): void {
  if (error !== null) {
    say(`Run the same command again: it goes on with what ${run} has.`);
    return;
  }
  if (ended === 0 && failed === 0) {
    say('No question was asked: none is left that can be.');
    return;
  }
  say(`${wholeText(ended)} ${ended === 1 ? 'sample is' : 'samples are'} in ${run}.`);
  if (decided > 0) say(`${wholeText(passed)} of ${wholeText(decided)} passed.`);
  const them = failed === 1 ? 'it' : 'them';
  if (failed > 0) say(`${wholeText(failed)} failed. Run the same command again to ask for ${them} again.`);
}
