import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import type { RecordedResponse, TrajectoryInfo } from '../../../src/core/records/model.ts';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import { Comparisons } from '../../../src/host/inspector/comparisons.ts';
import { InspectedCommands } from '../../../src/host/inspector/inspectedCommands.ts';
import type { InspectorActions } from '../../../src/host/inspector/inspectorActions.ts';
import { sourceOpener, type SourceOpeners } from '../../../src/host/inspector/inspectorSource.ts';
import { Inspectors } from '../../../src/host/inspector/inspectors.ts';
import { responseDialect } from '../../../src/host/inspector/responseDialect.ts';
import { recordedFacts } from '../../../src/host/inspector/recordedFacts.ts';
import type { TrajectorySourceDeps } from '../../../src/host/inspector/sourceDeps.ts';
import type { InfoChange } from '../../../src/host/inspector/sourceFacts.ts';
import { TrajectorySource } from '../../../src/host/inspector/trajectorySource.ts';
import { panelTypes } from '../../../src/host/shared/contributions.ts';
import type { ComparedQuestions, ToComparison } from '../../../src/protocol/comparison.ts';
import { sourceKey, type SourceIdentity } from '../../../src/protocol/sourceIdentity.ts';
import {
  extensionUri,
  readFrontMatter,
  readResponses,
  exportTrajectory,
  noPage,
  scoreWithAllRewards,
  RENDERED,
  sourceDeps,
  until,
  useFolder,
  useStubs,
} from '../support/given.ts';

/** A row of a file of records: everything that a new kind of source must provide. */
class RowSource extends TrajectorySource {
  readonly sampleCount = 1;
  readonly askedAt = null;
  #recorded: RecordedResponse;

  constructor(run: vscode.Uri, row: number, recorded: RecordedResponse, deps: TrajectorySourceDeps) {
    super({ identity: rowIdentity(run, row), uri: run, isFile: false, subject: `Row ${row}` }, deps);
    this.#recorded = recorded;
  }

  sample(index: number): RecordedResponse | null {
    return index === 0 ? this.#recorded : null;
  }

  async setVerdict(_sample: number, verdict: TrajectoryInfo['verdict']): Promise<void> {
    await this.#change({ verdict });
  }

  protected info(): TrajectoryInfo {
    return this.#recorded.info;
  }

