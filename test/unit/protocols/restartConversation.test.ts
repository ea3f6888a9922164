import { describe, expect, it, test } from 'vitest';
import type { RecordedConversation } from '../../../src/core/records/conversation.ts';
import type { ProtocolName } from '../../../src/core/prompts/protocolNames.ts';
import { editLastTurn } from '../../../src/protocols/editTurn.ts';
import type { Conversation, ModelTurn, Protocol, Turn } from '../../../src/protocols/model.ts';
import { recordConversation } from '../../../src/protocols/recordConversation.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { keepTurns, restartConversation } from '../../../src/protocols/restartConversation.ts';
import { conversationRequest, conversationText, turnText } from '../../../src/protocols/transcript.ts';
import { preparedQuestion } from '../asking/build.ts';
import { prompted, showPage, talk, type Answer } from './support.ts';

const think = (call: string): string => `<think>I look.</think>${call}`;
const crop = (box: readonly number[], image: number): string =>
  `I look closer.<tool_call>{"name": "crop_image_normalized", "arguments": {"bbox_2d": [${box.join(', ')}], "target_image": ${image}}}</tool_call>`;
const visdomPass = '## Evidence:\nA table.\n\n## Chain of Thought:\nI add.\n\n## Answer:\n42';

const BOXES = '[{"bbox_2d": [10, 20, 30, 40]}]';
const call = '<think>The dog.</think>\n<function>get_extra_ref_result()';
const rethink = '\n<rethink>Too small.</rethink>\n<answer>[]</answer>';

/** What the model says in a conversation by each protocol that has several turns. */
const ANSWERS: Readonly<Partial<Record<ProtocolName, readonly string[]>>> = {
  'vrag-rl': [
    think('<search>revenue</search>'),
    think('<bbox>[100, 200, 300, 400]</bbox>'),
    think('<bbox>[10, 20, 30, 40]</bbox>'),
    think('<search>costs</search>'),
    think('<answer>42</answer>'),
  ],
  'vrag-rl-training': [
    think('nothing'),
    think('<search>revenue</search>'),
    think('<bbox>[100, 200, 300, 400]</bbox>'),
    think('<answer>42</answer>'),
  ],
  'pixel-reasoner': [
    crop([0.1, 0.2, 0.6, 0.7], 1),
    crop([0.2, 0.2, 0.9, 0.9], 2),
    crop([0, 0, 1, 1], 9),
    'It is \\boxed{42}.',
  ],
  'mm-search-r1': [
    '<reason>I search.</reason><text_search>revenue</text_search>',
    '<reason>I search.</reason><text_search>costs</text_search>',
    '<reason>I see.</reason><answer>42</answer>',
  ],
  visdom: [visdomPass, visdomPass, '## Analysis:\nBoth.\n\n## Conclusion:\nSame.\n\n## Final Answer:\n42'],
  'vg-refiner': [`${call}</function>`, rethink],
  'vg-refiner-evaluation': [call, rethink],
};

const TOOLS = {
  search: (_query: string, exclude: readonly unknown[]) =>
    Promise.resolve({ document: 0, page: exclude.length + 1 }),
  searchPassages: () => Promise.resolve([{ document: 0, page: 2, text: 'The revenue is 42.' }]),
  toolWords: BOXES,
};
const signal = new AbortController().signal;

const beginningOf = ({ isSearching }: Protocol): Conversation => (isSearching ? prompted() : prompted(1));

interface Had {
  readonly conversation: Conversation;
  readonly text: string;
  readonly recorded: RecordedConversation;
}

async function have(protocol: Protocol, answers: readonly string[]): Promise<Had> {
  const { end, text } = await talk(protocol, beginningOf(protocol), answers, TOOLS);
  expect(end.ending.state).toBe('answered');
  return { conversation: end.conversation, text, recorded: recordedOf(end.conversation, protocol) };
}

function recordedOf(conversation: Conversation, protocol: Protocol): RecordedConversation {
  const ended = { conversation, ending: { state: 'answered', why: '' } as const };
  const { info } = recordConversation(ended, protocol, { images: [], info: preparedQuestion().info });
  if (info.conversation === undefined) throw new Error('Nothing was recorded.');
  return info.conversation;
}

const restart = ({ text, recorded }: Had, end: number, protocol: Protocol): Promise<Conversation> =>
  restartConversation(beginningOf(protocol), keepTurns(text, end, recorded, protocol), protocol, {
    showPage,
    toolWords: BOXES,
    signal,
  });

/** A turn without what is not recorded of it. */
const facts = (turn: Turn): Turn =>
  turn.speaker === 'model' ? { ...turn, report: null, usage: null } : turn;

