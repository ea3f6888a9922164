import { signal } from '@preact/signals';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { PageBox } from '../../../src/core/geometry/box.ts';
import type { FromDocument, PageClaim, ToDocument } from '../../../src/protocol/document.ts';
import { createClaims, type Claims } from '../../../webview/document/model/claims.ts';
import { chooseFrames, claimFrames, claimMarks, MAX_FRAMES } from '../../../src/protocol/claimFrames.ts';
import {
  claimsAbout,
  claimsAt,
  claimsSaying,
  splitAtWord,
  stepsOf,
} from '../../../webview/document/model/mentions.ts';
import type { Band } from '../../../webview/document/model/pagesInSight.ts';

const boxAt = (left: number, top: number): PageBox => ({
  left,
  top,
  right: left + 40,
  bottom: top + 12,
});

function claim(index: number, changes: Partial<PageClaim> = {}): PageClaim {
  return {
    claim: index,
    kind: 'observation',
    step: index,
    action: index + 1,
    status: 'found',
    said: 'said',
    words: '',
    difference: null,
    source: 'text',
    page: 1,
    boxes: [boxAt(100, 20 * index)],
    place: null,
    ...changes,
  };
}

const shapes = (...claims: PageClaim[]): (string | undefined)[] =>
  (claimFrames(claims, null).get(1) ?? []).map(({ shape }) => shape);

describe('the frames of claims', () => {
  it('has a shape for each status', () => {
    const place = { page: 1, box: boxAt(300, 300) };
    expect(shapes(claim(0))).toEqual(['solid']);
    expect(shapes(claim(0, { status: 'near' }))).toEqual(['dashed']);
    expect(shapes(claim(0, { status: 'elsewhere' }))).toEqual(['dotted']);
    expect(shapes(claim(0, { status: 'other-page' }))).toEqual(['dotted']);
    expect(shapes(claim(0, { status: 'not-found', page: null, boxes: [], place }))).toEqual(['crossed']);
    expect(shapes(claim(0, { status: 'elsewhere', place }))).toEqual(['dotted', 'crossed']);
    expect(shapes(claim(0, { status: 'near', place }))).toEqual(['dashed']);
    expect(shapes(claim(0, { status: 'not-found', page: null, boxes: [] }))).toEqual([]);
    expect(shapes(claim(0, { kind: 'crop', boxes: [], place }))).toEqual(['corners']);
  });

  it('frames words and the place that they should be in on their own pages', () => {
    const moved = claim(0, {
      status: 'other-page',
      page: 3,
      place: { page: 1, box: boxAt(10, 10) },
    });
    const pages = claimFrames([moved], null);
    expect([...pages.keys()]).toEqual([3, 1]);
    expect(pages.get(1)?.[0]?.shape).toBe('crossed');
  });

  it('frames the place that has the words only while its claim is selected', () => {
    const found = claim(0, { place: { page: 2, box: boxAt(10, 10) } });
    expect(claimFrames([found], 0).get(2)?.[0]?.shape).toBe('thin');
    expect(claimFrames([found], null).has(2)).toBe(false);
  });

  it('draws one frame for claims with the same boxes, with the worst of their statuses', () => {
    const boxes = [boxAt(100, 100)];
    const frames = claimFrames(
      [
        claim(0, { boxes, status: 'elsewhere' }),
        claim(1, { boxes, status: 'other-page' }),
        claim(2, { boxes: [boxAt(100, 100.01)], status: 'elsewhere' }),
      ],
      null,
    ).get(1);
    expect(frames).toHaveLength(1);
    expect(frames?.[0]?.claims.map((one) => one.claim)).toEqual([0, 1, 2]);
    expect(frames?.[0]?.status).toBe('elsewhere');
  });

  it('enlarges the box of a point so that it can be seen', () => {
    const point = { left: 50, top: 60, right: 50, bottom: 60 };
    const frames = claimFrames(
      [claim(0, { kind: 'point', boxes: [], place: { page: 1, box: point } })],
      null,
    );
    expect(frames.get(1)?.[0]?.boxes).toEqual([{ left: 45, top: 55, right: 55, bottom: 65 }]);
  });

  it('keeps the selected claim, its step and what is not found when there are too many frames', () => {
    const claims = Array.from({ length: 200 }, (_, index) =>
      claim(index, {
        step: index === 150 || index === 160 ? 7000 : index,
        status: index === 190 ? 'near' : 'found',
        boxes: [boxAt(100, index)],
      }),
    );
    const frames = claimFrames(claims, 160).get(1) ?? [];
    const chosen = chooseFrames(frames, claims[160] ?? null);
    const kept = chosen.flatMap((frame) => frame.claims.map((one) => one.claim));
    expect(kept).toHaveLength(MAX_FRAMES);
    expect(kept).toEqual(expect.arrayContaining([150, 160, 190, 159, 161]));
    // The others are the nearest ones in the text.
    expect(Math.min(...kept)).toBeGreaterThan(100);
  });

  it('counts the boxes of every line of a claim', () => {
    const lines = Array.from({ length: 40 }, (_, line) => boxAt(10, line * 12));
    const claims = [
      claim(0, { boxes: lines }),
      claim(1, { boxes: lines.map((box) => ({ ...box, left: 5 })) }),
    ];
    const frames = claimFrames(claims, null).get(1) ?? [];
    expect(chooseFrames(frames, null)).toHaveLength(1);
  });

  it('marks the heights of a page where claims are, with the worst status at each', () => {
    const frames = claimFrames(
      [claim(0, { boxes: [boxAt(10, 0)] }), claim(1, { boxes: [boxAt(300, 2)], status: 'near' })],
      null,
    ).get(1);
    expect(claimMarks(frames ?? [], 800)).toEqual([{ at: 0, status: 'near' }]);
  });
});

