import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunComparison } from '../../../src/core/runComparison/model.ts';
import type { ComparedWith } from '../../../src/protocol/runMetrics.ts';
import { ShownRun, answerInsight } from './shown.tsx';
import { runState, runView, sampleRow } from './states.ts';

let shown: ShownRun;
let asked: unknown[];

beforeEach(async () => {
  asked = [];
  shown = new ShownRun(sampleRow);
  shown.answer = (name, args) => {
    if (name === 'comparison') asked.push(args);
    return answerInsight(name, args);
  };
  await shown.show(runState());
  await shown.openTab('Compare', '.metrics-tab');
});

afterEach(() => {
  shown.dispose();
});

const OTHER: ComparedWith = { name: 'old', phase: 'ready', problem: null, version: 1 };

const choose = (label: string, value: string): Promise<void> =>
  shown.doing(() => {
    const element = shown.find(`select[aria-label="${label}"]`) as HTMLSelectElement;
    element.value = value;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });

describe('a comparison', () => {
  it('begins with the choice of another run', async () => {
    expect(asked).toEqual([]);
    expect(shown.text).toContain('Questions that both have are compared');
    await shown.click('button', 'Compare with a File…');
    await shown.click('button', 'Compare with a Folder…');
    expect(shown.posted.slice(-2)).toEqual([
      { type: 'chooseCompared', isFolder: false },
      { type: 'chooseCompared', isFolder: true },
    ]);
  });

  it('says what differs, with tests, and what only one run has', async () => {
    await shown.show(runState({ compared: OTHER }));
    expect(asked).toEqual([{ parts: { kind: 'run' }, measure: null, seed: 0, rounds: 1000 }]);
    expect(shown.texts('.compare-title')).toEqual(['rollouts compared with old']);
    expect(shown.text).toContain('4 questions in both: 4 by id, 0 by text.');
    expect(shown.text).toContain('paired permutation test over questions');
    expect(shown.texts('.compare-unmatched')).toEqual(['Only in old (1)Which page is missing?']);
  });

  it.each([
    [{}, '', 'Nothing can be compared, because no question is in both.'],
    [{ samples: 0 }, '', 'Nothing can be compared, because old has no samples.'],
    [{ samples: 0 }, 'acc=7', 'Nothing can be compared, because the filter leaves no sample of old.'],
  ])('says why nothing is compared: %o %s', async (changed, filter, sentence) => {
    shown.answer = (name, args) => {
      if (name !== 'comparison') return answerInsight(name, args);
      const answer = answerInsight(name, args) as { readonly comparison: RunComparison };
      const base = { ...answer.comparison.base, ...changed };
      return { ...answer, comparison: { ...answer.comparison, matched: 0, metrics: [], base } };
    };
    await shown.show(runState({ compared: OTHER, view: runView({ filter }) }));
    expect(shown.text).toContain(sentence);
  });

  it('lists questions by what became of them, and opens both trajectories', async () => {
    await shown.show(runState({ compared: OTHER }));
    expect(shown.text).toContain('There are no such questions.');
    await choose('Which questions are listed', 'win');
    expect(shown.texts('.compare-question')[0]).toMatch(/^Question \d$/);
    await shown.click('.compare-question');
    expect(shown.posted.at(-1)).toMatchObject({
      type: 'compareQuestion',
      parts: { kind: 'run' },
      generation: 1,
    });
  });

  it('is about another metric if the person chooses one', async () => {
    await shown.show(runState({ compared: OTHER }));
    await choose('The metric that says which run answers a question better', 'reward');
    expect(asked.at(-1)).toMatchObject({ measure: 'reward' });
  });

  it('follows the other run while it is read, and says if it cannot be', async () => {
    await shown.show(runState({ compared: { ...OTHER, phase: 'indexing', version: 0 } }));
    expect(shown.text).toContain('Reading old…');
    await shown.show(
      runState({ compared: { ...OTHER, phase: 'failed', problem: 'There is no such file.' } }),
    );
    expect(shown.find('[role=alert]').textContent).toBe(
      'This run cannot be compared with old. There is no such file.',
    );
    // Nor is it compared with the nothing that was read.
    expect(shown.all('.compare-title')).toEqual([]);
  });

  it('of two steps needs no other run', async () => {
    await choose('The value that is compared with', '6');
    await shown.click('.compare-values button', 'Compare');
    const parts = { kind: 'values', field: 'step', base: '6', run: '12' };
    expect(asked.at(-1)).toMatchObject({ parts });
    expect(shown.texts('.compare-title')).toEqual(['step 12 compared with step 1']);
    await choose('Which questions are listed', 'win');
    await shown.click('.compare-question');
    expect(shown.posted.at(-1)).toMatchObject({ type: 'compareQuestion', parts });
  });

  it('of the values of another field says how many samples have each, and why there is nothing to compare', async () => {
    const fields: string[] = [];
    let values: readonly object[] = [
      { value: 'direct', samples: 2 },
      { value: 'tools', samples: 3 },
    ];
    shown.answer = (name, args) => {
      if (name === 'comparison') asked.push(args);
      if (name !== 'fieldValues') return answerInsight(name, args);
      fields.push((args as { field: string }).field);
      return { measured: 5, of: 5, unscored: 0, values };
    };
    await choose('The field whose values are compared', 'verdict');
    expect(shown.texts('select[aria-label="The value that is compared"] option')).toEqual([
      'direct (2)',
      'tools (3)',
    ]);
    await shown.click('.compare-values button', 'Compare');
    expect(asked.at(-1)).toMatchObject({
      parts: { kind: 'values', field: 'verdict', base: 'direct', run: 'tools' },
    });
    values = values.slice(0, 1);
    await choose('The field whose values are compared', 'finish');
    expect(shown.text).toContain('All samples have the same value: direct.');
    values = [];
    await choose('The field whose values are compared', 'sufficient');
    expect(shown.text).toContain('No sample has a value in this field.');
    expect(fields).toEqual(['verdict', 'finish', 'sufficient']);
  });

  it('is closed', async () => {
    await shown.show(runState({ compared: OTHER }));
    await shown.click('button', 'Close the Comparison');
    expect(shown.posted.at(-1)).toEqual({ type: 'closeCompared' });
    await shown.show(runState());
    expect(shown.all('.compare-title')).toEqual([]);
    expect(shown.text).toContain('Questions that both have are compared');
  });

  it('is copied', async () => {
    await shown.show(runState({ compared: OTHER }));
    await shown.click('.metrics-export button', 'Copy As…');
    await shown.click('[role=menuitem]', 'CSV');
    const message = shown.posted.at(-1);
    expect(message?.type === 'copyText' && message.text.startsWith('metric,unit,base,run,difference')).toBe(
      true,
    );
  });
});
