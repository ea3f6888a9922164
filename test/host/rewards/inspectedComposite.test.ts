import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import type { CompositePath } from '../../../src/core/rewards/model.ts';
import { needSentences } from '../../../webview/inspector/model/rewardWords.ts';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { InspectedCommands } from '../../../src/host/inspector/inspectedCommands.ts';
import { CompositeFiles } from '../../../src/host/rewards/compositeFiles.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import { FileSource } from '../../../src/host/trajectories/fileSource.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import { AskedQuestionSource } from '../../../src/host/asking/askedQuestionSource.ts';
import type { InspectorState, ToInspector } from '../../../src/protocol/inspector.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import { preparedQuestion } from '../../unit/asking/build.ts';
import { LanguageThread } from '../../../src/host/shared/languageThread.ts';
import type { ScoreComposite } from '../../../src/languageWorker/calls.ts';
import {
  extensionUri,
  readFrontMatter,
  readResponses,
  exportTrajectory,
  noPage,
  scoreWithAllRewards,
  rendering,
  sourceDeps,
  until,
  useFolder,
  useStubs,
  workspaceFolder,
} from '../support/given.ts';
import { hangingWorker } from '../support/hangingWorker.ts';
import { makeFiles } from '../support/services.ts';

const folder = useFolder();
const stub = useStubs();
const FILE = `---
reward: ./mine.reward.json
reference: "42"
---
<think>Image 1 shows it.</think>
<answer>42</answer>
`;
const REWARD = {
  components: [
    { check: 'tag-present', tag: 'answer', weight: 0.5 },
    { check: 'equals', weight: 0.25 },
    { profile: 'action-rl', component: 'answer', weight: 0.125 },
  ],
};

let thread: LanguageThread;
let composites: CompositeFiles;
let sources: InspectorSource[];

