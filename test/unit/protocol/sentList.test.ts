import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { DocumentClaims, PageClaim, ToDocument } from '../../../src/protocol/document.ts';
import type { GroundedShown } from '../../../src/protocol/groundingChanges.ts';
import { SentClaims } from '../../../src/protocol/sentClaims.ts';
import { SentGroundings } from '../../../src/protocol/sentGroundings.ts';
import { ReceivedList, SentList } from '../../../src/protocol/sentList.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';

interface Item {
  readonly text: string;
}

const items = (...texts: string[]): Item[] => texts.map((text) => ({ text }));

describe('a list that is sent again and again', () => {
  it('is the one that was sent, after any changes', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 4 }), (lists) => {
        const [sent, received] = [new SentList<Item>(), new ReceivedList<Item>()];
        for (const [index, list] of lists.entries()) {
          const now = items(...list);
          const changes = sent.next(now);
          if (index === 0) {
            expect(changes).toBeNull();
            received.take(now);
          } else if (changes !== null) expect(received.change(structuredClone(changes))).toEqual(now);
        }
      }),
      propertyRuns(2000),
    );
  });

  it('is sent in runs of items that stay, which stay the same objects', () => {
    const [sent, received] = [new SentList<Item>(), new ReceivedList<Item>()];
    const past = items('a', 'a', 'b');
    sent.next(past);
    received.take(past);
    const now = items('a', 'a', 'b', 'c');
    const changes = sent.next(now);
    expect(changes).toEqual({ number: 1, items: [[0, 3], now[3]] });
    expect(changes === null ? null : received.change(changes)?.[1]).toBe(past[1]);
  });

  it('is needed whole after changes that were not received, and sent whole after it was forgotten', () => {
    const [sent, received] = [new SentList<Item>(), new ReceivedList<Item>()];
    sent.next(items('a'));
    received.take(items('a'));
    sent.next(items('a', 'b'));
    const third = sent.next(items('a', 'b', 'c'));
    expect(third).toMatchObject({ number: 2 });
    expect(third === null ? undefined : received.change(third)).toBeNull();
    sent.forget();
    expect(sent.next(items('a', 'b', 'c'))).toBeNull();
    received.take(items('a', 'b', 'c'));
    const fourth = sent.next(items('c'));
    expect(fourth === null ? null : received.change(fourth)).toEqual(items('c'));
  });

  it('has no changes before it is received', () => {
    expect(new ReceivedList<Item>().change({ number: 1, items: [] })).toBeNull();
  });
});

describe('the groundings that an inspector is sent', () => {
  const message = (sample: number, texts: readonly string[]) => {
    const shown: GroundedShown = {
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
      partial: true,
    };
    return { type: 'grounding', sample, shown } as const;
  };

  it('are whole once for each sample, and then numbered changes', () => {
    const sent = new SentGroundings();
    expect(sent.next(message(0, ['a']))).toEqual(message(0, ['a']));
    expect(sent.next(message(1, ['a']))).toEqual(message(1, ['a']));
    const type = 'groundingChanges';
    expect(sent.next(message(0, ['a', 'b']))).toMatchObject({
      type,
      sample: 0,
      changes: { claims: { number: 1 } },
    });
    expect(sent.next(message(0, ['b']))).toMatchObject({
      type,
      sample: 0,
      changes: { claims: { number: 2 } },
    });
  });

  it('are whole again after one was lost, and after nothing could be found', () => {
    const sent = new SentGroundings();
    sent.next(message(0, ['a']));
    sent.forget(0);
    expect(sent.next(message(0, ['a'])).type).toBe('grounding');
    sent.next({ type: 'grounding', sample: 0, shown: { kind: 'none' } });
    expect(sent.next(message(0, ['a'])).type).toBe('grounding');
  });
});

describe('the claims that a view of a document is sent', () => {
  const claim = (index: number, status: PageClaim['status']): PageClaim => ({
    claim: index,
    kind: 'quote',
    step: 0,
    action: 1,
    status,
    said: 'words',
    words: 'words',
    difference: null,
    source: 'text',
    page: 1,
    boxes: [],
    place: null,
  });
  const rest = { title: 'a', running: true, notice: null };
  const message = (shown: DocumentClaims | null, selected: number | null = null): ToDocument => ({
    type: 'claims',
    shown,
    selected,
  });

  it('are whole once, and then what has changed, until none are shown', () => {
    const sent = new SentClaims();
    const first = message({ ...rest, claims: [claim(0, 'found'), claim(1, 'near')] });
    expect(sent.next(first)).toEqual(first);
    const later = { title: 'b', running: false, notice: 'It has changed.' };
    expect(sent.next(message({ ...later, claims: [claim(0, 'found'), claim(2, 'near')] }, 2))).toEqual({
      type: 'claimChanges',
      changes: { rest: later, claims: { number: 1, items: [[0, 1], claim(2, 'near')] } },
      selected: 2,
    });
    expect(sent.next(message(null))).toEqual(message(null));
    expect(sent.next(first)).toEqual(first);
  });
});
