import { render } from 'preact';
import { describe, expect, it, vi } from 'vitest';
import type { InspectorState } from '../../../src/protocol/inspector.ts';
import { all, apply, click, current, find, open, press, receive, root, texts } from './drawing.tsx';
import { dialectStates, TREE } from './dialectStates.ts';
import { sample, state } from './states.ts';

const rowsOf = (selector = '[role=treeitem]'): string[] =>
  texts(selector).map((text) => text.replace(/\s+/g, ' ').trim());

describe('the parts of each dialect', () => {
  it('shows the evidence of each image, with missing and repeated evidence and its pay', () => {
    open(dialectStates.evisrag);
    expect(rowsOf('.step.part .asked')).toEqual([
      'Image 1Total revenue was 518.9 million euros in 2024 and 481.9 in 2023.',
      'Image 2no relevant information',
      'Image 2The chart shows a margin of 11.2%, against Image 1.',
      'Image 4Nothing of use.',
    ]);
    expect(find('#step-1 .step-findings').textContent).toContain('Image 3 has no line');
    expect(find('#step-1-2 .step-findings').textContent).toContain('Image 2 already has a line');
    expect(find('#step-1-3 .chip').className).toBe('chip missing');
    // The cost of an item is shown next to the item only, not next to its block too.
    expect(find('#step-1-0 .cost').textContent).toMatch(/^-0\.\d+$/);
    expect(find('#step-1 .cost').textContent).toBe('');
    click(find('#step-1 .twistie'));
    expect(all('.step.part')).toHaveLength(0);
    expect(find('#step-1').textContent).toContain('4 items');
    expect(find('#step-1 .cost').textContent).toMatch(/^-0\.\d+$/);
  });

  it('moves through evidence with the keyboard as through steps', () => {
    const made = open(dialectStates.evisrag);
    for (let times = 0; times < 3; times++) press('ArrowDown');
    expect(current()).toBe('step-1-0');
    const item = find('#step-1-0');
    expect(
      ['level', 'posinset', 'setsize', 'selected'].map((name) => item.getAttribute(`aria-${name}`)),
    ).toEqual(['2', '1', '4', 'true']);
    press('ArrowRight');
    expect(current()).toBe('step-1-0');
    press('End');
    press('ArrowUp');
    press('ArrowUp');
    expect(current()).toBe('step-1-3');
    press('ArrowLeft');
    expect(current()).toBe('step-1');
    press('ArrowLeft');
    expect(find('#step-1').getAttribute('aria-expanded')).toBe('false');
    press('ArrowRight');
    press('ArrowRight');
    expect(current()).toBe('step-1-0');
    made.clock.pass(100);
    const text = made.model.sample.value?.parsed.value.text.toString() ?? '';
    const selected = made.posted.findLast(({ type }) => type === 'select');
    expect(selected?.type === 'select' ? selected.span.start : -1).toBe(text.indexOf('[1]:'));
  });

  it('shows boxes with the names they are drawn with, and which tool or model each comes from', async () => {
    const made = open(dialectStates['vg-refiner']);
    expect(rowsOf('.step.part .marker')).toEqual(['T1', '1', '2']);
    expect(rowsOf('.step.part .asked')).toEqual([
      'box Image 1 [60, 130, 400, 190] pxrow by the other tool',
      'box Image 1 [48, 120, 330, 148] pxEurope',
      'box Image 1 [48, 164, 330, 188] px',
    ]);
    expect(find('#step-2').textContent).toContain('environment');
    expect(find('.shot-words').textContent).toContain('boxes: model 2, tool 1, reference 1');
    expect(all('.thumb rect').map((frame) => frame.getAttribute('class'))).toEqual([
      'frame tool',
      'frame model',
      'frame model',
      'frame reference',
    ]);
    vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(() => undefined);
    click(find('.thumb'));
    await expect.poll(() => rowsOf('.box-name')).toEqual(['R1', '1', 'T1', '2']);
    expect(find('.enlarged-facts').textContent).toMatch(
      /IoU with the reference: model 0\.\d\d, tool 0\.\d\d$/,
    );
    expect(rowsOf('.overlap')).toEqual([
      expect.stringMatching(/^IoU 0\.\d+ with the reference$/),
      expect.stringMatching(/^IoU 0\.\d+ with the reference$/),
    ]);
    click(find('[aria-label="Box 1, by the model: Europe"]'));
    expect(find('.enlarged .frame.current').getAttribute('y')).toBe('120');
    expect(current()).toBe('step-4-0');
    // The page is shown from a little above the box.
    expect(made.posted).toEqual([
      expect.objectContaining({ type: 'select' }),
      { type: 'followPage', image: 1, offset: expect.closeTo(120 / 756 - 0.1, 3) as number },
    ]);
  });

  it('takes the boxes of the other tool from the record when the response has none', () => {
    const shown = dialectStates['vg-refiner'];
    const text = '<think>a</think><rethink>b</rethink><answer>[{"bbox_2d": [1, 2, 3, 4]}]</answer>';
    const toolResults = '[{"bbox_2d": [5, 6, 7, 8]}, {"bbox_2d": ["5", 6, 7, 8]}]';
    open({ ...shown, toolResults, samples: [sample({ text })] });
    expect(find('.shot-words').textContent).toContain('boxes: model 1, tool 1, reference 1');
    open({ ...shown, toolResults: 'no JSON', reference: '42', samples: [sample({ text })] });
    expect(find('.shot-words').textContent).toContain('boxes: model 1');
  });

  it('shows turns, searches, boxes and what the environment returns', () => {
    open(dialectStates['vrag-rl']);
    expect(rowsOf('.step .marker').filter((sign) => /\d/.test(sign))).toEqual(['1', '2']);
    expect(find('.kind-search').textContent).toContain('total revenue 2024');
    expect(find('.kind-box .coordinates').textContent).toBe('[40, 120, 420, 200] px');
    expect(all('.step.environment .speaker').map(({ textContent }) => textContent)).toEqual([
      'environment',
      'environment',
    ]);
    expect(texts('.kind-think .speaker')).toEqual(['turn 2', 'turn 3']);
  });

  it('shows tool calls with their boxes as regions of the image, and a boxed answer below its text', () => {
    open(dialectStates['pixel-reasoner']);
    expect(rowsOf('.kind-call .asked')).toEqual([
      'crop_image_normalizedImage 1[0.1, 0.15, 0.7, 0.28] of the image',
    ]);
    const [frame] = all('.thumb rect');
    expect(Number(frame?.getAttribute('x'))).toBeCloseTo(53.2);
    expect(Number(frame?.getAttribute('height'))).toBeCloseTo(0.13 * 756);
    expect(rowsOf('.kind-text .asked').at(-1)).toBe('text The total is 518.9. \\boxed{518.9}');
    expect(rowsOf('.kind-answer .asked')).toEqual(['boxed 518.9']);
  });

  it('shows verdicts in words, scores with their values, and definitions as a table', () => {
    open(dialectStates.judge);
    expect(rowsOf('.asked')).toEqual(['item 1 ✓ True', 'item 2 ✗ False', 'item 3 ? neither True nor False']);
    open(dialectStates['quality-judge']);
    expect(rowsOf('.asked').slice(0, 1)).toEqual(['Coherence 4']);
    expect(rowsOf('.asked').at(-1)).toBe('Explanation The steps follow each other. Nothing is invented.');
    open(dialectStates['tool-curation']);
    expect(
      all('.tool-definition').map((row) => [...row.children].map(({ textContent }) => textContent)),
    ).toEqual([
      ['read_legend', 'Image k: which legend', 'reads the legend of a chart'],
      ['count_bars', 'Image k: chart', 'no description'],
    ]);
  });
});

