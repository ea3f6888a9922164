import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { fixture, until, useFolder, useSettings } from '../support/given.ts';

const folder = useFolder();
const set = useSettings();

const FILE = `---
question: What was total revenue in 2024?
documents:
  - path: annual-report.pdf
images:
  - { image: 1, document: 1, page: 4 }
---
<think>Image 1 has the totals.</think>
<description>
<tool name="read_numeric_value" args="Image 1: row Total">518.9</tool>
<tool name="read_text_element" args="Image 1: margin">Operating margin reached 12.2% of revenue</tool>
<tool name="read_text_element" args="Image 1: heading">The whale of Nantucket</tool>
</description>
<answer>518.9</answer>
`;

/** How often the document view is looked for before a claim is followed again. */
const LOOKS_FOR_VIEW = 400;

async function open(text = FILE): Promise<vscode.TextDocument> {
  await fs.copyFile(fixture('annual-report.pdf').fsPath, folder.file('annual-report.pdf').fsPath);
  await fs.writeFile(folder.file('claims.trajectory').fsPath, text);
  const document = await vscode.workspace.openTextDocument(folder.file('claims.trajectory'));
  await vscode.window.showTextDocument(document);
  return document;
}

const claimsOf = ({ uri }: vscode.TextDocument): vscode.Diagnostic[] =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(({ code }) => typeof code === 'string' && code.startsWith('claim-'));

const rangeOf = (document: vscode.TextDocument, text: string): vscode.Range => {
  const start = document.getText().indexOf(text);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
};

/** The texts of the hovers at the beginning of a range; that of a tag may be among them. */
async function hoversOf({ uri }: vscode.TextDocument, { start }: vscode.Range): Promise<string[]> {
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    uri,
    start,
  );
  return hovers.flatMap(({ contents }) => contents.map((one) => (one as vscode.MarkdownString).value));
}

/** Whether a hover at the beginning of a range is a sentence with the picture of a place on page 4. */
async function assertHover(
  document: vscode.TextDocument,
  range: vscode.Range,
  sentence: string,
): Promise<void> {
  const texts = await hoversOf(document, range);
  assert.ok(
    texts.some((text) => text.startsWith(`${sentence}\n\n![The place on page 4.](data:image/svg+xml,`)),
    texts.map((text) => text.slice(0, 400)).join('|'),
  );
}

/** The repairs of claims in a range. */
async function repairsOf({ uri }: vscode.TextDocument, range: vscode.Range): Promise<vscode.CodeAction[]> {
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    uri,
    range,
  );
  return actions.filter(({ title }) => title.startsWith('Write what the '));
}

/** What the preview of the definition at the beginning of a range says. */
async function placeOf({ uri }: vscode.TextDocument, { start }: vscode.Range): Promise<string | undefined> {
  const [link] = await vscode.commands.executeCommand<vscode.LocationLink[]>(
    'vscode.executeDefinitionProvider',
    uri,
    start,
  );
  return link && (await vscode.workspace.openTextDocument(link.targetUri)).getText();
}

