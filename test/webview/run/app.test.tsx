import { afterEach, describe, expect, it } from 'vitest';
import type { ProblemReason } from '../../../src/core/records/problemReason.ts';
import type { GroupRow, RunRow } from '../../../src/protocol/run.ts';
import { ShownRun } from './shown.tsx';
import { groupRow, problemRow, runState, runView, sampleRow } from './states.ts';

let shown: ShownRun;

afterEach(() => {
  shown.dispose();
});

/** Shows a run whose first row is given, and the others are samples. */
async function open(first: RunRow, state = runState()): Promise<void> {
  shown = new ShownRun((index) => (index === 0 ? first : sampleRow(index)));
  await shown.show(state);
}

/** The texts of the first row, by column. */
const cells = (): Record<string, string> =>
  Object.fromEntries(
    shown
      .all('#row-0 [data-column]')
      .map((cell) => [cell.dataset['column'] ?? '', cell.textContent.replace(/\s+/g, ' ').trim()]),
  );

describe('a sample', () => {
  it('has its texts, numbers in the form of their column, and findings as words', async () => {
    await open(sampleRow(1, { reward: 0.1749, advantage: -1.1, tokens: 1231, step: 2 }));
    expect(cells()).toEqual({
      question: 'Question 1: what share of people never carries cash?',
      answer: '56%',
      reference: '43%',
      verdict: 'wrong',
      reward: '0.175',
      score: '0.000',
      advantage: '-1.10',
      findings: 'image not in think, empty observation',
      tools: 'read_numeric_value, compare_values',
      length: '1,231',
      step: '2',
      acc: '0',
      pred_len: 'NaN',
    });
    expect(shown.find('#row-0 [data-column=findings] .words').title).toMatch(
      /^A tool call uses an image that `<think>` does not name\.\n/,
    );
  });

  it('has a bar for each component, as long as its weight, filled as far as it pays', async () => {
    await open(sampleRow(1));
    const bars = shown.all('#row-0 .bar');
    expect(bars.map(({ style }) => Number(style.flexGrow))).toEqual([0.8, 0.1, 0.1]);
    const paid = shown.all('#row-0 .bar-paid').map(({ style }) => Number.parseFloat(style.width));
    expect(paid.map(Math.round)).toEqual([0, 100, 70]);
    expect(shown.find('#row-0 .bars').getAttribute('aria-label')).toBe(
      'answer 0 of 0.8, format 0.1 of 0.1, tools 0.07 of 0.1',
    );
  });

  it('has other texts and advantages in columns that are chosen, and its place below its group', async () => {
    const chosen = ['question', 'data_source', 'rloo', 'reward', 'group.n'].map((name) => ({
      name,
      width: 90,
    }));
    await open(
      sampleRow(1, { reward: null, components: [] }),
      runState({ chosen, view: runView({ isGrouped: true }) }),
    );
    expect(cells()).toEqual({
      question: 'Sample 2',
      data_source: 'slidevqa',
      rloo: '-0.46',
      reward: 'not known',
      'group.n': '',
    });
  });

  it('says what is not scored yet, and shows nothing where there is nothing', async () => {
    await open(
      sampleRow(0, { isScored: false, answer: null, reward: null, components: [], verdict: 'unknown' }),
    );
    expect(cells()).toMatchObject({ answer: '…Not scored yet', reward: '…Not scored yet', verdict: '' });
    shown.dispose();
    await open(sampleRow(0, { answer: null, question: null, id: null, findings: [], tools: [] }));
    expect(cells()).toMatchObject({ question: '1.jsonl, line 1', answer: '', findings: '', tools: '' });
  });
});

