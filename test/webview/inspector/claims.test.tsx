import { describe, expect, it } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import { SentGroundings } from '../../../src/protocol/sentGroundings.ts';
import { ClaimIndex, moveClaims } from '../../../webview/inspector/model/claimIndex.ts';
import { all, byText, click, find, open, receive, root, showTab, texts } from './drawing.tsx';
import { claim, grounded, TEXT } from './groundings.ts';
import { image, sample, state } from './states.ts';

const PAGE = { document: 'report.pdf', page: 4 };
const NAMED = {
  on: { document: 'report.pdf', page: 3 },
  box: { left: 100, top: 120, right: 140, bottom: 132 },
  cell: { row: 'Margin', column: '2024', text: '11.2%' },
};
const MOVED = claim('518.9', 'elsewhere', {
  namedPlace: NAMED,
  standsIn: { row: 'Total', column: '2024' },
  difference: { said: '518.9', pageHas: '11.2%' },
});
const NEAR = claim('12.1%', 'near', { difference: { said: '12.1%', pageHas: '11.2%' } });
const CLAIMS = [claim('518.9', 'found'), NEAR, claim('Image 1 has the totals', 'not-found')];

function shown(grounding: GroundingShown) {
  const made = open(state({ samples: [sample({ text: TEXT })] }));
  receive(made, { type: 'grounding', sample: 0, shown: grounding });
  return made;
}

