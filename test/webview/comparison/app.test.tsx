import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimStatus } from '../../../src/core/grounding/model.ts';
import type { FromComparison, ToComparison } from '../../../src/protocol/comparison.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import type { InspectorSample, InspectorState } from '../../../src/protocol/inspector.ts';
import { ComparisonModel } from '../../../webview/comparison/model/comparisonModel.ts';
import { readKeptComparison, type KeptComparison } from '../../../webview/comparison/model/keptComparison.ts';
import { App } from '../../../webview/comparison/view/app.tsx';
import { coreEngine } from '../../../webview/inspector/model/coreEngine.ts';
import { metaOf } from '../../../webview/inspector/model/sampleModel.ts';
import { HandClock } from '../inspector/bench.ts';
import {
  comparedQuestion,
  comparedQuestions,
  comparisonMessages,
  EVERY_ROW,
  groundingOf,
  samplesMessages,
} from './states.ts';
import { GOOD_RESPONSE, requestOf, RESPONSE, sample, state } from '../inspector/states.ts';

let root: HTMLElement;
let clock: HandClock;
let model: ComparisonModel;
let posted: FromComparison[];
let kept: KeptComparison[];

beforeEach(() => {
  root = document.createElement('div');
  document.body.append(root);
  clock = new HandClock();
  posted = [];
  kept = [];
  model = new ComparisonModel({
    engine: coreEngine,
    clock,
    post: (message) => posted.push(message),
    kept: readKeptComparison(null),
    keep: (state) => kept.push(state),
  });
});
afterEach(() => {
  render(null, root);
  root.remove();
  model.dispose();
});

function receive(...messages: readonly ToComparison[]): void {
  void act(() => {
    for (const message of messages) model.receive(message);
    clock.draw();
  });
}

/** Shows two trajectories. */
function open(before: Partial<InspectorState>, after: Partial<InspectorState>): void {
  void act(() => {
    render(<App model={model} />, root);
  });
  receive(...comparisonMessages(before, after));
}

const texts = (selector: string): string[] =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => textContent);
const click = (text: string, within: ParentNode = root): void => {
  const found = [...within.querySelectorAll<HTMLElement>('button')].find(
    ({ textContent }) => textContent.trim() === text,
  );
  if (found === undefined) throw new Error(`No button says ${text}.`);
  void act(() => {
    found.click();
    clock.draw();
  });
};

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
      'They part at step 6, in the text of compute_percentage.',
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
      'They part at step 6, which not all of them have: compute_percentage.',
    );
    click('Go to Step 6');
    expect(document.activeElement).toBe(root.querySelector('.row.removed'));
    expect(document.activeElement?.querySelector('.parting')?.textContent).toBe('They part here');
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

