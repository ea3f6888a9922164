import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { OpenDocumentProblems } from '../../../src/host/shared/openDocumentProblems.ts';
import { until, useFolder } from '../support/given.ts';

const folder = useFolder();

const problem = (message: string): vscode.Diagnostic =>
  new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message);

describe('the problems of open documents', () => {
  it('are those of the check that began last, also if an earlier one takes longer', async () => {
    const uri = folder.file('checked.txt');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('text'));
    const checks: ((problems: readonly vscode.Diagnostic[]) => void)[] = [];
    const shown = new OpenDocumentProblems({
      name: 'pagetrace-test',
      debounce: 0,
      concerns: (document) => document.uri.toString() === uri.toString(),
      problems: () =>
        new Promise((resolve) => {
          checks.push(resolve);
        }),
    });
    try {
      await vscode.workspace.openTextDocument(uri);
      await until('the first check', () => checks.length === 1);
      shown.readAll();
      await until('the second check', () => checks.length === 2);
      const messages = () => vscode.languages.getDiagnostics(uri).map(({ message }) => message);
      checks[1]?.([problem('later')]);
      await until('the problems', () => messages().length === 1);
      checks[0]?.([problem('earlier')]);
      shown.readAll();
      await until('the third check', () => checks.length === 3);
      assert.deepEqual(messages(), ['later']);
    } finally {
      shown.dispose();
    }
  });
});
