import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { RecentStore } from '../../../src/asking/recentStore.ts';
import { isPageTraceError, type PageTraceError } from '../../../src/core/errors.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { AskCommands } from '../../../src/host/asking/askCommands.ts';
import { Asker } from '../../../src/host/asking/asker.ts';
import { FittingPages } from '../../../src/host/asking/fittingPages.ts';
import type { QuestionToAsk } from '../../../src/host/asking/questionToAsk.ts';
import { DocumentCache } from '../../../src/host/document/documentCache.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { PageImages } from '../../../src/host/document/pageImages.ts';
import type { InspectorSource, SourceMessage } from '../../../src/host/inspector/inspectorSource.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import { fileVersion } from '../../../src/host/shared/files.ts';
import { serveOffline } from '../../../src/offline/http/server.ts';
import type { StepShown } from '../../../src/protocol/stepShown.ts';
import {
  extensionUri,
  fixture,
  memento,
  rendering,
  sourceDeps,
  until,
  useFolder,
  useSettings,
  useStubs,
} from '../support/given.ts';
import { makeFiles, makeLibrary, makeServers } from '../support/services.ts';

const configure = useSettings();
const folder = useFolder();
const stub = useStubs();

const SEARCH = '<think>I lack it.</think><search>operating margin</search>';
const CLOSER = '<think>It is small.</think><bbox>[10, 20, 400, 300]</bbox>';
const ANSWER = '<think>It is there.</think><answer>518.9</answer>';

let closing: (() => Promise<unknown>)[];
let servers: Servers;
let library: DocumentLibrary;
let fitting: FittingPages;
let recent: RecentStore;
let asker: Asker;
let shown: InspectorSource[];
let errors: PageTraceError[];

const prompts = () =>
  new Prompts(
    path.join(extensionUri().fsPath, 'media', 'prompts'),
    makeFiles().permit,
    rendering.parsePrompt,
  );
const storeOf = () =>
  new RecentStore(path.join(folder.path, 'recent'), {
    limits: () => ({ maxCount: 500, maxBytes: 1e9, flushEvery: 1 }),
    log: () => undefined,
    onDidChange: () => undefined,
    onFailed: (error) => errors.push(error),
    now: Date.now,
  });

/** Connects to a server that says `answers`, one after the other. */
async function script(...answers: readonly string[]): Promise<void> {
  const server = await serveOffline({
    answer: () => {
      throw new Error('Nothing is read.');
    },
    script: answers.map((text) => ({ text })),
    apiKey: '',
    version: '0.32.0',
    log: () => undefined,
  });
  closing.push(() => server.close());
  await configure('pagetrace', 'servers', [{ name: 'one', url: server.url }]);
}

beforeEach(() => {
  closing = [];
  shown = [];
  errors = [];
  library = makeLibrary();
  servers = makeServers({ busy: () => asker.asking });
  recent = storeOf();
  fitting = new FittingPages({
    context: { extensionUri: extensionUri(), globalStorageUri: vscode.Uri.file(folder.path) },
    library,
    servers,
    recognizer: { name: 'none', recognize: () => Promise.resolve([]), close: () => Promise.resolve() },
  });
  asker = new Asker({
    servers,
    library,
    images: new PageImages(library),
    recent,
    source: sourceDeps({
      cancel: (id) => {
        asker.cancel(id);
      },
      countViews: (id, change) => {
        asker.countViews(id, change);
      },
      stepping: (id) => asker.stepping(id),
    }),
    renderPrompt: rendering.renderPrompt,
    inspectors: { show: (each) => shown.push(each) },
    notices: {
      error: (error) => {
        errors.push(error as PageTraceError);
        return Promise.resolve();
      },
    },
    setApiKey: () => Promise.resolve(false),
  });
});
afterEach(async () => {
  asker.dispose();
  for (const source of shown) source.dispose();
  fitting.dispose();
  servers.dispose();
  await recent.dispose();
  await library.dispose();
  for (const close of closing) await close();
});

async function toAsk(): Promise<QuestionToAsk> {
  return {
    question: 'What was total revenue?',
    documents: [{ uri: fixture('annual-report.pdf'), pages: [] }],
    prompt: await prompts().read('vrag-rl'),
    samples: 1,
    sampling: DEFAULT_SAMPLING,
    model: null,
    pixels: null,
    reference: null,
    conversation: {
      protocol: 'vrag-rl',
      toolWords: null,
      searchIn: (...searched) => fitting.searchIn(...searched),
    },
  };
}

const state = () => shown[0]?.state();
const text = () => state()?.samples[0]?.text ?? '';

/** Waits for a stop that `is` accepts. */
const stopAt = (kind: StepShown['kind'], is: (step: StepShown) => boolean = () => true) =>
  until(`a stop before ${kind}`, () => {
    if (errors.length > 0) throw errors[0] ?? new Error();
    const step = state()?.step;
    return step?.phase === 'waiting' && step.kind === kind && is(step) ? step : null;
  });
