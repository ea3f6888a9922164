import { setTimeout as pause } from 'node:timers/promises';
import { t } from '@vscode/l10n';
import { PageTraceError, type ErrorReason } from '../core/errors.ts';
import type { Prompt, RenderPrompt } from '../core/prompts/model.ts';
import { judgeVerdicts } from '../core/trajectory/judgeVerdicts.ts';
import { generate } from './generate.ts';
import { judgeRequest, type JudgeItem, type JudgeRequest } from './judgeRequest.ts';
import type { InferenceDeps, ServerStatus, Usage } from './model.ts';

/** The model that judges, and how often it is asked. */
export interface Judge {
  readonly status: ServerStatus;
  readonly model: string;
  /** The prompt for it, in the dialect `judge`. */
  readonly prompt: Prompt;
  readonly renderPrompt: RenderPrompt;
  readonly signal?: AbortSignal;
  /** 3 by default. */
  readonly tries?: number;
  /** Milliseconds before the second try, doubled before each further one; 1,000 by default. */
  readonly firstWait?: number;
}

const TRIES = 3;
const FIRST_WAIT = 1_000;

/** Failures that another try cannot change. */
const FINAL: readonly ErrorReason[] = [
  'bad-input',
  'cancelled',
  'model-unknown',
  'prompt-too-long',
  'server-unauthorized',
  'server-wrong-path',
  'untrusted',
];

/** What a judge said. */
export interface JudgeReply {
  /** Without the thinking before it. */
  readonly said: string;
  /** Null if the server does not report it. */
  readonly usage: Usage | null;
}

/**
 * A judge's whole reply.
 * @throws PageTraceError why there is none
 */
export async function askJudge(
  judge: Pick<Judge, 'status' | 'model' | 'signal'>,
  { parts, sampling }: JudgeRequest,
  deps: InferenceDeps,
): Promise<JudgeReply> {
  let said = '';
  let usage: Usage | null = null;
  const events = generate(
    {
      status: judge.status,
      model: judge.model,
      parts,
      images: [],
      sampling,
      n: 1,
      ...(judge.signal === undefined ? {} : { signal: judge.signal }),
    },
    deps,
  );
  for await (const event of events) {
    if (event.type === 'text') said += event.text;
    else if (event.type === 'usage') ({ usage } = event);
    else if (event.type === 'end' && event.error !== null) throw event.error;
  }
  return { said: said.split('</think>').at(-1) ?? said, usage };
}

/**
 * Lets a model judge answers against their references; true for right, in the order of `items`. A reply without exactly
 * one verdict for each item, and a failure that may be temporary, is retried after a wait that doubles.
 * @throws PageTraceError `bad-input` or `prompt-broken` for a prompt that cannot be used; that of the last try;
 * `server-failed` if no reply contained the verdicts; `cancelled`
 */
export async function judgeAnswers(
  items: readonly JudgeItem[],
  judge: Judge,
  deps: InferenceDeps,
): Promise<readonly boolean[]> {
  if (items.length === 0) return [];
  const request = await judgeRequest(items, judge.prompt, judge.renderPrompt);
  const tries = judge.tries ?? TRIES;
  let wait = judge.firstWait ?? FIRST_WAIT;
  for (let attempt = 1; ; attempt += 1) {
    let failure: PageTraceError;
    try {
      const { said } = await askJudge(judge, request, deps);
      const verdicts = judgeVerdicts(said);
      if (verdicts.length === items.length) return verdicts;
      failure = new PageTraceError(
        'server-failed',
        t('“{0}” did not give a verdict that PageTrace can read.', judge.model),
        {
          hint: t('Set the verdict yourself, or choose another model as judge.'),
          said,
        },
      );
    } catch (error) {
      if (!(error instanceof PageTraceError) || FINAL.includes(error.reason)) throw error;
      failure = error;
    }
    if (attempt >= tries) throw failure;
    deps.log(`The judge is asked again in ${wait} ms: ${failure.message}`);
    await pause(wait, undefined, judge.signal === undefined ? {} : { signal: judge.signal }).catch(() => {
      throw new PageTraceError('cancelled', t('The judging was canceled.'));
    });
    wait *= 2;
  }
}
