import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import type { ParentFile } from '../../../src/asking/model.ts';
import { clickedItems } from '../../../src/host/recent/recentCommands.ts';
import { RecentView, type RecentRow } from '../../../src/host/recent/recentView.ts';
import { preparedQuestion, prompt, report } from '../../unit/asking/build.ts';
import { readResponses, workspaceFolder } from '../support/given.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
let clock: number;
let kept: AskedQuestion[];
let view: RecentView;

beforeEach(() => {
  clock = NOW;
  kept = [];
  view = new RecentView(
    {
      list: () => Promise.resolve(kept.map(({ record }) => ({ record, bytes: 0 })).reverse()),
      open: (id) => Promise.resolve(kept.find((asked) => asked.id === id) ?? null),
    },
    readResponses,
    () => new Date(NOW),
  );
});

/** Keeps a question with one complete response, a branch of `file` if there is one. */
async function keep(text: string, file: ParentFile | null, end: number | null = null): Promise<void> {
  const question = preparedQuestion({
    text,
    prompt: { ...prompt, reward: 'lang2act' },
    samples: 1,
    ...(file !== null && { parent: { id: null, sample: 0, end, file } }),
  });
  const asked = AskedQuestion.start(question, {
    now: () => (clock += 1000),
    request: null,
    curl: null,
    forecast: null,
  });
  kept.push(asked);
  await asked.follow(
    (async function* () {
      await Promise.resolve();
      yield { type: 'text' as const, sample: 0, text: '<answer>42</answer>' };
      yield { type: 'finish' as const, sample: 0, report };
      yield { type: 'end' as const, error: null };
    })(),
  );
}

const fileAt = (name: string): ParentFile => ({
  uri: vscode.Uri.joinPath(workspaceFolder(), 'answers', name).toString(),
  info: preparedQuestion({ text: 'First?', samples: 1 }).info,
});

async function roots(): Promise<readonly RecentRow[]> {
  const groups = await view.getChildren();
  return (await Promise.all(groups.map((group) => view.getChildren(group)))).flat();
}

const itemsOf = (rows: readonly RecentRow[]): Promise<vscode.TreeItem[]> =>
  Promise.all(rows.map((row) => view.getTreeItem(row)));

describe('branches of a trajectory file among recent trajectories', () => {
  it('stand below a row that opens the file, each with its answer and reward', async () => {
    const file = fileAt('last.trajectory');
    await keep('First?', file, 8);
    await keep('Other?', null);
    await keep('Second?', file);
    const rows = await roots();
    const [ofFile, other] = await itemsOf(rows);
    assert.deepEqual([ofFile?.label, other?.label], ['last.trajectory', 'Other?']);
    assert.equal(ofFile?.description, 'answers');
    assert.equal(ofFile.collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
    assert.equal(ofFile.command?.command, 'vscode.open');
    assert.equal(String(ofFile.command.arguments?.[0]), file.uri);
    const below = await itemsOf(await view.getChildren(rows[0]));
    assert.deepEqual(
      below.map(({ label, description }) => [label, description]),
      [
        ['continued after 8 characters', '42 · 0.00 · a.pdf'],
        ['question “Second?”', '42 · 0.00 · a.pdf'],
      ],
    );
  });

  it('are found by the name of their file, and its row is no question to compare or delete', async () => {
    await keep('First?', fileAt('last.trajectory'));
    await keep('First?', fileAt('another.trajectory'));
    view.filter = 'another';
    const rows = await roots();
    assert.deepEqual(
      (await itemsOf(rows)).map(({ label, contextValue }) => [label, contextValue]),
      [['another.trajectory', 'file']],
    );
    assert.deepEqual(clickedItems(rows[0], rows), []);
  });

  it('are listed on their own in records of earlier versions, which name no file', async () => {
    await keep('First?', null);
    const [asked] = kept;
    const earlier = { ...(asked?.record ?? assert.fail()), parent: { id: null, sample: 0, end: 8 } };
    kept = [AskedQuestion.restore(earlier, ['<answer>42</answer>'])];
    const [item] = await itemsOf(await roots());
    assert.equal(item?.label, 'First?');
    assert.match(String(item.description), /continued after 8 characters$/);
  });
});
