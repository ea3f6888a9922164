import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { until, useFolder } from '../support/given.ts';

const folder = useFolder();

const line = (id: string, more: string): string =>
  `{"id": "${id}", "question": "Q?", "document": "report.pdf", "reference": "x"${more}}\n`;

const problems = (document: vscode.TextDocument): readonly string[] =>
  vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'PageTrace')
    .map(({ range, code }) =>
      [range.start.line + 1, typeof code === 'object' ? code.value : code, document.getText(range)].join(' '),
    );

describe('data sets in the editor', () => {
  before(() => vscode.extensions.getExtension('pagetrace.pagetrace')?.activate());

  it('are checked as they are typed, with the pages of their documents', async () => {
    const extension = vscode.extensions.getExtension('pagetrace.pagetrace');
    assert.ok(extension);
    const pdf = await readFile(
      vscode.Uri.joinPath(extension.extensionUri, 'media/sample/annual-report.pdf').fsPath,
    );
    await vscode.workspace.fs.writeFile(folder.file('report.pdf'), pdf);
    const uri = folder.file('q.dataset.jsonl');
    const text = line('a', ', "pages": [2, 11]') + line('a', '');
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    const document = await vscode.workspace.openTextDocument(uri);
    const expected = ['1 page-out-of-range 11', '2 duplicate-id "a"'];
    await until('the problems', () => problems(document).length === expected.length);
    assert.deepEqual(problems(document), expected);

    const edit = new vscode.WorkspaceEdit();
    const at = text.indexOf('11');
    edit.replace(uri, new vscode.Range(document.positionAt(at), document.positionAt(at + 2)), '10');
    await vscode.workspace.applyEdit(edit);
    await until('the problem is gone', () => problems(document).length === 1);
  });

  it('offer keys and documents, and explain keys', async () => {
    await vscode.workspace.fs.writeFile(folder.file('docs/other.pdf'), Buffer.from(''));
    const uri = folder.file('c.dataset.jsonl');
    const text = '{"id": "a", "document": ""}\n';
    await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
    const document = await vscode.workspace.openTextDocument(uri);
    const complete = async (at: number): Promise<readonly string[]> => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        uri,
        document.positionAt(at),
      );
      return list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    };
    // The providers come with the first data set that is open.
    await until('completion', async () =>
      (await complete(text.indexOf('""') + 1)).includes('docs/other.pdf'),
    );
    assert.ok((await complete(text.indexOf('"document"'))).includes('question'));
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      document.positionAt(text.indexOf('document') + 2),
    );
    const said = hovers.flatMap(({ contents }) =>
      contents.map((each) => (each instanceof vscode.MarkdownString ? each.value : '')),
    );
    assert.match(said.join('\n'), /The path of a PDF/);
  });
});
