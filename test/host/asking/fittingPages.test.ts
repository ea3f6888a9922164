import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isPageTraceError, PageTraceError } from '../../../src/core/errors.ts';
import type { PageRecognizer } from '../../../src/grounding/model.ts';
import type { Draft } from '../../../src/host/asking/draft.ts';
import { describeDraft } from '../../../src/host/asking/draft.ts';
import { choosePages } from '../../../src/host/asking/draftChoices.ts';
import { FittingPages } from '../../../src/host/asking/fittingPages.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import { extensionUri, fixture, useFolder, useSettings, useStubs } from '../support/given.ts';
import { PoolingServer } from '../../support/poolingServer.ts';
import { makeLibrary, makeServers } from '../support/services.ts';

const folder = useFolder();
const stub = useStubs();
const set = useSettings();

/** Reads nothing on every page. */
const recognizer: PageRecognizer = {
  name: 'none',
  recognize: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};

let library: DocumentLibrary;
let fitting: FittingPages;
let servers: Servers;
let isTrusted: boolean;
let hasAgreed: boolean;
beforeEach(() => {
  isTrusted = true;
  hasAgreed = true;
  library = makeLibrary();
  servers = makeServers({ trusted: () => isTrusted });
  fitting = new FittingPages({
    context: { extensionUri: extensionUri(), globalStorageUri: vscode.Uri.file(folder.path) },
    library,
    recognizer,
    servers: {
      inference: servers.inference,
      requireTrust: () => {
        servers.requireTrust();
      },
      // Asks as for a server on another machine.
      agreeToSend: () =>
        hasAgreed ? Promise.resolve() : Promise.reject(new PageTraceError('cancelled', 'Nothing was sent.')),
    },
  });
});
afterEach(async () => {
  fitting.dispose();
  servers.dispose();
  await library.dispose();
});

async function draftOf(question: string, ...names: readonly string[]): Promise<Draft> {
  const documents = await Promise.all(
    names.map(async (name) => {
      const uri = fixture(name);
      const pageCount = await library.with(uri, (document) => Promise.resolve(document.pageCount));
      return { uri, name, pageCount, selected: [], current: 1, pages: [1] };
    }),
  );
  const common = { promptName: 'lang2act', samples: 1, sampling: {}, model: null, pixels: null };
  return { question, documents, ...common };
}

