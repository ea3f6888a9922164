import { render } from 'preact';
import { act } from 'preact/test-utils';
import { describe, expect, it } from 'vitest';
import type { InspectorSample, InspectorState } from '../../../src/protocol/inspector.ts';
import { ComparisonModel } from '../../../webview/comparison/model/comparisonModel.ts';
import { readKeptComparison } from '../../../webview/comparison/model/keptComparison.ts';
import { App } from '../../../webview/comparison/view/app.tsx';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { metaOf } from '../../../webview/inspector/model/sampleModel.ts';
import { comparisonMessages, samplesMessages } from './states.ts';
import { GOOD_RESPONSE, requestOf, RESPONSE, sample, state } from '../inspector/states.ts';
import { root, clock, model, posted, kept, receive, open, texts, click } from './shown.tsx';

describe('the comparison', () => {
  it('shows nothing before it has two trajectories', () => {
    void act(() => {
      render(<App model={model} />, root);
    });
    expect(root.textContent).toBe('');
  });

  it('shows the prompts, the rewards part by part, and their difference', () => {
    open(
      { samples: [sample({ verdict: 'wrong' })] },
      { samples: [sample({ text: GOOD_RESPONSE, verdict: 'right' })] },
    );
    expect(texts('.side h2')).toEqual(['Before lang2act', 'After prompts/careful.prompt.jinja']);
    expect(texts('tbody tr')).toEqual([
      'Answer0.000.80+0.80',
      'Format0.100.10same',
      'Tools0.080.10+0.02',
      'Reward0.181.00+0.82',
    ]);
  });

  it('aligns the steps of both sides and marks the words that differ', () => {
    open({}, { samples: [sample({ text: GOOD_RESPONSE })] });
    expect(texts('.summary span')).toEqual([
      '3 of 8 steps differ.',
      'They part at step 4, in the text of compute_percentage.',
    ]);
    expect(root.querySelector('.row:has(.parting)')).toBe(root.querySelector('.row.changed'));
    const differing = [...root.querySelectorAll('.row.changed')];
    const answer = differing.at(-1);
    expect(
      [...(answer?.querySelectorAll('del, ins') ?? [])].map(({ tagName, textContent }) => [
        tagName,
        textContent,
      ]),
    ).toEqual([
      ['DEL', '12.1'],
      ['INS', '11.2'],
    ]);
    expect(answer?.textContent).toContain('differs');
    // A screen reader is told which words are whose.
    expect(answer?.textContent).toContain('removed: 12.1');
    expect(answer?.textContent).toContain('added: 11.2');
  });

  it('shows what stands for an image as one', () => {
    const told = (words: string): Partial<InspectorState> => ({
      dialect: 'vrag-rl',
      samples: [
        sample({
          text: `<think>I look.</think><search>revenue</search><|im_end|>\n<|im_start|>user\n${words}<|vision_start|><|image_pad|><|image_pad|><|vision_end|><|im_end|>\n<|im_start|>assistant\n<answer>42</answer>`,
        }),
      ],
    });
    open(told('Found:'), told('Here:'));
    expect(texts('.cell .body .chip')).toEqual(['Image', 'Image']);
    expect(root.textContent).not.toContain('<|');
  });

  it('puts a space between the words that were removed and those that replace them', () => {
    void act(() => {
      render(<App model={model} />, root);
    });
    const response = (value: string): InspectorSample =>
      sample({ text: `<answer>It is ${value} million.</answer>` });
    receive(...samplesMessages({ samples: [response('452.6'), response('461.2'), response('452.6')] }));
    const [, second] = root.querySelectorAll('.row.changed .cell');
    expect(second?.querySelector('.body')?.textContent).toBe('It is removed: 452.6 added: 461.2 million.');
    const shown = [...(second?.querySelectorAll('.body > :not(.visually-hidden)') ?? [])];
    expect(shown.map(({ textContent }) => textContent).join('')).toBe('It is 452.6 461.2 million.');
  });

  it('shows only the steps that differ when the filter is on', () => {
    open({}, { samples: [sample({ text: GOOD_RESPONSE })] });
    click('Only Differences');
    expect(root.querySelectorAll('.row.same')).toHaveLength(0);
    expect(root.querySelectorAll('.row.changed')).toHaveLength(3);
    expect(kept.at(-1)?.onlyDifferences).toBe(true);
  });

  it('says where a step of one side has no counterpart', () => {
    const without = GOOD_RESPONSE.replace(/<tool name="compute_percentage".*?<\/tool>\n/, '');
    open({ samples: [sample({ text: without })] }, { samples: [sample({ text: GOOD_RESPONSE })] });
    expect(texts('.row.added .cell')[0]).toBe('No matching step');
    expect(texts('.row.added .cell')[1]).toContain('added');
  });

  it('follows a response that streams', () => {
    const waiting = sample({ text: '', state: 'waiting', finishReason: null });
    open({}, { samples: [waiting] });
    expect(texts('.side [role=status]')).toEqual(['', 'Waiting for the first token.']);
    expect(texts('.summary span')).toEqual(['No step differs so far.']);
    const rest = metaOf(sample({ text: '', state: 'streaming' }));
    const info = state({ key: 'question:2' });
    receive(
      {
        type: 'trajectory',
        key: 'question:2',
        message: { type: 'append', sample: 0, text: RESPONSE.slice(0, 400) },
      },
      { type: 'trajectory', key: 'question:2', message: { type: 'update', state: info, samples: [rest] } },
    );
    expect(root.querySelectorAll('.row.same').length).toBeGreaterThan(0);
    expect(root.querySelectorAll('.row.arriving').length).toBeGreaterThan(0);
    click('Cancel');
    expect(posted.at(-1)).toEqual({
      type: 'side',
      side: 1,
      message: { type: 'command', command: 'cancel', sample: 0 },
    });
  });

  it('shows why one side failed, next to the other side', () => {
    const failure = { message: 'The server stopped.', hint: 'Start it again.', canRetry: true };
    open({}, { failure, samples: [sample({ text: '', state: 'failed' })] });
    expect(texts('.failure-message')).toEqual(['The server stopped.']);
    expect(root.querySelectorAll('.row.removed').length).toBe(8);
  });

  it('says that a sample failed even when the question as a whole did not', () => {
    open({}, { samples: [sample({ state: 'failed' })] });
    expect(texts('.side [role=status]')).toEqual(['', 'This sample failed. What arrived is kept.']);
  });

  it('shows the reward of a side that broke off as of what arrived, not as that of a whole response', () => {
    open({}, { samples: [sample({ text: GOOD_RESPONSE.slice(0, 200), state: 'failed' })] });
    const row = texts('tr.overall td');
    expect(row[1]).toMatch(/^(At most [\d.]+|\u2013)$/);
    expect(row[2]).toBe('\u2013');
  });

  it('says for how long nothing has come to a side', () => {
    const stalled = sample({ text: GOOD_RESPONSE.slice(0, 200), state: 'streaming' });
    open({}, { samples: [stalled], progress: 'Nothing received for 40 s.' });
    expect(texts('.side [role=status]')).toEqual(['', 'Nothing received for 40 s.']);
  });

  it('takes a verdict for either side, and opens either side in an inspector', () => {
    open({}, { samples: [sample({ text: GOOD_RESPONSE })] });
    const [, after] = root.querySelectorAll('.side');
    if (after === undefined) throw new Error('There is no second side.');
    click('Right', after);
    click('Inspect', after);
    expect(posted.slice(-2)).toEqual([
      { type: 'side', side: 1, message: { type: 'verdict', sample: 0, verdict: 'right' } },
      { type: 'inspect', side: 1 },
    ]);
  });

  it('shows the words of a model as plain text', () => {
    const hostile = '<think><img src=x onerror=alert(1)></think><answer><b>4</b></answer>';
    open({}, { samples: [sample({ text: hostile })] });
    expect(root.querySelectorAll('img, b')).toHaveLength(0);
    expect(root.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  it('keeps the identities of both trajectories for a reload', () => {
    open({}, {});
    expect(kept.at(-1)).toMatchObject({
      sides: [
        { key: 'question:1', title: 'Before', sample: 0, isSample: false },
        { key: 'question:2', title: 'After', sample: 0, isSample: false },
      ],
      isTable: false,
    });
  });

  it('shows the chosen samples again after a reload, but not those of other trajectories', () => {
    const two = { samples: [sample(), sample({ text: GOOD_RESPONSE })] };
    const reload = (key: string): (number | undefined)[] => {
      const side = { title: '', sample: 1, isSample: false };
      const reloaded = new ComparisonModel({
        engine: coreEngine,
        clock,
        post: () => undefined,
        kept: readKeptComparison({
          ...readKeptComparison(null),
          sides: [
            { ...side, key: 'question:1' },
            { ...side, key },
          ],
        }),
        keep: () => undefined,
      });
      for (const message of comparisonMessages(two, two)) reloaded.receive(message);
      const shown = reloaded.sides.value?.sides.map(({ sampleIndex }) => sampleIndex.value) ?? [];
      reloaded.dispose();
      return shown;
    };
    expect(reload('question:2')).toEqual([1, 1]);
    expect(reload('question:7')).toEqual([0, 0]);
  });

  it('compares the words of a sample that was chosen instead of another one', () => {
    open({}, { samples: [sample(), sample({ text: GOOD_RESPONSE })] });
    expect(texts('.summary span')).toEqual(['No step differs.']);
    click('2');
    expect(texts('.summary span')[0]).toBe('3 of 8 steps differ.');
    expect(texts('.row.changed:last-child ins')).toEqual(['11.2']);
  });

  it('lists the lines of the prompt that were removed and added', () => {
    open(
      { request: requestOf('Read the pages.\nAnswer in a word.\nWhat is the total?') },
      { request: requestOf('Read the pages.\nAnswer in a number.\nGive the unit.\nWhat is the total?') },
    );
    expect(texts('.prompt-diff summary')).toEqual(['Prompt: 1 line removed, 2 lines added']);
    expect(texts('.prompt-line.removed del')).toEqual(['Answer in a word.']);
    expect(texts('.prompt-line.added ins')).toEqual(['Answer in a number.', 'Give the unit.']);
    expect(texts('.prompt-line.removed .visually-hidden')).toEqual(['removed: ']);
  });

  it('says when both sides were sent the same prompt, and nothing when a request is not known', () => {
    open({}, {});
    expect(texts('.prompt-same')).toEqual(['Both sides were sent the same prompt.']);
    open({ request: null }, {});
    expect(root.querySelector('.prompt-same, .prompt-diff')).toBeNull();
  });

  it('states what the samples of a side have in common, and names each of them', () => {
    open(
      {},
      { samples: [sample({ text: GOOD_RESPONSE, verdict: 'right' }), sample({ text: GOOD_RESPONSE })] },
    );
    const side = root.querySelector('.side:last-child');
    expect(side?.querySelector('.samples-sum')?.textContent).toMatch(
      /^2 samples: 1 right, 1 not judged\. All give the same answer\./,
    );
    expect(
      [...(side?.querySelectorAll('.samples .button') ?? [])].map((one) => one.getAttribute('aria-label')),
    ).toEqual([
      expect.stringMatching(/^Sample 1 of 2, answer .*, right$/),
      expect.stringMatching(/^Sample 2 of 2, answer .*, not judged$/),
    ]);
  });
});