const send = async (message: SourceMessage): Promise<void> => {
  await shown[0]?.receive(message);
};
const choose = ({ stop }: StepShown, choice: 'go-on' | 'run' | 'stop' = 'go-on') =>
  send({ type: 'step', stop, choice });

describe('asking step by step', () => {
  it('stops before each turn, and goes on with what the person made of a call and an observation', async () => {
    await script(SEARCH, CLOSER, ANSWER);
    const asking = asker.ask(await toAsk());
    await choose(await stopAt('ask'));
    const call = await stopAt('call');
    assert.equal(call.next, 'A page is searched for “operating margin”');
    assert.equal(text(), SEARCH, 'what the model wrote is shown before it is decided on');
    assert.equal(shown[0]?.holdsPanel, true);
    await send({
      type: 'editStep',
      stop: call.stop,
      text: SEARCH.replace('operating margin', 'net revenue'),
    });
    const edited = await stopAt('call', ({ stop }) => stop > call.stop);
    assert.equal(edited.next, 'A page is searched for “net revenue”');
    await choose(edited);
    const told = await stopAt('ask', ({ said }) => said?.by === 'tool');
    assert.equal(told.said?.text, '<image 1>');
    assert.equal(state()?.images.length, 1, 'the page that was found is shown');
    await send({ type: 'editStep', stop: told.stop, text: '<image 4>' });
    await until('the mistake is said', () => state()?.step?.problem);
    await send({ type: 'editStep', stop: told.stop, text: '<image 1> Look closer.' });
    await choose(await stopAt('ask', ({ stop }) => stop > told.stop), 'run');
    await asking;
    assert.deepEqual(errors, []);
    assert.match(
      text(),
      /<search>net revenue<\/search><\|im_end\|>\n<\|im_start\|>user\n.* Look closer\.<\|im_end\|>/,
    );
    assert.ok(text().endsWith(ANSWER));
    assert.equal(state()?.step, undefined);
    const [kept] = await recent.list();
    assert.equal(kept?.record.info.conversation?.ended, 'answered');
    assert.deepEqual(
      kept.record.info.conversation.turns.map(({ by, did, edited: isEdited }) => [did ?? by, isEdited]),
      [
        ['model', true],
        ['search', true],
        ['model', false],
        ['crop', false],
        ['model', false],
      ],
    );
    assert.equal((await recent.open(kept.record.id))?.text(0), text());
  });

  it('keeps what was said when it is stopped, canceled, or its view is closed', async () => {
    const endings: readonly (readonly [string, (step: StepShown) => unknown])[] = [
      ['stopped', (step) => choose(step, 'stop')],
      [
        'canceled',
        () => {
          shown[0]?.cancel();
        },
      ],
      ['closed', () => shown[0]?.dispose()],
    ];
    for (const [name, end] of endings) {
      await script(SEARCH);
      const asking = asker.ask(await toAsk());
      await choose(await stopAt('ask'));
      await end(await stopAt('call'));
      await asking;
      const [kept] = await recent.list();
      assert.equal(kept?.record.info.conversation?.ended, 'stopped', name);
      assert.equal(kept.record.info.conversation.turns.length, 1, name);
      assert.equal((await recent.open(kept.record.id))?.text(0), SEARCH, name);
      for (const source of shown.splice(0)) source.dispose();
    }
    assert.deepEqual(errors, []);
  });

  it('keeps what was said when the window is closed while it waits', async () => {
    await script(SEARCH);
    const asking = asker.ask(await toAsk());
    await choose(await stopAt('ask'));
    await stopAt('call');
    await recent.flush();
    // Another window, opened after this one was killed.
    const reopened = storeOf();
    const [kept] = await reopened.list();
    const asked = await reopened.open(kept?.record.id ?? '');
    assert.equal(asked?.text(0), SEARCH);
    assert.equal(asked.record.samples[0]?.state, 'cancelled');
    assert.equal(asked.record.info.conversation?.ended, 'cancelled');
    assert.equal(asked.record.info.conversation.turns.length, 1);
    await reopened.dispose();
    asker.dispose();
    await asking;
  });

  it('pauses a conversation that runs, and says what a server does that fails', async () => {
    await script(SEARCH);
    const asking = asker.ask(await toAsk());
    await choose(await stopAt('ask'), 'run');
    await send({ type: 'pauseSteps' });
    await choose(await stopAt('call'), 'run');
    await asking;
    assert.equal(errors.length, 1);
    assert.equal(state()?.samples[0]?.state, 'failed');
    assert.ok(text().startsWith(SEARCH));
    const [kept] = await recent.list();
    assert.equal(kept?.record.info.conversation?.ended, 'server-error');
  });
});