/** Runs `use` with a server of vectors in the settings, for which the page with the longest file fits best. */
async function withServer(use: (server: PoolingServer) => Promise<void>): Promise<void> {
  const server = new PoolingServer();
  server.vectors = (input) => [typeof input === 'string' ? [1, 0] : [input.length / 1e6, 1]];
  const url = await server.start();
  server.respond('/v1/models', { object: 'list', data: [{ id: 'col', object: 'model', owned_by: 'vllm' }] });
  await set('pagetrace', 'servers', [
    { name: 'answers', url: 'http://127.0.0.1:1' },
    { name: 'vectors', url },
  ]);
  await set('pagetrace', 'retrieval.server', 'vectors');
  await set('pagetrace', 'retrieval.retriever', 'embeddings');
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

/** The pages of a document, that with the longest image first. */
async function pagesByLength(name: string): Promise<readonly number[]> {
  const budget = { minPixels: 200_704, maxPixels: 602_112 };
  const lengths = await library.with(fixture(name), async (document) => {
    const found: (readonly [page: number, length: number])[] = [];
    for (let page = 1; page <= document.pageCount; page += 1)
      found.push([page, (await document.render(page, { budget, format: 'jpeg' })).bytes.length]);
    return found;
  });
  return lengths.sort(([, one], [, other]) => other - one).map(([page]) => page);
}

describe('the pages that fit a question', () => {
  it('are found over all documents of a draft, with the reasons', async () => {
    const draft = await draftOf(' net revenue ', 'annual-report.pdf', 'ferries.pdf');
    const found = await fitting.find(draft);
    assert.equal(found.fitting?.question, 'net revenue');
    assert.equal(found.fitting.choice.pages[0]?.reason.kind, 'bm25');
    assert.equal(found.documents[0]?.pages.length, 3);
    assert.deepEqual(found.documents[1]?.pages, []);
    assert.match(describeDraft(found, 'gpu'), /^annual-report\.pdf, pages .*; ferries\.pdf, no page · gpu/u);
    assert.deepEqual(await fitting.find(draft), found);
  });

  it('are the first ones if none fits, which is said', async () => {
    const warned: string[] = [];
    stub(vscode.window, 'showWarningMessage', (message: string) => {
      warned.push(message);
      return Promise.resolve(undefined);
    });
    const found = await fitting.find(await draftOf('xyzzy', 'ferries.pdf'));
    assert.deepEqual(found.documents[0]?.pages, [1, 2, 3]);
    assert.deepEqual(warned, ['No page has a word of the question. The first pages are chosen.']);
  });

  it('are offered where pages are chosen, once there is a question', async () => {
    const offered: vscode.QuickPickItem[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      offered.push(...items.slice(0, 1));
      return Promise.resolve(items[0]);
    });
    const marked = await draftOf('marked', 'ferries.pdf');
    const find = (): Promise<Draft> => Promise.resolve(marked);
    assert.equal(await choosePages(await draftOf('why?', 'ferries.pdf'), find), marked);
    assert.equal(await choosePages(await draftOf('why?', 'ferries.pdf', 'data-sheet.pdf'), find), marked);
    const empty = await draftOf('', 'ferries.pdf');
    assert.equal(await choosePages(empty, find), empty);
    assert.deepEqual(
      offered.map(({ label, description }) => [label, description]),
      [
        ['Pages that fit the question', 'the three best'],
        ['Pages that fit the question', 'the three best of all documents'],
        ['Pages that fit the question', 'type the question first'],
      ],
    );
  });

  it('are no longer those that fit when the person chooses others', async () => {
    const found = await fitting.find(await draftOf('ferries', 'ferries.pdf'));
    assert.ok(found.fitting);
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) =>
      Promise.resolve(items.find(({ label }) => label === 'All pages')),
    );
    const chosen = await choosePages(found, () => assert.fail('nothing is found'));
    assert.equal(chosen.fitting, undefined);
  });

  it('are found by embeddings with no more than the settings say', async () => {
    await withServer(async (server) => {
      const found = await fitting.find(await draftOf('ferries', 'ferries.pdf'));
      assert.equal(found.fitting?.choice.retriever, 'embeddings');
      assert.deepEqual(
        found.fitting.choice.pages.map(({ page }) => page),
        await pagesByLength('ferries.pdf'),
      );
      assert.deepEqual(new Set(server.bodies.map(({ model }) => model)), new Set(['col']));
      const pages = server.bodies.length - 1;
      // The index has the pages from then on.
      assert.deepEqual(await fitting.find(await draftOf('ferries', 'ferries.pdf')), found);
      assert.equal(server.bodies.length, pages + 2);
    });
  });

  it('are found by words and embeddings', async () => {
    await withServer(async () => {
      await set('pagetrace', 'retrieval.retriever', 'hybrid');
      const { fitting: fits } = await fitting.find(await draftOf('ferries', 'ferries.pdf'));
      assert.equal(fits?.choice.retriever, 'hybrid');
      const [first] = fits.choice.pages;
      assert.equal(first?.reason.kind === 'hybrid' && first.reason.embeddings !== null, true);
    });
  });

  it('are not found by embeddings in Restricted Mode, or if the person does not agree to send pages', async () => {
    await withServer(async (server) => {
      const draft = await draftOf('ferries', 'ferries.pdf');
      isTrusted = false;
      await assert.rejects(fitting.find(draft), { reason: 'untrusted' });
      isTrusted = true;
      hasAgreed = false;
      assert.equal(await fitting.find(draft), draft);
      assert.deepEqual(server.bodies, []);
    });
  });

  it('are not found by embeddings without a server that makes them, which is said', async () => {
    const draft = await draftOf('ferries', 'ferries.pdf');
    await set('pagetrace', 'retrieval.retriever', 'embeddings');
    await assert.rejects(fitting.find(draft), {
      message: 'No server is chosen that finds pages by embeddings.',
    });
    await set('pagetrace', 'retrieval.server', 'gone');
    await assert.rejects(fitting.find(draft), {
      message: 'pagetrace.servers has no server called “gone”, which finds pages by embeddings.',
    });
    await withServer(async (server) => {
      server.fault = () => ({ status: 404, body: '{"detail":"Not Found"}' });
      await assert.rejects(fitting.find(draft), {
        reason: 'server-refused',
        message: /^Server “vectors”: 127\.0\.0\.1:\d+ does not turn pages into vectors\.$/u,
      });
      const reported: unknown[] = [];
      const kept = await fitting.tryFind(draft, (error) => reported.push(error));
      assert.equal(kept, draft, 'the question can be asked in another way');
      assert.deepEqual(
        reported.map((error) => isPageTraceError(error) && error.reason),
        ['server-refused'],
      );
    });
    await set('pagetrace', 'servers', [{ name: 'vectors', url: 'http://127.0.0.1:1' }]);
    await assert.rejects(fitting.find(draft), {
      reason: 'server-unreachable',
      message: 'Server “vectors”: Nothing listens at http://127.0.0.1:1.',
    });
  });

  it('say where they are offered that pages are sent to find them', async () => {
    const offered: vscode.QuickPickItem[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      offered.push(...items.slice(0, 1));
      return Promise.resolve(undefined);
    });
    await withServer(async () => {
      await choosePages(await draftOf('why?', 'ferries.pdf'), () => assert.fail('nothing is found'));
    });
    assert.match(
      offered[0]?.detail ?? '',
      /^Sends all pages to “vectors” \(http:\/\/127\.0\.0\.1:\d+\) once, to find them by embeddings\.$/u,
    );
  });
});