before(() => {
  thread = new LanguageThread(extensionUri());
});
after(() => {
  thread.dispose();
});
beforeEach(() => {
  composites = new CompositeFiles(makeFiles());
  sources = [];
});
afterEach(async () => {
  for (const source of sources) source.dispose();
  composites.dispose();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

const write = (name: string, content: unknown): Promise<void> =>
  fs.writeFile(folder.file(name).fsPath, typeof content === 'string' ? content : JSON.stringify(content));

/** The state of a view that received the initial state and every message since. */
function viewOf(source: InspectorSource): { state: InspectorState } {
  const view = { state: source.state() };
  sources.push(source);
  source.onDidSend((message: ToInspector) => {
    const { samples } = view.state;
    if (message.type === 'state') view.state = message.state;
    else if (message.type === 'update')
      view.state = {
        ...message.state,
        samples: samples.map((sample, index) => ({ ...sample, ...message.samples[index] })),
      };
    else if (message.type === 'score')
      view.state = {
        ...view.state,
        samples: samples.map((sample, index) =>
          index === message.sample ? { ...sample, score: message.score } : sample,
        ),
      };
  });
  return view;
}

const deps = (score: ScoreComposite = thread.scoreComposite) =>
  sourceDeps({ composites: { files: composites, score, rests: 1 } });

async function inspectFile(text = FILE, score?: ScoreComposite) {
  await write('a.trajectory', text);
  const document = await vscode.workspace.openTextDocument(folder.file('a.trajectory'));
  const source = new FileSource(document, deps(score));
  return { document, source, view: viewOf(source) };
}

type View = ReturnType<typeof viewOf>;
const scoreOf = ({ state }: View, sample = 0) => state.samples[sample]?.score;
const waitForScore = (view: View, overall: number, sample = 0) =>
  until(`the score ${overall}`, () => scoreOf(view, sample)?.overall === overall);

async function replace(document: vscode.TextDocument, words: string, by: string): Promise<void> {
  const start = document.getText().indexOf(words);
  assert.ok(start >= 0, `${words} is not in ${document.getText()}`);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + words.length));
  edit.replace(document.uri, range, by);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

describe('a trajectory file that names a composite reward, in the inspector', () => {
  it('scores a trajectory file with its composite reward while it is edited, judged, and scored for a trainer', async () => {
    await write('mine.reward.json', REWARD);
    const { document, source, view } = await inspectFile();
    await until('the score', () => scoreOf(view)?.needs.includes('verdict'));
    assert.deepEqual([scoreOf(view)?.ifWrong, scoreOf(view)?.ifRight], [0.75, 0.875]);
    const { profile, composite, notices } = view.state;
    assert.equal(profile, null);
    assert.deepEqual([composite?.name, composite?.chosen, composite?.fault], ['mine', true, null]);
    assert.deepEqual(notices, []);

    await source.receive({ type: 'verdict', sample: 0, verdict: 'right' });
    await waitForScore(view, 0.875);
    await replace(document, '>42<', '>41<');
    await waitForScore(view, 0.625);
    assert.equal(source.state().samples[0]?.score, scoreOf(view));
    await source.receive({ type: 'reference', text: '41' });
    await waitForScore(view, 0.875);

    await write('images.reward.json', {
      components: [{ check: 'image-cited', in: 'think', weight: 1 }],
    });
    await replace(document, './mine.reward.json', './images.reward.json\nimages: [{ image: 1, page: 3 }]');
    await waitForScore(view, 1);
    assert.deepEqual(scoreOf(view)?.defaults, []);
    await source.receive({ type: 'inputs', trainer: 'easyr1' });
    await until('the default', () => scoreOf(view)?.defaults.some(({ key }) => key === 'num_images'));
    assert.equal(view.state.composite?.trainer, 'easyr1');
  });

  it('scores the file again when the reward file changes, and shows mistakes that can be opened', async () => {
    await write('mine.reward.json', REWARD);
    const { view, source } = await inspectFile(FILE.replace('---\n<', 'verdict: right\n---\n<'));
    await waitForScore(view, 0.875);
    const reward = await vscode.workspace.openTextDocument(folder.file('mine.reward.json'));
    await replace(reward, '0.125', '0.25');
    await waitForScore(view, 1);
    await replace(reward, '"equals"', '"equal"');
    await until('the fault', () => view.state.composite?.fault);
    assert.match(view.state.composite?.fault?.message ?? '', /There is no check "equal"/);
    await until('no score', () => scoreOf(view) === null);
    assert.equal(await source.composite(), null);
    await source.receive({ type: 'openReward' });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document, reward);
    assert.equal(reward.getText(editor.selection), '"equal"');
    await replace(reward, '"equal"', '"equals"');
    await waitForScore(view, 1);
    await reward.save();
    await fs.rm(folder.file('mine.reward.json').fsPath);
  });

  it('says that the reward file does not exist, and scores the trajectory once it does', async () => {
    const { view } = await inspectFile(FILE.replace('---\n<', 'verdict: right\n---\n<'));
    await until('the fault', () => view.state.composite?.fault);
    assert.equal(view.state.composite?.fault?.canOpen, false);
    await write('mine.reward.json', REWARD);
    await vscode.workspace.openTextDocument(folder.file('mine.reward.json'));
    await waitForScore(view, 0.875);
  });

  it('scores with a built-in reward when it is chosen, and with the composite reward when it is chosen again', async () => {
    await write('mine.reward.json', REWARD);
    const { document, source, view } = await inspectFile();
    await until('the score', () => scoreOf(view));
    await source.receive({ type: 'profile', profile: 'action-rl' });
    assert.match(document.getText(), /^reward: action-rl$/m);
    assert.deepEqual([view.state.profile, view.state.composite?.chosen], ['action-rl', false]);
    // The score that the composite reward would give is still known.
    assert.equal(scoreOf(view)?.ifRight, 0.875);
    assert.equal(await source.composite(), null);
    await source.receive({ type: 'profile', profile: './mine.reward.json' });
    assert.equal(parseTrajectoryFile(document.getText()).info.reward, './mine.reward.json');
    assert.deepEqual([view.state.profile, view.state.composite?.chosen], [null, true]);
    assert.equal((await source.composite())?.profile.name, 'mine');
  });
});

describe('a composite reward whose score takes too long', () => {
  it('holds up nothing: the view says so and shows the text, and the next text is scored', async () => {
    const deadline = 1000;
    const hanging = new LanguageThread(await hangingWorker(folder.file('extension')), {
      checkDeadline: deadline,
    });
    let last = performance.now();
    let longest = 0;
    const ticking = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 10);
    try {
      await write('mine.reward.json', REWARD);
      const text = FILE.replace('---\n<', 'verdict: right\n---\n<').replace('Image 1', 'hang');
      const { document, view } = await inspectFile(text, hanging.scoreComposite);
      await until('the sentence', () => view.state.composite?.fault);
      assert.ok(longest < deadline, `the extension host did not answer for ${longest} ms`);
      assert.deepEqual(view.state.composite?.fault, {
        message:
          'PageTrace needs more than 1 s to read this response, so its answer and its score are not shown. Its text is shown as it is. On the command line, pagetrace score has no such limit.',
        canOpen: false,
      });
      assert.equal(scoreOf(view), null);
      assert.match(view.state.samples[0]?.text ?? '', /hang shows it\.<\/think>\n<answer>42/);
      await replace(document, 'hang shows', 'Image 1 shows');
      await waitForScore(view, 0.875);
      await until('no sentence', () => view.state.composite?.fault === null);
    } finally {
      clearInterval(ticking);
      hanging.dispose();
    }
  });
});

