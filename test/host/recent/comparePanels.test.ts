import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { commands, panelTypes } from '../../../src/host/shared/contributions.ts';
import { until, useFolder } from '../support/given.ts';

const folder = useFolder();

const comparisons = (): vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelTypes.comparison),
    );

/** Trajectory files with the same question and different answers. */
async function trajectories(...names: readonly string[]): Promise<vscode.Uri[]> {
  const uris = names.map((name) => folder.file(`${name}.trajectory`));
  for (const [index, uri] of uris.entries())
    await vscode.workspace.fs.writeFile(
      uri,
      Buffer.from(`---\nquestion: How many?\n---\n<answer>${index}</answer>`),
    );
  return uris;
}

/** Calls the command as the explorer does: with the file that was clicked, and all that are selected. */
const compare = (uris: readonly vscode.Uri[]): Thenable<unknown> =>
  vscode.commands.executeCommand(commands.compare, uris[0], uris);

afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

describe('comparing the files that are selected in the explorer', () => {
  it('is offered for several trajectory files', () => {
    const manifest = vscode.extensions.getExtension('pagetrace.pagetrace')?.packageJSON as {
      contributes: { menus: Record<string, Record<string, string>[]> };
    };
    const entry = manifest.contributes.menus['explorer/context']?.find(
      ({ command }) => command === commands.compare,
    );
    assert.equal(entry?.['when'], 'resourceExtname == .trajectory && listMultiSelection');
  });

  it('shows them side by side, named by their question, beside the text in view', async () => {
    const uris = await trajectories('a', 'b', 'c');
    await vscode.window.showTextDocument(uris[0] ?? assert.fail());
    await compare(uris);
    const tab = await until('the comparison is there', () => comparisons()[0]);
    assert.equal(tab.label, 'Comparison: How many?');
    assert.equal(tab.group.viewColumn, vscode.ViewColumn.Two);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uris[0]?.toString());
  });

  it('does not divide the window again when an inspector or another comparison is in front', async () => {
    const uris = await trajectories('a', 'b');
    const [first] = uris;
    assert.ok(first);
    await vscode.window.showTextDocument(first);
    await vscode.commands.executeCommand(commands.inspect, first);
    await vscode.commands.executeCommand('workbench.action.focusSecondEditorGroup');
    const isInFront = (): boolean =>
      vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
    await until('the inspector is in front', isInFront);
    for (const count of [1, 2]) {
      await compare(uris);
      await until('the comparison is there', () => comparisons().length === count);
      assert.equal(vscode.window.tabGroups.all.length, 2);
      assert.ok(comparisons().every(({ group }) => group.viewColumn === vscode.ViewColumn.Two));
    }
  });

  it('goes to the column beside a text in the last column', async () => {
    const uris = await trajectories('a', 'b');
    const [first, second] = uris;
    assert.ok(first && second);
    await vscode.window.showTextDocument(first, { viewColumn: vscode.ViewColumn.One });
    await vscode.window.showTextDocument(second, { viewColumn: vscode.ViewColumn.Two });
    await compare(uris);
    const tab = await until('the comparison is there', () => comparisons()[0]);
    assert.equal(tab.group.viewColumn, vscode.ViewColumn.One);
    assert.equal(vscode.window.tabGroups.all.length, 2);
  });
});
