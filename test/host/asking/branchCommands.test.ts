import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import {
  askWhatIf,
  continueEditor,
  continueResponse,
  placeOfStep,
  type BranchCommandsDeps,
} from '../../../src/host/asking/branchCommands.ts';
import type { QuestionToAsk } from '../../../src/host/asking/questionToAsk.ts';
import type { AskedQuestionSource } from '../../../src/host/asking/askedQuestionSource.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import type { BeforeAndAfter } from '../../../src/host/inspector/comparisons.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import { FileSource } from '../../../src/host/trajectories/fileSource.ts';
import type { InspectorSample } from '../../../src/protocol/inspector.ts';
import {
  extensionUri,
  fixture,
  readFrontMatter,
  rendering,
  sourceDeps,
  useFolder,
  useStubs,
} from '../support/given.ts';
import { makeFiles, makeLibrary } from '../support/services.ts';

const folder = useFolder();
const stub = useStubs();

let library: DocumentLibrary;
let asked: QuestionToAsk[];
let compared: BeforeAndAfter[];
let source: FileSource;
let after: AskedQuestionSource | null;

const THINK = '<think>Image 1 shows it.</think>';
const RESPONSE = `${THINK}<answer>518.9</answer>`;
const TRAJECTORY = `---
question: What was total revenue?
documents: [{ path: a.pdf }]
images:
  - { image: 1, document: 1, page: 4 }
  - { image: 2, document: 1, page: 2 }
reference: '518.9'
prompt: think-answer
dialect: action-rl
reward: lang2act-paper
sampling: { temperature: 0.7, max_tokens: 300 }
pixels: { min_pixels: 100352, max_pixels: 200704 }
---
${RESPONSE}`;

const openSource = async (name = 'last.trajectory'): Promise<FileSource> =>
  new FileSource(await vscode.workspace.openTextDocument(folder.file(name)), sourceDeps());

/** Opens the trajectory of a conversation instead, of whose document `sha256` is recorded. */
async function openConversation(
  protocol: string,
  { response = RESPONSE, turns = '[]', sha256 = '' } = {},
): Promise<void> {
  source.dispose();
  const conversation = `conversation: { protocol: ${protocol}, ended: answered, turns: ${turns} }`;
  const file = TRAJECTORY.replace('prompt: think-answer', `prompt: ${protocol}`)
    .replace('path: a.pdf', sha256 === '' ? 'path: a.pdf' : `path: a.pdf, sha256: ${sha256}`)
    .replace('dialect: action-rl', `dialect: ${protocol}\n${conversation}`)
    .replace(RESPONSE, response);
  await fs.writeFile(folder.file(`${protocol}.trajectory`).fsPath, file);
  source = await openSource(`${protocol}.trajectory`);
}

beforeEach(async () => {
  library = makeLibrary();
  asked = [];
  compared = [];
  after = null;
  await fs.copyFile(fixture('annual-report.pdf').fsPath, folder.file('a.pdf').fsPath);
  await fs.writeFile(folder.file('last.trajectory').fsPath, TRAJECTORY);
  source = await openSource();
});
afterEach(async () => {
  source.dispose();
  for (const { before } of compared) before.dispose();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await library.dispose();
});

function deps(overrides: Partial<BranchCommandsDeps> = {}): BranchCommandsDeps {
  return {
    asker: {
      ask: (toAsk, options) => {
        asked.push(toAsk);
        if (after) options?.show?.(after);
        return Promise.resolve();
      },
    },
    comparisons: { show: (each) => compared.push(each) },
    servers: { current: () => ({ name: 'one', url: 'http://127.0.0.1:1', model: null }) },
    prompts: new Prompts(
      path.join(extensionUri().fsPath, 'media', 'prompts'),
      makeFiles().permit,
      rendering.parsePrompt,
    ),
    library,
    editors: { find: () => undefined },
    permitFile: makeFiles().permit,
    readFrontMatter,
    renderPrompt: rendering.renderPrompt,
    open: () => openSource(),
    trusted: () => true,
    ...overrides,
  };
}

