import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { panelTypes } from '../../../src/host/shared/contributions.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import { Inspectors } from '../../../src/host/inspector/inspectors.ts';
import { sourceKey, type SourceIdentity } from '../../../src/protocol/sourceIdentity.ts';
import { AskedQuestionSource, questionIdentity } from '../../../src/host/asking/askedQuestionSource.ts';
import { panelTitle } from '../../../src/host/inspector/panelTitle.ts';
import { preparedQuestion } from '../../unit/asking/build.ts';
import { extensionUri, until, useFolder, useStubs, sourceDeps } from '../support/given.ts';

const folder = useFolder();
const stub = useStubs();
let inspectors: Inspectors;
let restored: SourceIdentity[];
let known: InspectorSource | null;

function questionSource(): AskedQuestionSource {
  const question = AskedQuestion.start(preparedQuestion(), {
    now: Date.now,
    request: null,
    curl: null,
    forecast: null,
  });
  return new AskedQuestionSource(question, sourceDeps());
}
const tabs = () =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelTypes.inspector),
    );

const active = () => {
  const inspected = inspectors.active();
  return inspected && { identity: inspected.source.identity, sample: inspected.sample };
};

beforeEach(() => {
  restored = [];
  known = null;
  // The extension has already registered its serializer, and a second one is not allowed.
  stub(vscode.window, 'registerWebviewPanelSerializer', () => new vscode.Disposable(() => undefined));
  inspectors = new Inspectors({
    extensionUri: extensionUri(),
    log: () => undefined,
    error: () => undefined,
    actions: {
      command: () => undefined,
      showPage: () => undefined,
      followPage: () => undefined,
      judge: () => undefined,
      judgeAll: () => undefined,
    },
    restore: (identity) => {
      restored.push(identity);
      return Promise.resolve(known);
    },
  });
});
afterEach(async () => {
  inspectors.dispose();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

describe('the inspectors of a window', () => {
  it('shows a source in one inspector only, and knows which inspector is active', async () => {
    const source = questionSource();
    inspectors.show(source, { preserveFocus: false });
    inspectors.show(source, { preserveFocus: false });
    await until('the tab is there', () => tabs().length === 1);
    await until('it is active', () => inspectors.active()?.source === source);
    assert.equal(inspectors.find(source.identity), source);
    assert.equal(tabs()[0]?.label, panelTitle('Trajectory', source.subject));
  });

  it('shows two sources in two inspectors, and disposes of a source with its panel', async () => {
    const [one, two] = [questionSource(), questionSource()];
    inspectors.show(one, { preserveFocus: false });
    inspectors.show(two, { preserveFocus: false });
    await until('both are there', () => tabs().length === 2);
    const [first] = tabs();
    assert.ok(first);
    await vscode.window.tabGroups.close(first);
    await until('one is gone', () => inspectors.find(one.identity) === null);
    assert.equal(inspectors.find(two.identity), two);
  });

  it('restores an inspector from its key after a reload of the window', async () => {
    known = questionSource();
    const panel = vscode.window.createWebviewPanel(panelTypes.inspector, 'again', vscode.ViewColumn.One);
    await inspectors.deserializeWebviewPanel(panel, { key: sourceKey(known.identity) });
    assert.deepEqual(restored, [known.identity]);
    assert.equal(inspectors.find(known.identity), known);
    assert.match(panel.webview.html, /inspector\.js/);
  });

  it('knows which sample is shown from the messages of the page, also after a reload', async () => {
    known = questionSource();
    const panel = vscode.window.createWebviewPanel(panelTypes.inspector, 'again', vscode.ViewColumn.One);
    const page = new vscode.EventEmitter<unknown>();
    stub(panel.webview, 'onDidReceiveMessage', page.event);
    await inspectors.deserializeWebviewPanel(panel, { key: sourceKey(known.identity), sample: 2 });
    assert.deepEqual(active(), { identity: known.identity, sample: 2 });
    // The page is created again and shows the first sample until it reports another one.
    page.fire({ type: 'ready' });
    assert.equal(active()?.sample, 0);
    page.fire({ type: 'shown', sample: 1 });
    assert.equal(active()?.sample, 1);
    page.fire({ type: 'shown', sample: -1 });
    assert.equal(active()?.sample, 1);
  });

  it('shows a retried question in the inspector of the one that failed', async () => {
    const [failed, again, other] = [questionSource(), questionSource(), questionSource()];
    inspectors.show(failed, { preserveFocus: false });
    inspectors.show(again, { preserveFocus: false, replaces: failed.identity });
    await until('the tab is there', () => tabs().length === 1);
    assert.equal(inspectors.find(failed.identity), null);
    assert.equal(inspectors.find(again.identity), again);
    assert.deepEqual(
      tabs().map(({ label }) => label),
      ['Trajectory: How much?'],
    );
    // When the same question is asked again, the second inspector gets a distinct title.
    inspectors.show(other, { preserveFocus: false, replaces: failed.identity });
    await until('both are there', () => tabs().length === 2);
    assert.deepEqual(
      tabs().map(({ label }) => label),
      ['Trajectory: How much?', 'Trajectory: How much? (2)'],
    );
  });

  it('closes an inspector after a reload when its source no longer exists', async () => {
    for (const state of [{ key: 'question:gone' }, { key: 'no identity' }, undefined, { other: 1 }]) {
      const panel = vscode.window.createWebviewPanel(panelTypes.inspector, 'again', vscode.ViewColumn.One);
      const closed = new Promise<void>((resolve) => panel.onDidDispose(resolve));
      await inspectors.deserializeWebviewPanel(panel, state);
      await closed;
    }
    assert.deepEqual(restored, [questionIdentity('gone')]);
  });

  it('opens an inspector beside a trajectory file through the command', async () => {
    const uri = folder.file('a.trajectory');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('---\nquestion: Why?\n---\n<answer>a</answer>'));
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('pagetrace.inspect', uri);
    const tab = await until('the inspector is there', () => tabs()[0]);
    assert.equal(tab.label, 'Trajectory: Why?');
    assert.equal(tab.group.viewColumn, vscode.ViewColumn.Two);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
  });
});
