import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until, useFolder } from '../support/given.ts';

const folder = useFolder();

async function open(text: string, name = 'a.trajectory'): Promise<vscode.TextDocument> {
  const uri = folder.file(name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return vscode.workspace.openTextDocument(uri);
}
const problems = (document: vscode.TextDocument, count: number) =>
  until(`${count} problems of ${document.uri.path}`, () => {
    const found = vscode.languages.getDiagnostics(document.uri);
    return found.length === count && found;
  });

describe('the front matter of a trajectory file', () => {
  it('marks unknown keys as warnings at the key', async () => {
    const document = await open(
      '---\nquestion: Why?\nteam: finance\n---\n<think>b</think><answer>a</answer>\n',
    );
    const [problem] = await problems(document, 1);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(document.getText(problem.range), 'team');
    assert.equal(problem.source, 'PageTrace');
  });

  it('marks broken YAML as an error in its line', async () => {
    const document = await open(
      '---\nquestion: Why?\nreference: "never closed\n---\n<think>b</think><answer>a</answer>\n',
    );
    const found = await until('an error', () => {
      const all = vscode.languages.getDiagnostics(document.uri);
      return all.length > 0 && all;
    });
    assert.equal(found[0]?.severity, vscode.DiagnosticSeverity.Error);
    assert.ok(found[0].range.start.line >= 2 && found[0].range.start.line <= 3);
  });

  it('marks values that cannot be used as errors at their key', async () => {
    const document = await open('---\nverdict: perhaps\n---\n<think>b</think><answer>a</answer>\n');
    const [problem] = await problems(document, 1);
    assert.equal(problem?.severity, vscode.DiagnosticSeverity.Error);
    assert.equal(document.getText(problem.range), 'verdict');
  });

  it('checks the front matter again while it is edited', async () => {
    const document = await open('---\nteam: finance\n---\n<think>b</think><answer>a</answer>\n');
    await problems(document, 1);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(1, 0, 1, 4), 'question');
    await vscode.workspace.applyEdit(edit);
    await problems(document, 0);
  });

  it('does not check the front matter of other files', async () => {
    const other = await open('---\nteam: finance\n---\ntext\n', 'note.md');
    const own = await open('---\nteam: finance\n---\n<think>b</think><answer>a</answer>\n', 'b.trajectory');
    await problems(own, 1);
    assert.deepEqual(
      vscode.languages.getDiagnostics(other.uri).filter(({ source }) => source === 'PageTrace'),
      [],
    );
  });
});
