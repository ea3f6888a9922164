import { describe, expect, test } from 'vitest';
import { TokenGroups, type TokenProbabilities } from '../../../src/core/records/tokenProbabilities.ts';
import type { GenerateRequest } from '../../../src/inference/model.ts';
import type { FakeOptions } from '../../support/fakeVllm.ts';
import { gather, type Outcome } from '../../support/generation.ts';
import { plainStatus, question, withServer } from './helpers.ts';

/** Follows a generation that asks for three alternatives. */
async function ask(options: Partial<FakeOptions>, more: Partial<GenerateRequest> = {}): Promise<Outcome> {
  let outcome: Outcome | undefined;
  await withServer(options, async (server, deps) => {
    outcome = await gather(question(plainStatus(server.url), { topLogprobs: 3, ...more }), deps);
  });
  if (outcome === undefined) throw new Error('nothing was asked');
  return outcome;
}

function probabilitiesOf({ events }: Outcome, sample = 0): TokenProbabilities | null {
  const found = events.filter((event) => event.type === 'probabilities' && event.sample === sample);
  expect(found.length).toBeLessThan(2);
  return found[0]?.type === 'probabilities' ? found[0].probabilities : null;
}

/** The texts of all tokens, with `?` before text without a probability. */
function tokensOf(outcome: Outcome, sample = 0): readonly string[] {
  const read = probabilitiesOf(outcome, sample);
  const groups = new TokenGroups(read ?? { lengths: [], logprobs: [] });
  return Array.from({ length: groups.count }, (_, index) => {
    const { span, logprob } = groups.at(index) ?? { span: { start: 0, end: 0 }, logprob: null };
    return `${logprob === null ? '?' : ''}${outcome.texts[sample]?.slice(span.start, span.end) ?? ''}`;
  });
}

/** A stream of chunks, each with its text and its tokens (null for a chunk without probabilities). */
function stream(
  ...chunks: readonly (readonly [text: string, tokens: readonly (readonly number[])[] | null])[]
) {
  const events = chunks.map(([content, tokens]) => ({
    choices: [
      {
        index: 0,
        delta: { content },
        logprobs:
          tokens === null
            ? null
            : { content: tokens.map((bytes) => ({ token: '�', bytes, logprob: -0.5, top_logprobs: [] })) },
      },
    ],
  }));
  const end = { choices: [{ index: 0, delta: { content: '' }, logprobs: null, finish_reason: 'stop' }] };
  const body = [...events, end].map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
  const headers = { 'content-type': 'text/event-stream' };
  return { '/v1/chat/completions': { status: 200, body: `${body}data: [DONE]\n\n`, headers } };
}

const TEXT = '<think>Image 1.</think><answer>42</answer>';