describe('the claims that speak of a word', () => {
  it('finds claims by their boxes first, then by the places that they name', () => {
    const inBox = claim(0, { boxes: [boxAt(100, 100)] });
    const inPlace = claim(1, {
      boxes: [],
      place: { page: 1, box: { left: 0, top: 0, right: 500, bottom: 500 } },
    });
    expect(claimsAt([inBox, inPlace], 1, 110, 105)).toEqual([inBox]);
    expect(claimsAt([inBox, inPlace], 1, 300, 300)).toEqual([inPlace]);
    expect(claimsAt([inBox, inPlace], 2, 110, 105)).toEqual([]);
  });

  it('compares whole words without case and punctuation', () => {
    const claims = [
      claim(0, { said: 'Revenue (518.9) rose' }),
      claim(1, { said: '1518.9', words: 'REVENUE' }),
    ];
    expect(claimsSaying(claims, '518.9,').map((one) => one.claim)).toEqual([0]);
    expect(claimsSaying(claims, 'revenue').map((one) => one.claim)).toEqual([0, 1]);
    expect(claimsSaying(claims, '\u2014')).toEqual([]);
    expect(claimsSaying([claim(0, { said: '\u71df\u6536\u589e\u9577' })], '\u71df\u6536')).toHaveLength(1);
  });
});

