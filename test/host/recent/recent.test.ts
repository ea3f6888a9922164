import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { clickedItem, clickedItems, RecentCommands } from '../../../src/host/recent/recentCommands.ts';
import { RecentStore } from '../../../src/asking/recentStore.ts';
import { RecentFilter } from '../../../src/host/recent/recentFilter.ts';
import { RecentView, type RecentItem } from '../../../src/host/recent/recentView.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import type { Question } from '../../../src/asking/model.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import { preparedQuestion, prompt, report } from '../../unit/asking/build.ts';
import { HOSTILE_TEXT, liveInPlainText } from '../../support/hostileText.ts';
import { LanguageThread } from '../../../src/host/shared/languageThread.ts';
import { readResponses, until, useFolder, useStubs } from '../support/given.ts';
import { hangingWorker } from '../support/hangingWorker.ts';

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
    onFailed: (error) => assert.fail(error),
    now: () => clock,
  });
  view = new RecentView(store, readResponses, () => new Date(clock));
  view.onDidChangeTreeData(() => refreshed++);
});
afterEach(() => store.dispose());

async function keep(
  text: string,
  events: readonly GenerateEvent[],
  more: Partial<Question> = {},
): Promise<AskedQuestion> {
  const question = preparedQuestion({ text, prompt: { ...prompt, reward: 'lang2act' }, ...more });
  const asked = AskedQuestion.start(question, {
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

/** The rows of all groups, from top to bottom. */
async function questions(): Promise<RecentItem[]> {
  const groups = await view.getChildren();
  const rows = await Promise.all(groups.map((group) => view.getChildren(group)));
  return rows.flat().filter((row): row is RecentItem => 'record' in row);
}

const treeItems = async (): Promise<vscode.TreeItem[]> =>
  Promise.all((await questions()).map((item) => view.getTreeItem(item)));
const labels = async () => (await treeItems()).map(({ label }) => label);
const descriptions = async () => (await treeItems()).map(({ description }) => description);
const iconOf = (item: vscode.TreeItem) =>
  item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : undefined;

describe('the view of recent trajectories', () => {
  it('shows no link, icon or hidden character of a question, an answer or an error', async () => {
    await keep(HOSTILE_TEXT, [
      { type: 'text', sample: 0, text: `<answer>${HOSTILE_TEXT}</answer>` },
      { type: 'finish', sample: 0, report },
      { type: 'end', error: null },
    ]);
    await keep(HOSTILE_TEXT, [
      { type: 'end', error: new PageTraceError('server-unreachable', HOSTILE_TEXT) },
    ]);
    for (const { label, description, tooltip } of await treeItems()) {
      for (const text of [label, description, tooltip]) {
        assert.ok(typeof text === 'string');
        assert.deepEqual(liveInPlainText(text), []);
      }
    }
  });

  it('lists the branches of a question below it, named by what they change, with answer and reward', async () => {
    const root = await keep('First?', whole);
    const branch = await keep('First?', whole, {
      parent: { id: root.id, sample: 0, end: 8 },
      continued: '<think>x',
      samples: 2,
    });
    await keep('Second?', whole, { parent: { id: branch.id, sample: 0, end: null } });
    assert.deepEqual(await labels(), ['First?'], 'a branch is not listed a second time');
    const [row] = await questions();
    const item = await view.getTreeItem(row ?? assert.fail());
    assert.equal(item.collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
    const below = await view.getChildren(row);
    const [first, ...others] = await Promise.all(below.map((each) => view.getTreeItem(each)));
    assert.equal(others.length, 0);
    assert.equal(first?.label, 'continued after 8 characters, 2 samples');
    assert.equal(
      first.accessibilityInformation?.label,
      'continued after 8 characters, 2 samples, answer 42 (1 of 2), reward 0.00, a.pdf, 2 samples, not judged',
    );
    const [last] = await view.getChildren(below[0]);
    assert.equal((await view.getTreeItem(last ?? assert.fail())).label, 'question “Second?”, 1 sample');
  });

  it('lists a branch as a question of its own when its question was deleted or is filtered out', async () => {
    const root = await keep('First?', whole);
    await keep('Second?', whole, { parent: { id: root.id, sample: 0, end: null } });
    await keep('Third?', whole, { parent: { id: null, sample: 0, end: 8 }, continued: '<think>x' });
    assert.equal((await treeItems())[0]?.description, '42 · 0.00 · a.pdf · continued after 8 characters');
    view.filter = 'second';
    assert.deepEqual(await labels(), ['Second?']);
    view.filter = '';
    assert.deepEqual(await labels(), ['Third?', 'First?']);
    await (await store.remove(root.id))?.discard();
    assert.deepEqual(await labels(), ['Third?', 'Second?']);
  });

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
    const items = await treeItems();
    assert.deepEqual(items.map(iconOf), ['circle-slash', 'error', 'comment-discussion']);
    assert.deepEqual(
      items.map(({ accessibilityInformation }) => accessibilityInformation?.label),
      [
        'Third?, a.pdf, canceled',
        'Second?, a.pdf, failed',
        'First?, answer 42, reward 0.00, a.pdf, not judged',
      ],
    );
    const tooltip = items[1]?.tooltip;
    assert.ok(typeof tooltip === 'string');
    assert.match(tooltip, /Failed: The connection was cut\./);
    assert.equal(items[0]?.command?.command, 'pagetrace.recent.open');
    assert.equal(items[2]?.description, '42 · 0.00 · a.pdf');
    assert.ok(typeof items[2].tooltip === 'string');
    assert.match(items[2].tooltip, /^First\?\nAnswer: 42\nReward: 0\.00\na\.pdf\n/);
  });

  it('updates the row of a question that changed, and reads the tree again when questions came or went', async () => {
    const first = await keep('First?', whole);
    const second = await keep('Second?', whole);
    const rows = await questions();
    const changes: (readonly string[] | 'all')[] = [];
    view.onDidChangeTreeData((changed) => {
      changes.push(changed === undefined ? 'all' : changed.map(({ record }) => record.id));
    });
    const [, row] = rows;
    assert.ok(row);
    first.setVerdict(0, 'right', 'person');
    await until('the row to change', () => row.record.samples[0]?.verdict === 'right');
    assert.deepEqual([...new Set(changes.flat())], [first.id]);
    assert.equal((await questions())[1], row);
    await store.remove(second.id);
    await until('the tree to be read again', () => changes.includes('all'));
    assert.deepEqual(await labels(), ['First?']);
  });

  it('asks to try again when VS Code passes no row, as it does while it reads a changed list', async () => {
    const errors: string[] = [];
    stub(vscode.window, 'showErrorMessage', (message: string) => {
      errors.push(message);
      return Promise.resolve(undefined);
    });
    const answers = [clickedItem, (row?: RecentItem) => clickedItems(row, [])];
    for (const answer of answers)
      assert.throws(() => answer(undefined), /The list of recent trajectories was just changing\./);
    for (const command of ['open', 'askAgain', 'delete', 'compare', 'tryPrompt'])
      await vscode.commands.executeCommand(`pagetrace.recent.${command}`);
    assert.equal(errors.length, 5);
    for (const error of errors)
      assert.match(error, /^The list of recent trajectories was just changing\. Try again\./);
  });

  it('shows the verdicts of recent trajectories', async () => {
    const asked = await keep('First?', whole);
    asked.setVerdict(0, 'right', 'person');
    await store.flush();
    const [item] = await treeItems();
    assert.ok(item);
    assert.equal(iconOf(item), 'pass');
  });

  it('summarizes a trajectory once, and keeps no summary of a deleted one', async () => {
    await keep('First?', whole);
    const entries = await store.list();
    let listed = entries;
    let opened = 0;
    const counting: ConstructorParameters<typeof RecentView>[0] = {
      list: () => Promise.resolve(listed),
      open: (id) => {
        opened++;
        return store.open(id);
      },
    };
    view = new RecentView(counting, readResponses);
    await labels();
    await labels();
    assert.equal(opened, 1);
    listed = [];
    assert.deepEqual(await labels(), []);
    listed = entries;
    assert.deepEqual(await labels(), ['First?']);
    assert.equal(opened, 2);
  });

  it('says that a response takes too long to be summarized, and summarizes the others', async () => {
    const long = `<think>${'hang '.repeat(12_000)}</think><answer>42</answer>`;
    const keepText = (question: string, text: string) =>
      keep(question, [{ type: 'text', sample: 0, text }, ...whole.slice(1)]);
    await keep('Short?', whole);
    await keepText('Long?', long.replaceAll('hang', 'text'));
    await keepText('Slow?', long);
    const hanging = new LanguageThread(await hangingWorker(folder.file('extension')), { checkDeadline: 500 });
    try {
      view = new RecentView(store, hanging.readResponses, () => new Date(clock));
      const [slow = '', ...others] = (await treeItems()).map(({ tooltip }) =>
        typeof tooltip === 'string' ? tooltip : '',
      );
      assert.equal(others.length, 2);
      for (const other of others) assert.match(other, /Answer: 42/);
      assert.doesNotMatch(slow, /Answer: |Reward: /);
      assert.match(
        slow,
        /\nPageTrace needs more than 0\.5 s to read this response, so its answer and its score are not shown\.$/,
      );
    } finally {
      hanging.dispose();
    }
  });

  it('groups trajectories by the day on which they were asked', async () => {
    const day = 24 * 60 * 60 * 1000;
    clock = new Date(2026, 9, 1, 12).getTime();
    await keep('Old?', whole);
    clock = new Date(2026, 10, 20, 12).getTime();
    await keep('Yesterday?', whole);
    clock += day;
    await keep('Today?', whole);
    const groups = await Promise.all((await view.getChildren()).map((group) => view.getTreeItem(group)));
    assert.deepEqual(
      groups.map(({ label, description, collapsibleState }) => [label, description, collapsibleState]),
      [
        ['Today', '1', vscode.TreeItemCollapsibleState.Expanded],
        ['Yesterday', '1', vscode.TreeItemCollapsibleState.Expanded],
        ['Older', '1', vscode.TreeItemCollapsibleState.Collapsed],
      ],
    );
  });

  it('filters by question, answer and document while the text is typed, and says so in its title', async () => {
    await keep('How many plants?', whole);
    await keep('Who signed?', [
      { type: 'text', sample: 0, text: '<answer>Helga Bramfeld</answer>' },
      { type: 'finish', sample: 0, report },
      { type: 'end', error: null },
    ]);
    const tree = { description: '' };
    const filter = new RecentFilter(view, tree);
    filter.set('bramfeld');
    assert.deepEqual(await labels(), ['Who signed?']);
    assert.equal(tree.description, 'filtered by “bramfeld”');
    filter.set('PLANTS');
    assert.deepEqual(await labels(), ['How many plants?']);
    filter.set('nothing like it');
    assert.deepEqual(await view.getChildren(), []);
    filter.set('');
    assert.deepEqual(await descriptions(), ['Helga Bramfeld · 0.00 · a.pdf', '42 · 0.00 · a.pdf']);
    assert.equal(tree.description, '');
  });

  /** The commands of the list, with what they compare and what they close again. */
  function comparing(asked: readonly AskedQuestion[]) {
    const shown: string[][] = [];
    const tables: { readonly pairs: string[][]; readonly notes: readonly string[] }[] = [];
    const disposed: string[] = [];
    const kept = new Set(asked.map(({ id }) => id));
    const source = (id: string) =>
      ({
        identity: { kind: 'question', id },
        onDidSend: () => ({ dispose: () => undefined }),
        dispose: () => disposed.push(id),
      }) as unknown as InspectorSource;
    const idOf = ({ identity }: InspectorSource): string => identity.id;
    const commands = new RecentCommands({
      store,
      comparisons: {
        show: ({ before, after }) => shown.push([before, after].map(idOf)),
        showSides: (sides) => shown.push(sides.map(({ source, title }) => `${title}: ${idOf(source)}`)),
        showAll: ({ pairs, notes }) =>
          tables.push({
            pairs: pairs.map(({ before, after }) => [before, ...(after ? [after] : [])].map(idOf)),
            notes,
          }),
      },
      open: ({ id }) => Promise.resolve(kept.has(id) ? source(id) : null),
    });
    const items = asked.map(({ record }) => ({ record }));
    return { commands, items, shown, tables, disposed, kept };
  }

  it('compares two selected trajectories, the earlier one first', async () => {
    const { commands, items, shown, disposed, kept } = comparing([
      await keep('First?', whole),
      await keep('Second?', whole),
    ]);
    const [first, second] = items;
    assert.ok(first && second);
    await commands.compare([second, first]);
    assert.deepEqual(shown, [[first.record.id, second.record.id]]);
    await assert.rejects(commands.compare([first]), /Select two or more trajectories to compare\./);
    kept.delete(second.record.id);
    await assert.rejects(commands.compare([second, first]), /no longer kept/);
    assert.deepEqual(disposed, [first.record.id]);
    assert.equal(shown.length, 1);
  });

  it('compares several questions that were asked twice, and says which were not', async () => {
    const asked = [];
    for (const text of ['First?', 'Second?', 'Third?', 'Second?', 'First?'])
      asked.push(await keep(text, whole));
    const { commands, items, tables, disposed, kept } = comparing(asked);
    const ids = asked.map(({ id }) => id);
    await commands.compare(items);
    assert.deepEqual(tables, [
      {
        pairs: [
          [ids[0], ids[4]],
          [ids[1], ids[3]],
        ],
        notes: ['Not compared: “Third?” is selected only once.'],
      },
    ]);
    await assert.rejects(commands.compare(items.slice(0, 3)), /No question is selected exactly twice\./);
    kept.delete(ids[3] ?? '');
    await assert.rejects(commands.compare(items), /no longer kept/);
    assert.deepEqual(disposed, [ids[0], ids[4], ids[1]]);
    assert.equal(tables.length, 1);
  });

  it('compares up to eight askings of one question side by side, the earliest first', async () => {
    const asked = [];
    for (let count = 0; count < 9; count++) asked.push(await keep('First?', whole));
    const { commands, items, shown, disposed, kept } = comparing(asked);
    const ids = asked.map(({ id }) => id);
    await commands.compare(items.slice(0, 3).reverse());
    assert.deepEqual(shown, [
      [`Trajectory 1: ${ids[0]}`, `Trajectory 2: ${ids[1]}`, `Trajectory 3: ${ids[2]}`],
    ]);
    await assert.rejects(commands.compare(items), /No question is selected exactly twice\./);
    kept.delete(ids[2] ?? '');
    await assert.rejects(commands.compare(items.slice(0, 3)), /no longer kept/);
    assert.deepEqual(disposed, [ids[0], ids[1]]);
    assert.equal(shown.length, 1);
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
    const commands = new RecentCommands({
      store,
      comparisons: { show: () => undefined, showSides: () => undefined, showAll: () => undefined },
      open: () => Promise.resolve(null),
    });
    const items = [{ record: first.record }];
    answer = 'Undo';
    await commands.delete(items);
    assert.deepEqual(said, ['Deleted the trajectory “First?”.']);
    assert.deepEqual(await labels(), ['Second?', 'First?']);
    const both = (await store.list()).map(({ record }) => ({ record }));
    await commands.delete(both);
    assert.equal(said.pop(), 'Deleted 2 trajectories.');
    assert.deepEqual(await labels(), ['Second?', 'First?']);
    answer = undefined;
    await commands.delete(items);
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