describe('the comparison of several questions', () => {
  /** Shows a table. */
  function openTable(...messages: readonly ToComparison[]): void {
    void act(() => {
      render(<App model={model} />, root);
    });
    receive(...messages);
  }
  const rows = (): string[][] =>
    [...root.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent),
    );

  it('shows a row for each question, in every state', () => {
    openTable(comparedQuestions(EVERY_ROW, { progress: 'Asking question 8 of 9.' }));
    const changed = (before: string, after: string): string => `before: ${before} \u2192 after: ${after}`;
    expect(rows()).toEqual([
      [
        'What was total revenue in 2024?',
        changed('481.9', '518.9 million'),
        changed('0.20', '1.00'),
        '+0.80',
        'valid',
      ],
      [
        'How many plants are there?',
        changed('481.9', '7'),
        changed('0.20', '0.10'),
        '-0.10',
        changed('valid', 'invalid'),
      ],
      ['Who signed the report?', '481.9', '0.20', 'same', 'valid'],
      ['Which region grew most?', '481.9', '0.20\u20131.00', 'Not judged', 'valid'],
      [
        'What is the operating margin?',
        '481.9',
        changed('0.00', '0.20\u20131.00'),
        'at least +0.20',
        'valid',
      ],
      ['Which page shows the map?The connection was cut.', '481.9', '', '\u2013', 'valid'],
      ['What does page 40 show?report.pdf no longer has page 40.', '481.9', '', '\u2013', 'valid'],
      ['How many people work there?', '481.9', '', 'Being answered', 'valid'],
      ['What is planned for 2025?', '481.9', '', 'Waiting', 'valid'],
    ]);
  });

  it('sums up how many questions were answered better and worse, and of how many the mean is', () => {
    openTable(comparedQuestions(EVERY_ROW));
    expect(root.querySelector('.sums')?.textContent).toBe(
      'Of 9 questions: 2 better, 1 worse, 1 equal, 3 not comparable, 2 not answered yet. ' +
        'Mean reward over 3 of 9 questions: 0.20 before, 0.433 after. ' +
        'An answer that is the same as a judged answer gets the same verdict.',
    );
  });

  it('says what is being asked, and cancels it', () => {
    openTable(comparedQuestions(EVERY_ROW, { progress: 'Asking question 8 of 9.' }));
    expect(texts('.status')).toEqual(['Asking question 8 of 9.Cancel']);
    click('Cancel');
    expect(posted).toEqual([{ type: 'cancel' }]);
    receive(comparedQuestions(EVERY_ROW));
    expect(root.querySelector('.status button')).toBeNull();
  });

  it('shows what changed in the prompt once if it is the same for all questions', () => {
    openTable(comparedQuestions(EVERY_ROW));
    expect(texts('.prompt-line.removed del')).toEqual(['Answer in a word.']);
    receive(...comparisonMessagesOf());
    expect(root.querySelector('.prompt-diff, .prompt-same')).toBeNull();
  });

  it('says so if the prompt changed in different ways, and shows each with its question', () => {
    const prompts = [
      { before: 'a', after: 'b' },
      { before: 'a', after: 'c' },
    ];
    openTable(comparedQuestions(EVERY_ROW, { prompts }));
    expect(texts('.prompt-same')).toEqual([
      'The prompt did not change in the same way for all questions. Open a question to see its change.',
    ]);
    receive(...comparisonMessagesOf());
    expect(texts('.prompt-same')).toEqual(['Both sides were sent the same prompt.']);
  });

  it('opens a question by its row, goes to the ones beside it, and returns to its row', () => {
    openTable(
      comparedQuestions([comparedQuestion('A?', 0.8), comparedQuestion('B?', 0), ...EVERY_ROW.slice(-1)]),
    );
    click('B?');
    expect(posted.at(-1)).toEqual({ type: 'open', index: 1 });
    receive(...comparisonMessages({}, { samples: [sample({ text: GOOD_RESPONSE })] }, 1));
    expect(texts('.navigation .meta')).toEqual(['Question 2 of 3']);
    expect(root.querySelectorAll('.row').length).toBeGreaterThan(0);
    expect(kept.at(-1)).toMatchObject({ open: 1, isTable: true });
    // The last question waits, so there is nothing to open after this one.
    const buttons = [...root.querySelectorAll<HTMLButtonElement>('.navigation button')];
    expect(buttons.map((button) => [button.textContent, button.disabled])).toEqual([
      ['All Questions', false],
      ['Previous', false],
      ['Next', true],
    ]);
    click('Previous');
    expect(posted.at(-1)).toEqual({ type: 'open', index: 0 });
    click('All Questions');
    expect(posted.at(-1)).toEqual({ type: 'open', index: null });
    expect(document.activeElement?.textContent).toBe('B?');
    expect(kept.at(-1)).toMatchObject({ open: null });
  });

  it('moves from question to question with the arrow keys', () => {
    openTable(comparedQuestions([comparedQuestion('A?', 0.8), comparedQuestion('B?', 0)]));
    const [first, second] = root.querySelectorAll<HTMLElement>('[data-index]');
    first?.focus();
    first?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    expect(document.activeElement).toBe(second);
    second?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true }));
    expect(document.activeElement).toBe(first);
  });

  it('keeps the trajectories of all questions and the open one for a reload, and asks for it again', () => {
    const notes = ['Not compared: something.'];
    openTable(comparedQuestions(EVERY_ROW.slice(0, 1), { notes }));
    expect(texts('.note')).toEqual(notes);
    expect(kept.at(-1)).toMatchObject({
      isTable: true,
      notes,
      pairs: [{ before: 'question:1', after: 'question:2', missing: null }],
    });
    const reloaded = new ComparisonModel({
      engine: coreEngine,
      clock,
      post: (message) => posted.push(message),
      kept: readKeptComparison({ ...kept.at(-1), open: 0 }),
      keep: () => undefined,
    });
    reloaded.start();
    expect(posted.slice(-2)).toEqual([{ type: 'ready' }, { type: 'open', index: 0 }]);
    reloaded.dispose();
  });

  it('does not show another question after a reload if an earlier one is no longer kept', () => {
    const reload = (before: string): ComparisonModel => {
      const pair = { before, after: 'question:2', missing: null };
      const reloaded = new ComparisonModel({
        engine: coreEngine,
        clock,
        post: (message) => posted.push(message),
        kept: readKeptComparison({
          ...readKeptComparison(null),
          isTable: true,
          pairs: [pair, pair],
          open: 1,
        }),
        keep: () => undefined,
      });
      reloaded.start();
      reloaded.receive(comparedQuestions([comparedQuestion('A?', 0), comparedQuestion('B?', 0)]));
      for (const message of comparisonMessages({}, {}, 1)) reloaded.receive(message);
      return reloaded;
    };
    const [same, other] = [reload('question:1'), reload('question:7')];
    expect(same.index.value).toBe(1);
    expect(other.index.value).toBeNull();
    expect(posted.at(-1)).toEqual({ type: 'open', index: null });
    same.dispose();
    other.dispose();
  });

  it('keeps the focus on Next and Previous from question to question', () => {
    openTable(
      comparedQuestions([
        comparedQuestion('A?', 0.8),
        comparedQuestion('B?', 0),
        comparedQuestion('C?', 0),
        comparedQuestion('D?', 0),
      ]),
    );
    const shown = (index: number): string | null | undefined => {
      receive(...comparisonMessages({}, { samples: [sample({ text: GOOD_RESPONSE })] }, index));
      return document.activeElement?.textContent;
    };
    expect([0, 1, 2, 1, 0].map(shown)).toEqual([
      'All Questions',
      'Next',
      'Next',
      'Previous',
      'All Questions',
    ]);
    click('All Questions');
    expect(document.activeElement?.textContent).toBe('A?');
    expect([3].map(shown)).toEqual(['All Questions']);
  });
});

/** The open question of a table. */
const comparisonMessagesOf = (): readonly ToComparison[] =>
  comparisonMessages({}, { samples: [sample({ text: GOOD_RESPONSE })] });
