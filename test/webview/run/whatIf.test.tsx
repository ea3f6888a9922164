import { afterEach, describe, expect, it } from 'vitest';
import type { TrialState } from '../../../src/core/whatIf/answers.ts';
import type { RunState } from '../../../src/protocol/run.ts';
import { weightedComponents, weightTerms } from '../../../webview/run/model/weights.ts';
import { drawsSentence, lostSentence, trialSentence } from '../../../webview/run/model/whatIfWords.ts';
import { answerInsight, ShownRun } from './shown.tsx';
import { COLUMNS, runState, runView, sampleRow } from './states.ts';
import { answerFilter, answerReward } from './whatIfAnswers.ts';

let shown: ShownRun;
let asked: (readonly [name: string, args: unknown])[];

afterEach(() => {
  shown.dispose();
});

const SCORED: RunState = runState({
  columns: [
    ...COLUMNS.map((column) => (column.name === 'acc' ? { ...column, range: [-1, 3] as const } : column)),
    { name: 'reward.answer', kind: 'component', canSort: true, isEmpty: false },
  ],
});

async function open(state: RunState = SCORED): Promise<void> {
  shown = new ShownRun((row) => sampleRow(row));
  asked = [];
  shown.answer = (name, args) => {
    if (name.endsWith('WhatIf')) asked.push([name, args]);
    return answerInsight(name, args);
  };
  await shown.show(state);
}

/** The section with a heading. */
function section(title: string): HTMLElement {
  const found = shown.all('.side-section').find((each) => each.querySelector('h2')?.textContent === title);
  if (found === undefined) throw new Error(`There is no section ${title}.`);
  return found;
}

const filterSection = (): HTMLElement => section('Filter What-If');
const rewardSection = (): HTMLElement => section('Reward What-If');

function inputs(of: HTMLElement, selector: string): readonly HTMLInputElement[] {
  return [...of.querySelectorAll<HTMLInputElement>(selector)];
}

