import { afterEach, describe, expect, it } from 'vitest';
import type { RunPages } from '../../../src/protocol/run.ts';
import { ShownRun } from './shown.tsx';
import { COLUMNS, runState, sampleRow } from './states.ts';

let shown: ShownRun;

afterEach(() => {
  shown.dispose();
});

const CLAIMED = [
  ...COLUMNS,
  { name: 'claims', kind: 'number', canSort: true, isEmpty: false },
  { name: 'grounded', kind: 'number', canSort: true, isEmpty: false },
] as const;

async function open(pages: RunPages): Promise<void> {
  shown = new ShownRun((row) =>
    sampleRow(row, {
      claims: [
        { mark: 'not-found', count: 2 },
        { mark: 'near', count: 1 },
        { mark: 'found', count: 1200 },
      ],
      grounded: 0.9975,
    }),
  );
  await shown.show(runState({ pages, columns: CLAIMED }));
}

describe('the search of the pages', () => {
  it.each([
    ['none', 0, 0, 'Search the Pages'],
    ['stopped', 1200, 34, 'Go On Searching (1,234 Searched)'],
    ['done', 122_000, 880, 'Search the Pages Again'],
  ] as const)('%s: can be begun', async (phase, found, missing, text) => {
    await open({ phase, found, missing });
    expect(shown.all('.run-progress')).toEqual([]);
    await shown.click('.run-actions .button', text);
    expect(shown.posted.at(-1)).toEqual({ type: 'searchPages', isOn: true });
  });

  it('says how far it is, and can be stopped', async () => {
    await open({ phase: 'searching', found: 1200, missing: 0 });
    expect(shown.find('.run-progress').textContent).toContain(
      'Searching the pages: 1,200 of 122,880 samples',
    );
    expect(shown.texts('.run-actions .button').filter((text) => text.includes('Search'))).toEqual([]);
    await shown.click('.run-progress .button', 'Stop Searching');
    expect(shown.posted.at(-1)).toEqual({ type: 'searchPages', isOn: false });
  });

  it('says how many samples are without their documents', async () => {
    await open({ phase: 'searching', found: 1200, missing: 34 });
    expect(shown.find('.run-progress').textContent).toContain(
      'Searching the pages: 1,234 of 122,880 samples, 34 without their documents',
    );
  });

  it('is over when all samples were searched', async () => {
    await open({ phase: 'done', found: 122_880, missing: 0 });
    expect(shown.text).not.toContain('Search');
  });

  it('fills columns', async () => {
    await open({ phase: 'done', found: 122_880, missing: 0 });
    expect(shown.find('#row-0 [data-column=claims]').textContent).toBe('1,203: 2 not found, 1 differs');
    expect(shown.find('#row-0 [data-column=grounded]').textContent).toBe('0.99');
  });
});