/** Answers the quick picks in turn by the beginnings of their labels, several separated by `|`; undefined closes one. */
function pick(...answers: readonly (string | undefined)[]): void {
  const left = [...answers];
  stub(
    vscode.window,
    'showQuickPick',
    (items: readonly vscode.QuickPickItem[], options: vscode.QuickPickOptions) => {
      const wanted = left.shift();
      if (wanted === undefined) return Promise.resolve(undefined);
      const labels = wanted.split('|');
      const chosen = items.filter(({ label }) => labels.some((start) => label.startsWith(start)));
      assert.equal(chosen.length, labels.length, `${wanted} among ${items.map(({ label }) => label).join()}`);
      return Promise.resolve(options.canPickMany ? chosen : chosen[0]);
    },
  );
}

const type = (...texts: readonly string[]): void => {
  const left = [...texts];
  stub(vscode.window, 'showInputBox', () => Promise.resolve(left.shift()));
};

/** Changes facts about the sample of the source. */
function setFacts(facts: Partial<InspectorSample>): void {
  const state = source.state.bind(source);
  source.state = () => ({ ...state(), samples: state().samples.map((each) => ({ ...each, ...facts })) });
}

describe('continuing a response', () => {
  it('asks the same question with the text up to a step, in one sample with the same sampling', async () => {
    pick('Continue');
    await continueResponse({ source, sample: 0, end: THINK.length }, deps());
    const [toAsk = assert.fail()] = asked;
    const { file, ...branch } = toAsk.branch ?? assert.fail();
    assert.deepEqual(branch, { id: null, sample: 0, continued: THINK });
    assert.equal(file?.uri, folder.file('last.trajectory').toString());
    assert.equal(file.info.question, 'What was total revenue?');
    assert.equal(file.info.prompt, toAsk.prompt.name);
    assert.equal(toAsk.question, 'What was total revenue?');
    assert.deepEqual(toAsk.documents[0]?.pages, [4, 2]);
    assert.deepEqual([toAsk.prompt.dialect, toAsk.prompt.reward], ['action-rl', 'lang2act-paper']);
    assert.equal(toAsk.sampling.temperature, 0.7);
    assert.equal(toAsk.samples, 1);
    assert.equal(toAsk.reference, '518.9');
    assert.deepEqual(toAsk.pixels, { minPixels: 100_352, maxPixels: 200_704 });
  });

  it('takes other sampling and several samples if the person wants that', async () => {
    pick('Number of Samples', 'Sampling', 'temperature', 'Done', 'Continue');
    type('4', '1.2');
    await continueResponse({ source, sample: 0, end: THINK.length }, deps());
    assert.equal(asked[0]?.samples, 4);
    assert.equal(asked[0].sampling.temperature, 1.2);
  });

  it('sends nothing when the person closes the choice', async () => {
    pick(undefined);
    await continueResponse({ source, sample: 0, end: THINK.length }, deps());
    assert.deepEqual(asked, []);
  });

  it('continues the text of an editor up to the cursor, as it was changed there', async () => {
    const editor = await vscode.window.showTextDocument(folder.file('last.trajectory'));
    const at = editor.document.getText().indexOf('shows it');
    await editor.edit((edit) => {
      edit.replace(
        new vscode.Range(editor.document.positionAt(at), editor.document.positionAt(at + 8)),
        'does not show it',
      );
    });
    const end = editor.document.getText().indexOf('.</think>');
    const position = editor.document.positionAt(end);
    editor.selection = new vscode.Selection(position, position);
    pick('Continue');
    await continueEditor(editor, deps());
    assert.equal(asked[0]?.branch?.continued, '<think>Image 1 does not show it');
    assert.deepEqual(asked[0].branch.id, null);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('goes on from the selected step of the inspector in view, and says when none is selected', () => {
    assert.deepEqual(placeOfStep({ source, sample: 1, stepEnd: 12 }), {
      source,
      sample: 1,
      stepEnd: 12,
      end: 12,
    });
    const none = { reason: 'bad-input', message: 'No step is selected.' };
    assert.throws(() => placeOfStep({ source, sample: 1, stepEnd: null }), none);
    assert.throws(() => placeOfStep(null), none);
  });

  it('says when there is nothing to continue, in a response and in the front matter of a file', async () => {
    const nothing = { reason: 'bad-input', message: 'There is no text before this place to continue.' };
    await assert.rejects(continueResponse({ source, sample: 0, end: 0 }, deps()), nothing);
    const editor = await vscode.window.showTextDocument(folder.file('last.trajectory'));
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await assert.rejects(continueEditor(editor, deps()), nothing);
    await assert.rejects(continueResponse({ source, sample: 3, end: 9 }, deps()), {
      message: 'There is no sample 4.',
    });
  });

  it('goes on with a conversation of several turns, whole or step by step', async () => {
    const user = '<|im_end|>\n<|im_start|>user\nExecution error.<|im_end|>\n<|im_start|>assistant\n';
    const response = `First.${user}${THINK}Last.`;
    const turns = '[{ by: model, seconds: 1 }, { by: tool, seconds: 0 }, { by: model, seconds: 2 }]';
    await openConversation('pixel-reasoner', { response, turns });
    const end = response.length - 'Last.'.length;
    for (const label of ['Continue', 'Step by step']) {
      pick(label);
      await continueResponse({ source, sample: 0, end }, deps());
    }
    const [first = assert.fail(), second] = asked;
    assert.deepEqual(
      first.conversation?.kept?.turns.map(({ text }) => text),
      ['First.', 'Execution error.', THINK],
    );
    assert.equal(first.conversation.kept.isUnfinished, true);
    assert.deepEqual([first.conversation.isStepped, second?.conversation?.isStepped], [false, true]);
    assert.equal(first.conversation.protocol.name, 'pixel-reasoner');
    const { file, ...branch } = first.branch ?? assert.fail();
    assert.deepEqual(branch, { id: null, sample: 0, continued: null });
    assert.equal(file?.uri, folder.file('pixel-reasoner.trajectory').toString());
    assert.equal(first.samples, 1);
    assert.deepEqual(first.documents[0]?.pages, [4, 2]);
    assert.deepEqual(first.pixels, { minPixels: 100_352, maxPixels: 200_704 });
  });

  it('goes on with a conversation within the turn in which another tool is called, and asks for its words', async () => {
    const look = '<think>The dog.</think>\n<function>get_extra_ref_result()</function>';
    const response = `${look}\n<tool>\n[7]\n</tool>\n<rethink>Fine.</rethink>`;
    const turns = '[{ by: model, seconds: 1 }, { by: tool, seconds: 0 }, { by: model, seconds: 2 }]';
    await openConversation('vg-refiner', { response, turns });
    const goOn = async (end: number, ...typed: readonly string[]): Promise<QuestionToAsk | undefined> => {
      pick('Continue');
      type(...typed);
      await continueResponse({ source, sample: 0, end }, deps());
      return asked.pop();
    };
    const within = await goOn('<think>The'.length, ' [8] ');
    assert.equal(within?.conversation?.toolWords, '[8]');
    assert.deepEqual(
      within.conversation.kept?.turns.map(({ text }) => text),
      ['<think>The'],
    );
    assert.equal(within.conversation.kept.isUnfinished, true);
    // After its words, nobody needs to say them.
    const after = await goOn(response.length - 'Fine.</rethink>'.length);
    assert.deepEqual(
      after?.conversation?.kept?.turns.map(({ text }) => text),
      [look, '\n<tool>\n[7]\n</tool>', '\n<rethink>'],
    );
    const alone = await goOn('<think>The'.length, '');
    assert.equal(alone?.conversation, undefined);
    assert.equal(alone?.branch?.continued, '<think>The');
    await assert.rejects(goOn('<think>The'.length), { reason: 'cancelled' });
  });

  it('does not go on with a conversation whose turns or pages are others now', async () => {
    await openConversation('vrag-rl');
    await assert.rejects(continueResponse({ source, sample: 0, end: THINK.length }, deps()), {
      message: 'The text of this conversation does not have the turns that were recorded with it.',
    });
    await openConversation('mm-search-r1', {
      turns: '[{ by: model, seconds: 1 }]',
      sha256: 'a'.repeat(64),
    });
    await assert.rejects(continueResponse({ source, sample: 0, end: THINK.length }, deps()), {
      message: 'a.pdf changed after the conversation, which cannot go on with other pages.',
    });
    assert.deepEqual(asked, []);
  });

  it('continues the first turn of a conversation alone', async () => {
    await openConversation('pixel-reasoner', { response: `${THINK}<|im_end|>` });
    let offered = '';
    stub(vscode.window, 'showQuickPick', ([first]: readonly vscode.QuickPickItem[]) => {
      offered = first?.description ?? '';
      return Promise.resolve(first);
    });
    await continueResponse({ source, sample: 0, end: THINK.length }, deps());
    assert.match(offered, / · this turn alone$/);
    assert.equal(asked[0]?.branch?.continued, THINK);
    assert.equal(asked[0].conversation, undefined);
  });

  it('says when the prompt is another one now than the one that was sent', async () => {
    const warnings: string[] = [];
    stub(vscode.window, 'showWarningMessage', (text: string) => {
      warnings.push(text);
      return Promise.resolve(undefined);
    });
    const state = source.state.bind(source);
    const prompt = await deps().prompts.read('think-answer');
    const parts = await rendering.renderPrompt(prompt, 'What was total revenue?', 2);
    for (const change of ['', 'Once more: ']) {
      const content = parts.map((part) =>
        part.type === 'text'
          ? { type: 'text', text: change + part.text }
          : { type: 'image_url', image_url: { url: '<image 1: image/jpeg, 2 x 3 pixels, 4 bytes>' } },
      );
      const request = JSON.stringify({ url: 'http://a/v1', body: { messages: [{ role: 'user', content }] } });
      source.state = () => ({ ...state(), request });
      pick('Continue');
      await continueResponse({ source, sample: 0, end: THINK.length }, deps());
    }
    assert.deepEqual(warnings, [
      'think-answer has changed since the question was asked. The response is continued after the prompt as it is now.',
    ]);
    assert.equal(asked.length, 2);
  });

  it('refuses a response whose reasoning was split off, and one that is still being generated', async () => {
    for (const reasoning of ['reasoning', 'reasoning_content'] as const) {
      setFacts({ reasoning });
      await assert.rejects(continueResponse({ source, sample: 0, end: 9 }, deps()), {
        reason: 'server-refused',
        message: 'The server split off the reasoning of this response, so it cannot be continued.',
      });
    }
    setFacts({ state: 'streaming' });
    await assert.rejects(continueResponse({ source, sample: 0, end: 9 }, deps()), {
      message: 'This response is still being generated.',
    });
    assert.deepEqual(asked, []);
  });

  it('refuses to send anything in Restricted Mode', async () => {
    const restricted = deps({ trusted: () => false });
    const editor = await vscode.window.showTextDocument(folder.file('last.trajectory'));
    await assert.rejects(continueResponse({ source, sample: 0, end: 9 }, restricted), {
      reason: 'untrusted',
    });
    await assert.rejects(continueEditor(editor, restricted), { reason: 'untrusted' });
    await assert.rejects(askWhatIf(source, 0, restricted), { reason: 'untrusted' });
    assert.deepEqual(asked, []);
  });
});

describe('what if', () => {
  it('leaves out a page, and compares the earlier trajectory with the new one', async () => {
    after = { identity: { kind: 'question', id: 'new' } } as unknown as AskedQuestionSource;
    pick('Leave out pages', 'Page 2');
    await askWhatIf(source, 0, deps());
    assert.deepEqual(asked[0]?.documents[0]?.pages, [4]);
    const { file, ...branch } = asked[0].branch ?? assert.fail();
    assert.deepEqual(branch, { id: null, sample: 0, continued: null });
    assert.equal(file?.uri, folder.file('last.trajectory').toString());
    assert.deepEqual(
      file.info.images.map(({ page }) => page),
      [4, 2],
    );
    assert.equal(asked[0].sampling.temperature, 0.7);
    assert.equal(compared[0]?.after, after);
    assert.deepEqual(compared[0].before.identity, source.identity);
  });

  it('keeps at least one page', async () => {
    pick('Leave out pages', 'Page 2|Page 4');
    await assert.rejects(askWhatIf(source, 0, deps()), { message: 'All pages would be left out.' });
    assert.deepEqual(asked, []);
  });

  it('asks with another pixel budget, another question, or another prompt', async () => {
    pick('Another pixel budget');
    type('401,408');
    await askWhatIf(source, 0, deps());
    assert.deepEqual(asked[0]?.pixels, { minPixels: 100_352, maxPixels: 401_408 });
    pick('Another question');
    type('What was net income?');
    await askWhatIf(source, 0, deps());
    assert.equal(asked[1]?.question, 'What was net income?');
    assert.equal(asked[1].reference, null, 'the reference belongs to the earlier question');
    pick('Another prompt', 'lang2act');
    await askWhatIf(source, 0, deps());
    assert.equal(asked[2]?.prompt.name, 'lang2act');
    assert.equal(asked[2].prompt.dialect, 'lang2act', 'another prompt has its own dialect');
    assert.equal(asked[2].reference, '518.9');
  });

  it('asks with other sampling or more samples', async () => {
    pick('Other sampling', 'temperature', 'Done');
    type('0');
    await askWhatIf(source, 0, deps());
    assert.equal(asked[0]?.sampling.temperature, 0);
    pick('Another number of samples');
    type('8');
    await askWhatIf(source, 0, deps());
    assert.equal(asked[1]?.samples, 8);
  });

  it('has the conversation again that answered the question, whose pages and samples are not chosen', async () => {
    await openConversation('vrag-rl');
    const offered: string[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      offered.push(...items.map(({ label }) => label));
      return Promise.resolve(items.find(({ label }) => label.startsWith('Another question')));
    });
    type('What was net income?');
    await askWhatIf(source, 0, deps());
    assert.deepEqual(offered, [
      ...['Another question…', 'Another prompt…', 'Another pixel budget…', 'Other sampling…'],
    ]);
    assert.equal(asked[0]?.conversation?.protocol.name, 'vrag-rl');
    assert.equal(asked[0].conversation.isStepped, false);
    assert.equal(asked[0].branch?.continued, null);
  });

  it('has a conversation with another prompt that begins one, and says that it has one sample', async () => {
    const said: string[] = [];
    stub(vscode.window, 'showInformationMessage', (text: string) => {
      said.push(text);
      return Promise.resolve(undefined);
    });
    Object.defineProperty(source, 'sampleCount', { value: 2 });
    pick('Another prompt', 'pixel-reasoner');
    await askWhatIf(source, 0, deps());
    assert.equal(asked[0]?.conversation?.protocol.name, 'pixel-reasoner');
    assert.equal(asked[0].samples, 1);
    assert.deepEqual(said, ['pixel-reasoner begins a conversation, which has one sample at a time.']);
    pick('Another prompt', 'pixel-reasoner');
    await askWhatIf(source, 0, deps({ servers: { current: () => null } }));
    assert.equal(asked[1]?.conversation, undefined);
    assert.match(said[1] ?? '', /It answers in one turn\.$/);
  });

  it('asks nothing when the person changes nothing', async () => {
    pick(undefined);
    await askWhatIf(source, 0, deps());
    pick('Another question');
    type('What was total revenue?');
    await askWhatIf(source, 0, deps());
    pick('Leave out pages', undefined);
    await askWhatIf(source, 0, deps());
    assert.deepEqual([asked, compared], [[], []]);
  });

  it('offers the offline reader no sampling and no budget, which it does not have', async () => {
    let offered: readonly vscode.QuickPickItem[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      offered = items;
      return Promise.resolve(undefined);
    });
    await askWhatIf(source, 0, deps({ servers: { current: () => null } }));
    assert.deepEqual(
      offered.map(({ label }) => label),
      ['Leave out pages…', 'Another question…', 'Another prompt…'],
    );
  });
});
