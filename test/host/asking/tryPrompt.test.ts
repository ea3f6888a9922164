import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { PageTraceError } from '../../../src/core/errors.ts';
import { RecentStore } from '../../../src/asking/recentStore.ts';
import { AskedQuestionSource } from '../../../src/host/asking/askedQuestionSource.ts';
import { Asker } from '../../../src/host/asking/asker.ts';
import {
  tryOnRecentQuestions,
  tryOnSelectedQuestions,
  type TryPromptDeps,
} from '../../../src/host/asking/tryPrompt.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { PageImages } from '../../../src/host/document/pageImages.ts';
import type { ComparedSources } from '../../../src/host/inspector/comparedSources.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { startFakeVllm, type FakeVllm } from '../../support/fakeVllm.ts';
import {
  extensionUri,
  fixture,
  noSearch,
  rendering,
  sourceDeps,
  until,
  useFolder,
  useSettings,
  useStubs,
  readResponses,
} from '../support/given.ts';
import { makeFiles, makeLibrary, makeServers } from '../support/services.ts';

const configure = useSettings();
const folder = useFolder();
const stub = useStubs();

let fake: FakeVllm;
let servers: Servers;
let library: DocumentLibrary;
let recent: RecentStore;
let asker: Asker;
let prompts: Prompts;
let tables: ComparedSources[];
let sources: InspectorSource[];
let errors: unknown[];
/** The items of the questions to choose from, and which of them the person chooses. */
let offered: vscode.QuickPickItem[];
let choose: (items: readonly vscode.QuickPickItem[]) => readonly vscode.QuickPickItem[] | undefined;

const answer = (text: string): string => `<think>Image 1 shows it.</think>\n<answer>${text}</answer>`;

beforeEach(async () => {
  fake = await startFakeVllm({ trajectories: [answer('481.9')] });
  await configure('pagetrace', 'servers', [{ name: 'one', url: fake.url }]);
  servers = makeServers({ busy: () => asker.asking });
  library = makeLibrary();
  prompts = new Prompts(
    path.join(extensionUri().fsPath, 'media', 'prompts'),
    makeFiles().permit,
    rendering.parsePrompt,
  );
  recent = new RecentStore(path.join(folder.path, 'recent'), {
    limits: () => ({ maxCount: 500, maxBytes: 1e9, flushEvery: 1 }),
    log: () => undefined,
    onDidChange: () => undefined,
    onFailed: (error) => assert.fail(error),
    now: Date.now,
  });
  tables = [];
  sources = [];
  errors = [];
  offered = [];
  choose = (items) => items.filter(({ picked }) => picked);
  stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
    offered = [...items];
    return Promise.resolve(choose(items));
  });
  asker = new Asker({
    servers,
    library,
    images: new PageImages(library),
    recent,
    source: source(),
    renderPrompt: rendering.renderPrompt,
    searchIn: noSearch,
    inspectors: { show: (each) => sources.push(each) },
    notices: {
      error: (error) => {
        errors.push(error);
        return Promise.resolve();
      },
    },
    setApiKey: () => Promise.resolve(false),
  });
  for (const name of ['a.pdf', 'b.pdf'])
    await fs.copyFile(fixture('annual-report.pdf').fsPath, folder.file(name).fsPath);
  await fs.writeFile(folder.file('mine.prompt.jinja').fsPath, 'Be careful.\n{{ content }}\n');
});
afterEach(async () => {
  asker.dispose();
  for (const each of [...sources, ...tables]) each.dispose();
  await vscode.commands.executeCommand('workbench.action.files.revert');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  servers.dispose();
  await recent.dispose();
  await library.dispose();
  await fake.close();
});

const source = (): ReturnType<typeof sourceDeps> =>
  sourceDeps({
    cancel: (id) => {
      asker.cancel(id);
    },
    countViews: (id, change) => {
      asker.countViews(id, change);
    },
  });

function deps(overrides: Partial<TryPromptDeps> = {}): TryPromptDeps {
  return {
    asker,
    servers,
    comparisons: { showAll: (compared) => tables.push(compared), active: () => null },
    recent,
    prompts,
    ...rendering,
    library,
    editors: { find: () => undefined },
    inView: () => null,
    open: async ({ id }) => {
      const asked = await recent.open(id);
      return asked && new AskedQuestionSource(asked, source());
    },
    trusted: () => true,
    ...overrides,
  };
}

