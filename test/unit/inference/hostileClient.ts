import process from 'node:process';
import { PageTraceError } from '../../../src/core/errors.ts';
import { readPromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { connect } from '../../../src/inference/connect.ts';
import { continuedText } from '../../../src/inference/continuation.ts';
import { countText } from '../../../src/inference/countText.ts';
import { closeConnections } from '../../../src/inference/fetch.ts';
import { forecastTokens } from '../../../src/inference/forecast.ts';
import { generate } from '../../../src/inference/generate.ts';
import { probeTokenize } from '../../../src/inference/imageLimit.ts';
import { askJudge, judgeAnswers } from '../../../src/inference/judgeClient.ts';
import { serverLoad } from '../../../src/inference/load.ts';
import type { InferenceDeps, InferenceLimits, ServerStatus } from '../../../src/inference/model.ts';
import { templateOpensThink } from '../../../src/inference/template.ts';
import { plainStatus, question, testDeps } from './helpers.ts';

/** What the client found: the text that it kept, and the result of other functions as JSON. */
export interface Found {
  readonly reason: string | null;
  readonly sentence: string | null;
  readonly hint: string | null;
  readonly said: string | null;
  /** The texts of the samples, their first characters only. */
  readonly texts: readonly { readonly start: string; readonly length: number }[];
  readonly result: string | null;
  /** By how much the memory of the process has grown at most since it was ready, in megabytes. */
  readonly growth: number;
}

/** A request that the client makes. */
export interface Through {
  readonly name: keyof typeof REQUESTS;
  readonly url: string;
  readonly limits: Partial<InferenceLimits>;
  readonly n: number;
  readonly maxTokens: number;
  /** Whether the server counts as vLLM, whose template is asked for. */
  readonly isVllm: boolean;
}

const { prompt: JUDGE } = readPromptFile('judge', '---\ndialect: judge\n---\n{{ content }}');

type Outcome = Pick<Found, 'texts' | 'result'>;
type Request = (status: ServerStatus, deps: InferenceDeps, through: Through) => Promise<Outcome>;

function returning(request: (status: ServerStatus, deps: InferenceDeps) => Promise<unknown>): Request {
  return async (status, deps) => {
    const result = await request(status, deps);
    return { texts: [], result: result === null ? 'null' : JSON.stringify(result).slice(0, 5_000) };
  };
}

const ask: Request = async (server, deps, { n, maxTokens, isVllm }) => {
  const status = isVllm ? asVllm(server) : server;
  const pieces = Array.from({ length: n }, (): string[] => []);
  let error: PageTraceError | null = null;
  const request = question(status, { n, sampling: { ...DEFAULT_SAMPLING, max_tokens: maxTokens } });
  for await (const event of generate(request, deps)) {
    if (event.type === 'text') pieces[event.sample]?.push(event.text);
    else if (event.type === 'end') error = event.error;
  }
  const texts = pieces.map((piece) => piece.join(''));
  const outcome = {
    texts: texts.map((text) => ({ start: text.slice(0, 20), length: text.length })),
    result: null,
  };
  if (error !== null) throw Object.assign(error, { outcome });
  return outcome;
};

const asVllm = (status: ServerStatus): ServerStatus => ({ ...status, kind: 'vllm' });

/** Every function of the inference room that makes a request, by its name. */
export const REQUESTS = {
  generate: ask,
  askJudge: returning((status, deps) =>
    askJudge(
      { status, model: 'm' },
      { parts: [{ type: 'text', text: 'q' }], sampling: DEFAULT_SAMPLING },
      deps,
    ),
  ),
  connect: returning(({ address }, deps) => connect(address, deps)),
  continuedText: returning((status, deps) =>
    continuedText({ status: asVllm(status), model: 'm', continued: '<think>' }, deps),
  ),
  countText: returning((status, deps) => countText(asVllm(status), 'm', 'text', deps)),
  forecastTokens: returning((status, deps) => forecastTokens({ ...question(asVllm(status)) }, deps)),
  judgeAnswers: returning((status, deps) =>
    judgeAnswers(
      [{ question: 'q', reference: 'r', answer: 'a' }],
      { status, model: 'm', prompt: JUDGE, renderPrompt, tries: 2, firstWait: 1 },
      deps,
    ),
  ),
  probeTokenize: returning((status, deps) =>
    probeTokenize(new URL(status.baseUrl).origin, 'm', deps, undefined),
  ),
  serverLoad: returning((status, deps) => serverLoad(status, deps)),
  templateOpensThink: returning((status, deps) => templateOpensThink(asVllm(status), 'm', deps)),
} satisfies Record<string, Request>;

async function find(through: Through): Promise<Omit<Found, 'growth'>> {
  const deps = testDeps(through.limits);
  try {
    const outcome = await REQUESTS[through.name](plainStatus(through.url), deps, through);
    return { reason: null, sentence: null, hint: null, said: null, ...outcome };
  } catch (error) {
    if (!(error instanceof PageTraceError)) throw error;
    const { reason, message, hint = null, said = null } = error;
    const outcome: Outcome = 'outcome' in error ? (error.outcome as Outcome) : { texts: [], result: null };
    return { reason, sentence: message, hint, said, ...outcome };
  } finally {
    await closeConnections(deps);
  }
}

/** The largest memory of this process so far, in megabytes. */
const largestMemory = (): number => process.resourceUsage().maxRSS / 1024;

if (process.send !== undefined) {
  const before = largestMemory();
  process.on('message', (through: Through) => {
    // What other servers sent does not count.
    globalThis.gc?.();
    void find(through).then((found) => process.send?.({ ...found, growth: largestMemory() - before }));
  });
  process.send('ready');
}
