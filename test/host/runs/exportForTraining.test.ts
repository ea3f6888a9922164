import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { exportForTraining } from '../../../src/host/runs/exportForTraining.ts';
import { until, useFolder, useStubs } from '../support/given.ts';
import { useRuns } from '../support/useRuns.ts';

const folder = useFolder();
const stub = useStubs();
const openRun = useRuns();

const record = (question: string, answer: string, score: number): string =>
  `${JSON.stringify({ input: question, output: `<think>It is.</think><answer>${answer}</answer>`, gts: '42', score })}\n`;

describe('the export of a run for training', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('writes what the filter leaves, and shows what was written', async () => {
    const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
    assert.ok(extension);
    const file = folder.file('rollouts.jsonl').fsPath;
    await fs.writeFile(file, [record('Why?', '42', 1), record('How?', '7', 0)].join(''));
    const session = await openRun(file);
    await session.receive({ type: 'filter', text: 'score>0.5' });
    await until('the filter', () => session.state().view.filter === 'score>0.5');
    const target = folder.file('out');
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(target));
    stub(vscode.window, 'showQuickPick', (items: readonly { readonly description?: string }[]) =>
      Promise.resolve(items.find(({ description }) => description === 'trl-sft') ?? items[0]),
    );
    await exportForTraining(session, extension.extensionUri);
    const shown = vscode.Uri.joinPath(target, 'export.json').fsPath;
    await until('the counts', () => vscode.window.activeTextEditor?.document.uri.fsPath === shown);
    const counts = JSON.parse(await fs.readFile(shown, 'utf8')) as Readonly<Record<string, unknown>>;
    assert.deepEqual(
      [counts['to'], counts['where'], counts['samples'], counts['written']],
      ['trl-sft', 'score>0.5', 2, 1],
    );
  });

  it('writes nothing if the person chooses nothing', async () => {
    const file = folder.file('rollouts.jsonl').fsPath;
    await fs.writeFile(file, record('Why?', '42', 1));
    const session = await openRun(file);
    stub(vscode.window, 'showQuickPick', () => Promise.resolve(undefined));
    await exportForTraining(session, vscode.Uri.file('/nowhere'));
    assert.deepEqual(await fs.readdir(folder.path), ['rollouts.jsonl']);
  });
});