describe('a tree of thoughts', () => {
  const treeState = (change: Partial<InspectorState> = {}): InspectorState =>
    state({ dialect: 'think-answer', profile: null, samples: [sample({ text: TREE })], ...change });

  it('shows sub-problems, thoughts and their results when it is unfolded', () => {
    open(treeState());
    expect(rowsOf('#step-0 .asked')).toEqual([
      'think 2 sub-problems, 4 thoughts, 2 evaluations Let me see what is asked.',
    ]);
    const rows = all('.step.thought');
    expect(rows.map((row) => row.getAttribute('aria-level'))).toEqual(
      ['2', '3', '4', '3', '4', '2', '3', '3', '2'].slice(0, rows.length),
    );
    const said = rowsOf('.step.thought .asked');
    expect(said[0]).toBe('Sub-problem 1 find the total');
    expect(said[1]).toBe('Thought 1.1 ✓ promising Read it from the table on Image 2.');
    expect(said[3]).toContain('✗ dead end');
    click(find('#step-0 .twistie'));
    expect(all('.step.thought')).toHaveLength(0);
    expect(find('#step-0').textContent).toContain('Sub-problem 1: find the total');
  });

  it('moves through the tree with the keyboard, and goes to its place in the text', () => {
    const made = open(treeState());
    for (let times = 0; times < 3; times++) press('ArrowDown');
    expect(current()).toBe('step-0-1');
    press('Enter');
    expect(made.model.tab.value).toBe('text');
    const selected = made.posted.findLast(({ type }) => type === 'select');
    expect(selected?.type === 'select' ? selected.span.start : -1).toBe(TREE.indexOf('Thought 1.1'));
  });

  it('folds the tree when the dialect does not require one, and says it is missing when it may be required', () => {
    open(treeState({ dialect: 'lang2act' }));
    expect(all('.step.thought')).toHaveLength(0);
    click(find('#step-0 .twistie'));
    expect(all('.step.thought').length).toBeGreaterThan(5);
    const plain = [sample({ text: '<think>The table says so.</think><answer>7.7%</answer>' })];
    open(treeState({ samples: plain, key: 'plain' }));
    expect(find('.step-note').textContent).toContain('it is shown as plain text');
    expect(find('#step-0').textContent).toContain('The table says so.');
    open(treeState({ samples: plain, key: 'other', dialect: 'lang2act' }));
    expect(all('.step-note')).toHaveLength(0);
  });
});

