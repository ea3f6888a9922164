import { t } from '@vscode/l10n';
import { asPageTraceError, PageTraceError } from '../core/errors.ts';
import type { Admission } from './admission.ts';
import type { FailedJob, Job, PreparedJob } from './model.ts';

/** How the jobs of an evaluation are done. */
export interface EvaluationWork {
  /** Opens the documents of a job, renders its pages and fills its prompt. */
  readonly prepare: (job: Job, signal: AbortSignal) => Promise<PreparedJob>;
  /**
   * Asks for its samples and keeps each as it ends. Says when the server has answered: what is left to do then needs it no
   * more, so another request takes its place.
   * @returns why samples did not end; null if all have
   * @throws PageTraceError what ends the evaluation
   */
  readonly ask: (job: PreparedJob, onAnswered: () => void, signal: AbortSignal) => Promise<FailedJob | null>;
  /** Keeps why samples of a job did not end. */
  readonly fail: (failed: FailedJob) => Promise<void>;
  readonly admission: Admission;
  /** The most jobs whose pages are rendered before they can be sent, and the most whose answers are still to be rated. */
  readonly ahead: number;
  readonly signal: AbortSignal;
}

/**
 * Does jobs until all are done: pages are rendered ahead of their requests, one job at a time and never more than `ahead`,
 * and requests are sent as the server takes them.
 * @throws PageTraceError what ends an evaluation: it was canceled, what it found cannot be kept, or no question can be
 * asked any more
 */
export async function runEvaluation(
  jobs: AsyncIterable<Job> | Iterable<Job>,
  work: EvaluationWork,
): Promise<void> {
  const { admission, ahead, signal } = work;
  const running = new Set<Promise<void>>();
  const stop = new AbortController();
  const ended = AbortSignal.any([signal, stop.signal]);
  const guard = async (run: () => Promise<void>): Promise<void> => {
    try {
      await run();
    } catch (error) {
      // The first reason is the one that counts.
      stop.abort(error);
    }
  };
  ended.addEventListener('abort', () => {
    admission.wake();
  });
  const prepared = new Rendered(ahead, ended);
  const rendering = guard(async () => {
    for await (const job of jobs) {
      if (!(await prepared.hasRoom())) return;
      await prepareOne(job, work, prepared, ended);
    }
    prepared.end();
  });
  for (;;) {
    const job = await prepared.next();
    if (job === null) break;
    // A server that is faster than who rates its answers waits for them.
    while (running.size >= admission.inFlight + ahead) await Promise.race(running);
    const leave = await admission.enter(ended);
    if (leave === null) break;
    const asking = guard(() => askOne(job, work, leave, ended)).finally(() => {
      leave();
      running.delete(asking);
    });
    running.add(asking);
  }
  await Promise.all([rendering, ...running]);
  if (stop.signal.aborted) throw asPageTraceError(stop.signal.reason);
  if (signal.aborted) throw new PageTraceError('cancelled', t('The evaluation was canceled.'));
}

async function prepareOne(
  job: Job,
  work: EvaluationWork,
  prepared: Rendered,
  signal: AbortSignal,
): Promise<void> {
  let ready: PreparedJob;
  try {
    ready = await work.prepare(job, signal);
  } catch (error) {
    if (signal.aborted) return;
    await work.fail({ job, error: asPageTraceError(error), partials: new Map() });
    return;
  }
  prepared.add(ready);
}

async function askOne(
  job: PreparedJob,
  work: EvaluationWork,
  onAnswered: () => void,
  signal: AbortSignal,
): Promise<void> {
  const failed = await work.ask(job, onAnswered, signal);
  // A request that was canceled has not failed: it is sent again when the evaluation goes on.
  if (failed !== null && failed.error.reason !== 'cancelled') await work.fail(failed);
}

/** Jobs whose pages are rendered, between who renders them and who sends them. */
class Rendered {
  readonly #most: number;
  readonly #signal: AbortSignal;
  readonly #jobs: PreparedJob[] = [];
  #isOver = false;
  #wake: (() => void)[] = [];

  /** @param signal ends all waiting */
  constructor(most: number, signal: AbortSignal) {
    this.#most = most;
    this.#signal = signal;
    signal.addEventListener('abort', () => {
      this.#wakeAll();
    });
  }

  /** Waits until another job may be rendered; false if it is over. */
  async hasRoom(): Promise<boolean> {
    while (this.#jobs.length >= this.#most && !this.#signal.aborted) await this.#change();
    return !this.#signal.aborted;
  }

  add(job: PreparedJob): void {
    this.#jobs.push(job);
    this.#wakeAll();
  }

  /** Says that no more will come. */
  end(): void {
    this.#isOver = true;
    this.#wakeAll();
  }

  /** The next job; null if there is none any more. */
  async next(): Promise<PreparedJob | null> {
    while (this.#jobs.length === 0 && !this.#isOver && !this.#signal.aborted) await this.#change();
    const job = this.#signal.aborted ? undefined : this.#jobs.shift();
    if (job === undefined) return null;
    this.#wakeAll();
    return job;
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake.push(resolve);
    });
  }

  #wakeAll(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}