describe('the claims about what is at a point', () => {
  const at = { page: 1, x: 110, y: 105 };
  const framed = claim(1, { boxes: [boxAt(100, 100)], said: 'total is 518.9', words: 'total is 518.9' });
  const saying = claim(0, { boxes: [], page: null, said: 'the total of 518.9' });
  const about = (one: PageClaim, word: string | null): number[] =>
    claimsAbout([saying, one], at, word).map(({ claim: index }) => index);

  it('are those framed there, and for a number also those that say it elsewhere', () => {
    expect(about(framed, '518.9')).toEqual([0, 1]);
    expect(about(framed, 'total')).toEqual([1]);
    expect(about(framed, null)).toEqual([1]);
  });

  it('are also those that say a word that is all of a frame, and only those where there is none', () => {
    expect(about({ ...framed, words: 'Total' }, 'total')).toEqual([0, 1]);
    expect(about({ ...framed, boxes: [], said: 'x', words: '' }, 'total')).toEqual([0]);
  });

  it('are listed by step, each step once', () => {
    const claims = [claim(0, { step: 5 }), claim(1, { step: 2 }), claim(2, { step: 5 })];
    expect(stepsOf(claims).map((one) => [one.step, one.claims.map((each) => each.claim)])).toEqual([
      [5, [0, 2]],
      [2, [1]],
    ]);
  });

  it('are split at the word, which is marked in them', () => {
    expect(splitAtWord('Total (518.9), not 1518.9: 518.9', '518.9,')).toEqual([
      'Total (',
      '518.9',
      '), not 1518.9: ',
      '518.9',
      '',
    ]);
    expect(splitAtWord('Revenue', '—')).toEqual(['Revenue']);
    expect(splitAtWord('\u71df\u6536\u589e\u9577', '\u6536\u589e')).toEqual([
      '\u71df',
      '\u6536\u589e',
      '\u9577',
    ]);
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, part) => {
        expect(splitAtWord(text, part).join('')).toBe(text);
      }),
      propertyRuns(200),
    );
  });
});