describe.each(Object.entries(ANSWERS))('a conversation by %s', (name, answers) => {
  const protocol = protocolOf(name as ProtocolName);

  it('goes on after each of its turns as it did', async () => {
    const had = await have(protocol, answers);
    const { turns, images } = had.conversation;
    for (let count = 1; count < turns.length; count += 1) {
      const end = conversationText({ turns: turns.slice(0, count + 1) }, protocol).length;
      const restarted = await restart(had, end, protocol);
      expect(restarted.turns).toEqual(turns.slice(0, count + 1).map(facts));
      expect(restarted.images).toEqual(images.slice(0, restarted.images.length));
      expect(protocol.next(restarted)).toEqual(
        protocol.next({ ...had.conversation, turns: turns.slice(0, count + 1), images: restarted.images }),
      );
      const said = restarted.turns.filter(({ speaker }) => speaker === 'model').length;
      const { end: ended, told } = await talk(protocol, restarted, answers.slice(said), TOOLS);
      expect(ended.ending.state).toBe('answered');
      expect(ended.conversation.turns.map(facts)).toEqual(turns.map(facts));
      // Only what follows is told.
      expect(had.text.slice(0, end) + told).toBe(had.text);
    }
  });

  it('goes on within each turn of the model, whose words are continued', async () => {
    const had = await have(protocol, answers);
    let before = 0;
    for (const [at, turn] of had.conversation.turns.entries()) {
      if (at === 0) continue;
      if (turn.speaker === 'model') {
        const kept = turn.text.slice(0, 6);
        const restarted = await restart(had, before + kept.length, protocol);
        const unfinished = { text: kept, isUnfinished: true, report: null, usage: null } as const;
        expect(restarted.turns).toEqual([
          ...had.conversation.turns.slice(0, at).map(facts),
          expect.objectContaining(unfinished),
        ]);
        const said = restarted.turns.filter(({ speaker }) => speaker === 'model').length - 1;
        const left = [(answers[said] ?? '').slice(kept.length), ...answers.slice(said + 1)];
        const { end, told, requests } = await talk(protocol, restarted, left, TOOLS);
        expect(requests[0]?.continued).toBe(
          protocol.continues ? had.text.slice(0, before + kept.length) : kept,
        );
        expect(requests[0]?.turns).toEqual(
          conversationRequest({ ...restarted, turns: restarted.turns.slice(0, -1) }, protocol).turns,
        );
        expect(end.ending.state).toBe('answered');
        expect(conversationText(end.conversation, protocol)).toBe(had.text);
        expect(had.text.slice(0, before + kept.length) + told).toBe(had.text);
      }
      before += turnText(turn, protocol).length;
    }
  });
});

describe('a conversation that cannot go on as it was', () => {
  const protocol = protocolOf('vrag-rl');
  const answers = ANSWERS['vrag-rl'] ?? [];
  const refused = 'The text of this conversation does not have the turns that were recorded with it.';

  it('says so if its text has other turns than its record', async () => {
    const had = await have(protocol, answers);
    const { turns } = had.recorded;
    const fewer = { ...had.recorded, turns: turns.slice(0, 3) };
    expect(() => keepTurns(had.text, had.text.length, fewer, protocol)).toThrow(refused);
    const text = had.text.replaceAll('<|im_start|>user', '<|im_start|>tool');
    expect(() => keepTurns(text, text.length, had.recorded, protocol)).toThrow(refused);
    // Edited by hand, the first turn does not search any more.
    const other = { ...had, text: had.text.replace('<search>revenue</search>', '<answer>revenu</answer>') };
    await expect(restart(other, other.text.length, protocol)).rejects.toThrow(refused);
    const unmarked = { ...had, text: had.text.replace('<|image_pad|>', 'the page') };
    await expect(restart(unmarked, unmarked.text.length, protocol)).rejects.toThrow(refused);
  });

  it('says so if a page is sent in another size than before', async () => {
    const had = await have(protocol, answers);
    const kept = keepTurns(had.text, had.text.length, had.recorded, protocol);
    const larger: typeof showPage = async (...asked) => {
      const shown = await showPage(...asked);
      return { ...shown, sent: { ...shown.sent, width: 501 } };
    };
    await expect(
      restartConversation(prompted(), kept, protocol, { showPage: larger, toolWords: null, signal }),
    ).rejects.toThrow('Page 1 is now sent with 501 × 1000 pixels instead of 500 × 1000');
  });

  it('keeps the numbers of images that a person took out of what was said, or says that it cannot', async () => {
    const had = await have(protocol, answers);
    const { turns, images } = had.conversation;
    const edit = (at: number): Had => {
      const edited = editLastTurn(
        { question: 'How much?', turns: turns.slice(0, at + 1), images },
        'Nothing is shown.',
      );
      const conversation = { ...had.conversation, turns: [...edited.turns, ...turns.slice(at + 1)] };
      const text = conversationText(conversation, protocol);
      return { conversation, text, recorded: recordedOf(conversation, protocol) };
    };
    // A crop is known from its call.
    const cropped = edit(4);
    const restarted = await restart(cropped, cropped.text.length, protocol);
    expect(restarted.images).toEqual(images);
    expect(restarted.turns.map(facts)).toEqual(cropped.conversation.turns.map(facts));
    // The page that a search found is not.
    const searched = edit(2);
    await expect(restart(searched, searched.text.length, protocol)).rejects.toThrow(refused);
  });
});