describe('the command that asks step by step', () => {
  let asked: QuestionToAsk[];
  let trusted: boolean;
  let commands: AskCommands;
  beforeEach(() => {
    asked = [];
    trusted = true;
    commands = new AskCommands({
      asker: {
        ask: (question) => {
          asked.push(question);
          return Promise.resolve();
        },
      },
      servers,
      permitFile: makeFiles().permit,
      prompts: prompts(),
      renderPrompt: rendering.renderPrompt,
      library,
      openDocuments: new DocumentCache({ open: (uri) => library.open(uri), version: fileVersion }),
      editors: { find: () => undefined },
      memory: memento(),
      trusted: () => trusted,
      switchServer: () => Promise.resolve(),
      findPages: (draft) => Promise.resolve(draft),
      searchIn: (...searched) => fitting.searchIn(...searched),
    });
  });

  /** Chooses a protocol, and types the question. */
  function answer(protocol: string, question: string): readonly string[] {
    const rows: string[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) =>
      Promise.resolve(items.find(({ label }) => label === protocol)),
    );
    const create = vscode.window.createQuickPick.bind(vscode.window);
    stub(vscode.window, 'createQuickPick', () => {
      const input = create();
      const accepted = new vscode.EventEmitter<void>();
      Object.defineProperty(input, 'onDidAccept', { value: accepted.event });
      Object.defineProperty(input, 'show', {
        value: () => {
          rows.push(
            input.title ?? '',
            ...input.items.map(({ label, detail }) => `${label}: ${detail ?? ''}`),
          );
          input.value = question;
          input.items = [];
          accepted.fire();
        },
      });
      return input;
    });
    return rows;
  }

  it('asks with the preset of the protocol, without a page if the model searches', async () => {
    await script();
    const rows = answer('vrag-rl-training', 'How much?');
    await commands.askStepByStep(fixture('annual-report.pdf'));
    const [question] = asked;
    assert.equal(question?.prompt.name, 'vrag-rl');
    assert.deepEqual(question.documents[0]?.pages, []);
    assert.equal(question.samples, 1);
    assert.equal(question.conversation?.protocol, 'vrag-rl-training');
    assert.match(rows[0] ?? '', /^annual-report\.pdf · one.* · vrag-rl · step by step: vrag-rl-training$/);
    assert.match(rows[1] ?? '', /^No page is sent with the question: The model searches \d+ pages\.$/);
  });

  it('offers the protocol of the prompt in use first, and asks nothing without one', async () => {
    await script();
    await configure('pagetrace', 'prompt', 'pixel-reasoner');
    const offered: string[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      offered.push(...items.map(({ label }) => label));
      return Promise.resolve(undefined);
    });
    await commands.askStepByStep(fixture('annual-report.pdf'));
    assert.equal(offered[0], 'pixel-reasoner');
    assert.equal(new Set(offered).size, offered.length);
    assert.deepEqual(asked, []);
  });

  it('asks for the boxes of the other tool, and asks nothing without them', async () => {
    await script();
    answer('vg-refiner', 'Where?');
    stub(vscode.window, 'showInputBox', () => Promise.resolve(undefined));
    await commands.askStepByStep(fixture('annual-report.pdf'));
    assert.equal(asked.length, 0);
    stub(vscode.window, 'showInputBox', () => Promise.resolve('[1] '));
    await commands.askStepByStep(fixture('annual-report.pdf'));
    assert.equal(asked[0]?.conversation?.toolWords, '[1]');
    assert.notDeepEqual(asked[0].documents[0]?.pages, []);
  });

  it('asks a recorded conversation again as one', async () => {
    await script(ANSWER);
    const asking = asker.ask(await toAsk());
    await choose(await stopAt('ask'), 'run');
    await asking;
    const recorded = shown[0]?.sample(0);
    assert.ok(recorded);
    answer('', 'What was total revenue?');
    await commands.askAgain(recorded.info, null, { samples: 1 });
    assert.equal(asked[0]?.conversation?.protocol, 'vrag-rl');
    assert.deepEqual(asked[0].documents[0]?.pages, []);
  });

  it('sends nothing in Restricted Mode, and asks for a server where there is no model', async () => {
    const reasonOf = async (): Promise<unknown> =>
      commands.askStepByStep(fixture('annual-report.pdf')).catch((error: unknown) => error);
    const offline = await reasonOf();
    assert.ok(isPageTraceError(offline));
    assert.match(offline.message, /^The offline reader cannot have a conversation/);
    await script();
    trusted = false;
    const restricted = await reasonOf();
    assert.ok(isPageTraceError(restricted));
    assert.equal(restricted.reason, 'untrusted');
    assert.deepEqual(asked, []);
    // The offline reader may also be chosen later.
    await configure('pagetrace', 'servers', []);
    await asker.ask(await toAsk());
    assert.match(errors[0]?.message ?? '', /^The offline reader cannot have a conversation/);
    assert.deepEqual(shown, []);
  });
});
