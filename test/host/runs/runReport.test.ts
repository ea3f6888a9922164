import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { RunSession } from '../../../src/host/runs/runSession.ts';
import { saveFile } from '../../../src/host/runs/saveFile.ts';
import { saveRunReport } from '../../../src/host/runs/saveRunReport.ts';
import { exportTrajectory, sourceDeps, until, useFolder, useStubs } from '../support/given.ts';
import { useRuns } from '../support/useRuns.ts';

const folder = useFolder();
const stub = useStubs();
const openRun = useRuns();

const record = (question: string, answer: string, score: number, step: number): string =>
  `${JSON.stringify({ input: question, output: `<think>It is.</think><answer>${answer}</answer>`, gts: '42', score, step, image_path: 'page.png' })}\n`;

/** Three questions in two steps. */
const RECORDS: readonly string[] = [
  record('Why?', '41', 0, 1),
  record('Why?', '42', 1, 1),
  record('How?', '7', -1, 2),
  record('Who?', '42', 1, 2),
];

/** Opens a run, and waits until it is scored. */
async function open(records = RECORDS): Promise<RunSession> {
  const file = folder.file('rollouts.jsonl').fsPath;
  await fs.writeFile(file, records.join(''));
  return openRun(file);
}

const saveAs = (name: string): string[] => {
  const proposed: string[] = [];
  stub(vscode.window, 'showSaveDialog', (options: vscode.SaveDialogOptions) => {
    proposed.push(path.posix.basename(options.defaultUri?.path ?? ''));
    return Promise.resolve(folder.file(name));
  });
  return proposed;
};

const services = (): Parameters<typeof saveRunReport>[1] => ({
  sourceDeps: sourceDeps(),
  exportTrajectory,
  drawReportPage: () => Promise.reject(new PageTraceError('page-failed', 'There is no such page.')),
});

/** The parts of a report, in order. */
const partsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<h2 id="([a-z]+)"/g)].map(([, id = '']) => id);

describe('what a run view saves', () => {
  it('is a report with charts and the worst sample of each question', async () => {
    const opened = await open();
    const proposed = saveAs('report.html');
    stub(vscode.window, 'showInformationMessage', () => Promise.resolve(undefined));
    await saveRunReport(opened, services());
    assert.deepEqual(proposed, ['rollouts-jsonl.html']);
    const html = await fs.readFile(folder.file('report.html').fsPath, 'utf8');
    assert.deepEqual(
      [...html.matchAll(/<h3>#\d+ ([^<]*)<\/h3>/g)].map(([, question]) => question),
      ['How?', 'Why?', 'Who?'],
    );
    assert.match(html, /<title>Score by step<\/title>/);
    assert.match(html, /rollouts\.jsonl:3: score -1/);
    assert.deepEqual(partsOf(html), ['charts', 'metrics', 'worst', 'pages']);
  });

  it('has alerts if no filter chooses its samples', async () => {
    const questions = Array.from({ length: 20 }, (_, question) =>
      record(`Question ${question}?`, '42', 1, 1),
    );
    const opened = await open([...questions, ...questions]);
    saveAs('report.html');
    stub(vscode.window, 'showInformationMessage', () => Promise.resolve(undefined));
    const report = async (): Promise<readonly string[]> => {
      await saveRunReport(opened, services());
      return partsOf(await fs.readFile(folder.file('report.html').fsPath, 'utf8'));
    };
    assert.deepEqual(await report(), ['charts', 'alerts', 'metrics', 'worst', 'pages']);
    await opened.receive({ type: 'filter', text: 'step=1' });
    await until('the filter is applied', () => opened.state().view.filter === 'step=1' || null);
    assert.deepEqual(await report(), ['charts', 'metrics', 'worst', 'pages']);
  });

  it('is nothing if the person chooses no file', async () => {
    const opened = await open();
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(undefined));
    await saveRunReport(opened, {
      sourceDeps: sourceDeps(),
      exportTrajectory: () => Promise.reject(new Error('Nothing is to be written.')),
      drawReportPage: () => Promise.reject(new Error('Nothing is to be drawn.')),
    });
    assert.deepEqual(await fs.readdir(folder.path), ['rollouts.jsonl']);
  });

  it('is a chart as an image or a table', async () => {
    const proposed = saveAs('chart.png');
    const content = Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString('base64');
    await saveFile(
      { type: 'saveFile', name: 'Score by step', format: 'png', content },
      vscode.Uri.file(folder.path),
    );
    assert.deepEqual(proposed, ['score-by-step.png']);
    assert.deepEqual([...(await fs.readFile(folder.file('chart.png').fsPath))], [0x89, 0x50, 0x4e, 0x47]);
    saveAs('chart.csv');
    await saveFile({ type: 'saveFile', name: 'Score', format: 'csv', content: 'Step\r\n' }, undefined);
    assert.equal(await fs.readFile(folder.file('chart.csv').fsPath, 'utf8'), 'Step\r\n');
  });
});