/** Types into a field, or moves a handle. */
function type(input: HTMLInputElement | undefined, value: string): Promise<void> {
  return shown.doing(() => {
    if (input === undefined) throw new Error('There is no such field.');
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

function choose(select: HTMLSelectElement | null, value: string): Promise<void> {
  return shown.doing(() => {
    if (select === null) throw new Error('There is no such choice.');
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

function press(of: HTMLElement, text: string): Promise<void> {
  return shown.doing(() => {
    const button = [...of.querySelectorAll('button')].find((each) => each.textContent === text);
    if (button === undefined) throw new Error(`There is no button ${text}.`);
    button.click();
  });
}

/** The filters that were applied. */
const filters = (): readonly string[] =>
  shown.posted.flatMap((message) => (message.type === 'filter' ? [message.text] : []));

const LANG2ACT = { key: 'reward', low: 0.1, high: 0.9, dropsAllRight: false, dropsAllWrong: false };

describe('the filter what-if', () => {
  it('says which groups Lang2Act keeps, why others are dropped, and what fills a batch', async () => {
    await open();
    const outcome = answerFilter({ filter: LANG2ACT, batch: null });
    expect(asked).toEqual([['filterWhatIf', { filter: LANG2ACT, batch: null }]]);
    const text = filterSection().textContent;
    expect(text).toContain(`${outcome.kept} of 48 groups kept`);
    expect(text).toContain(lostSentence(outcome));
    expect(text).toContain(
      `To fill a batch of 4 prompts a step, ${Math.ceil(outcome.draws.expected ?? 0)} must be sampled`,
    );
    expect(filterSection().querySelectorAll('.pair')).toHaveLength(9);
    expect(filterSection().querySelectorAll('details tbody tr')).toHaveLength(12);
  });

  it('has two handles, of which none passes the other', async () => {
    await open();
    const [low, high] = inputs(filterSection(), '.range-slider input');
    expect([low?.getAttribute('aria-label'), high?.getAttribute('aria-valuetext')]).toEqual([
      'Lower bound of the mean reward',
      '0.9',
    ]);
    await type(low, '0.4');
    expect(shown.model.whatIf.filter.value).toMatchObject({ low: 0.4, high: 0.9 });
    await type(low, '0.95');
    expect(shown.model.whatIf.filter.value).toMatchObject({ low: 0.9, high: 0.9 });
    expect(low?.value).toBe('0.9');
    await type(high, '0.2');
    expect(shown.model.whatIf.filter.value).toMatchObject({ low: 0.9, high: 0.9 });
    expect(asked).toHaveLength(4);
  });

  it('takes the bounds of EasyR1, exact ones, another key, and what is dropped anyway', async () => {
    await open();
    await press(filterSection(), 'EasyR1');
    expect(shown.model.whatIf.filter.value).toMatchObject({ low: 0.01, high: 0.99 });
    const [low] = inputs(filterSection(), '.number-field');
    await type(low, '0.05');
    await type(low, '');
    expect(shown.model.whatIf.filter.value.low).toBe(0.05);
    const key = filterSection().querySelector('select');
    expect([...(key?.options ?? [])].map(({ text }) => text)).toEqual([
      'mean reward',
      'mean score',
      'mean length',
      'mean reward.format',
      'mean acc',
      'mean pred_len',
      'mean reward.answer',
      'share of right answers',
    ]);
    await choose(key, 'acc');
    const [slider] = inputs(filterSection(), '.range-slider input');
    expect([slider?.min, slider?.max]).toEqual(['-1', '3']);
    await choose(key, '');
    for (const box of inputs(filterSection(), '[type=checkbox]'))
      await shown.doing(() => {
        box.click();
      });
    expect(asked.at(-1)).toEqual([
      'filterWhatIf',
      {
        filter: { key: null, low: 0.05, high: 0.99, dropsAllRight: true, dropsAllWrong: true },
        batch: null,
      },
    ]);
  });

  it('fills a batch of another size', async () => {
    await open();
    const batch = inputs(filterSection(), '.number-field').at(-1);
    expect(batch?.placeholder).toBe('4');
    await type(batch, '128');
    expect(filterSection().textContent).toContain('To fill a batch of 128 prompts a step');
    await type(batch, '0');
    expect(shown.model.whatIf.batch.value).toBe(128);
    // More than the extension takes is marked, and the field stays.
    await type(batch, '1000000000');
    expect(shown.model.whatIf.batch.value).toBe(128);
    expect(batch?.max).toBe('1000000');
    await type(batch, '');
    expect(shown.model.whatIf.batch.value).toBeNull();
  });

  it('shows the kept and the dropped groups in the table, and goes back', async () => {
    await open(runState({ ...SCORED, view: runView({ filter: 'acc=1' }) }));
    await press(filterSection(), 'Show the dropped');
    const dropped = 'acc=1 group.n>0 not (group.mean>0.1 group.mean<0.9)';
    expect(filters()).toEqual([dropped]);
    await shown.show(runState({ ...SCORED, view: runView({ filter: dropped }), version: 2 }));
    await press(filterSection(), 'Show the kept');
    const kept = 'acc=1 group.mean>0.1 group.mean<0.9';
    expect(filters().at(-1)).toBe(kept);
    await shown.show(runState({ ...SCORED, view: runView({ filter: kept }), version: 3 }));
    await press(filterSection(), 'Back to the filter before');
    expect(filters().at(-1)).toBe('acc=1');
  });

  it('says why no group is kept by bounds without a number between them, or if there is none', async () => {
    await open();
    const nothing = 'No number lies between the bounds';
    expect(filterSection().textContent).not.toContain(nothing);
    const [low] = inputs(filterSection(), '.number-field');
    await type(low, '0.9');
    expect(filterSection().textContent).toContain(nothing);
    shown.answer = (name, args) =>
      name === 'filterWhatIf'
        ? { ...answerFilter({ filter: LANG2ACT, batch: null }), groups: 0 }
        : answerInsight(name, args);
    await type(low, '0.1');
    expect(filterSection().textContent).toContain('There are no groups: each sample stands for itself.');
    const view = runView({ filter: 'acc=7', rows: 0, matched: 0, groups: 0 });
    await shown.show(runState({ ...SCORED, view, version: 2 }));
    expect(filterSection().textContent).toContain('Nothing is left to keep or drop.');
  });

  it('follows the filter of the view, and a run that grows', async () => {
    await open();
    await shown.show(runState({ ...SCORED, view: runView({ filter: 'acc=1' }), version: 2 }));
    expect(asked).toHaveLength(2);
    await shown.show(runState({ ...SCORED, view: runView({ filter: 'acc=1' }), version: 3 }));
    shown.clock.pass(500);
    await shown.doing(() => undefined);
    expect(asked).toHaveLength(3);
  });

  it('compares scores where no profile scores, and says what is wrong', async () => {
    const profile = { ...runState().profile, name: null, compared: 'score' as const, components: [] };
    await open(runState({ profile }));
    expect(asked[0]?.[1]).toMatchObject({ filter: { key: 'score' } });
    shown.answer = () => {
      throw new Error('The thread has ended.');
    };
    await press(filterSection(), 'EasyR1');
    expect(filterSection().querySelector('[role=alert]')?.textContent).toContain('The thread has ended.');
  });
});

describe('the reward what-if', () => {
  const weights = (): readonly HTMLInputElement[] => inputs(rewardSection(), '.weights input');

  it('asks nothing before a weight is changed, and says then what changes', async () => {
    await open();
    expect(weights().map((input) => [input.getAttribute('aria-label'), input.value])).toEqual([
      ['Weight of format', '0.1'],
      ['Weight of answer', '0.8'],
    ]);
    expect(asked.map(([name]) => name)).toEqual(['filterWhatIf']);
    await type(weights()[1], '0');
    const change = { kind: 'terms', terms: [{ column: 'reward.answer', factor: -1 }] } as const;
    expect(asked.at(-1)).toEqual(['rewardWhatIf', { change }]);
    const answer = answerReward({ change });
    const text = rewardSection().textContent;
    expect(answer.signs.samples).toBeGreaterThan(0);
    expect(text).toContain(
      `${answer.signs.samples} advantages change sign, in ${answer.signs.groups} groups. Show them`,
    );
    expect(text).toContain('Mean reward');
    expect(rewardSection().querySelectorAll('.pair')).toHaveLength(40);
    await press(rewardSection(), 'Reset the weights');
    expect(weights()[1]?.value).toBe('0.8');
    expect(rewardSection().textContent).not.toContain('Mean reward');
  });

  it.each([
    [960, 'No group can be compared: each has a sample with only one reward or none.'],
    [0, 'There are no groups: each sample stands for itself.'],
  ])('says nothing of advantages if no group can be compared: %d', async (unknownGroups, sentence) => {
    await open();
    const change = { kind: 'terms', terms: [{ column: 'reward.answer', factor: -1 }] } as const;
    const outcome = { ...answerReward({ change }), groups: 0, unknownGroups, byAdvantage: [], byRank: [] };
    shown.answer = (name, args) => (name === 'rewardWhatIf' ? outcome : answerInsight(name, args));
    await type(weights()[1], '0');
    expect(rewardSection().querySelector('[role=status]')?.textContent).toBe(sentence);
    expect(rewardSection().textContent).toContain('Mean reward');
    expect(rewardSection().textContent).not.toMatch(/advantage|place|variance/);
  });

  it('shows the samples that change, and opens the worst disagreements', async () => {
    await open();
    await type(weights()[1], '0');
    await press(rewardSection(), 'Show them');
    expect(asked.at(-1)).toEqual([
      'showWhatIf',
      { change: { kind: 'terms', terms: [{ column: 'reward.answer', factor: -1 }] } },
    ]);
    expect(filters()).toEqual(['whatif.turned=1']);
    const [worst] = answerReward({
      change: { kind: 'terms', terms: [{ column: 'reward.answer', factor: -1 }] },
    }).byAdvantage;
    await shown.click('.shifts .link');
    expect(shown.posted.at(-1)).toEqual({
      type: 'open',
      row: worst?.row,
      generation: SCORED.generation,
      isKept: false,
    });
    expect(shown.texts('.shifts .link')[0]).toBe(`${worst?.name ?? ''}: ${worst?.answer ?? ''}`);
    await choose(rewardSection().querySelector('select'), 'rank');
    expect(shown.texts('.shifts li')[0]).toContain('place');
  });

  it('tries another reward, says how far it is, and shows what it changes', async () => {
    await open();
    await press(rewardSection(), 'Try Another Reward…');
    expect(shown.posted.at(-1)).toEqual({ type: 'tryReward' });
    const trial: TrialState = {
      name: 'r1v',
      phase: 'running',
      scored: 1204,
      failed: 0,
      of: 30_000,
      problem: null,
    };
    await shown.show({ ...SCORED, trial, version: 2 });
    expect(rewardSection().textContent).toContain('Scoring with r1v: 1,204 of 30,000 samples.');
    expect(asked.at(-1)).toEqual(['rewardWhatIf', { change: { kind: 'trial' } }]);
    await press(rewardSection(), 'Stop');
    expect(shown.posted.at(-1)).toEqual({ type: 'stopTrial' });
    const stopped = { ...trial, phase: 'stopped' as const, failed: 4, problem: 'The function failed.' };
    await shown.show({ ...SCORED, trial: stopped, version: 3 });
    expect(rewardSection().textContent).toContain('The function failed.');
    await choose(rewardSection().querySelector('select'), 'weights');
    expect(weights()).toHaveLength(2);
    expect(rewardSection().textContent).not.toContain('Mean reward');
  });

  it('has no weights where no profile scores by components', async () => {
    await open(runState({ columns: COLUMNS.filter(({ kind }) => kind !== 'component') }));
    expect(rewardSection().textContent).toContain('there are no weights to change');
  });
});

describe('weights', () => {
  it('that are not known are multiples, and components that count nothing are left out', () => {
    shown = new ShownRun((row) => sampleRow(row));
    const state = runState({
      columns: ['a', 'b', 'c'].map((name) => ({
        name: `reward.${name}`,
        kind: 'component',
        canSort: true,
        isEmpty: false,
      })),
      profile: {
        ...runState().profile,
        components: [
          { name: 'a', weight: 0.5, factor: 0.5 },
          { name: 'b', weight: 0, factor: 0 },
        ],
      },
    });
    expect(weightedComponents(state)).toEqual([
      { name: 'a', weight: 0.5, isKnown: true },
      { name: 'c', weight: 1, isKnown: false },
    ]);
    const changed = new Map([
      ['a', 1],
      ['b', 3],
      ['c', 1],
    ]);
    expect(weightTerms(state, changed)).toEqual([{ column: 'reward.a', factor: 1 }]);
  });
});

describe('the words of what-ifs', () => {
  it('say that nothing is kept or dropped', () => {
    shown = new ShownRun((row) => sampleRow(row));
    expect(drawsSentence({ batch: 8, expected: null, least: null, most: null }, true)).toBe(
      'No group is kept, so that no number of prompts fills a batch.',
    );
    expect(drawsSentence({ batch: 8, expected: 8, least: 8, most: 8 }, false)).toBe(
      'To fill a batch of 8 prompts, 8 must be sampled.',
    );
    const none = answerFilter({ filter: { ...LANG2ACT, low: -1, high: 9 }, batch: null });
    expect(lostSentence(none)).toBe('No group is dropped.');
    const outcome = {
      ...none,
      groups: 15_360,
      kept: 10_588,
      lostAllRight: 3072,
      lostAllWrong: 1690,
      lost: { ...none.lost, unknown: 3 },
    };
    expect(lostSentence(outcome)).toBe(
      'Dropped: 3,072 all right, 1,690 all wrong, 7 outside the bounds and 3 in which a number is not known.',
    );
  });

  it('say that a reward was tried', () => {
    shown = new ShownRun((row) => sampleRow(row));
    const done: TrialState = { name: 'r1v', phase: 'done', scored: 9, failed: 1, of: 9, problem: null };
    expect(trialSentence(done)).toBe('Scored with r1v: 9 of 9 samples, 1 without a reward.');
    expect(trialSentence({ ...done, phase: 'stopped' })).toContain('until it was stopped');
  });
});
