import { setTimeout as pause } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { AskedQuestion } from '../asking/askedQuestion.ts';
import { generateRequest } from '../asking/generateRequest.ts';
import { PageTraceError } from '../core/errors.ts';
import { generate } from '../inference/generate.ts';
import type { InferenceDeps } from '../inference/model.ts';
import type { EndedSample, PreparedJob } from './model.ts';

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
  /** Told why the server is waited for; null when it answers again. */
  readonly onWait: (why: string | null) => void;
  readonly signal: AbortSignal;
}

/**
 * Asks for the samples of a job, each of which is handed on as it ends. Only a request that the server did not begin to
 * answer is repeated: the connection was refused, or the answer was 429 or 503 without a token.
 * @throws PageTraceError why samples did not end
 */
export async function askJob(
  job: PreparedJob,
  deps: AskDeps,
  onEnded: (sample: EndedSample) => Promise<void>,
): Promise<void> {
  const { now, retries, signal, onWait } = deps;
  const begun = now();
  for (let wait = retries.first; ; wait = Math.min(retries.longest, wait * 2)) {
    const failure = await askOnce(job, deps, onEnded);
    if (failure === null) {
      onWait(null);
      return;
    }
    const { error, hasText } = failure;
    if (hasText || !isSafe(error) || now() - begun + wait > retries.patience) throw error;
    onWait(error.message);
    await pause(wait, undefined, { signal }).catch(() => {
      throw new PageTraceError('cancelled', t('The evaluation was canceled.'));
    });
  }
}

/** Whether a request can be repeated that the server has not answered with text. */
export function isSafe({ reason, status }: PageTraceError): boolean {
  return reason === 'server-unreachable' || reason === 'server-loading' || status === 429 || status === 503;
}

async function askOnce(
  { prepared, first }: PreparedJob,
  { inference, now, signal }: AskDeps,
  onEnded: (sample: EndedSample) => Promise<void>,
): Promise<{ readonly error: PageTraceError; readonly hasText: boolean } | null> {
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
  const error = await asked.follow(generate(generateRequest(prepared, signal), inference));
  tell();
  await telling;
  if (error === null) return null;
  const hasText = asked.record.samples.some((_, index) => asked.text(index) !== '');
  return { error, hasText };
}
