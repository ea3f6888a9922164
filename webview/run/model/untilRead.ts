import type { MeasuredPart } from '../../../src/core/runMetrics/model.ts';
import type { Clock } from '../../shared/clock.ts';

/** Milliseconds before a question is asked again whose answer has not come further. */
const PAUSE = 300;

interface Reading<Answer extends MeasuredPart> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly ask: () => Promise<Answer>;
  /** Whether an answer is complete. */
  readonly isRead: (answer: Answer) => boolean;
  /** Told how far it is; null when it is done. */
  readonly progress: (part: MeasuredPart | null) => void;
}

/** Asks again until all samples are read: an answer says after a while how far that is. */
export async function untilRead<Answer extends MeasuredPart>({
  clock,
  signal,
  ask,
  isRead,
  progress,
}: Reading<Answer>): Promise<Answer> {
  let before = -1;
  for (;;) {
    const answer = await ask();
    signal.throwIfAborted();
    if (isRead(answer)) {
      progress(null);
      return answer;
    }
    progress({ measured: answer.measured, of: answer.of, unscored: answer.unscored });
    if (answer.measured === before) await pause(clock, signal);
    before = answer.measured;
  }
}

function pause(clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.later(() => {
      resolve();
    }, PAUSE);
    signal.addEventListener('abort', () => {
      stop();
      reject(signal.reason as Error);
    });
  });
}