describe('parts of a response that streams', () => {
  it('never removes a part while the response streams, and ends with the same parts as the whole response', () => {
    for (const [name, shown] of Object.entries(dialectStates)) {
      const text = shown.samples[0]?.text ?? '';
      const made = open({
        ...shown,
        samples: [sample({ text: '', state: 'streaming', finishReason: null })],
      });
      let most = 0;
      for (let at = 0; at < text.length; at += 7) {
        receive(made, { type: 'append', sample: 0, text: text.slice(at, at + 7) });
        const count = all('.step.part').length;
        expect(count, `${name} at ${at}`).toBeGreaterThanOrEqual(most);
        most = count;
      }
      const { samples, ...rest } = shown;
      receive(made, { type: 'update', state: rest, samples });
      const streamed = rowsOf();
      receive(made, { type: 'state', state: { ...shown, key: 'another' } });
      expect(streamed, name).toEqual(rowsOf());
      expect(all('.step.part').length, name).toBeGreaterThanOrEqual(most);
      apply(() => {
        render(null, root);
      });
    }
  });

  it('draws only those of 20,000 parts that are in view', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => `[${index + 1}]: fact ${index}`).join('\n');
    const text = `<observe>a</observe><evidence>${items}</evidence><think>b</think><answer>c</answer>`;
    const made = open(state({ dialect: 'evisrag', profile: null, images: [], samples: [sample({ text })] }));
    expect(all('[role=treeitem]').length).toBeLessThan(120);
    press('End');
    press('ArrowUp');
    press('ArrowUp');
    expect(current()).toBe('step-1-19999');
    expect(find('#step-1-19999').textContent).toContain('fact 19999');
    expect(all('[role=treeitem]').length).toBeLessThan(200);
    expect(made.model.sample.value?.parsed.value.parts.length).toBe(20_000);
  });
});