describe('a question asked with a prompt that names a composite reward', () => {
  const text = (sample: number, chunk: string): GenerateEvent => ({ type: 'text', sample, text: chunk });

  async function askQuestion(samples: number): Promise<AskedQuestion> {
    await write('mine.reward.json', REWARD);
    await write('short.jinja', '---\ndialect: think-answer\nreward: ./mine.reward.json\n---\n{{ content }}');
    const prompts = new Prompts(folder.file('presets').fsPath, makeFiles().permit, rendering.parsePrompt);
    const { name, reward } = await prompts.read(folder.file('short.jinja').fsPath);
    assert.equal(reward, folder.file('mine.reward.json').fsPath as CompositePath);
    const question = preparedQuestion({ samples });
    return AskedQuestion.start(
      { ...question, info: { ...question.info, prompt: name, reward, reference: '42' } },
      { now: Date.now, request: null, curl: null, forecast: null },
    );
  }
  const inspectQuestion = (question: AskedQuestion, score?: ScoreComposite) =>
    new AskedQuestionSource(question, deps(score));

  it('scores each sample of the question while it streams, when it is judged, and when it is opened again', async () => {
    const question = await askQuestion(2);
    const source = inspectQuestion(question);
    const view = viewOf(source);
    let go: (() => void) | undefined;
    const following = question.follow(
      (async function* (): AsyncGenerator<GenerateEvent> {
        yield text(0, '<think>Image 1.</think>');
        yield text(1, '<think>Image 1.</think><answer>42</answer>');
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        yield text(0, '<answer>41</answer>');
        yield { type: 'end', error: null };
      })(),
    );
    await until('a score of what has come', () => scoreOf(view, 0)?.ifWrong === 0);
    await until('the other’s', () => scoreOf(view, 1)?.ifRight === 0.875);
    assert.ok(question.running);
    assert.ok(go);
    go();
    await following;
    await until('the score of the whole', () => scoreOf(view, 0)?.ifRight === 0.625);
    await source.setVerdict(1, 'right', 'person');
    await waitForScore(view, 0.875, 1);
    assert.equal(scoreOf(view, 0)?.overall, null);

    const kept = viewOf(
      inspectQuestion(AskedQuestion.restore(question.record, [question.text(0), question.text(1)])),
    );
    await waitForScore(kept, 0.875, 1);
    assert.equal(scoreOf(kept, 0)?.ifRight, 0.625);
    assert.equal(kept.state.composite?.name, 'mine');
  });

  it('reads a composite reward outside of the workspace only if the prompt is there too', async () => {
    const question = await askQuestion(1);
    const { record } = question;
    const planted = { ...record, info: { ...record.info, prompt: 'prompts/planted.jinja' } };
    stub(vscode.window, 'showWarningMessage', () => Promise.resolve(undefined));
    const view = viewOf(inspectQuestion(AskedQuestion.restore(planted, ['<answer>42</answer>'])));
    await until('the fault', () => view.state.composite?.fault);
    assert.match(view.state.composite?.fault?.message ?? '', /is outside of this workspace/);
  });

  it('names the composite reward relative to the open folder when the question is opened as text', async () => {
    const file = vscode.Uri.joinPath(workspaceFolder(), 'untitled.reward.json');
    await fs.writeFile(file.fsPath, JSON.stringify(REWARD));
    try {
      const question = await askQuestion(1);
      question.setInfo({ reward: file.fsPath as CompositePath });
      const source = inspectQuestion(AskedQuestion.restore(question.record, ['<answer>42</answer>']));
      sources.push(source);
      const commands = new InspectedCommands({
        active: () => ({ source, sample: 0 }),
        judge: () => Promise.resolve(),
        reports: { show: () => Promise.reject(new Error('No report is expected.')) },
        readFrontMatter,
        readResponses,
        exportTrajectory,
        drawPage: noPage,
        pageSize: noPage,
        scoreWithAllRewards,
        home: folder.file('.'),
      });
      await commands.openAsText();
      const document = vscode.window.activeTextEditor?.document;
      assert.ok(document?.isUntitled);
      assert.match(document.getText(), /^reward: untitled\.reward\.json$/m);
      const { profile } = await composites.read('untitled.reward.json', document.uri);
      assert.equal(profile?.name, 'untitled');
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    } finally {
      await fs.rm(file.fsPath);
    }
  });

  it('says in place of the report of all rewards that the scores take too long, and reports on the next response', async () => {
    const hanging = new LanguageThread(await hangingWorker(folder.file('extension')), {
      checkDeadline: 1000,
    });
    const question = await askQuestion(1);
    const reports: string[] = [];
    const report = (response: string): Promise<void> => {
      const source = inspectQuestion(AskedQuestion.restore(question.record, [response]));
      sources.push(source);
      return new InspectedCommands({
        active: () => ({ source, sample: 0 }),
        judge: () => Promise.resolve(),
        reports: {
          show: (_name, markdown) => {
            reports.push(markdown);
            return Promise.resolve(folder.file('report.md'));
          },
        },
        readFrontMatter,
        readResponses,
        exportTrajectory: hanging.exportTrajectory,
        drawPage: noPage,
        pageSize: noPage,
        scoreWithAllRewards: hanging.scoreWithAllRewards,
        home: folder.file('.'),
      }).scoreWithAllRewards();
    };
    try {
      await assert.rejects(
        report('<think>hang</think><answer>42</answer>'),
        /^PageTraceError: PageTrace needs more than 1 s to read this response/,
      );
      await report('<think>Image 1.</think><answer>42</answer>');
      assert.match(reports.join(), /`mine` \| /);
      assert.equal(reports.length, 1);
    } finally {
      hanging.dispose();
    }
  });

  it('reads what the pages say of a response once that is known, and without its document says what to do', async () => {
    await write('mine.reward.json', {
      components: [
        { check: 'grounded', weight: 0.5 },
        { check: 'cited-page', weight: 0.25 },
        { check: 'computed-right', weight: 0.25 },
      ],
    });
    const found = (text: string) => ({
      grounding: {
        claims: [],
        pages: [],
        answer: {
          span: { start: text.indexOf('42'), end: text.indexOf('42') + 2 },
          restsOn: [],
          verdict: 'found' as const,
          computation: null,
          onCitedPage: false,
        },
        computations: [],
        unread: null,
      },
      withoutText: [],
      unrecognized: [],
      unsent: null,
      notices: [],
    });
    const groundings = {
      ...sourceDeps().groundings,
      ground: ({ response }: { readonly response: string }) => Promise.resolve(found(response)),
      prepare: ({ path }: { readonly path: string }) =>
        Promise.resolve({
          name: path,
          hash: 'a',
          open: () => Promise.reject(new Error('It is not opened.')),
        }),
    };
    const open = async (name: string, text: string) => {
      await write(name, text);
      const document = await vscode.workspace.openTextDocument(folder.file(name));
      return viewOf(new FileSource(document, { ...deps(), groundings }));
    };
    const pages = 'documents:\n  - { path: a.pdf }\nimages:\n  - { image: 1, page: 1 }\n';
    const view = await open('a.trajectory', FILE.replace('reference:', `${pages}reference:`));
    await waitForScore(view, 0.25);
    const parts = scoreOf(view)?.components.map(({ key, value, entries }) => [key, value, entries[0]?.code]);
    assert.deepEqual(parts, [
      ['grounded', '0', 'no-claims'],
      ['cited-page', '0', 'answer-not-on-cited-page'],
      ['computed-right', '1', undefined],
    ]);

    const without = await open('b.trajectory', FILE);
    const score = await until('a score', () => scoreOf(without));
    assert.deepEqual([score.overall, score.needs], [null, ['grounding']]);
    assert.deepEqual(needSentences(score, false), [
      'The reward reads the pages: name the document and the pages that were sent (documents, images).',
    ]);
  });

  it('scores a long response a bounded number of times while it streams', async () => {
    const question = await askQuestion(1);
    let scorings = 0;
    const view = viewOf(
      inspectQuestion(question, (request) => {
        scorings += 1;
        return thread.scoreComposite(request);
      }),
    );
    await question.follow(
      (async function* (): AsyncGenerator<GenerateEvent> {
        yield text(0, '<think>');
        for (let chunk = 0; chunk < 400; chunk++) {
          yield text(0, 'Image 1 shows it, and more of it below. '.repeat(5));
          await new Promise((resolve) => setImmediate(resolve));
        }
        yield text(0, '</think><answer>42</answer>');
        yield { type: 'end', error: null };
      })(),
    );
    await until('the score of the whole', () => scoreOf(view)?.ifRight === 0.875);
    // 80,000 characters are 1.25 to the power of 42 times the first chunk's.
    assert.ok(scorings <= 50, `${scorings} scorings`);
  });
});
