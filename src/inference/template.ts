import { ask } from './fetch.ts';
import type { InferenceDeps, ServerStatus } from './model.ts';
import { serverUrls } from './address.ts';
import { asArray, asRecord, asText, parseJson } from './wire.ts';

/** Answers found so far, for each set of dependencies, by server and model. */
const known = new WeakMap<InferenceDeps, Map<string, Promise<boolean | null>>>();

/**
 * The number of tokens at the end of a prompt that can contain the opening of an assistant's turn and of its think
 * part.
 */
const TAIL = 24;

async function probeTemplate(
  status: ServerStatus,
  model: string,
  deps: InferenceDeps,
  signal: AbortSignal | undefined,
): Promise<boolean | null> {
  const { root } = serverUrls(status.baseUrl);
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await ask(
      `${root}${path}`,
      {
        method: 'POST',
        isProbe: true,
        body: JSON.stringify(body),
        ...(signal === undefined ? {} : { signal }),
      },
      deps,
    );
    return answer.status === 200 ? parseJson(answer.body) : undefined;
  };
  const messages = [{ role: 'user', content: 'x' }];
  const tokenized = asRecord(await post('/tokenize', { model, messages, add_generation_prompt: true }));
  const tokens = asArray(tokenized?.['tokens']);
  if (tokens.length === 0) return null;
  const prompt = asRecord(await post('/detokenize', { model, tokens: tokens.slice(-TAIL) }))?.['prompt'];
  return typeof prompt === 'string' ? /<think>\s*$/iu.test(asText(prompt)) : null;
}

/**
 * Whether the chat template that a server uses for `model` ends with an opened `<think>`, so that answers begin inside
 * it. Null if the server does not report it. Requested once for each server and model; never throws.
 */
export function templateOpensThink(
  status: ServerStatus,
  model: string,
  deps: InferenceDeps,
  signal?: AbortSignal,
): Promise<boolean | null> {
  if (status.kind !== 'vllm') return Promise.resolve(null);
  let answers = known.get(deps);
  if (answers === undefined) {
    answers = new Map();
    known.set(deps, answers);
  }
  const key = `${status.baseUrl}\n${model}`;
  const before = answers.get(key);
  if (before !== undefined) return before;
  const mine = answers;
  const answer = probeTemplate(status, model, deps, signal).catch(() => {
    mine.delete(key);
    return null;
  });
  mine.set(key, answer);
  return answer;
}
