import {
  failureOf,
  type EvaluationEvent,
  type EvaluationOutcome,
} from '../../../core/datasets/evaluationEvent.ts';
import { asPageTraceError } from '../../../core/errors.ts';
import { findDataset } from '../../../evaluation/dataset/findDataset.ts';
import { EVAL_USAGE } from '../../arguments/verbUsage.ts';
import { CLEAN, FINDINGS, INTERRUPTED, UNUSABLE, type VerbContext } from '../../terminal/verb.ts';
import { readEvalArguments } from './evalArguments.ts';
import { eventFace, textFace, type EvaluationFace } from './evaluationFace.ts';
import { watchInput } from './inputEnd.ts';
import { readSweepArguments } from './sweepArguments.ts';

/** The counts of an evaluation that could not begin. */
const NOTHING: EvaluationOutcome = { ended: 0, failed: 0, unusable: 0, passed: 0, decided: 0 };

/**
 * `pagetrace eval`: has the questions of a data set answered, and appends each sample to a run.
 * @throws PageTraceError for wrong arguments, a server or a prompt that cannot be used, and a run that cannot be written
 */
export async function evalDataset(args: readonly string[], context: VerbContext): Promise<number> {
  const { terminal, environment, interrupted } = context;
  const sweep = readSweepArguments(args);
  // Each way of evaluating is loaded when it is known which one is meant.
  if (sweep !== null) {
    const { evalSweep } = await import('./sweep.ts');
    return evalSweep(sweep, context);
  }
  const given = await readEvalArguments(args);
  if (given === null) {
    terminal.out(EVAL_USAGE);
    return CLEAN;
  }
  if ('listed' in given) {
    const { listDataset } = await import('./list.ts');
    return listDataset(given, terminal, interrupted);
  }
  const { isFollowed } = given;
  const show = isFollowed
    ? eventFace(terminal)
    : textFace(terminal, (await findDataset(given.dataset)).file, given.out);
  const input = watchInput(isFollowed ? context.stdin : null);
  // The program that follows it has ended.
  const gone = AbortSignal.any(isFollowed ? [input.gone, terminal.unread] : []);
  const told = new Set<EvaluationEvent['event']>();
  const face: EvaluationFace = (event) => {
    if (event.event === 'start') input.begin();
    told.add(event.event);
    show(event);
  };
  try {
    const signal = AbortSignal.any([interrupted, gone]);
    const { runDataset } = await import('./runDataset.ts');
    return statusOf(await runDataset(given, { terminal, environment, signal, face, note: terminal.say }));
  } catch (thrown) {
    const error = asPageTraceError(thrown);
    if (!told.has('end')) face({ event: 'end', ...NOTHING, error: failureOf(error) });
    if (gone.aborted && !interrupted.aborted && error.reason === 'cancelled') return INTERRUPTED;
    throw error;
  } finally {
    input.end();
  }
}

function statusOf({ failed, unusable }: EvaluationOutcome): number {
  if (unusable > 0) return UNUSABLE;
  return failed > 0 ? FINDINGS : CLEAN;
}