describe('the state of the claims', () => {
  let sent: FromDocument[];
  let revealed: { page: number; box: PageBox }[];
  let claims: Claims;
  const inSight = signal<readonly Band[]>([{ page: 1, top: 0, bottom: 800 }]);
  const word = { text: '518.9', box: boxAt(400, 400) };
  const HOW = { isHigh: true, byCommand: false };

  beforeEach(() => {
    inSight.value = [{ page: 1, top: 0, bottom: 800 }];
    sent = [];
    revealed = [];
    claims = createClaims({
      send: (message) => sent.push(message),
      words: () => Promise.resolve([word]),
      inSight,
      reveal: (page, box) => revealed.push({ page, box }),
    });
  });
  const receive = (...some: PageClaim[]): void => {
    claims.receive({
      type: 'claims',
      shown: { title: 'a', running: false, notice: null, claims: some },
      selected: null,
    });
  };

  const changed = (
    number: number,
    items: Extract<ToDocument, { type: 'claimChanges' }>['changes']['claims']['items'],
  ): Extract<ToDocument, { type: 'claimChanges' }> => ({
    type: 'claimChanges',
    changes: { rest: { title: 'b', running: true, notice: null }, claims: { number, items } },
    selected: 1,
  });

  it('changes the claims that it shows, and selects another one', () => {
    receive(claim(0), claim(1), claim(2));
    const [first] = claims.shown.value?.claims ?? [];
    claims.receive(changed(1, [[0, 1], claim(1, { status: 'near' })]));
    expect(claims.shown.value).toMatchObject({ title: 'b', running: true });
    expect(claims.shown.value?.claims.map(({ status }) => status)).toEqual(['found', 'near']);
    expect(claims.shown.value?.claims[0]).toBe(first);
    expect(claims.selected.value?.status).toBe('near');
    expect(sent).toEqual([]);
  });

  it('asks for the claims whole if changes come of some that it has not received', () => {
    receive(claim(0));
    claims.receive(changed(2, [[0, 1], claim(1)]));
    expect(sent).toEqual([{ type: 'claimsNeeded' }]);
    expect(claims.shown.value?.title).toBe('a');
    receive(claim(0), claim(1));
    claims.receive(changed(1, [[1, 2]]));
    expect(sent).toHaveLength(1);
    expect(claims.shown.value?.claims.map((one) => one.claim)).toEqual([1]);
  });

  it('draws only the claims of the selected step on demand, and none without a selected step', () => {
    receive(claim(0), claim(1, { step: 0 }), claim(2));
    expect(claims.drawn.value.get(1)).toHaveLength(3);
    claims.allDrawn.value = false;
    expect(claims.drawn.value.get(1)).toHaveLength(0);
    claims.select(1);
    expect(claims.drawn.value.get(1)?.flatMap((frame) => frame.claims.map((one) => one.claim))).toEqual([
      0, 1,
    ]);
  });

  it('does not draw a page again whose frames are the same after scrolling', () => {
    receive(claim(0), claim(1, { page: 2 }));
    const before = claims.drawn.value.get(1);
    inSight.value = [
      { page: 1, top: 0, bottom: 700 },
      { page: 2, top: 0, bottom: 50 },
    ];
    expect(claims.drawn.value.get(1)).toBe(before);
    expect(claims.drawn.value.get(2)).toHaveLength(1);
    inSight.value = [{ page: 1, top: 500, bottom: 800 }];
    expect(claims.drawn.value.get(1)).toEqual([]);
  });

  it('goes through the claims in one place when it is clicked again', async () => {
    receive(claim(0, { boxes: [boxAt(0, 0)] }), claim(1), claim(2, { boxes: [boxAt(0, 0)] }));
    for (const expected of [0, 2, 0]) {
      await claims.selectAt({ page: 1, x: 5, y: 5 }, HOW);
      expect(claims.selected.value?.claim).toBe(expected);
    }
    const selected = sent.filter((message) => message.type === 'selectClaim');
    expect(selected.map((message) => message.claim)).toEqual([0, 2, 0]);
  });

  it('keeps the steps of a word while one of them is selected after the other, and then forgets them', async () => {
    receive(
      claim(0, { said: 'it says 518.9', step: 4 }),
      claim(1, { said: '518.9 again', step: 4 }),
      claim(2, { said: '518.9', step: 6 }),
      claim(3),
    );
    await claims.selectAt({ page: 1, x: 410, y: 405 }, HOW);
    const { steps = [] } = claims.mention.value ?? {};
    expect(steps.map(({ step }) => step)).toEqual([4, 6]);
    const [first, second] = steps;
    if (first === undefined || second === undefined) throw new Error('A step is missing.');
    claims.selectSpeaking(second);
    expect(claims.selected.value?.claim).toBe(2);
    claims.receive({ type: 'selectClaim', claim: 2, reveal: false });
    claims.selectSpeaking(first);
    claims.selectSpeaking(first);
    expect(claims.selected.value?.claim).toBe(1);
    expect(claims.mention.value).not.toBeNull();
    claims.receive({ type: 'selectClaim', claim: 3, reveal: false });
    expect(claims.mention.value).toBeNull();
    expect(sent.filter(({ type }) => type === 'selectWord')).toEqual([
      { type: 'selectWord', claims: [0, 1, 2] },
      { type: 'selectWord', claims: [] },
    ]);
  });

  it('tells the extension which claims say a word that no box holds', async () => {
    receive(claim(0, { said: 'it says 518.9' }));
    await claims.selectAt({ page: 1, x: 410, y: 405 }, HOW);
    expect(sent).toEqual([
      { type: 'selectClaim', claim: 0 },
      { type: 'selectWord', claims: [0] },
    ]);
    await claims.selectAt({ page: 1, x: 590, y: 790 }, HOW);
    expect(sent).toHaveLength(2);
  });

  it('scrolls to the box of a claim, or to the place that it names if it has none', () => {
    const place = { page: 4, box: boxAt(7, 7) };
    receive(claim(0, { page: 2 }), claim(1, { page: null, boxes: [], place }), claim(2));
    claims.receive({ type: 'selectClaim', claim: 0, reveal: true });
    claims.receive({ type: 'selectClaim', claim: 1, reveal: true });
    claims.receive({ type: 'selectClaim', claim: 2, reveal: false });
    expect(revealed).toEqual([{ page: 2, box: boxAt(100, 0) }, place]);
    expect(sent).toEqual([]);
  });

  it('scrolls to another claim of the same step if the claim has no place on the document', () => {
    receive(claim(0, { page: null, boxes: [], step: 4 }), claim(1), claim(2, { page: 3, step: 4 }));
    claims.receive({ type: 'selectClaim', claim: 0, reveal: true });
    expect(revealed).toEqual([{ page: 3, box: boxAt(100, 40) }]);
  });
});
