import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PageRecognizer } from '../../../src/grounding/model.ts';
import type { Draft } from '../../../src/host/asking/draft.ts';
import { describeDraft } from '../../../src/host/asking/draft.ts';
import { choosePages } from '../../../src/host/asking/draftChoices.ts';
import { FittingPages } from '../../../src/host/asking/fittingPages.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { extensionUri, fixture, useFolder, useStubs } from '../support/given.ts';
import { makeLibrary } from '../support/services.ts';

const folder = useFolder();
const stub = useStubs();

/** Reads nothing on every page. */
const recognizer: PageRecognizer = {
  name: 'none',
  recognize: () => Promise.resolve([]),
  close: () => Promise.resolve(),
};

let library: DocumentLibrary;
let fitting: FittingPages;
beforeEach(() => {
  library = makeLibrary();
  fitting = new FittingPages({
    context: { extensionUri: extensionUri(), globalStorageUri: vscode.Uri.file(folder.path) },
    library,
    recognizer,
  });
});
afterEach(async () => {
  fitting.dispose();
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
});
