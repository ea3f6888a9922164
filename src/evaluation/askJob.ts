import { setTimeout as pause } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { AskedQuestion } from '../asking/askedQuestion.ts';
import { generateRequest } from '../asking/generateRequest.ts';
import { PageTraceError, type ErrorReason } from '../core/errors.ts';
import { generate } from '../inference/generate.ts';
import type { InferenceDeps } from '../inference/model.ts';
import { isUnbegun } from '../inference/unbegun.ts';
import type { EndedSample, FailedJob, PreparedJob } from './model.ts';

/** How a request is repeated that the server did not begin to answer. */
export interface RetryOptions {
  /** Milliseconds before the first repetition; doubled before each further one, up to `longest`. */
  readonly first: number;
  readonly longest: number;
  /** Milliseconds after which a server that does not answer is given up. */
  readonly patience: number;
}

export const DEFAULT_RETRIES: RetryOptions = { first: 500, longest: 30_000, patience: 600_000 };

/** What asking needs. */
export interface AskDeps {
  readonly inference: InferenceDeps;
  readonly now: () => number;
  readonly retries: RetryOptions;
  /** Told why the server is waited for. */
  readonly onWait: (why: string) => void;
  /** Told that the server has answered, before the samples are handed on. */
  readonly onAnswered: () => void;
  readonly signal: AbortSignal;
}

/**
 * Asks for the samples of a job, each of which is handed on as it ends. Only a request that the server did not begin to
 * answer is repeated: the connection was refused, or the answer was 429 or 503 without a token.
 * @returns why samples did not end; null if all have
 * @throws PageTraceError what concerns every question: a server that did not come back, or that none can be asked of
 */
export async function askJob(
  job: PreparedJob,
  { inference, now, retries, signal, onWait, onAnswered }: AskDeps,
  onEnded: (sample: EndedSample) => Promise<void>,
): Promise<FailedJob | null> {
  const begun = now();
  for (let backoff = retries.first; ; backoff = Math.min(retries.longest, backoff * 2)) {
    const failed = await askOnce(job, { inference, now, signal, onAnswered }, onEnded);
    if (failed === null) return null;
    const { error, hasText } = failed;
    if (concernsAll(error)) throw error;
    if (hasText || !isUnbegun(error)) return failed;
    const wait = Math.max(backoff, error.retryAfter ?? 0);
    if (now() - begun + wait > retries.patience) throw error;
    onWait(error.message);
    await pause(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) {
      const canceled = new PageTraceError('cancelled', t('The evaluation was canceled.'));
      return { ...failed, error: canceled };
    }
  }
}

/** Reasons for which every other request would fail too. */
const CONCERNS_ALL: ReadonlySet<ErrorReason> = new Set([
  'server-unauthorized',
  'server-wrong-path',
  'model-unknown',
  'untrusted',
]);

/** Whether every other request would fail as well. */
export const concernsAll = ({ reason }: PageTraceError): boolean => CONCERNS_ALL.has(reason);

/** Null if all samples have ended. */
async function askOnce(
  job: PreparedJob,
  { inference, now, signal, onAnswered }: Pick<AskDeps, 'inference' | 'now' | 'signal' | 'onAnswered'>,
  onEnded: (sample: EndedSample) => Promise<void>,
): Promise<(FailedJob & { readonly hasText: boolean }) | null> {
  const { prepared, first } = job;
  const asked = AskedQuestion.start(prepared, { now, request: null, curl: null, forecast: null });
  const told = new Set<number>();
  let telling: Promise<unknown> = Promise.resolve();
  const tell = (): void => {
    const { samples, usage } = asked.record;
    samples.forEach(({ state, report }, index) => {
      const recorded = asked.recorded(index);
      if (state !== 'done' || recorded === null || told.has(index)) return;
      told.add(index);
      telling = Promise.all([telling, onEnded({ sample: first + index, recorded, report, usage })]);
    });
    telling.catch(() => undefined);
  };
  // The usage of a request comes after its samples. One of several is not kept waiting for it.
  if (asked.sampleCount > 1)
    asked.listen((change) => {
      if (change.type === 'record') tell();
    });
  const request = { ...generateRequest(prepared, signal), isCountedLive: false };
  const error = await asked.follow(generate(request, inference));
  if (error === null) onAnswered();
  tell();
  await telling;
  if (error === null) return null;
  const partials = asked.record.samples.flatMap(({ state }, index): [number, string][] => {
    const text = asked.text(index);
    return state === 'done' || text === '' ? [] : [[first + index, text]];
  });
  return { job, error, partials: new Map(partials), hasText: asked.hasArrived };
}
