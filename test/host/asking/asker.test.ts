import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { PageTraceError } from '../../../src/core/errors.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { Asker } from '../../../src/host/asking/asker.ts';
import type { QuestionToAsk } from '../../../src/host/asking/questionToAsk.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import type { Offer } from '../../../src/host/shared/notices.ts';
import { PageImages } from '../../../src/host/document/pageImages.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import { RecentStore } from '../../../src/asking/recentStore.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
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
} from '../support/given.ts';
import { makeFiles, makeLibrary, makeServers } from '../support/services.ts';

const configure = useSettings();
const folder = useFolder();
const stub = useStubs();

let fake: FakeVllm;
let servers: Servers;
let library: DocumentLibrary;
let recent: RecentStore;
let images: PageImages;
let asker: Asker;
let shown: InspectorSource[];
let errors: { readonly error: PageTraceError; readonly offers: readonly Offer[] }[];
let keyAsked: number;

const ANSWER = '<think>Image 1 shows it in the table.</think>\n<answer>518.9</answer>';

beforeEach(async () => {
  fake = await startFakeVllm({ trajectories: [ANSWER] });
  await configure('pagetrace', 'servers', [{ name: 'one', url: fake.url }]);
  const log = (): void => undefined;
  servers = makeServers({ busy: () => asker.asking });
  library = makeLibrary();
  images = new PageImages(library);
  recent = new RecentStore(path.join(folder.path, 'recent'), {
    limits: () => ({ maxCount: 500, maxBytes: 1e9, flushEvery: 1 }),
    log,
    onDidChange: () => undefined,
    onFailed: (error) => errors.push({ error, offers: [] }),
    now: Date.now,
  });
  shown = [];
  errors = [];
  keyAsked = 0;
  const source = sourceDeps({
    renderPage: (uri, sha256, page, pixels) => images.get(uri, sha256, page, pixels),
    cancel: (id) => {
      asker.cancel(id);
    },
    countViews: (id, change) => {
      asker.countViews(id, change);
    },
  });
  asker = new Asker({
    servers,
    library,
    images,
    recent,
    source,
    renderPrompt: rendering.renderPrompt,
    searchIn: noSearch,
    inspectors: { show: (each) => shown.push(each) },
    notices: {
      error: (error, ...offers) => {
        errors.push({ error: error as PageTraceError, offers });
        return Promise.resolve();
      },
    },
    setApiKey: () => {
      keyAsked++;
      return Promise.resolve(false);
    },
  });
});
afterEach(async () => {
  asker.dispose();
  for (const source of shown) source.dispose();
  servers.dispose();
  await recent.dispose();
  await library.dispose();
  await fake.close();
});

async function toAsk(overrides: Partial<QuestionToAsk> = {}): Promise<QuestionToAsk> {
  const prompts = new Prompts(
    path.join(extensionUri().fsPath, 'media', 'prompts'),
    makeFiles().permit,
    rendering.parsePrompt,
  );
  return {
    question: 'What was total revenue?',
    documents: [{ uri: fixture('annual-report.pdf'), pages: [4] }],
    prompt: await prompts.read('think-answer'),
    samples: 1,
    sampling: DEFAULT_SAMPLING,
    model: null,
    pixels: null,
    reference: null,
    ...overrides,
  };
}
const chats = () => fake.requests.filter((request) => request.path.endsWith('/chat/completions'));
const sample = () => shown[0]?.state().samples[0];

