import path from 'node:path';
import { asPageTraceError, type PageTraceError } from '../../../core/errors.ts';
import type { JudgeSample } from '../../../evaluation/rateSample.ts';
import { serverUrls } from '../../../inference/address.ts';
import { JUDGES } from '../../../judging/judges.ts';
import { cacheFolder } from '../../arguments/cacheFolder.ts';
import { refuseWithout, wordOption } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openJudge } from '../judge/openJudge.ts';
import { wholeText } from '../../output/numbers.ts';

/** Options about the judge of an evaluation. */
export const evalJudgeOptions = {
  judge: { type: 'string' },
  'judge-server': { type: 'string' },
  'judge-model': { type: 'string' },
  'judge-prompt': { type: 'string' },
  'judge-key-file': { type: 'string' },
} as const;

type Values = { readonly [K in keyof typeof evalJudgeOptions]?: string | undefined } & {
  readonly server?: string | undefined;
};

/** The most requests to the judge in flight. */
const CONCURRENCY = 8;

/** The judge of an evaluation. */
export interface EvalJudge {
  readonly judge: JudgeSample;
  /** What became of its verdicts, as a sentence; null if nothing is to be said. */
  readonly report: () => string | null;
  readonly close: () => Promise<void>;
}

/**
 * Checks the options about the judge; its name, or null without one.
 * @throws PageTraceError `bad-input`
 */
export function readEvalJudge(values: Values): 'answer' | 'vrag-rl' | null {
  const others = Object.keys(evalJudgeOptions).filter((name) => name !== 'judge');
  refuseWithout({ ...values }, 'judge', others, { hint: 'Name the judge' });
  const name = wordOption('judge', values.judge, ['answer', 'vrag-rl'], null);
  if (name !== null && values['judge-server'] === undefined && values.server === undefined)
    throw new UsageError('--judge needs the server of a model that judges.', {
      hint: 'Name it with --judge-server URL.',
    });
  return name;
}

/**
 * Opens the judge that the options name; null without one.
 * @throws PageTraceError the errors of `openJudge`
 */
export async function openEvalJudge(
  values: Values,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<EvalJudge | null> {
  const name = readEvalJudge(values);
  const server = values['judge-server'] ?? values.server;
  if (name === null || server === undefined) return null;
  const opened = await openJudge(
    {
      judge: JUDGES[name],
      server,
      model: values['judge-model'],
      keyFile: values['judge-key-file'],
      prompt: values['judge-prompt'],
      // Each answer is judged as it ends, so that its record has the verdict.
      batch: 1,
      concurrency: CONCURRENCY,
      isFaithful: false,
      cache: path.join(cacheFolder(environment), 'verdicts'),
    },
    keysOf(values, environment),
    terminal,
    signal,
  );
  const { judging } = opened;
  let left = 0;
  let why: PageTraceError | null = null;
  return {
    judge: async (_item, { info, response }) => {
      const { question, reference, dialect } = info;
      try {
        const judgement = await judging.judgeOne({ response, question, reference, dialect });
        const judged = judgement?.judged ?? null;
        return judged !== null && 'verdict' in judged ? judged.verdict : 'unknown';
      } catch (thrown) {
        const error = asPageTraceError(thrown);
        if (error.reason === 'cancelled') throw error;
        // An answer is not lost because nobody can judge it now.
        terminal.debug(`judge: ${error.message}`);
        left += 1;
        why ??= error;
        return 'unknown';
      }
    },
    report: () => reportText(judging.counts.failed + left, why ?? judging.failure),
    close: () => opened.close(),
  };
}

/** The environment of the judge: the key of the other server is not sent to it. */
function keysOf(values: Values, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { server, 'judge-server': own = server } = values;
  const isSame =
    server !== undefined && own !== undefined && serverUrls(server).origin === serverUrls(own).origin;
  const { PAGETRACE_API_KEY: key, PAGETRACE_JUDGE_API_KEY: judgeKey, ...others } = environment;
  const known = judgeKey ?? (isSame ? key : undefined);
  return known === undefined ? others : { ...others, PAGETRACE_API_KEY: known };
}

function reportText(unknown: number, why: PageTraceError | null): string | null {
  if (unknown === 0) return null;
  const answers = unknown === 1 ? '1 answer has' : `${wholeText(unknown)} answers have`;
  const because = why === null ? '' : ` Why not: ${why.message}`;
  return `${answers} no verdict; pagetrace judge RUN --keep judges later what has none.${because}`;
}
