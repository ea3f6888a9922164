import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ComparisonAnswer } from '../../../src/core/runComparison/model.ts';
import { receiveComparison, type TitledRow } from '../../../src/host/runs/runComparisons.ts';
import type { RunSession } from '../../../src/host/runs/runSession.ts';
import type { ComparedParts } from '../../../src/protocol/runMetrics.ts';
import { until, useFolder } from '../support/given.ts';
import { useRuns } from '../support/useRuns.ts';

const folder = useFolder();
const open = useRuns();

const record = (question: string, answer: string, step: number): string =>
  `${JSON.stringify({
    input: question,
    output: `<think>Image 1 shows it.</think><answer>${answer}</answer>`,
    gts: '42',
    score: answer === '42' ? 1 : 0,
    step,
  })}\n`;

async function write(name: string, ...records: readonly string[]): Promise<string> {
  const file = folder.file(name).fsPath;
  await fs.mkdir(path.dirname(file), { recursive: true });
  await fs.writeFile(file, records.join(''));
  return file;
}

/** Asks until both runs are read and scored. */
async function compare({ compared, shown }: RunSession, parts: ComparedParts): Promise<ComparisonAnswer> {
  const { signal } = new AbortController();
  return until('the runs are compared', async () => {
    const answer = await compared.compare({ parts, measure: null, seed: 0, rounds: 20 }, shown, signal);
    return answer.comparison === null ? null : answer;
  });
}

const shownRows = (rows: readonly TitledRow[]): readonly string[] =>
  rows.map(({ row, title }) => `${title}: ${'sample' in row ? row.sample.response : row.problem}`);

describe('a run that is compared', () => {
  it('with another one has its questions, and opens a sample of each side by side', async () => {
    const before = await write('old/a.jsonl', record('x', '1', 1), record('y', '42', 1));
    const run = await open(await write('new.jsonl', record('y', '42', 1), record('x', '42', 1)));
    assert.equal(run.state().compared, null);
    await run.compared.open(path.dirname(before), run.shown);
    assert.deepEqual(run.state().compared?.name, 'old');
    const { comparison } = await compare(run, { kind: 'run' });
    assert.equal(comparison?.run.name, 'new.jsonl');
    assert.equal(comparison.base.name, 'old');
    assert.deepEqual([comparison.wins, comparison.losses, comparison.ties], [1, 0, 1]);
    const { questions } = await run.index.comparedQuestions('win', 0, 10);
    const [question] = questions;
    assert.ok(question);
    const { baseRow, runRow } = question;
    const shown: (readonly string[])[] = [];
    const show = (rows: readonly TitledRow[]): Promise<void> => {
      shown.push(shownRows(rows));
      return Promise.resolve();
    };
    const { generation } = run.state();
    await receiveComparison(
      { type: 'compareQuestion', parts: { kind: 'run' }, baseRow, runRow, generation },
      run,
      show,
    );
    assert.deepEqual(shown, [
      [
        'old: <think>Image 1 shows it.</think><answer>1</answer>',
        'new.jsonl: <think>Image 1 shows it.</think><answer>42</answer>',
      ],
    ]);
    await receiveComparison({ type: 'closeCompared' }, run, show);
    assert.equal(run.state().compared, null);
  });

  it('follows the filter in both runs', async () => {
    const before = await write('old.jsonl', record('x', '1', 1), record('y', '42', 1));
    const run = await open(await write('new.jsonl', record('x', '42', 1), record('y', '1', 1)));
    await run.compared.open(before, run.shown);
    await run.receive({ type: 'filter', text: 'question:x' });
    const { comparison } = await compare(run, { kind: 'run' });
    assert.deepEqual([comparison?.matched, comparison?.wins, comparison?.base.samples], [1, 1, 1]);
  });

  it('by the values of a field needs no other run', async () => {
    const run = await open(
      await write('new.jsonl', record('x', '1', 1), record('x', '42', 2), record('y', '42', 2)),
    );
    const { comparison } = await compare(run, { kind: 'values', field: 'step', base: '1', run: '2' });
    assert.equal(comparison?.base.name, 'step 1');
    assert.deepEqual([comparison.matched, comparison.wins, comparison.run.unmatched], [1, 1, 1]);
  });

  it('says what is wrong with the other one', async () => {
    const run = await open(await write('new.jsonl', record('x', '1', 1)));
    await run.compared.open(
      vscode.Uri.joinPath(folder.file('new.jsonl'), '..', 'gone.jsonl').fsPath,
      run.shown,
    );
    const { compared } = await until('the other run has failed', () => {
      const state = run.state();
      return state.compared?.phase === 'failed' ? state : null;
    });
    assert.match(compared?.problem ?? '', /gone\.jsonl/);
  });
});
