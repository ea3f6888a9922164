import { describe, expect, test } from 'vitest';
import type { FollowedEvent } from '../../../src/asking/model.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import { converse, DEFAULT_CONVERSATION_LIMITS, type Decision } from '../../../src/protocols/converse.ts';
import { generateEvents, type EndedConversation } from '../../../src/protocols/generateEvents.ts';
import type { Action, Conversation, Protocol } from '../../../src/protocols/model.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { eventsOf, prompted, talk, talkDeps } from './support.ts';

const vrag = protocolOf('vrag-rl');
const searching = '<think>I look.</think><search>revenue</search>';
const answering = '<think>I see.</think><answer>42</answer>';
const search = () => Promise.resolve({ document: 0, page: 3 });
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

describe('waits', () => {
  test('a search that never ends is given up', async () => {
    const limits = { ...DEFAULT_CONVERSATION_LIMITS, call: 5 };
    const { end } = await talk(vrag, prompted(), [searching], { search: never, limits });
    expect(end.ending).toEqual({ state: 'tool-failed', why: 'It took longer than 0.005 s.' });
    expect(end.error?.reason).toBe('timeout');
  });

  test('a turn that never ends is given up, and what was said is kept', async () => {
    const limits = { ...DEFAULT_CONVERSATION_LIMITS, turn: 5 };
    const { end, told } = await talk(vrag, prompted(), [], {
      limits,
      generate: async function* ({ signal }): AsyncGenerator<GenerateEvent> {
        yield { type: 'text', sample: 0, text: '<think>' };
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        yield { type: 'end', error: null };
      },
    });
    expect(end.ending).toEqual({ state: 'server-error', why: 'The model did not end its turn in 0.005 s.' });
    expect(told).toBe('<think>');
  });

  test('a conversation that is canceled ends at once, in a search too', async () => {
    const controller = new AbortController();
    const { end } = await talk(vrag, prompted(), [searching], {
      signal: controller.signal,
      search: () => {
        controller.abort();
        return never();
      },
    });
    expect(end.ending.state).toBe('cancelled');
    const again = await talk(vrag, prompted(), [searching], { signal: controller.signal });
    expect(again.end.ending.state).toBe('cancelled');
    expect([end.error?.reason, again.end.error?.reason]).toEqual(['cancelled', 'cancelled']);
    expect(again.requests).toEqual([]);
  });

  test('a protocol that never ends by itself is ended', async () => {
    const endless: Protocol = { ...vrag, next: () => ({ kind: 'refuse', call: null, why: 'No.' }) };
    const limits = { ...DEFAULT_CONVERSATION_LIMITS, turns: 6 };
    const { end } = await talk(endless, prompted(), [], { limits });
    expect(end.ending.state).toBe('round-limit');
    expect(end.conversation.turns).toHaveLength(7);
  });

  test('a tool that fails ends the conversation with its words', async () => {
    const { end } = await talk(vrag, prompted(), [searching], {
      search: () => Promise.reject(new Error('no index')),
    });
    expect(end.ending).toEqual({
      state: 'tool-failed',
      why: 'Something went wrong inside PageTrace: no index',
    });
  });

  test('a search that brings a page again brings nothing', async () => {
    const { end } = await talk(vrag, prompted(), [searching, '<think>x</think><search>more</search>'], {
      search,
    });
    expect(end.ending.state).toBe('empty-search');
  });
});

describe('stepping through', () => {
  const stepping = async (
    decide: (action: Action, conversation: Conversation) => Decision,
    answers: readonly string[],
  ) => {
    const actions: string[] = [];
    const had = await talk(vrag, prompted(), answers, {
      search,
      before: (action, conversation) => {
        actions.push(action.kind);
        return Promise.resolve(decide(action, conversation));
      },
    });
    return { ...had, actions };
  };

  test('everything that happens is asked for before, and tells the same text', async () => {
    const { actions, told, text } = await stepping(() => ({ kind: 'go-on' }), [searching, answering]);
    expect(actions).toEqual(['ask', 'call', 'ask', 'end']);
    expect(told).toBe(text);
    expect(text).toContain(answering);
  });

  test('a call that was edited is the one that is made, and told', async () => {
    const queries: string[] = [];
    let isEdited = false;
    const { told } = await stepping(
      (action, conversation) => {
        if (action.kind === 'call' && action.call.kind === 'search') queries.push(action.call.query);
        if (action.kind !== 'call' || isEdited) return { kind: 'go-on' };
        isEdited = true;
        const turns = conversation.turns.map((turn) =>
          turn.speaker === 'model'
            ? { ...turn, text: turn.text.replace('revenue', 'net profit'), report: null }
            : turn,
        );
        return { kind: 'edit', conversation: { ...conversation, turns } };
      },
      [searching, answering],
    );
    expect(queries).toEqual(['revenue', 'net profit']);
    expect(told).toContain('<search>net profit</search>');
    expect(told).not.toContain('<search>revenue</search>');
  });

  test('a person ends it', async () => {
    const { end, told } = await stepping(
      ({ kind }) => ({ kind: kind === 'call' ? 'stop' : 'go-on' }),
      [searching],
    );
    expect(end.ending.state).toBe('stopped');
    expect(told).toBe(searching);
  });
});

describe('as the events of one sample', () => {
  const follow = async (answers: readonly string[]) => {
    const events: FollowedEvent[] = [];
    let ended: EndedConversation | null = null;
    let time = 0;
    const deps = talkDeps(answers, { search });
    for await (const event of generateEvents(
      converse(prompted(), vrag, deps),
      () => (time += 10),
      (end) => (ended = end),
    ))
      events.push(event);
    return { events, ended: ended as EndedConversation | null };
  };

  test('the report and the usage are those of all turns', async () => {
    const { events, ended } = await follow([searching, answering]);
    const tokens = searching.length + answering.length;
    expect(events.at(-3)).toMatchObject({
      type: 'finish',
      report: { tokens, firstTokenAfter: 1, finishReason: 'stop', tokensPerSecond: tokens / 0.002 },
    });
    expect(events.at(-2)).toMatchObject({
      type: 'usage',
      usage: { promptTokens: 20, completionTokens: tokens, cachedTokens: null },
    });
    expect(events.at(-1)).toEqual({ type: 'end', error: null });
    expect(ended?.ending.state).toBe('answered');
  });

  test('a conversation that fails does not finish, and says why', async () => {
    const { events } = await follow([searching]);
    expect(events.some(({ type }) => type === 'finish')).toBe(false);
    expect(events.at(-1)).toMatchObject({ type: 'end', error: { reason: 'internal' } });
  });

  test('a think part that the template opens is told before a first turn, and with the whole of a later one', async () => {
    const half = '</think><search>revenue</search>';
    let requests = 0;
    const { told, text } = await talk(vrag, prompted(), [], {
      search,
      generate: async function* (): AsyncGenerator<GenerateEvent> {
        requests += 1;
        await Promise.resolve();
        const [first, ...rest] = eventsOf(requests === 1 ? half : '</think><answer>42</answer>');
        if (first !== undefined) yield first;
        yield { type: 'prefix', sample: 0, text: '<think>' };
        yield* rest;
      },
    });
    expect(told).toBe(text);
    expect(text.startsWith('<think></think><search>')).toBe(true);
    expect(text.endsWith('<think></think><answer>42</answer>')).toBe(true);
  });
});
