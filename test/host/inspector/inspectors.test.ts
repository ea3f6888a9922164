import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { panelTypes } from '../../../src/host/shared/contributions.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import { Inspectors } from '../../../src/host/inspector/inspectors.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import { Stepping } from '../../../src/protocols/stepping.ts';
import type { ToInspector } from '../../../src/protocol/inspector.ts';
import { sourceKey, type SourceIdentity } from '../../../src/protocol/sourceIdentity.ts';
import { AskedQuestionSource, questionIdentity } from '../../../src/host/asking/askedQuestionSource.ts';
import { panelTitle } from '../../../src/host/inspector/panelTitle.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';
import { preparedQuestion } from '../../unit/asking/build.ts';
import { prompted } from '../../unit/protocols/support.ts';
import { extensionUri, until, useFolder, useStubs, sourceDeps } from '../support/given.ts';

const folder = useFolder();
const stub = useStubs();
let inspectors: Inspectors;
let restored: SourceIdentity[];
let known: InspectorSource | null;
/** Where the conversations are of the sources that were told of. */
let followed: (string | null)[];

function askedQuestion(question = 'How much?'): AskedQuestion {
  const prepared = preparedQuestion();
  return AskedQuestion.start(
    { ...prepared, info: { ...prepared.info, question } },
    { now: Date.now, request: null, curl: null, forecast: null },
  );
}
const questionSource = (question?: string) => new AskedQuestionSource(askedQuestion(question), sourceDeps());