  protected facts(): ReturnType<TrajectorySource['facts']> {
    return [recordedFacts(this.#recorded.info)];
  }

  protected dialect(): ReturnType<TrajectorySource['dialect']> {
    return responseDialect(this.#recorded.info.dialect, this.#recorded.response);
  }

  protected setInfo(change: InfoChange): Promise<void> {
    return this.#change(change);
  }

  #change(change: Partial<TrajectoryInfo>): Promise<void> {
    this.#recorded = { ...this.#recorded, info: { ...this.#recorded.info, ...change } };
    this.sendUpdate();
    return Promise.resolve();
  }
}

const rowIdentity = (run: vscode.Uri, row: number): SourceIdentity => ({
  kind: 'row',
  id: `${row} ${run.toString()}`,
});

const folder = useFolder();
const stub = useStubs();
const ANSWERS = ['41 apples', '42 apples'];

let run: vscode.Uri;
let inspectors: Inspectors;
let comparisons: Comparisons;
let commands: InspectedCommands;
let asked: string[];
let inspected: SourceIdentity[];

/** The rows of a file whose records contain only answers. */
function openRow(row: number): RowSource | null {
  const answer = ANSWERS[row];
  if (answer === undefined) return null;
  const info: TrajectoryInfo = {
    question: 'How many?',
    documents: [{ path: 'docs/a.pdf', sha256: null }],
    images: [{ image: 1, document: 0, page: 3 }],
    reference: '42 apples',
    verdict: 'unknown',
    toolResults: null,
    retrieval: null,
    responseLength: null,
    dialect: 'think-answer',
    reward: null,
    prompt: 'think-answer',
    model: null,
    sampling: { temperature: 0.5 },
    pixels: null,
  };
  const response = `<think>Image 1 shows it.</think><answer>${answer}</answer>`;
  const renderPage: TrajectorySourceDeps['renderPage'] = (uri, _sha256, page) =>
    Promise.resolve({ ...RENDERED, src: `data:image/jpeg;base64,${btoa(`${uri.path} ${page}`)}`, width: 9 });
  return new RowSource(run, row, { info, response }, sourceDeps({ renderPage }));
}

/** The one line that registers the kind. */
const openers: SourceOpeners = {
  row: (id) => Promise.resolve(openRow(Number(id.split(' ')[0]))),
};

const actions: InspectorActions = {
  command: (command, source, sample) => {
    asked.push(`${command} ${source.identity.kind} ${sample}`);
  },
  openSetting: () => undefined,
  showPage: (source, image) => {
    asked.push(`page ${source.page(image)?.uri.path ?? ''} ${source.page(image)?.page ?? ''}`);
  },
  judge: (source, sample) => source.setVerdict(sample, 'right', 'judge'),
  followPage: (source, image, offset) =>
    asked.push(`follow ${source.page(image)?.page ?? ''} from ${offset}`),
  judgeAll: (source) => asked.push(`all of ${source.sampleCount}`),
  selectClaim: (_source, sample, claim) => asked.push(`claim ${String(claim)} of ${sample}`),
};

/** A panel in which the test acts as the page: the messages that the panel receives, and a function that sends one. */
function panelOf(viewType: string): {
  readonly panel: vscode.WebviewPanel;
  readonly sent: { type: string }[];
  readonly say: (message: unknown) => void;
} {
  const panel = vscode.window.createWebviewPanel(viewType, 'again', vscode.ViewColumn.One);
  const page = new vscode.EventEmitter<unknown>();
  const sent: { type: string }[] = [];
  stub(panel.webview, 'onDidReceiveMessage', page.event);
  // postMessage is a method of the class, so replacing it on the object affects this panel only.
  Object.defineProperty(panel.webview, 'postMessage', {
    value: (message: { type: string }) => {
      sent.push(message);
      return Promise.resolve(true);
    },
  });
  return {
    panel,
    sent,
    say: (message) => {
      page.fire(message);
    },
  };
}

beforeEach(() => {
  run = folder.file('run.jsonl');
  asked = [];
  inspected = [];
  // The extension has already registered its serializers, and a second one for the same type is not allowed.
  stub(vscode.window, 'registerWebviewPanelSerializer', () => new vscode.Disposable(() => undefined));
  const restore = sourceOpener(openers);
  const shared = { extensionUri: extensionUri(), log: () => undefined, actions, restore };
  const error = (raised: unknown): void => {
    asked.push(`error: ${String(raised)}`);
  };
  inspectors = new Inspectors({
    ...shared,
    error,
    follow: () => undefined,
    countPages: () => Promise.resolve(1),
    readWords: () => Promise.resolve({ words: [] }),
    closed: () => undefined,
  });
  comparisons = new Comparisons({
    ...shared,
    error,
    readResponses,
    inspect: (identity) => {
      inspected.push(identity);
    },
  });
  commands = new InspectedCommands({
    active: () => inspectors.active(),
    judge: () => Promise.resolve(),
    reports: { show: () => Promise.reject(new Error('No report is expected.')) },
    readFrontMatter,
    readResponses,
    exportTrajectory,
    drawPage: noPage,
    pageSize: noPage,
    scoreWithAllRewards,
    home: vscode.Uri.file(folder.path),
  });
});
afterEach(async () => {
  inspectors.dispose();
  comparisons.dispose();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

describe('a kind of source added with only its class and an opener', () => {
  it('opens a source by its identity, and returns null for an unknown identity', async () => {
    const open = sourceOpener(openers);
    const row = await open(rowIdentity(run, 1));
    assert.equal(row?.sample(0)?.response.includes('42 apples'), true);
    row.dispose();
    assert.equal(await open(rowIdentity(run, 7)), null);
    assert.equal(await open({ kind: 'toString', id: '1' }), null);
  });

  it('restores the source into its inspector after a reload, and shows its record', async () => {
    const { panel, sent, say } = panelOf(panelTypes.inspector);
    await inspectors.deserializeWebviewPanel(panel, { key: sourceKey(rowIdentity(run, 1)) });
    say({ type: 'ready' });
    const [first] = sent as { type: string; state?: Record<string, unknown> }[];
    assert.equal(first?.type, 'state');
    const { key, question, documents, numImages, dialect, sampling, reference, isFile } = first.state ?? {};
    assert.deepEqual(
      { key, question, documents, numImages, dialect, sampling, reference, isFile },
      {
        key: sourceKey(rowIdentity(run, 1)),
        question: 'How many?',
        documents: [{ name: 'a.pdf', path: 'docs/a.pdf', pages: '3', changed: false, missing: false }],
        numImages: 1,
        dialect: 'think-answer',
        sampling: 'temperature 0.5',
        reference: '42 apples',
        isFile: false,
      },
    );
  });

  it('handles what a person does in the inspector of the source', async () => {
    const { panel, sent, say } = panelOf(panelTypes.inspector);
    await inspectors.deserializeWebviewPanel(panel, { key: sourceKey(rowIdentity(run, 1)) });
    say({ type: 'ready' });
    say({ type: 'verdict', sample: 0, verdict: 'wrong' });
    const source = inspectors.find(rowIdentity(run, 1));
    assert.equal(source?.state().samples[0]?.verdict, 'wrong');
    say({ type: 'judge', sample: 0 });
    assert.equal(source.state().samples[0]?.verdict, 'right');
    assert.equal(inspectors.active()?.stepEnd, null);
    say({ type: 'select', sample: 0, span: { start: 1, end: 4 }, stepEnd: 9 });
    assert.equal(inspectors.active()?.stepEnd, 9);
    say({ type: 'shown', sample: 1 });
    assert.equal(inspectors.active()?.stepEnd, null);
    say({ type: 'shown', sample: 0 });
    say({ type: 'followPage', image: 1, offset: 0.25 });
    say({ type: 'judgeAll' });
    say({ type: 'reference', text: '43 apples' });
    say({ type: 'showPage', image: 1 });
    say({ type: 'command', command: 'askAgain', sample: 0 });
    // No generation is running, so there is nothing to cancel and no command is called.
    say({ type: 'command', command: 'cancel', sample: 0 });
    await until('it was asked', () => asked.length === 4);
    assert.deepEqual(asked, [
      'follow 3 from 0.25',
      'all of 1',
      `page ${folder.file('docs/a.pdf').path} 3`,
      'askAgain row 0',
    ]);
    assert.equal(source.state().reference, '43 apples');
    assert.ok(sent.some(({ type }) => type === 'update'));
  });

  it('draws the page images of the source, and knows their size afterwards', async () => {
    const row = openRow(0);
    assert.ok(row);
    assert.equal(row.state().images[0]?.width, null);
    const { src } = await row.image(1);
    assert.equal(atob(src.split(',')[1] ?? ''), `${folder.file('docs/a.pdf').path} 3`);
    assert.equal(row.state().images[0]?.width, 9);
    await assert.rejects(row.image(2), { reason: 'bad-input' });
    row.dispose();
  });

  it('saves the source as a trajectory file that names its document relative to itself, and copies no request', async () => {
    const row = openRow(1);
    assert.ok(row);
    await fs.mkdir(folder.file('kept').fsPath);
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(folder.file('mine.trajectory')));
    await commands.save(row, 0);
    const { info } = parseTrajectoryFile(await fs.readFile(folder.file('mine.trajectory').fsPath, 'utf8'));
    assert.deepEqual(info.documents, [{ path: 'docs/a.pdf', sha256: null }]);
    await commands.copyAnswer(row, 0);
    assert.equal(await vscode.env.clipboard.readText(), '42 apples');
    await assert.rejects(commands.copyCurl(row), { reason: 'bad-input' });
    row.dispose();
  });

  it('restores the source in a comparison after a reload, and opens it in an inspector from there', async () => {
    const { panel, sent, say } = panelOf(panelTypes.comparison);
    const [before, after] = [rowIdentity(run, 0), rowIdentity(run, 1)];
    await comparisons.deserializeWebviewPanel(panel, {
      pairs: [{ before: sourceKey(before), after: sourceKey(after), missing: null }],
      isTable: false,
      notes: [],
    });
    say({ type: 'ready' });
    assert.deepEqual(sent[0], {
      type: 'sides',
      index: 0,
      sides: [
        { key: sourceKey(before), prompt: 'think-answer', title: 'Before', sample: 0, isSample: false },
        { key: sourceKey(after), prompt: 'think-answer', title: 'After', sample: 0, isSample: false },
      ],
    });
    assert.deepEqual(
      sent.slice(1).map(({ type }) => type),
      ['trajectory', 'trajectory'],
    );
    // The claims of a side are looked for when it comes into view, and again when the page has lost them.
    const claimsOf = () =>
      (sent as unknown as ToComparison[]).flatMap((one) =>
        one.type === 'trajectory' && one.message.type === 'grounding' ? [one] : [],
      );
    for (const type of ['shown', 'groundingNeeded'] as const) {
      const before = claimsOf().length;
      say({ type: 'side', side: 1, message: { type, sample: 0 } });
      await until(`the claims (${type})`, () => claimsOf().length > before);
    }
    assert.deepEqual([...new Set(claimsOf().map(({ key }) => key))], [sourceKey(rowIdentity(run, 1))]);
    say({ type: 'inspect', side: 1 });
    await until('it is inspected', () => inspected.length === 1);
    assert.deepEqual(inspected, [after]);
  });

  it('restores the table of a comparison after a reload, opens a question of it, and follows its verdicts', async () => {
    const { panel, sent, say } = panelOf(panelTypes.comparison);
    const [first, second, gone] = [0, 1, 7].map((row) => sourceKey(rowIdentity(run, row)));
    await comparisons.deserializeWebviewPanel(panel, {
      pairs: [
        { before: first, after: second, missing: null },
        { before: first, after: gone, missing: null },
        { before: first, after: null, missing: 'a.pdf no longer has page 3.' },
        { before: gone, after: second, missing: null },
      ],
      isTable: true,
      notes: ['Not compared: something.'],
    });
    assert.equal(panel.title, 'Comparison: 3 questions');
    const tables = (): ComparedQuestions[] =>
      (sent as unknown as ToComparison[]).flatMap((message) =>
        message.type === 'questions' ? [message.table] : [],
      );
    say({ type: 'ready' });
    await until('the table', () => tables().length === 1);
    const [table] = tables();
    assert.deepEqual(table?.notes, ['Not compared: something.']);
    assert.deepEqual(
      table.questions.map(({ question, before, after, missing }) => [
        question,
        before.answer,
        after?.answer ?? null,
        missing,
      ]),
      [
        ['How many?', '41 apples', '42 apples', null],
        ['How many?', '41 apples', null, 'The new trajectory is no longer kept.'],
        ['How many?', '41 apples', null, 'a.pdf no longer has page 3.'],
      ],
    );
    assert.deepEqual(
      sent.map(({ type }) => type),
      ['questions'],
      'no question is open',
    );
    say({ type: 'open', index: 0 });
    await until('the question is open', () => sent.length === 4);
    assert.deepEqual(
      sent.slice(1).map(({ type }) => type),
      ['sides', 'trajectory', 'trajectory'],
    );
    say({ type: 'inspect', side: 1 });
    await until('it is inspected', () => inspected.length === 1);
    assert.deepEqual(inspected, [rowIdentity(run, 1)]);
    say({ type: 'side', side: 1, message: { type: 'verdict', sample: 0, verdict: 'right' } });
    await until('the table again', () => tables().length === 2);
    say({ type: 'open', index: null });
    say({ type: 'inspect', side: 1 });
    assert.equal(inspected.length, 1, 'nothing is open');
    assert.deepEqual(asked, []);
  });
});