/** The bytes of the images in a request, as base64. */
function imagesOf(body: unknown): string[] {
  return [...JSON.stringify(body).matchAll(/data:image\/jpeg;base64,([^"]+)/g)].map(
    ([, base64]) => base64 ?? '',
  );
}

describe('the asker of questions', () => {
  it('sends a question with its pages, follows the answer, and shows and keeps it', async () => {
    await asker.ask(
      await toAsk({
        documents: [
          { uri: fixture('annual-report.pdf'), pages: [4, 2] },
          { uri: fixture('second-report.pdf'), pages: [1] },
        ],
      }),
    );
    assert.deepEqual(errors, []);
    assert.equal(sample()?.text, ANSWER);
    assert.equal(sample()?.state, 'done');
    const state = shown[0]?.state();
    assert.deepEqual(
      state?.images.map(({ image, document, page }) => [image, document, page]),
      [
        [1, 'annual-report.pdf', 4],
        [2, 'annual-report.pdf', 2],
        [3, 'second-report.pdf', 1],
      ],
    );
    assert.ok(state.images.every(({ tokens }) => (tokens ?? 0) > 0));
    const sent = imagesOf(chats()[0]?.body);
    assert.equal(sent.length, 3);
    for (const [index, base64] of sent.entries())
      assert.equal((await shown[0]?.image(index + 1))?.src, `data:image/jpeg;base64,${base64}`);
    const [kept] = await recent.list();
    assert.equal(kept?.record.info.question, 'What was total revenue?');
    assert.ok(!asker.asking);
  });

  for (const reasoning of ['template', 'reasoning', 'reasoning_content'] as const) {
    it(`shows and keeps the whole thought when the server sends it as ${reasoning}`, async () => {
      fake.set({ reasoning });
      await asker.ask(await toAsk());
      assert.deepEqual(errors, []);
      assert.equal(sample()?.text, ANSWER);
      const [kept] = await recent.list();
      assert.equal(kept && (await recent.open(kept.record.id))?.text(0), ANSWER);
    });
  }

  it('continues a response in two samples, and keeps where the branch came from', async () => {
    const kept = ANSWER.slice(0, 20);
    const branch = { id: 'earlier', sample: 1, continued: kept };
    await asker.ask(await toAsk({ samples: 2, branch }));
    assert.deepEqual(errors, []);
    assert.deepEqual(chats()[0]?.body?.['continue_final_message'], true);
    const state = shown[0]?.state();
    assert.deepEqual(
      state?.samples.map(({ text }) => text),
      [ANSWER, ANSWER],
    );
    assert.deepEqual(state.notices, [
      'The first 20 characters were kept from an earlier response, and the model went on from there.',
    ]);
    const [entry] = await recent.list();
    assert.deepEqual(entry?.record.parent, { id: 'earlier', sample: 1, end: 20 });
    assert.equal((await recent.open(entry.record.id))?.text(1), ANSWER);
  });

  it('keeps what had come of a continuation that broke off, which cannot be retried from the beginning', async () => {
    fake.set({ cutAt: 2, chunkSize: 4 });
    await asker.ask(await toAsk({ branch: { id: null, sample: 0, continued: ANSWER.slice(0, 20) } }));
    assert.equal(sample()?.text, ANSWER.slice(0, 28));
    assert.equal(sample()?.state, 'failed');
    assert.equal(shown[0]?.state().failure?.canRetry, false);
    const [again] = errors[0]?.offers ?? [];
    fake.set({ cutAt: null });
    await again?.run();
    assert.equal(chats()[1]?.body?.['continue_final_message'], true);
  });

  it('sends nothing when the server would not continue a response, and says why', async () => {
    fake.set({ continues: 'ignores' });
    await asker.ask(await toAsk({ branch: { id: null, sample: 0, continued: ANSWER.slice(0, 20) } }));
    assert.equal(errors[0]?.error.message, 'The server does not continue a response, but begins a new one.');
    assert.deepEqual(chats(), []);
    assert.deepEqual(shown, []);
    assert.deepEqual(await recent.list(), []);
  });

  it('keeps the text that arrived when a question is canceled, and shows no error', async () => {
    fake.set({ beforeChunk: (chunk) => (chunk < 3 ? Promise.resolve() : new Promise(() => undefined)) });
    const asking = asker.ask(await toAsk());
    await until('some text is there', () => (sample()?.text.length ?? 0) >= 12);
    assert.ok(asker.asking);
    asker.cancel();
    await asking;
    assert.deepEqual(errors, []);
    assert.equal(sample()?.state, 'cancelled');
    assert.equal(sample()?.text, ANSWER.slice(0, 12));
    assert.equal(await chats()[0]?.left, true);
    const reopened = new RecentStore(path.join(folder.path, 'recent'), {
      limits: () => ({ maxCount: 500, maxBytes: 1e9, flushEvery: 1 }),
      log: () => undefined,
      onDidChange: () => undefined,
      onFailed: (error) => assert.fail(error),
      now: Date.now,
    });
    const [kept] = await reopened.list();
    const reopenedQuestion = await reopened.open(kept?.record.id ?? '');
    assert.equal(reopenedQuestion?.text(0), ANSWER.slice(0, 12));
    assert.equal(reopenedQuestion.record.samples[0]?.state, 'cancelled');
  });

  it('answers a question that cannot be saved, and says so in one sentence', async () => {
    await fs.writeFile(path.join(folder.path, 'recent'), 'a file where the folder should be');
    await asker.ask(await toAsk());
    assert.equal(sample()?.text, ANSWER);
    assert.equal(sample()?.state, 'done');
    assert.deepEqual(
      errors.map(({ error }) => error.message),
      ['The trajectory “What was total revenue?” could not be saved in Recent Trajectories.'],
    );
  });

  it('shows why a question could not be sent after its inspector was opened', async () => {
    stub(RecentStore.prototype, 'keep', () =>
      Promise.reject(new PageTraceError('file-unwritable', 'There is no room.')),
    );
    await asker.ask(await toAsk());
    assert.equal(sample()?.state, 'failed');
    assert.equal(shown[0]?.state().failure?.message, errors[0]?.error.message);
    assert.equal(errors.length, 1);
    assert.deepEqual(chats(), []);
  });

  it('shows the progress in the window until a view shows the question, and again when the view is closed', async () => {
    const messages: string[] = [];
    let shows = 0;
    stub(
      vscode.window,
      'withProgress',
      async (
        _options: vscode.ProgressOptions,
        task: (
          progress: vscode.Progress<{ message?: string }>,
          token: vscode.CancellationToken,
        ) => Promise<unknown>,
      ) => {
        shows++;
        const report = ({ message }: { message?: string }) => messages.push(message ?? '');
        await task({ report }, new vscode.CancellationTokenSource().token);
        shows--;
      },
    );
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    fake.set({ beforeChunk: (chunk) => (chunk < 3 ? Promise.resolve() : opened) });
    const asking = asker.ask(await toAsk());
    assert.equal(shows, 1);
    await until('some text is there', () => (sample()?.text.length ?? 0) >= 12);
    assert.equal(shows, 0);
    assert.ok(messages.includes('Connecting to one'));
    assert.ok(messages.some((message) => message.startsWith('Rendering page 4')));
    const count = messages.length;
    shown[0]?.dispose();
    assert.equal(shows, 1);
    open();
    await asking;
    await until('the progress is over', () => shows === 0);
    assert.ok(messages.slice(count).some((message) => /tokens? so far\.$/.test(message)));
  });

  it('cancels a question before it is sent', async () => {
    stub(
      vscode.window,
      'withProgress',
      (
        _options: vscode.ProgressOptions,
        task: (progress: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken) => unknown,
      ) => {
        const report = ({ message }: { message?: string }): void => {
          if (message?.startsWith('Rendering page 2')) asker.cancel();
        };
        return task({ report }, new vscode.CancellationTokenSource().token);
      },
    );
    await asker.ask(await toAsk({ documents: [{ uri: fixture('annual-report.pdf'), pages: [1, 2, 3] }] }));
    assert.deepEqual(
      errors.map(({ error }) => error.reason),
      ['cancelled'],
    );
    assert.equal(chats().length, 0);
    assert.equal(shown.length, 0);
    assert.ok(!asker.asking);
  });

  it('keeps the text that arrived when the connection is cut, says so, and offers a retry', async () => {
    fake.set({ cutAt: 4 });
    await asker.ask(await toAsk());
    assert.equal(sample()?.state, 'failed');
    assert.equal(sample()?.text, ANSWER.slice(0, 16));
    assert.equal(chats().length, 1, 'nothing is repeated silently');
    const [failed] = errors;
    assert.ok(failed);
    assert.ok(shown[0]?.state().failure?.canRetry);
    const again = failed.offers.find(({ title }) => title === 'Try Again');
    fake.set({ cutAt: null });
    await again?.run();
    assert.equal(chats().length, 2);
    assert.equal(shown[1]?.state().samples[0]?.text, ANSWER);
    assert.equal((await recent.list()).length, 2);
  });

  it('offers to set the API key when the server refuses the request', async () => {
    fake.set({ apiKey: 'secret' });
    await asker.ask(await toAsk());
    const [failed] = errors;
    assert.equal(failed?.error.reason, 'server-unauthorized');
    await failed.offers.find(({ title }) => title === 'Set API Key')?.run();
    assert.equal(keyAsked, 1);
  });

  it('sends no question with more pages than the server accepts unless the person agrees', async () => {
    const asked: string[] = [];
    stub(vscode.window, 'showWarningMessage', (_message: string, options: vscode.MessageOptions) => {
      asked.push(options.detail ?? '');
      return Promise.resolve(undefined);
    });
    fake.set({ maxImages: 2 });
    await asker.ask(await toAsk({ documents: [{ uri: fixture('annual-report.pdf'), pages: [1, 2, 3] }] }));
    assert.match(asked.join(' '), /at most 2 images/);
    assert.equal(chats().length, 0);
  });

  it('sends a question with more pages than the server accepts when the person agrees, and shows the error of the server', async () => {
    stub(vscode.window, 'showWarningMessage', () => Promise.resolve('Send Anyway'));
    fake.set({ maxImages: 2 });
    await asker.ask(await toAsk({ documents: [{ uri: fixture('annual-report.pdf'), pages: [1, 2, 3] }] }));
    assert.equal(chats().length, 1);
    assert.match(
      errors[0]?.error.message ?? '',
      /^The server accepts at most 2 images per request; this one has 3\./,
    );
  });

  it('keeps the samples of a question apart', async () => {
    fake.set({ trajectories: ['<answer>a</answer>', '<answer>b</answer>', '<answer>c</answer>'] });
    await asker.ask(await toAsk({ samples: 3 }));
    assert.deepEqual(
      shown[0]?.state().samples.map(({ text }) => text),
      ['<answer>a</answer>', '<answer>b</answer>', '<answer>c</answer>'],
    );
  });
});
