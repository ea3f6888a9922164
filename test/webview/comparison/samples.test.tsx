import { render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, it } from 'vitest';
import type { ClaimStatus } from '../../../src/core/grounding/model.ts';
import type { ToComparison } from '../../../src/protocol/comparison.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import type { InspectorSample } from '../../../src/protocol/inspector.ts';
import { App } from '../../../webview/comparison/view/app.tsx';
import { groundingOf, samplesMessages } from './states.ts';
import { GOOD_RESPONSE, sample } from '../inspector/states.ts';
import { root, posted, kept, receive, texts, click, model } from './shown.tsx';

describe('the comparison of several samples', () => {
  const without = GOOD_RESPONSE.replace(/<tool name="compute_percentage".*?<\/tool>\n/, '');

  function openSamples(...shown: readonly InspectorSample[]): void {
    void act(() => {
      render(<App model={model} />, root);
    });
    receive(...samplesMessages({ samples: shown }));
  }
  const scores = (): string[] => texts('tr.overall td');

  it('puts matching steps in one row, with the words that differ from the first sample', () => {
    openSamples(sample(), sample({ text: GOOD_RESPONSE }), sample({ text: without }));
    expect(texts('.row-titles .cell')).toEqual(['Sample 1', 'Sample 2', 'Sample 3']);
    const answer = [...root.querySelectorAll('.row.changed')].at(-1);
    const cells = [...(answer?.querySelectorAll('.cell') ?? [])];
    expect(cells.map((cell) => [...cell.querySelectorAll('del, ins')].map((one) => one.outerHTML))).toEqual([
      [],
      ['<del>12.1</del>', '<ins>11.2</ins>'],
      ['<del>12.1</del>', '<ins>11.2</ins>'],
    ]);
    expect(texts('.row.removed .cell').at(-1)).toBe('No matching step');
  });

  it('compares with the sample that is chosen', () => {
    openSamples(
      sample({ verdict: 'wrong' }),
      sample({ text: GOOD_RESPONSE, verdict: 'right' }),
      sample({ text: GOOD_RESPONSE, verdict: 'right' }),
    );
    expect(scores()).toEqual(['0.18', '1.00 +0.82', '1.00 +0.82']);
    const [, second] = root.querySelectorAll('.side');
    if (second === undefined) throw new Error('There is no second side.');
    click('Compare with This', second);
    expect(scores()).toEqual(['0.18 -0.82', '1.00', '1.00 same']);
    const answer = [...root.querySelectorAll('.row.changed')].at(-1);
    expect(
      [...(answer?.querySelectorAll('.cell') ?? [])].map((cell) => cell.querySelector('ins') !== null),
    ).toEqual([true, false, false]);
    expect(kept.at(-1)?.reference).toBe(1);
  });

  it('lists the answers with the samples that give each', () => {
    openSamples(
      sample(),
      sample({ text: GOOD_RESPONSE }),
      sample({ text: without }),
      sample({ text: GOOD_RESPONSE.slice(0, 200), state: 'streaming' }),
      sample({ text: '', state: 'failed' }),
    );
    expect(texts('.answers p')).toEqual(['They give 2 different answers.']);
    expect(texts('.answers li')).toEqual([
      expect.stringMatching(/11\.2.* Sample 2 and Sample 3$/),
      expect.stringMatching(/12\.1.* Sample 1$/),
      'No answer Sample 5',
    ]);
  });

  it('says where the samples part, and goes there', () => {
    openSamples(sample({ text: GOOD_RESPONSE }), sample({ text: without }), sample({ text: GOOD_RESPONSE }));
    expect(texts('.summary span')[1]).toBe(
      'They part at step 4, which not all of them have: compute_percentage.',
    );
    click('Go to Step 4');
    expect(document.activeElement).toBe(root.querySelector('.row.removed'));
    expect(document.activeElement?.querySelector('.parting')?.textContent).toBe('They part here');
  });

  it('names a part of the response that has no number where the samples part in it', () => {
    openSamples(
      sample({ text: GOOD_RESPONSE }),
      sample({ text: GOOD_RESPONSE.replace('<think>', '<think>First, ') }),
    );
    expect(texts('.summary span')[1]).toBe('They part in the text of think.');
    click('Go There');
    expect(document.activeElement).toBe(root.querySelector('.row.changed'));
  });

  it('gives actions the numbers that the inspector gives them', () => {
    openSamples(sample({ text: GOOD_RESPONSE }), sample({ text: without }));
    const numbers = [...root.querySelectorAll('.row')].map((row) =>
      [...row.querySelectorAll('.cell')].map((cell) => cell.querySelector('.action')?.textContent ?? ''),
    );
    expect(numbers.slice(-3)).toEqual([
      ['4', ''],
      ['5', '4'],
      ['', ''],
    ]);
  });

  it('does not say that samples part where one of them is still arriving', () => {
    openSamples(
      sample({ text: GOOD_RESPONSE }),
      sample({ text: GOOD_RESPONSE }),
      sample({ text: GOOD_RESPONSE.slice(0, 200), state: 'streaming' }),
    );
    expect(texts('.summary span')).toEqual(['No step differs so far.']);
    expect(root.querySelectorAll('.row.arriving').length).toBeGreaterThan(0);
  });

  it('counts the claims of each sample by status, once they were looked for on the pages', () => {
    const shown = [sample(), sample({ text: GOOD_RESPONSE }), sample()];
    openSamples(...shown);
    expect(posted).toEqual(
      [0, 1, 2].map((index) => ({ type: 'side', side: index, message: { type: 'shown', sample: index } })),
    );
    expect(root.querySelector('[aria-label="Claims compared"]')).toBeNull();
    const grounded = (index: number, ...statuses: readonly ClaimStatus[]): ToComparison => ({
      type: 'trajectory',
      key: 'question:1',
      message: {
        type: 'grounding',
        sample: index,
        shown: groundingOf(statuses),
      },
    });
    receive(grounded(0, 'found', 'not-found', 'found'), grounded(2, 'near'));
    expect(texts('[aria-label="Claims compared"] tr')).toEqual([
      'ClaimsSample 1Sample 2Sample 3',
      'not found1\u20130',
      'differs0\u20131',
      'found2\u20130',
      'All claims3\u20131',
    ]);
    // The first problem is selected in an inspector, but not here.
    expect(posted).toHaveLength(3);
  });

  it('says which samples are still looked for on the pages, and why others cannot be, once for the same reason', () => {
    openSamples(sample(), sample({ text: GOOD_RESPONSE }), sample());
    const receiveGrounding = (index: number, shown: GroundingShown): void => {
      receive({
        type: 'trajectory',
        key: 'question:1',
        message: { type: 'grounding', sample: index, shown },
      });
    };
    const gone = { kind: 'failed', message: 'report.pdf does not exist.', hint: '', missing: null } as const;
    receiveGrounding(0, gone);
    receiveGrounding(1, { kind: 'running' });
    receiveGrounding(2, gone);
    expect(texts('.claims-note')).toEqual([
      'Claims of Sample 1 and Sample 3: report.pdf does not exist.',
      'Claims of Sample 2: Looking for the claims on the pages…',
    ]);
    receiveGrounding(1, gone);
    expect(texts('.claims-note')).toEqual(['report.pdf does not exist.']);
    for (const index of [0, 1, 2]) receiveGrounding(index, groundingOf(['found']));
    expect(texts('.claims-note')).toEqual([]);
  });

  it('judges each sample on its own, and stops all that still arrive', () => {
    openSamples(sample(), sample({ text: '', state: 'waiting' }), sample({ text: GOOD_RESPONSE }));
    const [, second, third] = root.querySelectorAll('.side');
    if (second === undefined || third === undefined) throw new Error('There is a side missing.');
    expect(third.querySelector('.samples')).toBeNull();
    click('Right', third);
    click('Cancel', second);
    expect(posted.slice(-2)).toEqual([
      { type: 'side', side: 0, message: { type: 'verdict', sample: 2, verdict: 'right' } },
      { type: 'side', side: 1, message: { type: 'command', command: 'cancel', sample: 1 } },
    ]);
  });
});
