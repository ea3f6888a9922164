import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ASK_INTERVAL, ShownRun, answerInsight } from './shown.tsx';
import { runState, runView, sampleRow } from './states.ts';

let shown: ShownRun;
/** What was asked about metrics. */
let asked: unknown[];

beforeEach(async () => {
  asked = [];
  shown = new ShownRun(sampleRow);
  shown.answer = (name, args) => {
    if (name === 'metrics') asked.push(args);
    return answerInsight(name, args);
  };
  await shown.show(runState());
});

afterEach(() => {
  shown.dispose();
});

const choose = (selector: string, value: string): Promise<void> =>
  shown.doing(() => {
    const element = shown.find(selector) as HTMLSelectElement;
    element.value = value;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });

const openMetrics = (): Promise<void> => shown.openTab('Metrics', '.metrics-tab');

describe('metrics', () => {
  it('are asked for when someone looks at them, with counts and intervals', async () => {
    expect(asked).toEqual([]);
    await openMetrics();
    expect(asked).toEqual([{ by: [], seed: 0, rounds: 1000 }]);
    expect(shown.texts('.metrics-table thead th')).toEqual([
      'Metric',
      'Value',
      '95% interval',
      'Samples',
      'Questions',
    ]);
    const right = shown.find('.metrics-table tr', 'Right (%)');
    expect(right.textContent).toMatch(/^Right \(%\)\d+\.\d\[\d+\.\d, \d+\.\d\]38448$/);
    expect(right.querySelector('th')?.title).toContain('Answers that are right');
    expect(shown.text).toContain('bootstrap by question, 20 rounds, seed 0');
  });

  it('follow the filter, and the seed', async () => {
    await openMetrics();
    await shown.show(runState({ version: 2, view: runView({ filter: 'acc=1' }) }));
    expect(asked).toHaveLength(2);
    const seed = shown.find('.metrics-seed input') as HTMLInputElement;
    const write = (text: string): Promise<void> =>
      shown.doing(() => {
        seed.value = text;
        seed.dispatchEvent(new Event('input', { bubbles: true }));
        seed.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      });
    await write('7');
    expect(asked.at(-1)).toMatchObject({ seed: 7 });
    expect(shown.text).toContain('seed 7');
    for (const wrong of ['', 'seven', '-1', '1.5', '4294967296']) {
      await write(wrong);
      expect(seed.getAttribute('aria-invalid')).toBe('true');
      expect(shown.text).toContain('from 0 to 4,294,967,295; the intervals are those of seed 7.');
    }
    expect(asked).toHaveLength(3);
    await write('4294967295');
    expect(seed.getAttribute('aria-invalid')).toBeNull();
    expect(asked.at(-1)).toMatchObject({ seed: 4294967295 });
  });

  it('are shown by the values of a field of the run, or of another one', async () => {
    await openMetrics();
    const select = shown.find('.metrics-bar select') as HTMLSelectElement;
    const fields = [...select.options].map(({ text }) => text);
    expect(fields).toContain('By data_source');
    expect(fields).toContain('By evidence_sources');
    await choose('.metrics-bar select', 'step');
    expect(asked.at(-1)).toMatchObject({ by: ['step'] });
    expect(shown.texts('.metrics-table h2')).toEqual(['By step']);
    await choose('.metrics-bar select', [...select.options].at(-1)?.value ?? '');
    await shown.doing(() => {
      const field = shown.find('.metrics-field') as HTMLInputElement;
      field.value = 'meta_info.hops';
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    });
    expect(asked.at(-1)).toMatchObject({ by: ['meta_info.hops'] });
  });

  it('are copied and saved in the forms of papers', async () => {
    await openMetrics();
    for (const [format, begins] of [
      ['Markdown', '## Metrics'],
      ['LaTeX', '% Metrics'],
      ['CSV', 'run,by,bucket,metric'],
    ] as const) {
      await shown.click('.metrics-export button', 'Copy As…');
      await shown.click('[role=menuitem]', format);
      const message = shown.posted.at(-1);
      expect(message?.type === 'copyText' && message.text.startsWith(begins)).toBe(true);
    }
    await shown.click('.metrics-export button', 'Save…');
    await shown.click('[role=menuitem]', 'LaTeX');
    expect(shown.posted.at(-1)).toMatchObject({ type: 'saveFile', name: 'Metrics', format: 'tex' });
  });

  it('say how far the samples are read, and keep the last ones meanwhile', async () => {
    await openMetrics();
    const before = shown.texts('.metrics-table tr');
    let read = 1000;
    shown.answer = (name, args) => {
      if (name !== 'metrics' || read > 2000) return answerInsight(name, args);
      read += 1000;
      return read === 2000
        ? { measured: read, of: 5000, unscored: 0, metrics: null }
        : new Promise(() => undefined);
    };
    await shown.show(runState({ version: 2, view: runView({ filter: 'acc=1' }) }));
    expect(shown.texts('.run-progress')).toEqual(['2,000 of 5,000 samples read']);
    expect(shown.texts('.metrics-table tr')).toEqual(before);
  });

  it('wait before they are asked for again if nothing has come further', async () => {
    let calls = 0;
    shown.answer = (name, args) => {
      if (name !== 'metrics') return answerInsight(name, args);
      calls += 1;
      return { measured: 5, of: 10, unscored: 0, metrics: null };
    };
    await openMetrics();
    expect(calls).toBe(2);
    await shown.doing(() => {
      shown.clock.pass(ASK_INTERVAL);
    });
    expect(calls).toBe(3);
  });

  it('say why there are none', async () => {
    shown.answer = (name, args) =>
      name === 'metrics'
        ? Promise.reject(new Error('The field page has too many.'))
        : answerInsight(name, args);
    await openMetrics();
    expect(shown.find('[role=alert]').textContent).toContain('The field page has too many.');
  });

  it('say that there is nothing to measure, and what is not scored yet', async () => {
    shown.answer = (name, args) => {
      const answer = answerInsight(name, args) as { readonly metrics: object };
      if (name !== 'metrics') return answer;
      return { ...answer, unscored: 3, metrics: { ...answer.metrics, definitions: [], overall: [] } };
    };
    await openMetrics();
    expect(shown.text).toContain('Nothing is known of these samples that could be measured.');
    expect(shown.text).toContain('3 samples not scored yet, and left out.');
  });
});
