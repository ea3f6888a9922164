import { afterEach, describe, expect, it } from 'vitest';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import { describeToolPool } from '../../../src/core/toolPool/toolPool.ts';
import type { FromRun } from '../../../src/protocol/run.ts';
import { ShownRun, answerInsight } from './shown.tsx';
import { runState, sampleRow } from './states.ts';
import { ALERTS } from './toolAnswers.ts';

let shown: ShownRun;

afterEach(() => {
  shown.dispose();
});

async function open(answer = answerInsight): Promise<void> {
  shown = new ShownRun((index) => sampleRow(index));
  shown.answer = answer;
  await shown.show(runState());
}

const posted = (type: FromRun['type']): readonly FromRun[] =>
  shown.posted.filter((message) => message.type === type);

const showTools = (): Promise<void> => shown.click('[role=tab]', 'Tools');

/** Moves the slider of K. */
const slide = (value: number): Promise<void> =>
  shown.doing(() => {
    const slider = shown.find('.tools-top input[type=range]') as HTMLInputElement;
    slider.value = String(value);
    slider.dispatchEvent(new Event('input', { bubbles: true }));
  });

describe('the tools beside the table', () => {
  it('have their share of trajectories, those of the toolbox brighter than the others', async () => {
    await open();
    const rows = shown.all('.side .bar-list[aria-label=Tools] .bar-row');
    expect(rows.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      'read_text_element64.3%',
      'read_numeric_value41.7%',
    ]);
    expect(rows.map((row) => row.classList.contains('dim'))).toEqual(
      Array.from({ length: 10 }, (_, at) => at >= 7),
    );
    expect(shown.find('.side .tools-top p').textContent).toMatch(
      /^The 7 most used tools cover 98\.9% of all uses\. [\d,]+ trajectories use no other \(/,
    );
  });

  it('are filters in all their spellings, and a second click removes the filter', async () => {
    await open();
    await shown.click('.side .bar-name', 'compare_values');
    expect(posted('filter').at(-1)).toEqual({
      type: 'filter',
      text: '(tool:compare_values or tool:compare-values)',
    });
    await shown.click('.side .bar-name', 'compare_values');
    expect(posted('filter').at(-1)).toEqual({ type: 'filter', text: '' });
  });

  it('are written into a toolbox, as many as the slider says, which is kept', async () => {
    await open();
    await slide(3);
    await shown.click('.side button', 'Write Toolbox…');
    expect(posted('writeToolbox')).toEqual([
      {
        type: 'writeToolbox',
        tools: ['read_text_element', 'read_numeric_value', 'compare_values'],
      },
    ]);
    expect(shown.find('.side .tools-top p').textContent).toContain('The 3 most used tools cover 70.8%');
    expect(shown.model.tabs.kept.value.topTools).toBe(3);
  });

  it('say if there are none', async () => {
    await open((name, args) =>
      name === 'toolPool'
        ? describeToolPool(new ColumnsTable(new RunColumns()), new Uint32Array(), 'reward')
        : answerInsight(name, args),
    );
    expect(shown.find('.side').textContent).toContain('No sample uses a tool.');
    await showTools();
    expect(shown.find('.tools-tab').textContent).toBe('No sample uses a tool.');
  });
});

describe('the tab of tools', () => {
  it('has a row for each tool, with what it is worth and what is covered up to it', async () => {
    await open();
    await showTools();
    const rows = shown.all('.tools-table tbody tr');
    expect(rows).toHaveLength(10);
    expect([...(rows[6]?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      '▸infer_missing_informationand 1 other spelling',
      '2.7%',
      '41',
      '41',
      expect.stringMatching(/^\d+(\.\d)?%$/),
      expect.stringMatching(/^0\.\d{3}$/),
      expect.stringMatching(/^0\.\d{3}$/),
      '98.9%',
    ]);
    expect(shown.find('.tools-said').textContent).toContain(
      'of 1,500 trajectories use tools, in 2,611 calls.',
    );
  });

  it('unfolds the spellings of a tool, what it stands together with, and samples that open', async () => {
    await open();
    await showTools();
    await shown.click('.tool-name .button', '▸');
    const details = shown.find('.tool-details').textContent;
    expect(details).toContain('read-text-element 1 differs in case or separators');
    expect(details).toMatch(/Stands together with\w+ [\d.]+%, lift [\d.]+/);
    await shown.click('.tool-example button');
    expect(posted('open')).toEqual([{ type: 'open', row: 0, generation: 1, isKept: false }]);
    await shown.click('.tool-name .button', '▾');
    expect(shown.all('.tool-details')).toEqual([]);
  });

  it('reads definitions when the person asks for them', async () => {
    await open();
    await showTools();
    await shown.click('.tool-name .button', '▸');
    expect(shown.find('.tool-details').textContent).not.toContain('efinition');
    await shown.click('.tools-said button', 'Read Definitions');
    expect(shown.find('.tool-details').textContent).toContain(
      '3 definitionsImage k: where 2k, where 1What read_text_element does. 3',
    );
    expect(shown.find('.tools-said [role=status]:last-child').textContent).toMatch(
      /^\d+ of 10 tools are defined; their rows have the definitions\.$/,
    );
  });

  it('says that no sample defines a tool', async () => {
    await open((name, args) => (name === 'toolDefinitions' ? [] : answerInsight(name, args)));
    await showTools();
    const said = (): string => shown.find('.tools-said [role=status]:last-child').textContent;
    expect(said()).toBe('');
    await shown.click('.tools-said button', 'Read Definitions');
    expect(said()).toBe('No sample defines one of these tools.');
  });

  it('says why the definitions could not be read', async () => {
    await open((name, args) => {
      if (name === 'toolDefinitions') throw new Error('The file is gone.');
      return answerInsight(name, args);
    });
    await showTools();
    await shown.click('.tools-said button', 'Read Definitions');
    expect(shown.find('.tools-tab [role=alert]').textContent).toContain('The file is gone.');
  });
});

describe('alerts', () => {
  it('say what was seen, show its samples, and are turned off', async () => {
    await open();
    expect(shown.texts('.alert h3')).toEqual(ALERTS.map(({ title }) => title));
    expect(shown.find('.alert p').textContent).toBe(ALERTS[0]?.sentence);
    expect(shown.all('.alert button').map(({ textContent }) => textContent)).toEqual([
      'Show These Samples',
      'Turn Off',
      'Turn Off',
    ]);
    await shown.click('.alert button', 'Show These Samples');
    expect(posted('filter')).toEqual([{ type: 'filter', text: ALERTS[0]?.filter }]);
    await shown.click('.alert button', 'Turn Off');
    expect(posted('turnOffAlert')).toEqual([{ type: 'turnOffAlert', code: 'reward-up-right-down' }]);
    // The button will be gone, and the focus is not.
    expect(document.activeElement).toBe(shown.find('.side'));
  });

  it('take no room where there are none', async () => {
    await open((name, args) => (name === 'alerts' ? [] : answerInsight(name, args)));
    expect(shown.find('.side').textContent).not.toContain('Alerts');
  });
});