/** Pins the tab of an inspector, as a person does. */
async function pin(source: InspectorSource): Promise<void> {
  inspectors.show(source, { preserveFocus: false });
  await until('it is active', () => inspectors.active()?.source === source);
  const isActive = ({ isActive: inView, group }: vscode.Tab) => inView && group.isActive;
  await until('its tab is in front', () => tabs().some(isActive));
  await vscode.commands.executeCommand('workbench.action.pinEditor');
  await until('it is pinned', () => tabs().some((tab) => isActive(tab) && tab.isPinned));
}
const labels = () => tabs().map(({ label }) => label);
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
  followed = [];
  // The extension has already registered its serializer, and a second one is not allowed.
  stub(vscode.window, 'registerWebviewPanelSerializer', () => new vscode.Disposable(() => undefined));
  inspectors = new Inspectors({
    extensionUri: extensionUri(),
    log: () => undefined,
    error: () => undefined,
    actions: {
      command: () => undefined,
      openSetting: () => undefined,
      showPage: () => undefined,
      followPage: () => undefined,
      judge: () => undefined,
      judgeAll: () => undefined,
      selectClaim: () => undefined,
    },
    follow: ({ source }) => followed.push(source.activity ?? null),
    countPages: () => Promise.resolve(1),
    readWords: () => Promise.resolve({ words: [] }),
    closed: () => undefined,
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

  it('shows another source in the same inspector, with its title', async () => {
    const [one, two] = [questionSource('How much?'), questionSource('How many?')];
    inspectors.show(one, { preserveFocus: false });
    await until('the first is there', () => labels().includes('Trajectory: How much?'));
    inspectors.show(two, { preserveFocus: false });
    assert.equal(inspectors.find(one.identity), null);
    assert.equal(inspectors.find(two.identity), two);
    await until('the title follows', () => labels().includes('Trajectory: How many?'));
    assert.equal(tabs().length, 1);
    assert.equal(active()?.identity, two.identity);
  });

  it('never reuses a pinned inspector, and shows a source there again when it is opened again', async () => {
    // All have the same question, so only the numbers in their titles tell the tabs apart.
    const [pinned, preview, next] = [questionSource(), questionSource(), questionSource()];
    await pin(pinned);
    inspectors.show(preview, { preserveFocus: false });
    await until('both are there', () => tabs().length === 2);
    inspectors.show(next, { preserveFocus: false });
    assert.equal(inspectors.find(pinned.identity), pinned);
    assert.equal(inspectors.find(preview.identity), null);
    assert.equal(inspectors.find(next.identity), next);
    inspectors.show(pinned, { preserveFocus: false });
    await until('it is in view', () => inspectors.active()?.source === pinned);
    assert.deepEqual(labels(), ['Trajectory: How much?', 'Trajectory: How much? (2)']);
    await pin(next);
    inspectors.show(questionSource(), { preserveFocus: false });
    await until('there is another inspector', () => tabs().length === 3);
    assert.equal(inspectors.find(next.identity), next);
  });

  it('never reuses an inspector in which a conversation waits for the person', async () => {
    const stepping = new Stepping({ signal: new AbortController().signal, abort: () => undefined });
    const waiting = new AskedQuestionSource(
      askedQuestion('Waiting?'),
      sourceDeps({ stepping: () => stepping }),
    );
    inspectors.show(waiting, { preserveFocus: false });
    const other = questionSource('Another?');
    inspectors.show(other, { preserveFocus: false });
    await until('both are there', () => tabs().length === 2);
    assert.equal(inspectors.find(waiting.identity), waiting);
    assert.equal(inspectors.find(other.identity), other);
  });

  it('is told when a conversation goes on or waits, once for each', async () => {
    const asked = askedQuestion('Stepped?');
    const stepping = new Stepping({ signal: new AbortController().signal, abort: () => undefined });
    stepping.countViews(1);
    const source = new AskedQuestionSource(asked, sourceDeps({ stepping: () => stepping }));
    inspectors.show(source, { preserveFocus: false });
    followed.length = 0;
    void stepping.before({ kind: 'ask' }, prompted());
    await until('it waits', () => followed.includes('The conversation waits for you.'));
    source.refresh();
    stepping.choose(1, 'run');
    await until('it goes on', () => followed.includes('The model writes turn 1.'));
    stepping.end();
    await until('it has ended', () => followed.includes(null));
    assert.deepEqual(followed, ['The conversation waits for you.', 'The model writes turn 1.', null]);
  });

  it('reuses the inspector that was used last when several are not pinned', async () => {
    const [one, two, three] = [questionSource('One?'), questionSource('Two?'), questionSource('Three?')];
    await pin(one);
    inspectors.show(two, { preserveFocus: false });
    await until('both are there', () => labels().includes('Trajectory: Two?'));
    inspectors.show(one, { preserveFocus: false });
    await until('the first is in front', () => inspectors.active()?.source === one);
    await vscode.commands.executeCommand('workbench.action.unpinEditor');
    await until('it is not pinned', () => tabs().every(({ isPinned }) => !isPinned));
    inspectors.show(three, { preserveFocus: false });
    assert.equal(inspectors.find(one.identity), null);
    assert.equal(inspectors.find(two.identity), two);
  });

  it('lets a question be answered to its end after another one has taken its inspector', async () => {
    const asked = askedQuestion();
    const views: number[] = [];
    const cancelled: string[] = [];
    const source = new AskedQuestionSource(
      asked,
      sourceDeps({
        countViews: (_id, change) => views.push(change),
        cancel: (id) => cancelled.push(id),
      }),
    );
    let goOn: () => void = () => undefined;
    const taken = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* answer(): AsyncGenerator<GenerateEvent> {
      yield { type: 'text', sample: 0, text: '<answer>' };
      await taken;
      yield { type: 'text', sample: 0, text: '42</answer>' };
    }
    inspectors.show(source, { preserveFocus: true });
    const answered = asked.follow(answer());
    await until('some text is there', () => asked.text(0) === '<answer>');
    inspectors.show(questionSource(), { preserveFocus: true });
    // No view shows it, so its progress is shown in the window.
    assert.deepEqual(views, [1, -1]);
    goOn();
    assert.equal(await answered, null);
    assert.equal(asked.text(0), '<answer>42</answer>');
    assert.deepEqual(cancelled, []);
  });

  it('sends the page of a reused inspector the state of its new source, and passes its actions on to that', async () => {
    known = questionSource('How much?');
    const panel = vscode.window.createWebviewPanel(panelTypes.inspector, 'again', vscode.ViewColumn.One);
    const page = new vscode.EventEmitter<unknown>();
    const sent: ToInspector[] = [];
    stub(panel.webview, 'onDidReceiveMessage', page.event);
    Object.defineProperty(panel.webview, 'postMessage', {
      value: (message: ToInspector) => Promise.resolve(sent.push(message) > 0),
    });
    await inspectors.deserializeWebviewPanel(panel, { key: sourceKey(known.identity), sample: 2 });
    page.fire({ type: 'ready' });
    const next = questionSource('How many?');
    inspectors.show(next, { preserveFocus: true });
    const states = sent.flatMap((message) => (message.type === 'state' ? [message.state.key] : []));
    // The page keeps the key of the last state, with which it is restored after a reload.
    assert.deepEqual(states, [sourceKey(known.identity), sourceKey(next.identity)]);
    assert.deepEqual(active(), { identity: next.identity, sample: 0 });
    page.fire({ type: 'verdict', sample: 0, verdict: 'right' });
    assert.equal(next.state().samples[0]?.verdict, 'right');
    assert.equal(known.state().samples[0]?.verdict, 'unknown');
  });

  it('disposes of a source with its panel', async () => {
    const [one, two] = [questionSource(), questionSource()];
    await pin(one);
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

  it('sends the claims of a sample whole once, and then what changes, until the page asks for them or is made again', async () => {
    const source = questionSource();
    known = source;
    const sending = new vscode.EventEmitter<ToInspector>();
    stub(source, 'onDidSend', sending.event);
    source.ground = (sample) => {
      sending.fire(message(sample, ['a', 'b']));
    };
    const panel = vscode.window.createWebviewPanel(panelTypes.inspector, 'again', vscode.ViewColumn.One);
    const page = new vscode.EventEmitter<unknown>();
    stub(panel.webview, 'onDidReceiveMessage', page.event);
    const sent: ToInspector[] = [];
    panel.webview.postMessage = (posted: ToInspector) => {
      sent.push(posted);
      return Promise.resolve(true);
    };
    const message = (sample: number, texts: readonly string[]): ToInspector => ({
      type: 'grounding',
      sample,
      shown: {
        kind: 'grounded',
        grounding: {
          claims: texts.map((text) => groundedClaim({ text })),
          pages: [],
          answer: null,
          computations: [],
          unread: null,
        },
        withoutText: 0,
        notices: [],
        missing: null,
        partial: true,
      },
    });
    const types = (): string[] => sent.splice(0).map(({ type }) => type);
    await inspectors.deserializeWebviewPanel(panel, { key: sourceKey(source.identity) });
    sending.fire(message(0, ['a']));
    assert.deepEqual(types(), [], 'nothing is sent before the page is ready');
    page.fire({ type: 'ready' });
    assert.deepEqual(types(), ['state', 'grounding']);
    sending.fire(message(0, ['a', 'b', 'c']));
    assert.deepEqual(types(), ['groundingChanges']);
    page.fire({ type: 'groundingNeeded', sample: 0 });
    assert.deepEqual(types(), ['grounding']);
    page.fire({ type: 'ready' });
    assert.deepEqual(types(), ['state', 'grounding']);
  });

  it('shows a retried question in the inspector of the one that failed, also in a pinned one', async () => {
    const [failed, again, other] = [questionSource(), questionSource(), questionSource()];
    await pin(failed);
    inspectors.show(again, { preserveFocus: false, replaces: failed.identity });
    await until('the tab is there', () => tabs().length === 1);
    assert.equal(inspectors.find(failed.identity), null);
    assert.equal(inspectors.find(again.identity), again);
    assert.deepEqual(labels(), ['Trajectory: How much?']);
    // When the same question is asked again, the second inspector gets a distinct title.
    inspectors.show(other, { preserveFocus: false, replaces: failed.identity });
    await until('both are there', () => tabs().length === 2);
    assert.deepEqual(labels(), ['Trajectory: How much?', 'Trajectory: How much? (2)']);
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

  it('opens beside a text that it would cover, as an editor that the next preview does not replace', async () => {
    const [one, two] = [questionSource('One?'), questionSource('Two?')];
    inspectors.show(one, { preserveFocus: false });
    const column = (await until('the inspector is there', () => tabs()[0])).group.viewColumn;
    const uri = folder.file('notes.txt');
    await vscode.workspace.fs.writeFile(uri, Buffer.from('Notes.'));
    await vscode.window.showTextDocument(uri, { viewColumn: column });
    inspectors.show(two, { preserveFocus: true });
    await until('it is beside the text', () => tabs()[0]?.group.viewColumn !== column);
    assert.deepEqual(labels(), ['Trajectory: Two?']);
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
    assert.equal(inspectors.find(one.identity), null);
    assert.equal(inspectors.find(two.identity), two);
    // The next preview of a file replaces a preview, but not the inspector.
    const [tab] = tabs();
    assert.ok(tab);
    await vscode.window.showTextDocument(uri, { viewColumn: tab.group.viewColumn, preview: true });
    assert.equal(tabs()[0]?.isPreview, false);
    assert.deepEqual(labels(), ['Trajectory: Two?']);
  });
});
