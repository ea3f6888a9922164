import { wholeText } from '../../output/numbers.ts';
import type { EvaluationProgress } from '../../../core/datasets/evaluationEvent.ts';

/** How many samples of an evaluation have ended. */
export function samplesText({ ended, failed, of }: EvaluationProgress): string {
  const samples =
    of === null ? `${wholeText(ended)} samples` : `${wholeText(ended)} of ${wholeText(of)} samples`;
  return failed === 0 ? samples : `${samples}, ${wholeText(failed)} failed`;
}

/** How far an evaluation is, on one line. */
export function progressText(progress: EvaluationProgress): string {
  const { in_flight: inFlight, reward, passed, decided, rate } = progress;
  const { seconds_left: left, waits_for: waitsFor } = progress;
  const parts = [
    samplesText(progress),
    ...(reward === null ? [] : [`reward ${reward.toFixed(4)}`]),
    ...(decided === 0 ? [] : [`${wholeText(passed)} of ${wholeText(decided)} passed`]),
    ...(rate === null ? [] : [`${rate.toFixed(rate < 10 ? 2 : 0)}/s`]),
    ...(left === null ? [] : [`${duration(left)} left`]),
    waitsFor === null ? `${wholeText(inFlight)} in flight` : `waiting: ${waitsFor}`,
  ];
  return parts.join(', ');
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`;
  if (seconds < 3600) return `${Math.ceil(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
