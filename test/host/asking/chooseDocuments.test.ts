import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chooseDocuments } from '../../../src/host/asking/chooseDocuments.ts';
import { fixture, useFolder, useStubs } from '../support/given.ts';

const folder = useFolder();
const stub = useStubs();
const report = fixture('annual-report.pdf');
const second = fixture('second-report.pdf');

const open = (uri: vscode.Uri, viewColumn = vscode.ViewColumn.One) =>
  vscode.commands.executeCommand('vscode.openWith', uri, 'pagetrace.document', {
    viewColumn,
    preview: false,
  });
const text = async (viewColumn: vscode.ViewColumn) => {
  const uri = folder.file('a.txt');
  await vscode.workspace.fs.writeFile(uri, Buffer.from('text'));
  await vscode.window.showTextDocument(uri, { viewColumn, preview: false });
};
const names = (uris: readonly vscode.Uri[] | null) => uris?.map(String) ?? null;

beforeEach(() => {
  stub(vscode.window, 'showOpenDialog', () => assert.fail('no dialog is needed'));
  stub(vscode.window, 'showQuickPick', () => assert.fail('no list is needed'));
});
afterEach(async () => {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

describe('the documents of a question', () => {
  it('takes the documents selected in the explorer, and those in selected folders', async () => {
    const pages = vscode.Uri.file(folder.path);
    assert.deepEqual(
      names(await chooseDocuments(report, [report, second, pages])),
      names([report, second, pages]),
    );
    assert.deepEqual(names(await chooseDocuments(report, undefined)), names([report]));
    const other = folder.file('a.docx');
    assert.deepEqual(names(await chooseDocuments(report, [other, report])), names([report]));
    await assert.rejects(chooseDocuments(other, [other]), { reason: 'document-unsupported' });
  });

  it('takes the document in the active tab, also in the editor of another extension', async () => {
    await open(second);
    await vscode.commands.executeCommand('vscode.openWith', report, 'default', { preview: false });
    assert.deepEqual(names(await chooseDocuments(undefined, undefined)), names([report]));
  });

  it('takes the only document visible beside the active editor', async () => {
    await open(report);
    await text(vscode.ViewColumn.Two);
    assert.deepEqual(names(await chooseDocuments(undefined, undefined)), names([report]));
  });

  it('asks which open document is meant when there are several', async () => {
    await open(report, vscode.ViewColumn.One);
    await open(second, vscode.ViewColumn.Two);
    await text(vscode.ViewColumn.Three);
    let offered: readonly string[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      offered = items.map(({ label }) => label);
      return Promise.resolve(items.slice(0, 2));
    });
    assert.deepEqual(names(await chooseDocuments(undefined, undefined)), names([report, second]));
    assert.deepEqual(offered, ['annual-report.pdf', 'second-report.pdf', 'Browse…']);
    stub(vscode.window, 'showQuickPick', () => Promise.resolve(undefined));
    assert.equal(await chooseDocuments(undefined, undefined), null);
  });

  it('opens a file dialog when no document is open', async () => {
    stub(vscode.window, 'showOpenDialog', () => Promise.resolve([second]));
    assert.deepEqual(names(await chooseDocuments(undefined, undefined)), names([second]));
    stub(vscode.window, 'showOpenDialog', () => Promise.resolve(undefined));
    assert.equal(await chooseDocuments(undefined, undefined), null);
  });
});
