import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { GroundedShown } from '../../../src/protocol/groundingChanges.ts';
import { changeGrounding, groundingChanges } from '../../../src/protocol/groundingChanges.ts';
import { SentGroundings } from '../../../src/protocol/sentGroundings.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';

const shown = (texts: readonly string[], partial = true): GroundedShown => ({
  kind: 'grounded',
  grounding: {
    claims: texts.map((text) => groundedClaim({ text })),
    answer: null,
    computations: [],
    pages: [],
    unread: null,
  },
  withoutText: 0,
  notices: [],
  missing: null,
  partial,
});

const jsonOf = ({ grounding }: GroundedShown): string[] =>
  grounding.claims.map((claim) => JSON.stringify(claim));

test('changes make the next grounding of the one before', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, fc.boolean(), (before, after, partial) => {
      const [past, now] = [shown(before), shown(after, partial)];
      const changes = groundingChanges(jsonOf(past), now, jsonOf(now));
      expect(changeGrounding(past, structuredClone(changes))).toEqual(now);
    }),
    propertyRuns(2000),
  );
});

test('claims that stay are sent as one run, and stay the same objects', () => {
  const past = shown(['a', 'a', 'b']);
  const now = shown(['a', 'a', 'b', 'c']);
  const changes = groundingChanges(jsonOf(past), now, jsonOf(now));
  expect(changes.claims).toEqual([[0, 3], now.grounding.claims[3]]);
  expect(changeGrounding(past, changes).grounding.claims[1]).toBe(past.grounding.claims[1]);
});

describe('a view', () => {
  const message = (sample: number, texts: readonly string[]) =>
    ({ type: 'grounding', sample, shown: shown(texts) }) as const;

  it('gets the grounding of each sample whole once, and then numbered changes', () => {
    const sent = new SentGroundings();
    expect(sent.next(message(0, ['a']))).toEqual(message(0, ['a']));
    expect(sent.next(message(1, ['a']))).toEqual(message(1, ['a']));
    expect(sent.next(message(0, ['a', 'b']))).toMatchObject({
      type: 'groundingChanges',
      sample: 0,
      number: 1,
    });
    expect(sent.next(message(0, ['b']))).toMatchObject({ type: 'groundingChanges', sample: 0, number: 2 });
  });

  it('gets it whole again after it has lost it, and after nothing could be found', () => {
    const sent = new SentGroundings();
    sent.next(message(0, ['a']));
    sent.forget(0);
    expect(sent.next(message(0, ['a'])).type).toBe('grounding');
    sent.next({ type: 'grounding', sample: 0, shown: { kind: 'none' } });
    expect(sent.next(message(0, ['a'])).type).toBe('grounding');
  });
});
