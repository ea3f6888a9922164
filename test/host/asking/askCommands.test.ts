import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { questionIdentity } from '../../../src/host/asking/askedQuestionSource.ts';
import type { SourceIdentity } from '../../../src/protocol/sourceIdentity.ts';
import type { TrajectoryInfo } from '../../../src/core/records/model.ts';
import { AskCommands } from '../../../src/host/asking/askCommands.ts';
import type { QuestionToAsk } from '../../../src/host/asking/questionToAsk.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { fileVersion } from '../../../src/host/shared/files.ts';
import { DocumentCache } from '../../../src/host/document/documentCache.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import {
  extensionUri,
  fixture,
  memento,
  rendering,
  until,
  useFolder,
  useSettings,
  useStubs,
} from '../support/given.ts';
import { makeFiles, makeLibrary, makeServers } from '../support/services.ts';
import { emptyPages } from '../../support/emptyPages.ts';
import { startFakeVllm } from '../../support/fakeVllm.ts';

const configure = useSettings();
const folder = useFolder();
const stub = useStubs();

let library: DocumentLibrary;
let servers: Servers;
let commands: AskCommands;
let memory: vscode.Memento;
let asked: QuestionToAsk[];
let replaced: SourceIdentity[];
let trusted: boolean;
let titles: () => readonly string[];

const create = vscode.window.createQuickPick.bind(vscode.window);

/** Enters `question` in the next question input and accepts it once `ready` returns true for its title and rows;
 * where there is a row whose label matches `row`, that is chosen first. */
function answer(
  question: string | null,
  ready: (title: string) => boolean = () => true,
  row: RegExp | null = null,
): void {
  const seen: string[] = [];
  titles = () => seen;
  stub(vscode.window, 'createQuickPick', () => {
    const input = create();
    const accept: (() => unknown)[] = [];
    const onDidAccept = (listener: () => unknown): vscode.Disposable => {
      accept.push(listener);
      return new vscode.Disposable(() => undefined);
    };
    Object.defineProperty(input, 'onDidAccept', { value: onDidAccept });
    Object.defineProperty(input, 'show', {
      value: () => {
        void until('the title is there', () => {
          const rows = input.items.map(({ label, detail }) =>
            [label, ...(detail ? [detail] : [])].join(' · '),
          );
          seen.push([input.title ?? '', ...rows].join(' · '));
          return ready(seen.at(-1) ?? '');
        }).then(() => {
          const chosen = input.items.filter(({ label }) => row?.test(label));
          // Only the first input has such a row.
          if (chosen.length > 0) Object.defineProperty(input, 'selectedItems', { value: chosen });
          else if (question !== null) {
            input.value = question;
            input.items = [];
          }
          for (const listener of accept) listener();
        });
      },
    });
    return input;
  });
}

beforeEach(() => {
  trusted = true;
  asked = [];
  replaced = [];
  memory = memento();
  servers = makeServers();
  library = makeLibrary();
  commands = new AskCommands({
    asker: {
      ask: (toAsk, options) => {
        asked.push(toAsk);
        if (options?.replaces) replaced.push(options.replaces);
        return Promise.resolve();
      },
    },
    servers,
    permitFile: makeFiles().permit,
    prompts: new Prompts(
      path.join(extensionUri().fsPath, 'media', 'prompts'),
      makeFiles().permit,
      rendering.parsePrompt,
    ),
    renderPrompt: rendering.renderPrompt,
    library,
    openDocuments: new DocumentCache({ open: (uri) => library.open(uri), version: fileVersion }),
    editors: { find: () => undefined },
    memory,
    trusted: () => trusted,
    switchServer: () => Promise.resolve(),
    findPages: (draft) => Promise.resolve(draft),
  });
});
afterEach(async () => {
  servers.dispose();
  await library.dispose();
});

const info = (overrides: Partial<TrajectoryInfo>): TrajectoryInfo => ({
  question: 'How much was it?',
  documents: [{ path: folder.file('a.pdf').fsPath, sha256: null }],
  images: [{ image: 1, document: 0, page: 3 }],
  reference: '42',
  verdict: 'right',
  toolResults: null,
  retrieval: null,
  responseLength: null,
  dialect: null,
  reward: null,
  prompt: 'think-answer',
  model: 'm',
  sampling: { temperature: 0.7 },
  pixels: { minPixels: 100_352, maxPixels: 200_704 },
  ...overrides,
});

