import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { DatasetTests, RUNNABLE } from '../../../src/host/evaluation/datasetTests.ts';
import { useSettings } from '../support/given.ts';
import { HEAD, RIGHT, useEvaluations, WRONG } from './given.ts';

const its = useEvaluations();
const configure = useSettings();

let controller: vscode.TestController;
let tests: DatasetTests;

beforeEach(() => {
  controller = vscode.tests.createTestController('pagetrace.listed', 'Listed');
  tests = new DatasetTests(controller, its().deps.script);
});
afterEach(() => {
  tests.dispose();
  controller.dispose();
});

const labels = (of: vscode.TestItem): readonly string[] => [...of.children].map(([, { label }]) => label);

describe('the data sets of the Testing view', () => {
  it('have their questions in groups, each at its line', async () => {
    const hops = { buckets: { evidence: ['Table', 'Text'] }, tags: ['hard'] };
    const uri = await its().write([HEAD, RIGHT, { ...WRONG, ...hops, document: 'a/second.pdf' }]);
    const test = tests.add(uri);
    assert.match(test.label, /\/ledgers$/);
    assert.equal(test.canResolveChildren, true);
    assert.equal(test.children.size, 0, 'nothing is listed before it is needed');

    const { questions } = await tests.list(test);
    assert.deepEqual(labels(test), ['report.pdf', 'second.pdf']);
    const right = questions.get('right');
    assert.equal(right?.label, RIGHT.question);
    assert.deepEqual(right.tags, [RUNNABLE]);
    assert.equal(right.range?.start.line, 1);
    assert.equal(right.uri?.toString(), uri.toString());

    for (const [by, expected] of [
      ['tag', ['Other questions', 'hard']],
      ['evidence', ['Other questions', 'Table, Text']],
      ['none', [RIGHT.question, WRONG.question]],
    ] as const) {
      await configure('pagetrace', 'testing.groupBy', by);
      await tests.regroup();
      assert.deepEqual(labels(test), expected, by);
    }
  });

  it('name their mistakes, and say if they cannot be read', async () => {
    const uri = await its().write([RIGHT, RIGHT]);
    const test = tests.add(uri);
    await tests.list(test);
    assert.ok(test.error instanceof vscode.MarkdownString);
    assert.match(test.error.value, /^Line 2: /);
    await fs.rm(uri.fsPath);
    await assert.rejects(tests.refresh(uri));
    const why: unknown = test.error;
    assert.ok(typeof why === 'string' && why.includes('ledgers'));
    assert.equal(test.busy, false);
  });

  it('are listed again when their file changes, and keep the ids of their questions', async () => {
    const uri = await its().write([HEAD, RIGHT]);
    const test = tests.add(uri);
    await tests.list(test);
    await its().write([HEAD, WRONG, RIGHT]);
    await tests.refreshAll();
    const { questions } = await tests.list(test);
    assert.deepEqual([...questions.keys()], ['wrong', 'right']);
    assert.equal(questions.get('right')?.range?.start.line, 2);
    assert.equal(test.children.get('group:report.pdf')?.children.get('right'), questions.get('right'));
    tests.remove(uri);
    assert.equal(controller.items.size, 0);
  });

  it('of 10,000 questions stay responsive; what is beyond has a node that says so', async () => {
    const lines = Array.from({ length: 10_200 }, (_, n) => ({
      ...RIGHT,
      id: `q${n}`,
      document: `${n % 100}.pdf`,
    }));
    const test = tests.add(await its().write(lines));
    const began = performance.now();
    // The longest time for which the extension host did nothing else.
    let longest = 0;
    let last = began;
    const ticking = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    const { questions } = await tests.list(test);
    clearInterval(ticking);
    longest = Math.max(longest, performance.now() - last);
    console.log(
      `    10,200 questions: ${(performance.now() - began).toFixed(0)} ms, at most ${longest.toFixed(0)} ms at once`,
    );
    assert.equal(questions.size, 10_000);
    assert.equal(test.children.size, 101);
    assert.equal(test.children.get('…')?.label, '200 more questions');
    assert.deepEqual(test.children.get('…')?.tags, [], 'it cannot be run');
    assert.ok(longest < 3000, `the host did nothing else for ${longest} ms`);
  });
});
