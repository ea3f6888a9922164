import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { RecentCommands } from '../../../src/host/recent/recentCommands.ts';
import { RecentStore } from '../../../src/asking/recentStore.ts';
import { RecentView } from '../../../src/host/recent/recentView.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import { preparedQuestion, report } from '../../unit/asking/build.ts';
import { useFolder, useStubs } from '../support/given.ts';

const folder = useFolder();
const stub = useStubs();
let store: RecentStore;
let view: RecentView;
let refreshed: number;
let clock: number;

beforeEach(() => {
  clock = Date.UTC(2026, 10, 21);
  refreshed = 0;
  store = new RecentStore(path.join(folder.path, 'recent'), {
    limits: () => ({ maxCount: 500, maxBytes: 1e9, flushEvery: 1 }),
    log: () => undefined,
    onDidChange: () => {
      view.refresh();
    },
    now: () => clock,
  });
  view = new RecentView(store);
  view.onDidChangeTreeData(() => refreshed++);
});
afterEach(() => store.dispose());

async function keep(text: string, events: readonly GenerateEvent[]): Promise<AskedQuestion> {
  const asked = AskedQuestion.start(preparedQuestion({ text }), {
    now: () => (clock += 1000),
    request: null,
    curl: null,
    forecast: null,
  });
  await store.keep(asked);
  await asked.follow(
    (async function* () {
      await Promise.resolve();
      yield* events;
    })(),
  );
  await store.flush();
  return asked;
}
const whole: readonly GenerateEvent[] = [
  { type: 'text', sample: 0, text: '<answer>42</answer>' },
  { type: 'finish', sample: 0, report },
  { type: 'end', error: null },
];
const labels = async () => (await view.getChildren()).map((item) => view.getTreeItem(item).label);
const iconOf = (item: vscode.TreeItem) =>
  item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : undefined;

describe('the view of recent trajectories', () => {
  it('lists recent trajectories newest first, with how each question ended', async () => {
    await keep('First?', whole);
    await keep('Second?', [
      { type: 'text', sample: 0, text: '<think>' },
      { type: 'end', error: new PageTraceError('stream-cut', 'The connection was cut.') },
    ]);
    await keep('Third?', [
      { type: 'text', sample: 0, text: '<think>' },
      { type: 'end', error: new PageTraceError('cancelled', 'Cancelled.') },
    ]);
    assert.ok(refreshed > 0);
    assert.deepEqual(await labels(), ['Third?', 'Second?', 'First?']);
    const items = (await view.getChildren()).map((item) => view.getTreeItem(item));
    assert.deepEqual(items.map(iconOf), ['circle-slash', 'error', 'comment-discussion']);
    assert.deepEqual(
      items.map(({ accessibilityInformation }) => accessibilityInformation?.label),
      ['Third?, a.pdf, cancelled', 'Second?, a.pdf, failed', 'First?, a.pdf, not judged'],
    );
    const tooltip = items[1]?.tooltip;
    assert.ok(typeof tooltip === 'string');
    assert.match(tooltip, /Failed: The connection was cut\./);
    assert.equal(items[0]?.command?.command, 'pagetrace.recent.open');
    assert.equal(items[0].description, 'a.pdf');
  });

  it('shows the verdicts of recent trajectories', async () => {
    const asked = await keep('First?', whole);
    asked.setVerdict(0, 'right', 'person');
    await store.flush();
    const [item] = await view.getChildren();
    assert.ok(item);
    assert.equal(iconOf(view.getTreeItem(item)), 'pass');
  });

  it('removes a deleted trajectory unless the deletion is undone, and all of them after the person confirms', async () => {
    const first = await keep('First?', whole);
    await keep('Second?', whole);
    const said: string[] = [];
    let answer: string | undefined;
    stub(vscode.window, 'showInformationMessage', (message: string) => {
      said.push(message);
      return Promise.resolve(answer);
    });
    const commands = new RecentCommands(store);
    const item = { record: first.record };
    answer = 'Undo';
    await commands.delete(item);
    assert.deepEqual(said, ['Deleted the trajectory “First?”.']);
    assert.deepEqual(await labels(), ['Second?', 'First?']);
    answer = undefined;
    await commands.delete(item);
    assert.deepEqual(await labels(), ['Second?']);
    assert.equal((await fs.readdir(path.join(folder.path, 'recent'))).length, 1);
    assert.equal(await store.open(first.id), null);
    stub(vscode.window, 'showWarningMessage', () => Promise.resolve(undefined));
    await commands.clear();
    assert.deepEqual(await labels(), ['Second?']);
    stub(vscode.window, 'showWarningMessage', (_message: string, _options: unknown, all: string) =>
      Promise.resolve(all),
    );
    await commands.clear();
    assert.deepEqual(await labels(), []);
    assert.deepEqual(await fs.readdir(path.join(folder.path, 'recent')), []);
  });
});