describe('the head of a group', () => {
  const headOf = async (changes: Partial<GroupRow>): Promise<Record<string, string>> => {
    await open(groupRow(0, changes), runState({ view: runView({ isGrouped: true }) }));
    return cells();
  };

  it('has the question, the majority, how many are right, mean and deviation', async () => {
    expect(await headOf({})).toMatchObject({
      question: '▾Question of group 0?Compare',
      answer: '43% 5 of 8',
      reference: '43%',
      verdict: '●●●●●○○○',
      reward: '0.612 ± 0.401',
      score: '',
      findings: '',
      step: '1',
    });
    expect(shown.find('#row-0 .dots').getAttribute('aria-label')).toBe('5 of 8 right');
  });

  it.each<readonly [Partial<GroupRow>, Record<string, string>]>([
    [
      { n: 16, judged: 16, right: 16, wrong: 0 },
      { verdict: '●'.repeat(16), findings: 'all right' },
    ],
    [{ n: 17, judged: 17, right: 5, wrong: 12 }, { verdict: '5 of 17' }],
    [
      { judged: 6, right: 0, wrong: 6 },
      { verdict: '○○○○○○··', findings: '' },
    ],
    [
      { judged: 0, right: 0, wrong: 0 },
      { verdict: '', findings: '' },
    ],
    [{ right: 0, wrong: 8, isZeroVariance: true }, { findings: 'all wrongno variance' }],
    [{ isZeroVariance: true, hasOtherComponents: true }, { findings: 'no variance, other components' }],
    [{ majority: { answer: '7', count: 1 } }, { answer: '7 no majority' }],
    [
      { majority: null, mean: null, std: null, step: null },
      { answer: '', reward: '', step: '' },
    ],
    [{ mean: 'NaN', std: 'NaN' }, { reward: 'NaN ± NaN' }],
    [{ matched: 3, isCollapsed: true }, { question: '▸Question of group 0?3 of 8 matchCompare' }],
    [{ question: null, n: 1, judged: 1, right: 1, wrong: 0 }, { question: '▾group-0' }],
  ])('with %o says %o', async (changes, expected) => {
    expect(await headOf(changes)).toMatchObject(expected);
  });

  it('has the mean of the recorded score without a profile', async () => {
    const profile = { ...runState().profile, name: null, compared: 'score' as const, components: [] };
    await open(groupRow(0), runState({ profile, view: runView({ isGrouped: true }) }));
    expect(cells()).toMatchObject({ score: '0.612 ± 0.401' });
    expect(cells()).not.toHaveProperty('reward');
  });

  it('opens a comparison without folding, and folds by a click elsewhere', async () => {
    await headOf({});
    await shown.click('#row-0 button', 'Compare');
    await shown.click('#row-0');
    expect(shown.posted).toEqual([
      { type: 'compare', group: 'group-0', generation: 1 },
      { type: 'fold', group: 'group-0', isFolded: true },
    ]);
  });
});

describe('below the table', () => {
  const details = (): readonly string[] => shown.texts('.group-details li');

  it('is said all of the group of the active row, for the keys as well', async () => {
    await open(groupRow(0), runState({ view: runView({ isGrouped: true }) }));
    expect(details()).toEqual([
      '8 samples',
      '5 of 8 right',
      'reward 0.612 ± 0.401, from 0.170 to 0.970',
      'pass@1 63%, pass@8 100%',
      '5 of 8 answer 43%',
    ]);
    await shown.press('.table', 'ArrowDown');
    expect(details()).toHaveLength(5);
    await shown.click('.group-details button', 'Compare Best and Worst');
    expect(shown.posted).toEqual([{ type: 'compare', group: 'group-0', generation: 1 }]);
  });

  it('is said why a group teaches nothing, and what is not known is left out', async () => {
    const unknown = { judged: 0, right: 0, wrong: 0, passesAt: [], majority: null };
    const same = { mean: 0.5, std: 0, min: 0.5, max: 0.5, isZeroVariance: true, hasOtherComponents: true };
    await open(groupRow(0, { ...unknown, ...same }), runState({ view: runView({ isGrouped: true }) }));
    expect(details()).toEqual([
      '8 samples',
      'reward 0.500',
      'All samples are paid the same, so the group teaches nothing.',
      'They differ in a component all the same.',
    ]);
    expect(shown.all('.group-details button')).toEqual([]);
  });

  it('is nothing without groups', async () => {
    await open(sampleRow(0));
    expect(shown.all('.group-details')).toEqual([]);
  });
});