describe('claims in the editor of a trajectory', () => {
  it('are problems where no page has them, say where they stand, and can be repaired', async () => {
    const document = await open();
    const problems = await until('problems', () => {
      const shown = claimsOf(document);
      return shown.length > 1 ? shown : null;
    });
    const said = problems.map(({ range, code }) => [document.getText(range), code]);
    assert.ok(said.some(([text, code]) => text === 'The whale of Nantucket' && code === 'claim-not-found'));
    assert.ok(problems.every(({ severity }) => severity === vscode.DiagnosticSeverity.Information));

    await assertHover(document, rangeOf(document, '518.9'), 'Found on page 4, in 2 places.');

    const [repair] = await repairsOf(document, rangeOf(document, '12.2%'));
    assert.ok(repair?.edit);
    await vscode.workspace.applyEdit(repair.edit);
    assert.match(document.getText(), /Operating margin reached 11\.2% of revenue/);
    await until('the repair', () => !claimsOf(document).some(({ code }) => code === 'claim-near') || null);
  });

  it('are problems where they stand in another place than they name, say what that has, and can be repaired', async () => {
    const document = await open(FILE.replace('row Total', 'Europe, 2024'));
    const problem = await until('the problem', () =>
      claimsOf(document).find(({ code }) => code === 'claim-elsewhere'),
    );
    assert.equal(document.getText(problem.range), '518.9');
    assert.equal(
      problem.message,
      'On page 4 in row “Total”, column “2024”, not in the place that the step names. The named cell (Europe, 2024) has “231.0”.',
    );
    await assertHover(document, problem.range, problem.message);
    assert.equal(await placeOf(document, problem.range), 'Page 4: 518.9');

    const [repair] = await repairsOf(document, problem.range);
    assert.equal(repair?.title, 'Write what the named cell has: 231.0');
    assert.ok(repair.edit);
    await vscode.workspace.applyEdit(repair.edit);
    assert.match(document.getText(), /Europe, 2024">231\.0</);
    await until(
      'the repair',
      () => !claimsOf(document).some(({ code }) => code === 'claim-elsewhere') || null,
    );
  });

  it('are problems where they stand on another page than they cite, and lead to that page', async () => {
    const image = '  - { image: 1, document: 1, page: 4 }\n';
    const document = await open(
      FILE.replace(image, `${image}  - { image: 2, document: 1, page: 3 }\n`)
        .replace('Image 1: heading', 'Image 2: heading')
        .replace('The whale of Nantucket', 'Revenue by region'),
    );
    const problem = await until('the problem', () =>
      claimsOf(document).find(({ code }) => code === 'claim-other-page'),
    );
    assert.equal(document.getText(problem.range), 'Revenue by region');
    assert.equal(problem.message, 'Not on page 3, which the step cites, but on page 4.');
    await assertHover(document, problem.range, problem.message);
    assert.equal(await placeOf(document, problem.range), 'Page 4: Revenue by region');
    assert.deepEqual(await repairsOf(document, problem.range), []);
  });

  it('are repaired where they stand now, even before they are looked for again', async () => {
    const document = await open();
    await until('problems', () => claimsOf(document).some(({ code }) => code === 'claim-near') || null);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, rangeOf(document, 'Operating margin').start, 'The ');
    await vscode.workspace.applyEdit(edit);
    const said = (await repairsOf(document, rangeOf(document, '12.2%'))).flatMap(
      (one) => one.edit?.get(document.uri).map(({ range }) => document.getText(range)) ?? [],
    );
    assert.ok(
      said.every((one) => one.startsWith('12.2')),
      said.join('|'),
    );
  });

  it('lead to their pages in the document view, the open one if there is one', async () => {
    const document = await open();
    await until('problems', () => claimsOf(document).length > 1 || null);
    const place = rangeOf(document, '518.9').start;
    const links = await vscode.commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      place,
    );
    assert.deepEqual(
      links.map(({ targetUri }) => [targetUri.scheme, targetUri.path]),
      [['pagetrace-claim', '/annual-report.pdf.claim-place']],
    );
    const [link] = links;
    assert.ok(link);
    const preview = await vscode.workspace.openTextDocument(link.targetUri);
    assert.equal(preview.getText(), 'Page 4: 518.9');

    const follow = async (): Promise<void> => {
      const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
      editor.selection = new vscode.Selection(place, place);
      await until('problems', () => claimsOf(document).length > 1 || null);
      await vscode.commands.executeCommand('editor.action.revealDefinition');
    };
    const openViews = (): readonly (readonly [string, vscode.ViewColumn])[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs, viewColumn }) =>
        tabs.flatMap(({ input }) =>
          input instanceof vscode.TabInputCustom ? [[input.uri.path, viewColumn] as const] : [],
        ),
      );
    const isActive = (): boolean => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom && input.viewType === 'pagetrace.document';
    };
    // The view beside may take the focus late, and VS Code then follows nothing: a person follows the claim again.
    const followToView = async (): Promise<void> => {
      let looks = 0;
      await until('the document view', async () => {
        if (isActive()) return true;
        if (looks++ % LOOKS_FOR_VIEW === 0) await follow();
        return null;
      });
    };
    const path = folder.file('annual-report.pdf').path;
    await followToView();
    await until('one view', () => openViews().length === 1 || null);
    assert.deepEqual(openViews(), [[path, vscode.ViewColumn.One]]);

    await vscode.commands.executeCommand('workbench.action.moveEditorToNextGroup');
    await until('the view beside', () => openViews()[0]?.[1] === vscode.ViewColumn.Two || null);
    await followToView();
    await until('one view', () => openViews().length === 1 || null);
    assert.deepEqual(openViews(), [[path, vscode.ViewColumn.Two]]);
    assert.ok(vscode.window.visibleTextEditors.some((editor) => editor.document === document));
  });

  it('are no problems when that is switched off', async () => {
    const document = await open();
    await until('problems', () => claimsOf(document).length > 0 || null);
    await set('pagetrace', 'claims.problems', false);
    await until('no problems', () => claimsOf(document).length === 0 || null);
  });

  it('are read by a composite reward, which is scored again as soon as they are known', async () => {
    const reward = { components: [{ check: 'grounded', weight: 1 }] };
    await fs.writeFile(folder.file('pages.reward.json').fsPath, JSON.stringify(reward));
    const document = await open(FILE.replace('question:', 'reward: ./pages.reward.json\nquestion:'));
    const report = await vscode.workspace.openTextDocument(
      vscode.Uri.from({
        scheme: 'pagetrace-rewards',
        path: '/Rewards of claims.trajectory.md',
        query: document.uri.toString(),
      }),
    );
    const row = await until('the score', () =>
      report
        .getText()
        .split('\n')
        .find((line) => line.includes('pages') && /\| 0\.\d+ \|/u.test(line)),
    );
    assert.doesNotMatch(row, /needs/u);
    assert.match(report.getText(), /are not found on the pages\./u);
  });
});
