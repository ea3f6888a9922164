import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { openSweepRun } from '../../../src/host/runs/openSweepRun.ts';
import { editorTypes } from '../../../src/host/shared/contributions.ts';
import { useFolder, useStubs } from '../support/given.ts';

const folder = useFolder();
const stub = useStubs();

const metric = (value: number, difference: number | null): object => ({
  value,
  low: value - 0.1,
  high: value + 0.1,
  samples: 4,
  questions: 4,
  against_baseline: difference === null ? null : { difference, low: -1, high: 1, p: 0.01, p_holm: 0.02 },
});

const SWEEP = {
  pagetrace_sweep: 1,
  sweep: 'q.sweep.yaml',
  baseline: 'lang2act',
  definitions: [{ name: 'em', title: 'Exact match', unit: 'share', description: '', better: 'higher' }],
  cells: [
    {
      name: 'lang2act',
      file: 'a-1.jsonl',
      samples: 4,
      failed: 0,
      error: null,
      metrics: { em: metric(0.5, null) },
    },
    {
      name: 'evisrag',
      file: 'b-2.jsonl',
      samples: 4,
      failed: 1,
      error: null,
      metrics: { em: metric(0.75, 0.25) },
    },
    { name: 'vrag-rl', file: 'c-3.jsonl', samples: 0, failed: 0, error: 'The server is gone.', metrics: {} },
  ],
};

/** Keeps what is listed, chooses an item, and returns what is opened. */
async function choose(
  label: string,
  clicked?: vscode.Uri,
): Promise<{
  readonly listed: readonly vscode.QuickPickItem[];
  readonly opened: readonly unknown[];
  readonly said: readonly string[];
}> {
  await fs.writeFile(folder.file('sweep.json').fsPath, JSON.stringify(SWEEP));
  await fs.writeFile(folder.file('other.json').fsPath, '{"pagetrace_sweep":1}');
  const listed: vscode.QuickPickItem[] = [];
  const opened: unknown[] = [];
  const said: string[] = [];
  stub(vscode.workspace, 'findFiles', () =>
    Promise.resolve([folder.file('sweep.json'), folder.file('other.json')]),
  );
  stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
    listed.push(...items);
    return Promise.resolve(items.find((item) => item.label === label));
  });
  stub(vscode.window, 'showInformationMessage', (message: string) => {
    said.push(message);
    return Promise.resolve(undefined);
  });
  stub(vscode.commands, 'executeCommand', (...args: readonly unknown[]) => {
    opened.push(...args);
    return Promise.resolve(undefined);
  });
  await openSweepRun(clicked);
  return { listed, opened, said };
}

describe('Open Run of Sweep', () => {
  it('lists the cells with what they found, and opens the run of one', async () => {
    const { listed, opened } = await choose('evisrag', folder.file('q.sweep.yaml'));
    assert.deepEqual(
      listed.map(({ label, description, detail }) => [label, description, detail]),
      [
        ['q.sweep.yaml', undefined, undefined],
        ['lang2act (baseline)', 'Exact match (%) 50.0 [40.0, 60.0]', '4 samples'],
        [
          'evisrag',
          'Exact match (%) 75.0 [65.0, 85.0]',
          '4 samples · 1 failed · +25.0 against the baseline (p 0.020)',
        ],
        ['vrag-rl', '', 'The server is gone.'],
      ],
    );
    assert.deepEqual(opened.map(String), [
      'vscode.openWith',
      folder.file('b-2.jsonl').toString(),
      editorTypes.run,
    ]);
  });

  it('says how a sweep is run that has no results', async () => {
    const { listed, opened, said } = await choose('evisrag', folder.file('new.sweep.yaml'));
    assert.deepEqual([listed, opened], [[], []]);
    assert.deepEqual(said, [
      'No sweep has results yet. Run pagetrace eval --sweep new.sweep.yaml in a terminal.',
    ]);
  });
});