describe('probabilities of tokens', () => {
  test('every sample reports the probability of each token, and its alternatives', async () => {
    const trajectories = [TEXT, '<answer>四百二十 €</answer>'];
    const outcome = await ask({ trajectories, chunkSize: 5 }, { n: 2 });
    expect(outcome.error).toBeNull();
    expect(outcome.texts).toEqual(trajectories);
    expect(tokensOf(outcome, 0).slice(0, 3)).toEqual(['<thin', 'k>Ima', 'ge 1.']);
    expect(tokensOf(outcome, 1).join('')).toBe(trajectories[1]);
    const read = probabilitiesOf(outcome);
    expect(read?.counts.slice(0, 2)).toEqual([2, 2]);
    expect(read?.alternatives.slice(0, 2)).toEqual(['other 1', 'other 2']);
    expect(read?.logprobs.slice(0, 2)).toEqual([-0.2, -0.2]);
  });

  test('they are reported before a sample is finished', async () => {
    const types = (await ask({})).events.map(({ type }) => type);
    expect(types.indexOf('probabilities')).toBeLessThan(types.indexOf('finish'));
  });

  test.each(['reasoning', 'reasoning_content'] as const)(
    'tags that the server removed from %s have no probability, and the tokens stay at their text',
    async (reasoning) => {
      const outcome = await ask({ trajectories: [TEXT], chunkSize: 100, reasoning });
      expect(outcome.texts).toEqual([TEXT]);
      expect(tokensOf(outcome)).toEqual(['?<think>', 'Image 1.', '?</think>', '<answer>42</answer>']);
    },
  );

  test('a tag that the template opened has no probability', async () => {
    const outcome = await ask({ trajectories: [TEXT], chunkSize: 100, reasoning: 'template' });
    expect(tokensOf(outcome)).toEqual(['?<think>', 'Image 1.</think><answer>42</answer>']);
  });

  test('characters whose bytes are cut over tokens and chunks are found', async () => {
    const [first = 0, second = 0, third = 0] = Buffer.from('四');
    const canned = stream(['', [[first]]], ['', [[second]]], ['四2', [[third, 0x32]]]);
    const outcome = await ask({ canned });
    expect(outcome.texts).toEqual(['四2']);
    expect(probabilitiesOf(outcome)?.lengths).toEqual([0, 0, 2]);
  });

  test('chunks without probabilities are text whose probability is not known', async () => {
    const canned = stream(['4', [[0x34]]], ['2 mil', null], ['!', [[0x21]]]);
    expect(tokensOf(await ask({ canned }))).toEqual(['4', '?2 mil', '!']);
  });

  test('an answer that comes as a whole has them too', async () => {
    const content = [
      { token: '4', logprob: -0.1, bytes: null, top_logprobs: [] },
      { token: '2', logprob: -0.2, top_logprobs: [] },
      { token: '<|im_end|>', logprob: 0, top_logprobs: [] },
    ];
    const body = {
      choices: [{ index: 0, message: { content: '42' }, logprobs: { content }, finish_reason: 'stop' }],
    };
    const outcome = await ask({ canned: { '/v1/chat/completions': { status: 200, body } } });
    expect(tokensOf(outcome)).toEqual(['4', '2']);
  });

  test('an interrupted sample reports those of the part that arrived', async () => {
    const outcome = await ask({ trajectories: [TEXT], chunkSize: 5, cutAt: 3 });
    expect(outcome.error?.reason).toBe('stream-cut');
    expect(tokensOf(outcome)).toEqual(['<thin', 'k>Ima', 'ge 1.']);
  });

  test('a server that ignores the request for them answers as usual, and reports none', async () => {
    const outcome = await ask({ trajectories: [TEXT], maxLogprobs: null });
    expect([outcome.error, outcome.texts, probabilitiesOf(outcome)]).toEqual([null, [TEXT], null]);
  });

  test('they are requested only where a person wants them, and never from the offline reader', async () => {
    await withServer({}, async (server, deps) => {
      const status = plainStatus(server.url);
      await gather(question(status), deps);
      await gather(question({ ...status, kind: 'offline-reader' }, { topLogprobs: 3 }), deps);
      const outcome = await gather(question(status, { topLogprobs: 0 }), deps);
      expect(probabilitiesOf(outcome)?.alternatives).toEqual([]);
      expect(server.requests.map(({ body }) => [body?.['logprobs'], body?.['top_logprobs']])).toEqual([
        [undefined, undefined],
        [undefined, undefined],
        [true, 0],
      ]);
    });
  });

  test.each(['new', 'old'] as const)(
    'more alternatives than a server (%s) reports are refused',
    async (flavor) => {
      const { error, texts } = await ask({ flavor, maxLogprobs: 2 });
      expect(texts).toEqual(['']);
      expect(error).toMatchObject({
        reason: 'server-refused',
        message: 'The server reports at most 2 alternatives for each token.',
        remedy: { kind: 'fewer-alternatives', most: 2 },
      });
    },
  );

  test('a refusal that comes as the first event of a stream, as vLLM sends it, is recognized', async () => {
    const message =
      'Requested sample logprobs of 3, which is greater than max allowed: 2 (parameter=logprobs, value=3)';
    const body = `data: ${JSON.stringify({ error: { message, type: 'BadRequestError', code: 400 } })}\n\ndata: [DONE]\n\n`;
    const headers = { 'content-type': 'text/event-stream' };
    const { error } = await ask({ canned: { '/v1/chat/completions': { status: 200, body, headers } } });
    expect(error).toMatchObject({
      reason: 'server-refused',
      remedy: { kind: 'fewer-alternatives', most: 2 },
    });
  });

  test.each([
    { error: { message: 'logprobs are not supported with streaming', type: 'invalid_request_error' } },
    { object: 'error', message: "Unsupported parameter: 'top_logprobs'", code: 400 },
    {
      detail: [{ type: 'extra_forbidden', loc: ['body', 'logprobs'], msg: 'Extra inputs are not permitted' }],
    },
  ])('a server that refuses them is recognized: %j', async (body) => {
    const { error } = await ask({ canned: { '/v1/chat/completions': { status: 400, body } } });
    expect(error).toMatchObject({
      message: 'The server does not report the probabilities of tokens.',
      remedy: { kind: 'fewer-alternatives', most: null },
    });
  });
});
