import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { profiles } from '../../../src/core/rewards/registry.ts';
import { UNKNOWN_CONTEXT, type ScoreContext } from '../../../src/core/rewards/model.ts';
import { MOST_GOLD_BOXES } from '../../../src/protocol/goldBoxes.ts';
import { fromInspector, inspectorMethods } from '../../../src/protocol/inspector.ts';
import { scoreMessage } from '../../../src/protocol/score.ts';
import { composite, CONTEXT, RESPONSE } from '../rewards/composite/support.ts';

const mine = composite({
  components: [
    { profile: 'lang2act', component: 'tool', weight: 0.5, parameters: { mostTools: 0 } },
    { profile: 'evisrag', component: 'evidence', weight: 0.25 },
    { check: 'number', weight: 1e-7, in: 'answer' },
    { check: 'repetition', weight: 3, start: 0, words: 1 },
    { check: 'pattern', weight: 0.25, pattern: '[0-9]+', in: 'answer' },
  ],
  range: [-1, 0.3],
  round: 3,
});

/** A composite reward of all components of a built-in reward. */
const whole = profiles.map(({ name, pays }) =>
  composite(
    { components: pays.map(({ key }) => ({ profile: name, component: key, weight: 0.5 })) },
    `all of ${name}.reward.json`,
  ),
);

const CONTEXTS: readonly ScoreContext[] = [
  CONTEXT,
  { ...CONTEXT, verdict: 'unknown' },
  { ...UNKNOWN_CONTEXT, verdict: 'wrong' },
];

describe('scores sent to the inspector', () => {
  it.each([mine, ...whole].map((profile) => [profile.name, profile] as const))(
    'a score of %s reaches the inspector as it was sent',
    (_, profile) => {
      for (const context of CONTEXTS) {
        for (const text of [RESPONSE, '', '<think>', RESPONSE.repeat(3), '<evidence>[2]: 42</evidence>']) {
          const sent: unknown = JSON.parse(
            JSON.stringify({ type: 'score', sample: 2, score: profile.score(text, context) }),
          );
          expect(v.parse(scoreMessage, sent)).toEqual(sent);
        }
      }
    },
  );

  it('the inspector accepts a message without a score', () => {
    const none = { type: 'score', sample: 0, score: null };
    expect(v.parse(scoreMessage, none)).toEqual(none);
  });

  const score = mine.score(RESPONSE, CONTEXT);
  it.each([
    { score: undefined },
    { score: { ...score, components: 'none' } },
    { score: { ...score, overall: '1' } },
    { score: { ...score, components: [{ ...score.components[0], paid: 'NaN' }] } },
    { score: { ...score, components: [{ ...score.components[0], scope: { start: -1, end: 2 } }] } },
    { score: { ...score, needs: ['money'] } },
    { score, sample: -1 },
    { score, sample: 0.5 },
  ])('a score of another form is refused: %#', (change) => {
    expect(v.safeParse(scoreMessage, { type: 'score', sample: 0, ...change }).success).toBe(false);
  });
});

describe('messages of the inspector about rewards', () => {
  it.each([
    { type: 'profile', profile: 'vrag-rl' },
    { type: 'profile', profile: './mine.reward.json' },
    { type: 'inputs', trainer: 'verl' },
    { type: 'inputs', trainer: null },
    { type: 'openReward' },
  ])('accepts the message %o of the inspector about rewards', (message) => {
    expect(v.parse(fromInspector, message)).toEqual(message);
  });

  it.each([
    { type: 'profile', profile: 'nothing' },
    { type: 'profile', profile: './mine.py' },
    { type: 'profile', profile: null },
    { type: 'inputs', trainer: 'nobody' },
    { type: 'inputs' },
  ])('refuses the message %o of the inspector about rewards', (message) => {
    expect(v.safeParse(fromInspector, message).success).toBe(false);
  });
});

describe('requests of the inspector for a page', () => {
  const asked = (region: unknown) =>
    v.safeParse(inspectorMethods.page, { document: 'report.pdf', page: 4, region }).success;

  it('may be for the whole page, or for a part of it that is not empty', () => {
    expect(asked(null)).toBe(true);
    expect(asked({ left: 0.2, top: 0, right: 0.5, bottom: 1 })).toBe(true);
    expect(asked({ left: 0.5, top: 0, right: 0.5, bottom: 1 })).toBe(false);
    expect(asked({ left: 0.5, top: 0, right: 0.2, bottom: 1 })).toBe(false);
    expect(asked({ left: 0, top: 0, right: 1.1, bottom: 1 })).toBe(false);
    expect(asked({ left: NaN, top: 0, right: 1, bottom: 1 })).toBe(false);
  });
});

describe('gold boxes that the inspector sends', () => {
  const box = { left: 0.1, top: 0, right: 0.5, bottom: 1 };
  const sent = (boxes: unknown): boolean => v.safeParse(fromInspector, { type: 'goldBoxes', boxes }).success;

  const document = 'report.pdf';

  it('may be any number of boxes on pages, up to a limit', () => {
    const boxes = [{ document, page: 2, box }];
    expect(v.parse(fromInspector, { type: 'goldBoxes', boxes })).toEqual({ type: 'goldBoxes', boxes });
    expect(sent([])).toBe(true);
    expect(sent(Array.from({ length: MOST_GOLD_BOXES }, () => boxes[0]))).toBe(true);
    expect(sent(Array.from({ length: MOST_GOLD_BOXES + 1 }, () => boxes[0]))).toBe(false);
  });

  it.each([
    { page: 1, box },
    { document, page: 0, box },
    { document, page: 1.5, box },
    { document, page: 1 },
    { document, page: 1, box: { ...box, right: 0.1 } },
    { document, page: 1, box: { ...box, bottom: -1 } },
    { document, page: 1, box: { ...box, left: NaN } },
    { document, page: 1, box: { ...box, right: 1.01 } },
  ])('are refused if they are not places on a page: %o', (wrong) => {
    expect(sent([wrong])).toBe(false);
  });
});
