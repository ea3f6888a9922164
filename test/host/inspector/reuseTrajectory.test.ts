import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { boxBetween } from '../../../src/core/geometry/box.ts';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import type { ReusedTrajectory } from '../../../src/host/inspector/reusedTrajectory.ts';
import { reuseTrajectory } from '../../../src/host/inspector/reuseTrajectory.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';
import { scoreWithAllRewards, useFolder, useStubs } from '../support/given.ts';

const folder = useFolder();
const stub = useStubs();

const RESPONSE =
  '<think>Image 1 shows it.</think>\n<description></description>\n<answer>42 {{ apples }}</answer>\n';
const PATH = '/elsewhere/report.pdf';
const { info: NOTHING } = parseTrajectoryFile('');

interface Item {
  readonly label: string;
}

/** Chooses, in the quick picks that follow each other, the items with these labels. */
function choose(...labels: readonly (string | readonly string[])[]): void {
  const left = [...labels];
  stub(vscode.window, 'showQuickPick', async (items: Promise<readonly Item[]> | readonly Item[]) => {
    const offered = await items;
    const wanted = left.shift();
    if (wanted === undefined || typeof wanted === 'string')
      return offered.find(({ label }) => label === wanted || label.endsWith(`/${String(wanted)}`));
    return offered.filter(({ label }) => wanted.includes(label));
  });
}

function trajectory(): ReusedTrajectory {
  const info = {
    ...NOTHING,
    question: 'How many?',
    documents: [{ path: PATH, sha256: null }],
    images: [4, 7].map((page, index) => ({ image: index + 1, document: 0, page })),
    verdict: 'right' as const,
    dialect: 'lang2act' as const,
  };
  const given = { info, response: RESPONSE };
  const claim = groundedClaim({
    words: '42 apples',
    on: { document: PATH, page: 4 },
    boxes: [boxBetween(10, 20, 30, 25), boxBetween(10, 26, 60, 31)],
  });
  return {
    given,
    answer: '42 {{ apples }}',
    // The answer repeats the claim of a step.
    claims: [claim, claim, groundedClaim({ on: null, boxes: [] })],
    isChosen: false,
    drawn: [
      { document: PATH, page: 7, box: { left: 0.1, top: 0.25, right: 0.5, bottom: 0.5 } },
      { document: PATH, page: 12, box: { left: 0, top: 0.5, right: 1, bottom: 1 } },
      { document: PATH, page: 13, box: { left: 0, top: 0, right: 1, bottom: 1 } },
      { document: 'gone.pdf', page: 1, box: { left: 0, top: 0, right: 1, bottom: 1 } },
    ],
    pageSize: () => Promise.resolve({ width: 600, height: 800 }),
    relativeTo: () => ({ ...info, documents: [{ path: 'report.pdf', sha256: null }] }),
    score: () => scoreWithAllRewards({ recorded: given, composite: null, grounding: null }),
    folder: vscode.Uri.file(folder.path),
  };
}

const shown = (): vscode.TextDocument => {
  const document = vscode.window.activeTextEditor?.document;
  assert.ok(document);
  return document;
};

describe('a trajectory that is used for something else', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('becomes a question of a data set, with the places that the person chooses', async () => {
    const file = folder.file('own.dataset.jsonl');
    await fs.writeFile(file.fsPath, '{"id": "How_many", "question": "x"}\n{"id": "how-many"}');
    choose('Question of a Data Set', 'New Data Set…', ['42 apples', 'Gold 1', 'Gold 2', 'Gold 3', 'Page 4']);
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(file));
    stub(vscode.window, 'showInputBox', ({ value }: vscode.InputBoxOptions) => Promise.resolve(`${value} `));
    await reuseTrajectory(trajectory());
    const lines = shown().getText().trimEnd().split('\n');
    assert.equal(lines.length, 3);
    const { id, ...item } = JSON.parse(lines[2] ?? '') as Readonly<Record<string, unknown>>;
    assert.ok(typeof id === 'string' && !['How_many', 'how-many'].includes(id));
    assert.deepEqual(item, {
      question: 'How many?',
      document: 'report.pdf',
      pages: [4, 7, 12, 13],
      reference: '42 {{ apples }}',
      gold_pages: [4, 7, 12, 13],
      gold_boxes: [
        { page: 7, box: [60, 200, 300, 400] },
        { page: 12, box: [0, 400, 600, 800] },
        { page: 4, box: [10, 20, 60, 31] },
      ],
    });
    assert.equal(shown().isDirty, true);
  });

  it('becomes a question that names no pages if PageTrace chose them', async () => {
    const file = folder.file('chosen.dataset.jsonl');
    choose('Question of a Data Set', 'New Data Set…', ['Gold 1']);
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(file));
    stub(vscode.window, 'showInputBox', () => Promise.resolve('42'));
    const { drawn, ...others } = trajectory();
    await reuseTrajectory({ ...others, drawn: drawn.slice(1, 2), isChosen: true });
    assert.deepEqual(JSON.parse(shown().getText()), {
      id: 'how-many',
      question: 'How many?',
      document: 'report.pdf',
      reference: '42',
      gold_pages: [12],
      gold_boxes: [{ page: 12, box: [0, 400, 600, 800] }],
    });
  });

  it('proposes no answer as the reference that was judged wrong', async () => {
    choose('Question of a Data Set', 'New Data Set…', []);
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(folder.file('wrong.dataset.jsonl')));
    stub(vscode.window, 'showInputBox', ({ value }: vscode.InputBoxOptions) => Promise.resolve(value));
    const { given, ...others } = trajectory();
    await reuseTrajectory({ ...others, given: { ...given, info: { ...given.info, verdict: 'wrong' } } });
    const item = JSON.parse(shown().getText()) as Readonly<Record<string, unknown>>;
    assert.equal(item['question'], 'How many?');
    assert.equal('reference' in item, false);
  });

  it('becomes an example in a prompt', async () => {
    const prompt = folder.file('own.jinja');
    await fs.writeFile(prompt.fsPath, 'Answer.\n{{ content }}\n');
    stub(vscode.workspace, 'findFiles', () => Promise.resolve([prompt]));
    choose('Example in a Prompt', 'own.jinja');
    await reuseTrajectory(trajectory());
    assert.match(shown().getText(), /^Answer\.\nAn example:\n\nQuestion: How many\?\n\{% raw %\}<think>/);
    assert.match(shown().getText(), /\{\{ content \}\}\n$/);
  });

  it('becomes a regression test with the reward that it has', async () => {
    const file = folder.file('test.trajectory');
    choose('Regression Test');
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(file));
    await reuseTrajectory(trajectory());
    const { info, response, expected, problems } = parseTrajectoryFile(
      await fs.readFile(file.fsPath, 'utf8'),
    );
    assert.deepEqual(problems, []);
    assert.equal(response, RESPONSE);
    assert.equal(info.reward, 'lang2act');
    assert.ok(expected !== null && typeof expected['overall'] === 'number');
  });

  it('becomes no regression test while its reward is not known', async () => {
    choose('Regression Test');
    const unknown = { rewards: [], others: [] };
    await assert.rejects(reuseTrajectory({ ...trajectory(), score: () => Promise.resolve(unknown) }), {
      message: 'The reward of this trajectory is not known.',
    });
  });

  it('stays as it is when the person chooses nothing', async () => {
    choose();
    await reuseTrajectory(trajectory());
    assert.deepEqual(await fs.readdir(folder.path), []);
  });
});