describe('the claims of a trajectory', () => {
  it('are listed with problems first, each with what the pages have', () => {
    const made = shown(grounded(CLAIMS));
    expect(
      byText('.grounding .link', 'There is no answer; 1 of 3 claims is not on the pages sent, 1 differs.'),
    ).toBeTruthy();
    showTab(made, 'claims');
    expect(texts('.claim-said')).toEqual(['Image 1 has the totals', '12.1%', '518.9']);
    expect(texts('.claim-words > :nth-child(2)')).toEqual([
      'On none of the pages that were sent.',
      'Page 4 has “11.2%”, not “12.1%”.',
      'Found on page 4.',
    ]);
  });

  it('are listed in reading order among problems and among the others, and the first problem is selected', () => {
    const made = shown(grounded([...CLAIMS, claim('Image 1: row', 'elsewhere'), claim('totals', 'found')]));
    showTab(made, 'claims');
    const listed = ['Image 1 has the totals', 'Image 1: row', '12.1%', 'totals', '518.9'];
    expect(texts('.claim-said')).toEqual(listed);
    expect(find('.claim.current .claim-said').textContent).toBe(listed[0]);
  });

  it('can be filtered by status', () => {
    const made = shown(grounded(CLAIMS));
    showTab(made, 'claims');
    click(byText('.claim-filters button', '≈ differs 1'));
    expect(texts('.claim-said')).toEqual(['12.1%']);
    click(byText('.claim-filters button', 'All 3'));
    expect(texts('.claim-said')).toHaveLength(3);
  });

  it('are counted alike in the sentence about them, on their tab, and on the buttons that filter them', () => {
    const computation = { kind: 'sum', operands: [], text: '1', value: 1, said: 1 } as const;
    const right = claim('518.9', 'not-found', { computed: { right: true, computation } });
    const wrong = claim('518.9', 'found', { computed: { right: false, computation } });
    const made = shown(grounded([...CLAIMS, right, wrong, claim('518.9', 'other-page')]));
    expect(texts('.grounding .link')).toEqual([
      'There is no answer; 1 of 6 claims is not on the pages sent, 1 differs, 1 is computed incorrectly, 1 is on another page.',
    ]);
    const tab = find('#tab-claims');
    expect(tab.getAttribute('aria-label')).toBe(
      'Claims, 4 with a problem: 1 not found, 1 differs, 1 computed incorrectly, 1 on another page',
    );
    expect(tab.title).toBe(tab.getAttribute('aria-label'));
    expect(find('#tab-claims .badge').dataset['count']).toBe('4');
    showTab(made, 'claims');
    expect(texts('.claim-filters button')).toEqual([
      'All 6',
      '✗ not found 1',
      '≈ differs 1',
      '≠ computed incorrectly 1',
      '⇄ on another page 1',
      '= computed correctly 1',
      '✓ found 1',
    ]);
    expect(texts('.claims-notice')).toEqual([]);
  });

  it('are all listed again when none of them has the status that was chosen', () => {
    const made = shown(grounded(CLAIMS));
    showTab(made, 'claims');
    click(byText('.claim-filters button', '≈ differs 1'));
    receive(made, { type: 'grounding', sample: 0, shown: grounded([claim('518.9', 'found')]) });
    expect(texts('.claim-said')).toEqual(['518.9']);
    expect(byText('.claim-filters button', 'All 1').getAttribute('aria-pressed')).toBe('true');
  });

  it('show why a page cannot be drawn instead of their place on it', async () => {
    const failing = {
      pages: () => Promise.reject(new PageTraceError('file-not-found', 'report.pdf does not exist.')),
    };
    const made = open(state({ samples: [sample({ text: TEXT })] }), undefined, undefined, failing);
    receive(made, { type: 'grounding', sample: 0, shown: grounded([NEAR]) });
    await expect.poll(() => texts('.evidence figure')).toEqual(['report.pdf does not exist.Page 4']);
    expect(all('.evidence .cut-window')).toHaveLength(0);
  });

  it('that are not in the cell that they name show both places, and the cell as it was sent', async () => {
    const images = [3, 4].map((page, index) =>
      image(index + 1, { path: 'report.pdf', document: 'report.pdf', page }),
    );
    const made = open(state({ images, numImages: 2, samples: [sample({ text: TEXT })] }));
    const { grounding, ...rest } = grounded([MOVED]);
    const pages = [3, 4].map((page) => ({ document: 'report.pdf', page, size: { width: 600, height: 800 } }));
    receive(made, { type: 'grounding', sample: 0, shown: { ...rest, grounding: { ...grounding, pages } } });
    receive(made, { type: 'claim', sample: 0, claim: 0 });
    expect(find('.claim-sentence').textContent).toContain(
      'On page 4 in row “Total”, column “2024”, not in the place that the step names. ' +
        'The named cell (Margin, 2024) on page 3 has “11.2%”.',
    );
    await expect
      .poll(() => texts('.evidence figcaption'))
      .toEqual(['Where it stands: page 4', 'The named cell: page 3', 'As it was sent: image 1']);
    expect(all('.evidence .cut-box').map(({ className }) => className)).toEqual([
      'cut-box elsewhere',
      'cut-box elsewhere missed',
    ]);
  });

  it('that stand nowhere show the place that they name', async () => {
    shown(grounded([claim('518.9', 'not-found', { namedPlace: { ...NAMED, on: PAGE } })]));
    await expect.poll(() => texts('.evidence figcaption')).toEqual(['The named cell: page 4']);
  });

  it('are underlined in the steps and in the text by their status', () => {
    const made = shown(grounded(CLAIMS));
    expect(all('.steps .mark.near')).toHaveLength(1);
    expect(find('.steps .mark.near').textContent).toBe('12.1% (differs)');
    showTab(made, 'text');
    expect(texts('.text .mark.near')).toEqual(['12.1%']);
  });

  it('select the first problem once they are known, and tell the extension which claim is selected', () => {
    const { posted, model } = shown(grounded(CLAIMS));
    expect(posted).toContainEqual({ type: 'selectClaim', sample: 0, claim: 2 });
    expect(model.claims.current.value?.index).toBe(2);
  });

  it('do not replace a selection of the person, and none is chosen while text arrives', () => {
    const made = open(state({ samples: [sample({ text: TEXT })] }));
    receive(made, { type: 'grounding', sample: 0, shown: grounded(CLAIMS, { partial: true }) });
    expect(made.model.selection.value).toBeNull();
    const span = { start: 0, end: 5 };
    made.model.select(span, 'steps', true);
    receive(made, { type: 'grounding', sample: 0, shown: grounded(CLAIMS) });
    expect(made.model.selection.value?.span).toEqual(span);
  });

  it('follow what changes of them, and are asked for whole if what they change was not received', () => {
    const made = shown(grounded(CLAIMS, { partial: true }));
    const sent = new SentGroundings();
    const send = (grounding: GroundingShown) => sent.next({ type: 'grounding', sample: 0, shown: grounding });
    send(grounded(CLAIMS, { partial: true }));
    const lost = send(grounded(CLAIMS.slice(0, 1), { partial: true }));
    const next = send(grounded([...CLAIMS.slice(0, 1), NEAR]));
    const before = made.model.claims.index.value.claims;
    receive(made, next);
    expect(made.model.claims.index.value.claims).toEqual(before);
    expect(made.posted).toContainEqual({ type: 'groundingNeeded', sample: 0 });
    receive(made, lost);
    receive(made, next);
    expect(made.model.claims.index.value.claims.map(({ claim: { text } }) => text)).toEqual([
      '518.9',
      '12.1%',
    ]);
    expect(made.model.claims.current.value?.claim).toEqual(NEAR);
  });

  it('leave the page in view that the person has asked for before they are known', () => {
    const made = open(state({ samples: [sample({ text: TEXT })] }));
    made.model.post({ type: 'showPage', image: 1 });
    receive(made, { type: 'grounding', sample: 0, shown: grounded(CLAIMS) });
    expect(made.model.claims.current.value?.index).toBe(2);
    expect(made.posted.map(({ type }) => type)).not.toContain('selectClaim');
    made.model.select(NEAR.span, 'steps', true);
    expect(made.posted).toContainEqual({ type: 'selectClaim', sample: 0, claim: 1 });
  });

  it('are selected when their box is chosen on a page', () => {
    const made = shown(grounded(CLAIMS));
    receive(made, { type: 'claim', sample: 0, claim: 1 });
    expect(made.model.claims.current.value?.index).toBe(1);
    expect(find('.claim-sentence').textContent).toContain('Page 4 has “11.2%”');
    expect(all('.evidence .cut')).not.toHaveLength(0);
  });

  it('are marked everywhere when they speak of a word that is chosen on a page, until another one is selected', () => {
    const made = shown(grounded([...CLAIMS, claim('totals', 'found'), claim('row Total', 'found')]));
    receive(made, { type: 'claim', sample: 0, claim: 0 });
    receive(made, { type: 'mentioned', sample: 0, claims: [0, 1, 4] });
    expect(texts('.steps .chip.mentioned')).toEqual(['row Total']);
    expect(texts('.steps .mark.mentioned')).toEqual(['518.9 (found)', '12.1% (differs)']);
    showTab(made, 'text');
    expect(texts('.text .mark.mentioned')).toEqual(['row Total', '518.9', '12.1%']);
    showTab(made, 'claims');
    expect(texts('.claim-said.mentioned')).toEqual(['12.1%', 'row Total', '518.9']);
    // Another one of them may be selected.
    click(byText('.claim-main .claim-said', '12.1%').closest('button') ?? root);
    expect(texts('.claim-said.mentioned')).toEqual(['12.1%', 'row Total', '518.9']);
    click(byText('.claim-main .claim-said', 'totals').closest('button') ?? root);
    expect(texts('.claim-said.mentioned')).toEqual([]);
    receive(made, { type: 'claim', sample: 0, claim: 0 }, { type: 'mentioned', sample: 0, claims: [] });
    expect(texts('.claim-said.mentioned')).toEqual([]);
  });

  it('offer text recognition for pages without text, and to find a document that is not at hand', () => {
    const made = shown(grounded(CLAIMS, { withoutText: 2 }));
    showTab(made, 'claims');
    click(byText('button', 'Recognize the text of 2 pages'));
    expect(made.posted).toContainEqual({ type: 'recognizeText' });
    receive(made, {
      type: 'grounding',
      sample: 0,
      shown: { kind: 'failed', message: 'report.pdf does not exist.', hint: '', missing: 'report.pdf' },
    });
    expect(root.textContent).toContain('report.pdf does not exist.');
    click(byText('.claims-notice button, .hint button', 'Find the document'));
    expect(made.posted).toContainEqual({ type: 'findDocument' });
  });

  it('say that they are looked for, and that a response makes none', () => {
    const made = shown({ kind: 'running' });
    expect(root.textContent).toContain('Looking for the claims on the pages…');
    receive(made, { type: 'grounding', sample: 0, shown: grounded([]) });
    expect(root.textContent).toContain('The response makes no claim about the pages.');
    receive(made, { type: 'grounding', sample: 0, shown: { kind: 'none' } });
    expect(all('.grounding-row')).toHaveLength(0);
  });
});

describe('ClaimIndex', () => {
  it('finds the claim that a selection means: the one with that span, otherwise the worst one in it', () => {
    const index = new ClaimIndex(CLAIMS);
    expect(index.meant(NEAR.span)?.claim).toBe(NEAR);
    expect(index.meant({ start: 0, end: TEXT.length })?.claim.status).toBe('not-found');
    expect(index.meant({ start: 0, end: 2 })).toBeNull();
  });

  it('moves claims with an edit of the text, and leaves those that it touches without a place', () => {
    const shownNow = grounded(CLAIMS);
    const at = NEAR.span;
    const moved = moveClaims(shownNow.grounding, { start: 0, end: 0 }, 3).claims;
    expect(moved.map(({ span }) => span.start)).toEqual(CLAIMS.map(({ span }) => span.start + 3));
    const touched = moveClaims(shownNow.grounding, { start: at.start + 1, end: at.start + 2 }, 4).claims;
    expect(touched[0]).toBe(CLAIMS[0]);
    expect(touched[1]?.span).toEqual({ start: at.start + 1, end: at.start + 1 });
  });
});