describe('a record without a sample', () => {
  it.each<readonly [ProblemReason, string]>([
    ['failed', 'Failed'],
    ['json', 'Broken: not JSON'],
    ['encoding', 'Broken: not text'],
    ['no_response', 'Broken: no response'],
    ['too_deep', 'Broken: nested too deep'],
    ['too_long', 'Broken: too long'],
  ])('for the reason %s says: %s', async (reason, words) => {
    const place = { file: 'C:\\runs\\7.jsonl', line: 1204, sample: 3 };
    await open(problemRow(0, { reason, problem: 'Why it is so.', place }));
    expect(shown.find('#row-0').textContent).toBe(`${words} 7.jsonl, line 1,204, sample 3 Why it is so.`);
    await shown.click('#row-0');
    expect(shown.posted).toEqual([{ type: 'open', row: 0, generation: 1, isKept: false }]);
  });

  it('is said in full where the pointer rests, and below the table while its row is active', async () => {
    const problem = 'The server refuses the request: the prompt has more tokens than the model accepts.';
    const place = { file: '7.jsonl', line: 3, sample: null };
    await open(problemRow(0, { reason: 'failed', problem, place }));
    expect(shown.find('#row-0 .problem').title).toBe(problem);
    expect(shown.texts('.row-details')).toEqual([`Failed 7.jsonl, line 3 ${problem}`]);
    await open(problemRow(0, { reason: 'failed', problem, place, partial: '<think>I see' }));
    expect(shown.texts('.row-details figure')).toEqual(['What had arrived<think>I see']);
    expect(shown.find('#row-0').textContent).not.toContain('I see');
    await open(sampleRow(0));
    expect(shown.all('.row-details')).toEqual([]);
  });
});

describe('the states of a run', () => {
  it('says that it is being opened until the first one comes', async () => {
    shown = new ShownRun(sampleRow);
    await shown.show();
    expect(shown.text).toBe('Opening the run…');
  });

  it('says what is in it: files, failures, samples, and groups of both kinds', async () => {
    const counts = { ...runState().counts, records: 10, samples: 40, failed: 1, broken: 2, files: 1 };
    await open(sampleRow(0), runState({ counts }));
    expect(shown.find('.run-counts').textContent).toBe(
      '10 records, 1 failed, 2 broken, 40 samples, 15,360 groups (128 across steps)',
    );
    await shown.click('.run-counts button', '2 broken');
    expect(shown.posted).toEqual([{ type: 'filter', text: 'is:broken' }]);
  });

  it('says why nothing can be read and what to do, and tries again', async () => {
    await open(
      sampleRow(0),
      runState({ status: { phase: 'failed', message: 'It is gone.', hint: 'Open it.' } }),
    );
    expect(shown.find('[role=alert]').textContent).toBe('It is gone.Open it.Try Again');
    expect(shown.all('.filter, .table, .run-counts')).toEqual([]);
    await shown.click('button', 'Try Again');
    expect(shown.posted).toEqual([{ type: 'retry' }]);
  });

  it('says that nothing is in it, and that nothing matches the filter', async () => {
    await open(sampleRow(0), runState({ status: { phase: 'empty' } }));
    expect(shown.text).toContain('There are no records in rollouts yet.');
    await shown.show(runState({ view: runView({ filter: 'acc>2', rows: 0, matched: 0, groups: 0 }) }));
    expect(shown.text).toContain('0 of 122,880');
    await shown.click('button', 'Clear the Filter');
    expect(shown.posted.at(-1)).toEqual({ type: 'filter', text: '' });
  });

  it.each([
    [{ status: { phase: 'indexing' as const, bytes: 982e6, ofBytes: 10.4e9 } }, 'Reading 982 MB of 10.4 GB'],
    [{ status: { phase: 'indexing' as const, bytes: 0, ofBytes: 0 } }, 'Opening the run…'],
    [{ view: runView({ progress: 0.999 }) }, 'Filtering: 99%'],
  ])('shows how far it is: %o', async (changes, says) => {
    await open(sampleRow(0), runState(changes));
    expect(shown.find('.run-progress').textContent).toBe(says);
    expect(shown.find('progress').getAttribute('aria-label')).toBe(says);
  });

  it('pauses scoring and goes on with it, and says nothing when all is done', async () => {
    const { profile } = runState();
    await open(sampleRow(0), runState({ profile: { ...profile, scored: 12_000 } }));
    expect(shown.find('.run-progress').textContent).toBe('Scoring 12,000 of 122,880 samplesPause');
    await shown.click('button', 'Pause');
    await shown.show(runState({ profile: { ...profile, scored: 12_001, isPaused: true } }));
    expect(shown.find('.run-progress').textContent).toBe(
      'Scoring is paused at 12,001 of 122,880 samplesGo On',
    );
    await shown.click('button', 'Go On');
    expect(shown.posted).toEqual([
      { type: 'pause', isPaused: true },
      { type: 'pause', isPaused: false },
    ]);
    await shown.show(runState({ version: 2 }));
    expect(shown.all('.run-progress')).toEqual([]);
  });

  it('shows the guessed fields, which can be edited, and other notices', async () => {
    await open(sampleRow(0), runState({ fieldMap: 'The response is "out".', notices: ['7.jsonl is gone.'] }));
    expect(shown.texts('.run-note')).toEqual(['The response is "out". Edit Fields', '7.jsonl is gone.']);
    await shown.click('button', 'Edit Fields');
    await shown.click('button', 'Profile: lang2act');
    expect(shown.posted).toEqual([{ type: 'editFieldMap' }, { type: 'chooseProfile' }]);
  });
});