describe.each(['vg-refiner', 'vg-refiner-evaluation'] as const)(
  'a text by %s that a person has changed',
  (name) => {
    const protocol = protocolOf(name);
    const answers = ANSWERS[name] ?? [];
    const goOn = async (had: Had, end: number, left: readonly Answer[], toolWords: string | null = BOXES) => {
      const kept = keepTurns(had.text, end, had.recorded, protocol);
      const restarted = await restartConversation(prompted(1), kept, protocol, {
        ...TOOLS,
        showPage,
        signal,
      });
      return talk(protocol, restarted, left, { ...TOOLS, toolWords });
    };

    it('goes on up to the call, with other boxes, and as in a conversation that begins', async () => {
      const had = await have(protocol, answers);
      const text = had.text.replace('The dog', 'The cat');
      const end = text.indexOf('.</think>');
      const [first = '', second = ''] = answers;
      for (const changed of [text, text.slice(0, end)]) {
        const left = [{ text: first.slice(end), stopReason: '</function>' }, second];
        const { text: whole, requests } = await goOn({ ...had, text: changed }, end, left, '[7]');
        expect(whole.startsWith(first.replace('The dog', 'The cat'))).toBe(true);
        expect(whole).toContain(name === 'vg-refiner' ? '\n<tool>\n[7]\n</tool>' : '"reftool_1": "[7]"');
        expect(whole.endsWith(second)).toBe(true);
        expect(requests.map(({ continued }) => continued)).toEqual([
          '<think>The cat',
          whole.slice(0, -second.length),
        ]);
        expect(requests[0]?.extra).toHaveProperty('stop', ['</function>']);
        expect(requests[1]?.extra).toEqual({ min_tokens: 5 });
      }
    });

    it('goes on after boxes that were changed, and keeps what the tool had said', async () => {
      const had = await have(protocol, answers);
      const text = had.text.replace('10, 20', '11, 21');
      const end = text.indexOf('</tool>') + 2;
      const { requests, end: ended } = await goOn({ ...had, text }, end, [rethink]);
      expect(requests).toHaveLength(1);
      expect(requests[0]?.continued).toContain('11, 21');
      expect(ended.conversation.turns[2]).toMatchObject({ result: { kind: 'text', text: BOXES } });
    });

    it('goes on in its first turn if the boxes and the call were taken out', async () => {
      const had = await have(protocol, answers);
      const text = had.text.replaceAll('tool>', 'boxes>').replace('</function>', '');
      const kept = keepTurns(text, text.length - 1, had.recorded, protocol);
      expect(kept).toMatchObject({ turns: [{ text: text.slice(0, -1) }], isUnfinished: true });
    });

    it('is refused if nobody recorded that the other tool was called', async () => {
      const had = await have(protocol, answers);
      const told = { ...had.recorded, turns: had.recorded.turns.slice(0, 1) };
      expect(() => keepTurns(had.text, had.text.length, told, protocol)).toThrow(
        'The text of this conversation does not have the turns that were recorded with it.',
      );
    });
  },
);

test('a call that a person has written last is made with the rest of the text taken out', async () => {
  const protocol = protocolOf('vg-refiner');
  const had = await have(protocol, ANSWERS['vg-refiner'] ?? []);
  const text = `${call}</function>`;
  const restarted = await restart({ ...had, text }, text.length, protocol);
  const { text: whole, requests } = await talk(protocol, restarted, [rethink], TOOLS);
  expect(requests).toHaveLength(1);
  expect(whole).toBe(had.text);
});

describe('a turn that is gone on with', () => {
  const protocol = protocolOf('vrag-rl');

  it('is complete once a person has written a call or an answer, and otherwise is still gone on with', async () => {
    const had = await have(protocol, ANSWERS['vrag-rl'] ?? []);
    const cut = await restart(had, 6, protocol);
    const after = async (text: string): Promise<readonly string[]> => {
      const actions: string[] = [];
      let isFirst = true;
      await talk(protocol, cut, ['<answer>7</answer>'], {
        ...TOOLS,
        canRetell: true,
        before: (action, conversation) => {
          if (isFirst) {
            isFirst = false;
            return Promise.resolve({ kind: 'edit', conversation: editLastTurn(conversation, text) });
          }
          actions.push(action.kind);
          return Promise.resolve(actions.length > 1 ? { kind: 'stop' } : { kind: 'go-on' });
        },
      });
      return actions;
    };
    expect((await after(think('<search>profit</search>')))[0]).toBe('call');
    expect((await after(think('<answer>7</answer>')))[0]).toBe('end');
    expect((await after('<think>I know it.</think>'))[0]).toBe('ask');
  });

  it('has the words before and after the place, and stays as it was if the server fails', async () => {
    const had = await have(protocol, ANSWERS['vrag-rl'] ?? []);
    const cut = await restart(had, 6, protocol);
    const { end } = await talk(protocol, cut, [], TOOLS);
    expect(end.ending.state).toBe('server-error');
    expect((end.conversation.turns.at(-1) as ModelTurn).text).toBe('<think');
  });
});