describe('the command that asks', () => {
  it('takes pages, prompt, samples and sampling from the settings, and remembers the question', async () => {
    await configure('pagetrace', 'samples', 3);
    await configure('pagetrace', 'sampling.temperature', 0.9);
    answer('What was total revenue?');
    await commands.ask(fixture('annual-report.pdf'));
    const [toAsk] = asked;
    assert.equal(toAsk?.question, 'What was total revenue?');
    assert.deepEqual(toAsk.documents[0]?.pages, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    assert.equal(toAsk.samples, 3);
    assert.equal(toAsk.sampling.temperature, 0.9, 'what the person has set, over the preset');
    assert.equal(toAsk.sampling.max_tokens, 2048, 'what the preset says');
    assert.equal(toAsk.prompt.name, 'lang2act');
    assert.deepEqual(memory.get('pagetrace.questions'), ['What was total revenue?']);
  });

  it('prefers the sampling of the person’s own prompt file to that of the settings', async () => {
    const file = folder.file('own.prompt.jinja').fsPath;
    await fs.writeFile(file, '---\nsampling: { temperature: 0.3 }\n---\n{{ content }}\n');
    await configure('pagetrace', 'prompt', file);
    await configure('pagetrace', 'sampling.temperature', 0.9);
    await configure('pagetrace', 'sampling.maxTokens', 512);
    answer('Why?');
    await commands.ask(fixture('annual-report.pdf'));
    assert.equal(asked[0]?.sampling.temperature, 0.3);
    assert.equal(asked[0].sampling.max_tokens, 512);
  });

  it('shows tokens, room and the height of the text, with a budget when the text is too small', async () => {
    await configure('pagetrace', 'servers', [
      { name: 'gpu', url: 'http://127.0.0.1:9', model: 'qwen2.5-vl' },
    ]);
    answer('Why?', (title) => /text [\d.]+ px high|text height unknown/.test(title));
    await commands.ask(fixture('annual-report.pdf'));
    const title = titles().at(-1) ?? '';
    assert.match(title, /^annual-report\.pdf, all 10 pages · gpu, qwen2\.5-vl · lang2act · /);
    assert.match(title, /px high: hard to read, 12 px at [\d,]+ pixels/);
  });

  it('asks a server that is not connected yet for its model, and shows the room at its length', async () => {
    const fake = await startFakeVllm();
    try {
      await configure('pagetrace', 'servers', [{ name: 'gpu', url: fake.url }]);
      answer('Why?', (title) => title.includes("left of the model's 8,192"));
      await commands.ask(fixture('annual-report.pdf'));
      const title = titles().at(-1) ?? '';
      assert.match(title, /^annual-report\.pdf, all 10 pages · gpu, qwen2\.5-vl · lang2act · /);
      assert.match(title, /10 page images, [\d,]+ tokens · about [\d,]+ tokens left of the model's 8,192/);
      assert.ok(!fake.requests.some(({ path: route }) => route.endsWith('/chat/completions')));
    } finally {
      await fake.close();
    }
  });

  it('says which pages of a long document will be sent, and sends all of them if the person wants', async () => {
    await fs.writeFile(folder.file('long.pdf').fsPath, await emptyPages(12));
    answer('Why?', (title) => title.includes('text height unknown'));
    await commands.ask(folder.file('long.pdf'));
    assert.match(titles().at(-1) ?? '', /Asks about pages 1-10 of 12 · 10 page images/);
    assert.equal(asked[0]?.documents[0]?.isNarrowed, true);
    answer('Why?', (title) => title.includes('text height unknown'), /^Asks about/);
    await commands.ask(folder.file('long.pdf'));
    assert.match(titles().at(-1) ?? '', /^long\.pdf, all 12 pages · .* 12 page images/);
    assert.equal(asked[1]?.documents[0]?.pages.length, 12);
    assert.equal(asked[1].documents[0].isNarrowed, false);
  });

  it('ignores a second argument from a menu that is not a selection of files', async () => {
    answer('Why?');
    await commands.ask(fixture('annual-report.pdf'), { groupId: 0, editorIndex: 0 } as never);
    assert.equal(asked.length, 1);
  });

  it('refuses to ask in Restricted Mode', async () => {
    trusted = false;
    await assert.rejects(commands.ask(fixture('annual-report.pdf')), { reason: 'untrusted' });
  });
});

describe('the command that asks again', () => {
  beforeEach(() => fs.copyFile(fixture('annual-report.pdf').fsPath, folder.file('a.pdf').fsPath));

  it('sends the same question about the same pages with the same samples, sampling and budget', async () => {
    await configure('pagetrace', 'samples', 2);
    await configure('pagetrace', 'sampling.temperature', 0.2);
    answer(null);
    await commands.askAgain(info({}), null, { samples: 5, replaces: questionIdentity('failed') });
    const [toAsk] = asked;
    assert.equal(toAsk?.question, 'How much was it?');
    assert.deepEqual(toAsk.documents[0]?.pages, [3]);
    assert.equal(toAsk.sampling.temperature, 0.7);
    assert.deepEqual(toAsk.pixels, { minPixels: 100_352, maxPixels: 200_704 });
    assert.equal(toAsk.reference, '42');
    assert.equal(toAsk.prompt.name, 'think-answer');
    assert.equal(toAsk.samples, 5);
    assert.deepEqual(replaced, [questionIdentity('failed')]);
  });

  it('warns that the document has changed, and only then', async () => {
    const said: string[] = [];
    stub(vscode.window, 'showWarningMessage', (message: string) => {
      said.push(message);
      return Promise.resolve(undefined);
    });
    answer(null);
    const sha256 = await library.with(folder.file('a.pdf'), (document) => document.hash());
    const documents = [{ path: folder.file('a.pdf').fsPath, sha256 }];
    await commands.askAgain(info({ documents }), null, { samples: 1 });
    assert.deepEqual(said, []);
    await fs.copyFile(fixture('second-report.pdf').fsPath, folder.file('a.pdf').fsPath);
    await commands.askAgain(info({ documents, images: [{ image: 1, document: 0, page: 1 }] }), null, {
      samples: 1,
    });
    assert.equal(said.length, 1);
    assert.match(String(said), /^a\.pdf has changed since/);
    assert.equal(asked.length, 2);
  });

  it('says when a page no longer exists, or when no document is named', async () => {
    const images = [{ image: 1, document: 0, page: 30 }];
    await assert.rejects(commands.askAgain(info({ images }), null, { samples: 1 }), {
      reason: 'page-out-of-range',
    });
    await assert.rejects(commands.askAgain(info({ documents: [] }), null, { samples: 1 }), {
      reason: 'bad-input',
    });
  });
});