describe('rows', () => {
  it('show where they will be until they arrive', async () => {
    shown = new ShownRun(sampleRow);
    shown.model.rows.dispose();
    await shown.show(runState({ generation: 2 }));
    expect(shown.find('#row-0').getAttribute('aria-busy')).toBe('true');
    expect(shown.find('#row-0').textContent).toBe('Loading');
  });

  it.each([
    [122_880, '122,880 in 15,360 groups', 15_360],
    [18_204, '18,204 of 122,880 in 15,360 groups', 15_360],
    [1, '1 of 122,880 in 1 group', 1],
    [5, '5 of 122,880', 0],
  ])('are counted: %i', async (matched, says, groups) => {
    await open(sampleRow(0), runState({ view: runView({ matched, groups }) }));
    expect(shown.find('.matched').textContent).toBe(says);
  });

  it('are a grid, and a tree of groups, with their places in the whole run', async () => {
    await open(sampleRow(0));
    const grid = shown.find('.table');
    expect([grid.getAttribute('role'), grid.getAttribute('aria-rowcount')]).toEqual(['grid', '122881']);
    expect(shown.find('#row-3').getAttribute('aria-rowindex')).toBe('5');
    expect(shown.find('#row-3').hasAttribute('aria-level')).toBe(false);
    shown.dispose();
    await open(groupRow(0), runState({ view: runView({ isGrouped: true }) }));
    expect(shown.find('.table').getAttribute('role')).toBe('treegrid');
    const levels = ['#row-0', '#row-1'].map((row) => shown.find(row).getAttribute('aria-level'));
    expect(levels).toEqual(['1', '2']);
    expect(shown.find('#row-0').getAttribute('aria-expanded')).toBe('true');
    expect(shown.find('#row-1').hasAttribute('aria-expanded')).toBe(false);
  });

  it('are opened once by a click, and kept by two', async () => {
    await open(sampleRow(0));
    const click = (detail: number): void => {
      shown.find('#row-4').dispatchEvent(new MouseEvent('click', { bubbles: true, detail }));
    };
    await shown.doing(() => {
      click(1);
    });
    await shown.doing(() => {
      click(2);
      shown.find('#row-4').dispatchEvent(new MouseEvent('dblclick', { bubbles: true, detail: 2 }));
    });
    expect(shown.posted).toEqual([
      { type: 'open', row: 4, generation: 1, isKept: false },
      { type: 'open', row: 4, generation: 1, isKept: true },
    ]);
    expect(shown.find('.table').getAttribute('aria-activedescendant')).toBe('row-4');
  });
});
