import { setTimeout as pause } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { asPageTraceError, PageTraceError, type ErrorReason } from '../core/errors.ts';
import type { Prompt, RenderPrompt } from '../core/prompts/model.ts';
import { askJudge } from '../inference/judgeClient.ts';
import { contentRequest, type JudgeItem } from '../inference/judgeRequest.ts';
import type { InferenceDeps, ServerStatus } from '../inference/model.ts';
import { isUnbegun } from '../inference/unbegun.ts';
import type { JudgeCost } from './judgeCost.ts';
import type { Judge, Judged } from './model.ts';

/** The model that judges, and how it is asked. */
export interface JudgeServer {
  readonly judge: Judge;
  readonly status: ServerStatus;
  readonly model: string;
  readonly prompt: Prompt;
  readonly renderPrompt: RenderPrompt;
  readonly inference: InferenceDeps;
  /** How often a request is made whose reply cannot be used. */
  readonly tries: number;
  /** Milliseconds before the second try, doubled before each further one. */
  readonly firstWait: number;
  /** Milliseconds after which a server that takes no request is given up. */
  readonly patience: number;
}

/** How a judge is asked where nobody says it, as in Lang2Act's evaluation. */
export const USUAL_TRIES = { tries: 3, firstWait: 1_000, patience: 600_000 } as const;

/** What a request for verdicts came to: one for each item, or why there are none. */
export type Asked =
  | { readonly judged: readonly Judged[] }
  /** `hasReply` if the judge said something else. */
  | { readonly failure: PageTraceError; readonly hasReply: boolean };

/** Failures that the next request would have too. */
const FINAL: readonly ErrorReason[] = [
  'bad-input',
  'cancelled',
  'model-unknown',
  'prompt-broken',
  'server-unauthorized',
  'server-wrong-path',
  'untrusted',
];

/** Failures that another try of the same request would have too. */
const REPEATED: readonly ErrorReason[] = ['prompt-too-long', 'server-refused'];

const LONGEST_WAIT = 30_000;

/**
 * Asks a judge about items, in one request.
 * @returns a failure if no reply could be used
 * @throws PageTraceError for what the next request could not change either, and a server that takes no request any more
 */
export async function askItems(
  items: readonly JudgeItem[],
  server: JudgeServer,
  cost: JudgeCost,
  signal: AbortSignal,
): Promise<Asked> {
  const { judge, prompt, renderPrompt, inference, model, status } = server;
  const request = await contentRequest(prompt, judge.content(items), items.length, renderPrompt);
  const begun = inference.now();
  let attempt = 1;
  let wait = server.firstWait;
  for (;;) {
    let failure: PageTraceError;
    let hasReply = false;
    try {
      const { said, usage } = await askJudge({ status, model, signal }, request, inference);
      cost.add(usage);
      const judged = judge.read(said, items.length);
      if (judged !== null) return { judged };
      hasReply = true;
      failure = unreadable(model, said);
      attempt += 1;
    } catch (error) {
      failure = asPageTraceError(error);
      if (FINAL.includes(failure.reason)) throw failure;
      if (isUnbegun(failure) || failure.reason === 'server-loading') {
        // A server that restarts does not make verdicts unknown.
        if (inference.now() - begun + wait > server.patience) throw failure;
      } else {
        cost.add(null);
        if (REPEATED.includes(failure.reason)) return { failure, hasReply };
        attempt += 1;
      }
    }
    if (attempt > server.tries) return { failure, hasReply };
    inference.log(`The judge is asked again in ${wait} ms: ${failure.message}`);
    await pause(wait, undefined, { signal }).catch(() => {
      throw new PageTraceError('cancelled', t('The judging was canceled.'));
    });
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }
}

function unreadable(model: string, said: string): PageTraceError {
  return new PageTraceError(
    'server-failed',
    t('“{0}” did not give a verdict that PageTrace can read.', model),
    { hint: t('Set the verdict yourself, or choose another model as judge.'), said },
  );
}
