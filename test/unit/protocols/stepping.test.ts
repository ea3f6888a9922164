import { describe, expect, test } from 'vitest';
import { formatTrajectoryFile, parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import type { Decision } from '../../../src/protocols/converse.ts';
import type { Protocol } from '../../../src/protocols/model.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { recordConversation } from '../../../src/protocols/recordConversation.ts';
import { Stepping, type SteppingState } from '../../../src/protocols/stepping.ts';
import { preparedQuestion } from '../asking/build.ts';
import { prompted, talk, type Answer } from './support.ts';

const vrag = protocolOf('vrag-rl');
const searching = '<think>I look.</think><search>revenue</search>';
const answering = '<think>I see.</think><answer>42</answer>';
const search = (query: string) => Promise.resolve({ document: 0, page: query.length });

/** What a person does at a stop. */
type Act = (stepping: Stepping, state: SteppingState) => void;

const goOn: Act = (stepping, { stop }) => {
  stepping.choose(stop, 'go-on');
};

/** Steps through a conversation, with what a person does at each stop; afterwards they go on. */
async function step(
  acts: readonly Act[],
  answers: readonly Answer[],
  {
    views = 1,
    protocol = vrag,
    runs = false,
  }: { readonly views?: number; readonly protocol?: Protocol; readonly runs?: boolean } = {},
) {
  const controller = new AbortController();
  const stepping = new Stepping({
    runs,
    signal: controller.signal,
    abort: () => {
      controller.abort();
    },
  });
  for (let opened = 0; opened < views; opened++) stepping.countViews(1);
  const stops: SteppingState[] = [];
  const left = [...acts];
  stepping.listen(() => {
    const { state } = stepping;
    if (state?.phase !== 'waiting') return;
    stops.push(state);
    const act = left.shift() ?? goOn;
    // What a person does comes later than the stop.
    queueMicrotask(() => {
      act(stepping, state);
    });
  });
  const queries: string[] = [];
  const had = await talk(protocol, prompted(), answers, {
    before: stepping.before,
    canRetell: true,
    signal: controller.signal,
    search: (query, exclude) => {
      queries.push(query);
      return protocol === vrag || exclude.length === 0 ? search(query) : Promise.resolve(null);
    },
    searchPassages: () => Promise.resolve([{ document: 0, page: 1, text: 'It was 41.' }]),
  });
  return { ...had, stepping, stops, queries };
}

describe('stepping through in a view', () => {
  test('stops before everything that happens, with what comes next and what was said last', async () => {
    const { stops, end, told, text } = await step([], [searching, answering]);
    expect(stops.map(({ next, said }) => [next, said?.by ?? null])).toEqual([
      ['The model writes turn 1', null],
      ['A page is searched for “revenue”', 'model'],
      ['The model writes turn 2', 'tool'],
      ['The conversation ends (answered): The model answered', 'model'],
    ]);
    expect(stops[1]?.said?.text).toBe(searching);
    expect(stops[2]?.said?.text).toBe('<image 1>');
    expect(stops.map(({ stop }) => stop)).toEqual([1, 2, 3, 4]);
    expect(end.ending.state).toBe('answered');
    expect(told).toBe(text);
  });

  test('a call and an observation that were edited are told anew, made, and marked as the words of a person', async () => {
    const { queries, end, told, text, requests } = await step(
      [
        goOn,
        (stepping, { stop }) => {
          stepping.edit(stop, '<think>I look.</think><search>net profit</search>');
        },
        goOn,
        (stepping, { stop }) => {
          stepping.edit(stop, 'Look here: <image 1>');
        },
      ],
      [searching, answering],
    );
    expect(queries).toEqual(['net profit']);
    expect(told).toBe(text);
    expect(text).toContain('<search>net profit</search>');
    expect(text).not.toContain('revenue');
    expect(requests[1]?.turns?.at(-1)).toEqual({
      role: 'user',
      parts: [
        { type: 'text', text: 'Look here: ' },
        { type: 'image', image: 1 },
      ],
    });
    const { info } = preparedQuestion();
    const brought = recordConversation(end, vrag, { images: [], info }).info;
    const file = formatTrajectoryFile({ ...info, ...brought }, text);
    const { conversation } = parseTrajectoryFile(file).info;
    expect(conversation?.turns.map(({ by, edited }) => [by, edited])).toEqual([
      ['model', true],
      ['tool', true],
      ['model', false],
    ]);
  });

  test('what a protocol asks after the prompt is shown, and edited, before the model reads it', async () => {
    const pass = (answer: string): string =>
      `## Evidence:\nA table.\n\n## Chain of Thought:\nIt is printed.\n\n## Answer:\n${answer}`;
    const combined = '## Analysis:\nx\n\n## Conclusion:\nx\n\n## Final Answer:\n42';
    let shown = '';
    const { end, told, text, requests } = await step(
      [
        ...[goOn, goOn, goOn, goOn, goOn],
        (stepping, { stop, said }) => {
          shown = said?.text ?? '';
          stepping.edit(stop, 'Which one is right?');
        },
      ],
      [pass('41'), pass('42'), combined],
      { protocol: protocolOf('visdom') },
    );
    expect(shown).toContain('A table.');
    expect(requests[2]?.parts).toEqual([{ type: 'text', text: 'Which one is right?' }]);
    expect(told).toBe(text);
    expect(text).toContain('Which one is right?');
    expect(end.ending.state).toBe('answered');
    expect(end.conversation.turns.map(({ isEdited }) => isEdited === true)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
      false,
    ]);
  });

  test('an edit that cannot be used is said, and asked for again', async () => {
    const { stops, text } = await step(
      [
        goOn,
        goOn,
        (stepping, { stop }) => {
          stepping.edit(stop, '<image 7>');
        },
        (stepping, state) => {
          expect(state.problem).toBe('There is no image 7. Name an image from 1 to 1.');
          stepping.choose(state.stop, 'go-on');
        },
      ],
      [searching, answering],
    );
    expect(stops[3]).toMatchObject({ stop: stops[2]?.stop, next: stops[2]?.next });
    expect(text).not.toContain('image 7');
  });

  test('a last turn that is edited into a call goes on', async () => {
    const { queries, end } = await step(
      [
        goOn,
        (stepping, { stop, kind }) => {
          expect(kind).toBe('end');
          stepping.edit(stop, searching);
        },
      ],
      ['<think>No idea.</think>', answering],
    );
    expect(queries).toEqual(['revenue']);
    expect(end.ending.state).toBe('answered');
  });

  test('runs to the end, and stops again when it is told to', async () => {
    const run: Act = (stepping, { stop }) => {
      stepping.choose(stop, 'run');
    };
    const whole = await step([run], [searching, answering]);
    expect(whole.stops).toHaveLength(1);
    expect(whole.end.ending.state).toBe('answered');
    const paused = await step(
      [
        (stepping, state) => {
          run(stepping, state);
          expect(stepping.state?.phase).toBe('running');
          stepping.pause();
          expect(stepping.state?.phase).toBe('pausing');
        },
      ],
      [searching, answering],
    );
    expect(paused.stops.map(({ kind }) => kind)).toEqual(['ask', 'call', 'ask', 'end']);
  });

  test.each<readonly [string, Act]>([
    [
      'it is stopped',
      (stepping, { stop }) => {
        stepping.choose(stop, 'stop');
      },
    ],
    [
      'its last view is closed',
      (stepping) => {
        stepping.countViews(-1);
      },
    ],
  ])('what was said is kept if %s', async (_when, act) => {
    const { end, told } = await step([goOn, act], [searching]);
    expect(end.ending.state).toBe('stopped');
    expect(told).toBe(searching);
  });

  test('one that runs by itself stops nowhere, whether or not it has a view', async () => {
    for (const views of [0, 1]) {
      const { end, stops, stepping } = await step([], [searching, answering], { views, runs: true });
      expect(end.ending.state).toBe('answered');
      expect(stops).toEqual([]);
      expect(stepping.runs).toBe(true);
    }
  });

  test('stops at once without a view, and after it was canceled', async () => {
    expect((await step([], [searching], { views: 0 })).end.ending.state).toBe('stopped');
    const controller = new AbortController();
    const stepping = new Stepping({ signal: controller.signal, abort: () => undefined });
    stepping.countViews(1);
    const waiting = stepping.before({ kind: 'ask' }, prompted());
    controller.abort();
    expect(await waiting).toEqual({ kind: 'stop' } satisfies Decision);
    expect(await stepping.before({ kind: 'ask' }, prompted())).toEqual({ kind: 'stop' });
  });

  test('ending while something is done ends that, and late decisions have no effect', async () => {
    let aborted = 0;
    const stepping = new Stepping({
      signal: new AbortController().signal,
      abort: () => {
        aborted += 1;
      },
    });
    stepping.countViews(1);
    stepping.choose(1, 'go-on');
    const first = stepping.before({ kind: 'ask' }, prompted());
    stepping.edit(1, 'The prompt is not edited.');
    stepping.choose(2, 'stop');
    expect(stepping.state?.phase).toBe('waiting');
    stepping.choose(1, 'go-on');
    expect(await first).toEqual({ kind: 'go-on' });
    stepping.choose(1, 'go-on');
    stepping.edit(1, 'Too late.');
    expect(stepping.state?.phase).toBe('working');
    expect(aborted).toBe(0);
    stepping.choose(1, 'stop');
    expect(aborted).toBe(1);
    stepping.end();
    expect(stepping.state).toBeNull();
  });
});
