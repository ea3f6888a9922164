import path from 'node:path';
import { USUAL_TRIES } from '../../../judging/askItems.ts';
import type { Prices } from '../../../judging/judgeCost.ts';
import { JUDGES } from '../../../judging/judges.ts';
import { JUDGE_NAMES } from '../../../judging/model.ts';
import type { JudgePlace } from './openJudge.ts';
import { numberOption, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { inputOptions } from '../../arguments/inputOptions.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { cacheFolder } from '../../arguments/cacheFolder.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** Options of `pagetrace judge` that are about asking a judge. */
const askingOptions = {
  judge: { type: 'string' },
  server: { type: 'string' },
  model: { type: 'string' },
  'api-key-file': { type: 'string' },
  prompt: { type: 'string' },
  batch: { type: 'string' },
  concurrency: { type: 'string' },
  tries: { type: 'string' },
  faithful: { type: 'boolean' },
  keep: { type: 'boolean' },
  cache: { type: 'string' },
  'no-cache': { type: 'boolean' },
  'price-in': { type: 'string' },
  'price-out': { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** Options of `pagetrace judge` that are about the agreement of verdicts. */
const agreementOptions = {
  agreement: { type: 'boolean' },
  f1: { type: 'string' },
  most: { type: 'string' },
  format: { type: 'string' },
} as const;

/** All options of `pagetrace judge`. */
export const judgeOptions = { ...inputOptions, ...askingOptions, ...agreementOptions } as const;

/** The options about asking that were given. */
export type JudgeValues = {
  readonly [K in keyof typeof askingOptions]?:
    | ((typeof askingOptions)[K]['type'] extends 'boolean' ? boolean : string)
    | undefined;
};

/** The names of the options that have no effect with or without `--agreement`. */
export const ASKING = Object.keys(askingOptions);
export const AGREEING = Object.keys(agreementOptions).filter((name) => name !== 'agreement');

/** How samples are judged, as the options say. */
export interface JudgeRequest extends JudgePlace {
  /** Whether verdicts of records are kept. */
  readonly keeps: boolean;
  readonly prices: Prices | null;
}

const BATCH = 5;
const CONCURRENCY = 8;

/**
 * Reads the options about asking.
 * @throws PageTraceError `bad-input` for a word or a number that is not allowed, and without a server
 */
export function readJudgeOptions(
  values: JudgeValues,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): JudgeRequest {
  const judge = JUDGES[wordOption('judge', values.judge, JUDGE_NAMES, 'answer')];
  if (values.server === undefined)
    throw new UsageError('judge needs the server of a model that judges.', {
      hint: 'Name it with --server URL.',
    });
  if (judge.most === 1) reportIdle({ ...values }, `--judge ${judge.name}`, ['batch'], terminal);
  if (judge.dialect !== 'judge') reportIdle({ ...values }, `--judge ${judge.name}`, ['faithful'], terminal);
  if (values['no-cache'] === true) reportIdle({ ...values }, '--no-cache', ['cache'], terminal);
  const most = Math.max(judge.most, BATCH);
  const batch = numberOption('batch', values.batch, { least: 1, most, whole: true }, BATCH);
  return {
    judge,
    server: values.server,
    model: values.model,
    keyFile: values['api-key-file'],
    prompt: values.prompt,
    batch: Math.min(batch, judge.most),
    concurrency: numberOption(
      'concurrency',
      values.concurrency,
      { least: 1, most: 1024, whole: true },
      CONCURRENCY,
    ),
    tries: numberOption('tries', values.tries, { least: 1, most: 100, whole: true }, USUAL_TRIES.tries),
    isFaithful: values.faithful === true,
    keeps: values.keep === true,
    cache:
      values['no-cache'] === true ? null : (values.cache ?? path.join(cacheFolder(environment), 'verdicts')),
    prices: readPrices(values),
  };
}

function readPrices(values: JudgeValues): Prices | null {
  const range = { least: 0, most: 1e6 };
  const input = numberOption('price-in', values['price-in'], range, null);
  const output = numberOption('price-out', values['price-out'], range, null);
  return input === null && output === null ? null : { input: input ?? 0, output: output ?? 0 };
}