/** Asks questions about a document with the preset `think-answer`. */
async function ask(document: string, ...questions: readonly string[]): Promise<void> {
  for (const question of questions) {
    await asker.ask({
      question,
      documents: [{ uri: folder.file(document), pages: [4] }],
      prompt: await prompts.read('think-answer'),
      samples: 1,
      sampling: DEFAULT_SAMPLING,
      model: null,
      pixels: null,
      reference: null,
    });
  }
}

/** Shows a prompt in the editor, with another first line that is not saved. */
async function editPrompt(): Promise<void> {
  const editor = await vscode.window.showTextDocument(folder.file('mine.prompt.jinja'));
  await editor.edit((edit) => {
    edit.replace(new vscode.Range(0, 0, 0, 11), 'Be very careful.');
  });
}

const chats = () => fake.requests.filter(({ path: at }) => at.endsWith('/chat/completions'));
const table = async () => (await tables[0]?.table(readResponses)) ?? assert.fail('Nothing is compared.');
const rows = async () =>
  (await table()).questions.map(({ question, before, after, missing }) => [
    question,
    before.answer,
    after?.answer ?? null,
    missing,
  ]);

describe('trying a prompt on several questions', () => {
  it('asks the last questions about the document again with the unsaved prompt, and compares all of them', async () => {
    await ask('b.pdf', 'About another document?');
    await ask('a.pdf', 'First?', 'Second?', 'First?');
    await editPrompt();
    fake.set({ trajectories: [answer('518.9')] });
    await tryOnRecentQuestions(deps());
    assert.deepEqual(errors, []);
    assert.deepEqual(
      offered.map(({ label, description, picked }) => [label, description, picked]),
      [
        ['First?', 'page 4 · think-answer', true],
        ['Second?', 'page 4 · think-answer', true],
      ],
    );
    assert.deepEqual(await rows(), [
      ['First?', '481.9', '518.9', null],
      ['Second?', '481.9', '518.9', null],
    ]);
    const { prompts: changed, progress } = await table();
    assert.equal(changed.length, 1, 'the prompt changed in the same way for both');
    assert.match(changed[0]?.after ?? '', /^Be very careful\.\n\{question\}/);
    assert.equal(progress, null);
    assert.equal(chats().length, 6);
    assert.equal((await recent.list()).length, 6, 'every question is kept');
    assert.ok(!asker.asking);
  });

  it('tries the later prompt of the comparison in view, as its file is now', async () => {
    await ask('a.pdf', 'First?');
    await editPrompt();
    await tryOnRecentQuestions(deps());
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const comparisons = {
      showAll: (compared: ComparedSources) => tables.push(compared),
      active: () => tables[0] ?? null,
    };
    await tryOnRecentQuestions(deps({ comparisons }));
    assert.match(JSON.stringify(chats().at(-1)?.body), /Be careful\.\\n/);
    const [row] = (await tables[1]?.table(readResponses))?.questions ?? [];
    assert.match(row?.before.prompt ?? '', /mine\.prompt\.jinja$/);
    assert.match(row?.after?.prompt ?? '', /mine\.prompt\.jinja$/);
  });

  it('says of each question that fails why it does, and asks the others', async () => {
    await ask('b.pdf', 'First?');
    await ask('a.pdf', 'Second?');
    await fs.rm(folder.file('b.pdf').fsPath);
    const records = (await recent.list()).map(({ record }) => record);
    stub(vscode.window, 'showQuickPick', () => Promise.resolve({ label: 'lang2act' }));
    await tryOnSelectedQuestions(records, deps());
    assert.deepEqual(errors, []);
    const [second, first] = await rows();
    assert.deepEqual(second, ['Second?', '481.9', '481.9', null]);
    assert.deepEqual(first?.slice(0, 3), ['First?', '481.9', null]);
    assert.match(String(first[3]), /^Not asked: .*b\.pdf.*\.$/);
  });

  it('has a conversation about each question, or asks for its first turn if it needs what is not known', async () => {
    const said: string[] = [];
    stub(vscode.window, 'showInformationMessage', (text: string) => {
      said.push(text);
      return Promise.resolve(undefined);
    });
    await ask('a.pdf', 'First?', 'Second?');
    const records = (await recent.list()).map(({ record }) => record);
    fake.set({ trajectories: ['It is \\boxed{42}.'] });
    for (const label of ['pixel-reasoner', 'vg-refiner']) {
      stub(vscode.window, 'showQuickPick', () => Promise.resolve({ label }));
      await tryOnSelectedQuestions(records, deps());
    }
    assert.deepEqual(errors, []);
    const ended = (await recent.list()).map(({ record }) => record.info.conversation?.ended ?? null);
    assert.deepEqual(ended, [null, null, 'answered', 'answered', null, null]);
    assert.equal(said.length, 1, 'the same is said once');
    assert.match(said[0] ?? '', /^vg-refiner begins a conversation with another tool/);
  });

  it('stops at once when it is canceled, and keeps what was answered', async () => {
    await ask('a.pdf', 'First?', 'Second?', 'Third?');
    await editPrompt();
    let generations = 0;
    fake.set({
      beforeHeaders: () => {
        generations++;
        return Promise.resolve();
      },
      beforeChunk: (chunk) =>
        generations < 2 || chunk < 3 ? Promise.resolve() : new Promise(() => undefined),
    });
    const trying = tryOnRecentQuestions(deps());
    await until('the second question streams', () => {
      const after = tables[0]?.pairs[1]?.after;
      return after?.sample(0)?.response.length === 12;
    });
    assert.match((await table()).progress ?? '', /^Question 2 of 3: /);
    tables[0]?.cancel();
    await trying;
    assert.deepEqual(errors, []);
    assert.deepEqual(await rows(), [
      ['Third?', '481.9', '481.9', null],
      ['Second?', '481.9', null, null],
      ['First?', '481.9', null, 'Canceled before it was asked.'],
    ]);
    assert.equal((await table()).questions[1]?.after?.state, 'incomplete');
    assert.equal(chats().length, 5);
    assert.equal((await recent.list()).length, 5);
  });

  it('goes on with its progress in the window when the comparison is closed', async () => {
    await ask('a.pdf', 'First?', 'Second?');
    await editPrompt();
    let isShown = false;
    stub(
      vscode.window,
      'withProgress',
      async (
        _options: vscode.ProgressOptions,
        task: (progress: vscode.Progress<unknown>, token: vscode.CancellationToken) => Promise<unknown>,
      ) => {
        isShown = true;
        await task({ report: () => undefined }, new vscode.CancellationTokenSource().token);
        isShown = false;
      },
    );
    let proceed: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    fake.set({ beforeHeaders: () => opened });
    const trying = tryOnRecentQuestions(deps());
    await until('the first question is sent', () => chats().length === 3);
    assert.ok(!isShown, 'the comparison shows the progress');
    tables[0]?.dispose();
    assert.ok(isShown);
    proceed();
    await trying;
    await until('the progress is over', () => !isShown);
    assert.equal(chats().length, 4);
    assert.equal((await recent.list()).length, 4);
    assert.deepEqual(errors, []);
  });

  it('asks no further question after the server has stopped', async () => {
    await ask('a.pdf', 'First?', 'Second?', 'Third?');
    await editPrompt();
    fake.set({ canned: { '/v1/chat/completions': { status: 401, body: '{}' } } });
    await tryOnRecentQuestions(deps());
    const missing = (await rows()).map((row) => row[3]);
    assert.equal((await table()).questions[0]?.after?.state, 'failed');
    assert.match(String(missing[1]), /^Not asked: .*\.$/);
    assert.equal(missing[1], missing[2]);
    assert.equal(chats().length, 4);
  });

  it('sends nothing and compares nothing without consent, in Restricted Mode, or if nothing is chosen', async () => {
    await ask('a.pdf', 'First?');
    await editPrompt();
    await assert.rejects(tryOnRecentQuestions(deps({ trusted: () => false })), { reason: 'untrusted' });
    choose = () => undefined;
    await tryOnRecentQuestions(deps());
    choose = (items) => items;
    const refused = new PageTraceError('cancelled', 'Nothing was sent.');
    Object.defineProperty(servers, 'agreeToSend', { value: () => Promise.reject(refused) });
    await tryOnRecentQuestions(deps());
    assert.deepEqual(errors, [refused]);
    assert.deepEqual(tables, []);
    assert.equal(chats().length, 1);
  });

  it('says when there is no question that could be asked again', async () => {
    await editPrompt();
    await assert.rejects(tryOnRecentQuestions(deps()), /There is no question to ask again\./);
  });
});
