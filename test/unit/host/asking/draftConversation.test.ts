import { describe, expect, it, test, vi } from 'vitest';
import type { TrajectoryInfo } from '../../../../src/core/records/model.ts';
import {
  conversationOf,
  isSearched,
  type DraftConversation,
  type Turns,
} from '../../../../src/host/asking/draft.ts';
import {
  begunAgain,
  begunBy,
  begunInstead,
  describeTurns,
  turnsNotice,
  turnsToAsk,
} from '../../../../src/host/asking/draftConversation.ts';
import { protocolOf } from '../../../../src/protocols/registry.ts';

const VRAG = { protocol: 'vrag-rl', dialect: 'vrag-rl' } as const;
const PLAIN = { protocol: null, dialect: 'think-answer' } as const;

const begun = (turns: Turns, name: Parameters<typeof protocolOf>[0] = 'vrag-rl'): DraftConversation => ({
  protocol: protocolOf(name),
  turns,
  toolWords: null,
});

type Recorded = Pick<TrajectoryInfo, 'conversation' | 'dialect' | 'toolResults'>;
const recorded = (protocol: string, dialect: TrajectoryInfo['dialect']): Recorded => ({
  conversation: { protocol, ended: 'answered', turns: [] },
  dialect,
  toolResults: '[1]',
});

const shown = (conversation: DraftConversation | undefined): string | null =>
  conversation === undefined ? null : `${conversation.protocol.name} ${conversation.turns}`;

describe('the conversation of a draft', () => {
  it('is the one that the prompt begins', () => {
    expect(shown(begunBy(VRAG))).toBe('vrag-rl whole');
    expect(begunBy(PLAIN)).toBeUndefined();
  });

  test.each<[Turns | null, typeof VRAG | typeof PLAIN, string | null]>([
    [null, VRAG, 'vrag-rl whole'],
    [null, PLAIN, null],
    ['first', VRAG, 'vrag-rl first'],
    ['whole', PLAIN, null],
    ['steps', PLAIN, 'visdom steps'],
    ['steps', VRAG, 'vrag-rl steps'],
  ])('after %s with another prompt', (turns, prompt, expected) => {
    const before = turns === null ? undefined : begun(turns, 'visdom');
    expect(shown(begunInstead(before, prompt))).toBe(expected);
  });

  test.each<[string, typeof VRAG | typeof PLAIN, Recorded, string | null]>([
    ['by its own rules', VRAG, recorded('vrag-rl-training', 'vrag-rl'), 'vrag-rl-training whole'],
    ['with a prompt of another form', PLAIN, recorded('vrag-rl', 'vrag-rl'), null],
    ['with a prompt that begins another one', VRAG, recorded('visdom', 'visdom'), 'vrag-rl whole'],
    ['that is not known', VRAG, recorded('mystery', 'vrag-rl'), 'vrag-rl whole'],
    ['if it was the first turn', VRAG, { dialect: 'vrag-rl', toolResults: null }, 'vrag-rl first'],
    ['if it was in another form', VRAG, { dialect: 'lang2act', toolResults: null }, 'vrag-rl whole'],
    ['if nothing is known', VRAG, { dialect: null, toolResults: null }, 'vrag-rl whole'],
  ])('that is asked again %s', (_, prompt, info, expected) => {
    expect(shown(begunAgain(prompt, info))).toBe(expected);
  });

  it('is searched only if it is asked for', () => {
    expect(isSearched({ conversation: begun('whole') })).toBe(true);
    expect(isSearched({ conversation: begun('first') })).toBe(false);
    expect(isSearched({ conversation: begun('whole', 'pixel-reasoner') })).toBe(false);
    expect(isSearched({})).toBe(false);
    expect(conversationOf({ conversation: begun('first') })).toBeNull();
  });
});

describe('asking for turns', () => {
  it('has one sample of a conversation, and all samples of a single turn', async () => {
    const ask = vi.fn();
    expect(await turnsToAsk({ conversation: begun('steps'), samples: 4 }, ask)).toEqual({
      samples: 1,
      conversation: { protocol: protocolOf('vrag-rl'), toolWords: null, isStepped: true },
    });
    expect(await turnsToAsk({ conversation: begun('first'), samples: 4 }, ask)).toEqual({ samples: 4 });
    expect(await turnsToAsk({ samples: 4 }, ask)).toEqual({ samples: 4 });
    expect(ask).not.toHaveBeenCalled();
  });

  it('asks for the words of the other tool unless they are known', async () => {
    const conversation = begun('whole', 'vg-refiner');
    const answered = (words: string | null) =>
      turnsToAsk({ conversation, samples: 2 }, () => Promise.resolve(words));
    expect(await answered(null)).toBeNull();
    expect(await answered('')).toEqual({ samples: 2 });
    expect(await answered('[1]')).toMatchObject({ samples: 1, conversation: { toolWords: '[1]' } });
    const known = { conversation: { ...conversation, toolWords: '[2]' }, samples: 1 };
    expect(await turnsToAsk(known, () => Promise.reject(new Error('Not asked.')))).toMatchObject({
      conversation: { toolWords: '[2]' },
    });
  });

  test.each<[Turns, number, boolean, boolean, string | null]>([
    ['whole', 1, true, true, null],
    ['whole', 3, true, true, 'p begins a conversation, which has one sample at a time.'],
    [
      'whole',
      1,
      false,
      false,
      'p begins a conversation, for which the offline reader has no model. It answers in one turn.',
    ],
    ['first', 3, false, true, 'p begins a conversation. Its first turn alone is asked for, as before.'],
    [
      'whole',
      1,
      false,
      true,
      'p begins a conversation with another tool, whose boxes are not known. Its first turn alone is asked for.',
    ],
  ])('says what differs: %s, %i', (turns, samples, isHad, hasModel, expected) => {
    const conversation = begun(turns);
    const asked = isHad
      ? { conversation: { protocol: conversation.protocol, toolWords: null, isStepped: false } }
      : {};
    expect(turnsNotice({ conversation, samples }, asked, 'p', hasModel)).toBe(expected);
    expect(turnsNotice({ samples }, {}, 'p', hasModel)).toBeNull();
  });

  it('is a row of the input, which says what can be asked for instead', () => {
    const label = (turns: Turns, hasModel: boolean) =>
      describeTurns({ conversation: begun(turns), samples: 1 }, hasModel)?.label;
    expect(label('whole', true)).toBe('The whole conversation (vrag-rl)');
    expect(label('steps', true)).toBe('Step by step (vrag-rl)');
    expect(label('first', true)).toBe('The first turn alone (vrag-rl)');
    expect(label('whole', false)).toBe(
      'One turn: the offline reader has no model for a conversation (vrag-rl)',
    );
    expect(describeTurns({ conversation: begun('first'), samples: 3 }, true)?.detail).toBeUndefined();
    expect(describeTurns({ conversation: begun('whole'), samples: 3 }, true)?.detail).toMatch(
      /has 3 samples\.$/,
    );
    expect(describeTurns({ samples: 3 }, true)).toBeNull();
  });
});
