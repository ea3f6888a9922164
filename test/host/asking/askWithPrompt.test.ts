import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import { askWithPrompt, type AskWithPromptDeps } from '../../../src/host/asking/askWithPrompt.ts';
import type { QuestionToAsk } from '../../../src/host/asking/questionToAsk.ts';
import type { DocumentLibrary } from '../../../src/host/document/documentLibrary.ts';
import { FileSource } from '../../../src/host/trajectories/fileSource.ts';
import type { BeforeAndAfter } from '../../../src/host/inspector/comparisons.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import { fileIdentity } from '../../../src/host/trajectories/fileIdentity.ts';
import { questionIdentity, type AskedQuestionSource } from '../../../src/host/asking/askedQuestionSource.ts';
import { fixture, rendering, sourceDeps, useFolder, useStubs } from '../support/given.ts';
import { makeLibrary } from '../support/services.ts';

const folder = useFolder();
const stub = useStubs();

let library: DocumentLibrary;
let asked: QuestionToAsk[];
let compared: BeforeAndAfter[];
let opened: InspectorSource[];
let disposed: number;

const TRAJECTORY = `---
question: What was total revenue?
documents: [{ path: a.pdf }]
images:
  - { image: 1, document: 1, page: 4 }
reference: '518.9'
prompt: think-answer
sampling: { temperature: 0.7, max_tokens: 300 }
pixels: { minPixels: 100352, maxPixels: 200704 }
---
<think>Image 1 shows it.</think><answer>518.9</answer>`;

beforeEach(async () => {
  library = makeLibrary();
  asked = [];
  compared = [];
  opened = [];
  disposed = 0;
  await fs.copyFile(fixture('annual-report.pdf').fsPath, folder.file('a.pdf').fsPath);
  await fs.writeFile(folder.file('last.trajectory').fsPath, TRAJECTORY);
});
afterEach(async () => {
  for (const source of opened) source.dispose();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  await library.dispose();
});

/** The dependencies of the command; the last question comes from a trajectory file. */
function deps(overrides: Partial<AskWithPromptDeps> = {}): AskWithPromptDeps {
  const uri = folder.file('last.trajectory');
  return {
    asker: {
      ask: (toAsk) => {
        asked.push(toAsk);
        return Promise.resolve();
      },
    },
    comparisons: { show: (each) => compared.push(each) },
    servers: { current: () => ({ name: 'one', url: 'http://127.0.0.1:1', model: null }) },
    library,
    editors: { find: () => undefined },
    parsePrompt: rendering.parsePrompt,
    trusted: () => true,
    last: () => Promise.resolve(fileIdentity(uri)),
    open: async () => {
      const source = new FileSource(await vscode.workspace.openTextDocument(uri), sourceDeps());
      const dispose = source.dispose.bind(source);
      source.dispose = () => {
        disposed++;
        dispose();
      };
      opened.push(source);
      return source;
    },
    ...overrides,
  };
}

async function showPrompt(text: string): Promise<vscode.TextEditor> {
  await fs.writeFile(folder.file('mine.prompt.jinja').fsPath, 'Answer.\n{{ content }}\n');
  const editor = await vscode.window.showTextDocument(folder.file('mine.prompt.jinja'));
  const whole = new vscode.Range(0, 0, editor.document.lineCount, 0);
  await editor.edit((edit) => {
    edit.replace(whole, text);
  });
  return editor;
}

describe('asking again with the prompt in the editor', () => {
  it('asks the last question about the same pages with the unsaved text of the prompt', async () => {
    const editor = await showPrompt(
      '---\ndialect: think-answer\nsampling: { temperature: 0.3 }\n---\nBe careful.\n{{ content }}\n',
    );
    await askWithPrompt(deps());
    assert.ok(editor.document.isDirty);
    const [toAsk] = asked;
    assert.equal(toAsk?.question, 'What was total revenue?');
    assert.deepEqual(toAsk.documents[0]?.pages, [4]);
    assert.match(toAsk.prompt.template, /^Be careful\./);
    assert.match(toAsk.prompt.name, /mine\.prompt\.jinja$/);
    assert.equal(toAsk.sampling.temperature, 0.3, 'what the prompt says itself');
    assert.equal(toAsk.sampling.max_tokens, 300, 'what was asked with before');
    assert.equal(toAsk.reference, '518.9');
    assert.deepEqual(toAsk.pixels, { minPixels: 100_352, maxPixels: 200_704 });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('has the conversation that the prompt begins, or one turn without a model, and says so', async () => {
    const said: string[] = [];
    stub(vscode.window, 'showInformationMessage', (text: string) => {
      said.push(text);
      return Promise.resolve(undefined);
    });
    await showPrompt('---\ndialect: pixel-reasoner\nprotocol: pixel-reasoner\n---\n{{ content }}\n');
    await askWithPrompt(deps());
    assert.equal(asked[0]?.conversation?.protocol.name, 'pixel-reasoner');
    assert.equal(said.length, 0);
    await askWithPrompt(deps({ servers: { current: () => null } }));
    assert.equal(asked[1]?.conversation, undefined);
    assert.match(said[0] ?? '', /mine\.prompt\.jinja begins a conversation, for which the offline reader/);
    await showPrompt('---\ndialect: vg-refiner\nprotocol: vg-refiner\n---\n{{ content }}\n');
    stub(vscode.window, 'showInputBox', () => Promise.resolve(undefined));
    await assert.rejects(askWithPrompt(deps()), { reason: 'cancelled' });
    assert.equal(asked.length, 2);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('finds a composite reward in the folder of the prompt', async () => {
    await showPrompt('---\ndialect: think-answer\nreward: ./mine.reward.json\n---\n{{ content }}\n');
    await askWithPrompt(deps());
    assert.equal(asked[0]?.prompt.reward, folder.file('mine.reward.json').fsPath);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('compares the previous trajectory with the new one', async () => {
    await showPrompt('{{ content }}');
    const after = { identity: questionIdentity('new') } as unknown as AskedQuestionSource;
    const asker: AskWithPromptDeps['asker'] = {
      ask: (_toAsk, options) => {
        options?.show?.(after);
        return Promise.resolve();
      },
    };
    await askWithPrompt(deps({ asker }));
    assert.equal(compared[0]?.before, opened[0]);
    assert.equal(compared[0]?.after, after);
    assert.equal(disposed, 0, 'the comparison shows what was');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('disposes of the previous trajectory when no question is asked in the end', async () => {
    await showPrompt('{{ content }}');
    await askWithPrompt(deps());
    assert.equal(disposed, 1);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('says when there is no prompt, no earlier question, or no valid prompt', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await assert.rejects(askWithPrompt(deps()), { reason: 'bad-input' });
    await showPrompt('{{ content }}');
    await assert.rejects(askWithPrompt(deps({ last: () => Promise.resolve(null) })), { reason: 'bad-input' });
    await showPrompt('{% if %}{{ content }}');
    await assert.rejects(askWithPrompt(deps()), { reason: 'prompt-broken' });
    assert.deepEqual(asked, []);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('refuses to ask with the prompt in Restricted Mode', async () => {
    await showPrompt('{{ content }}');
    await assert.rejects(askWithPrompt(deps({ trusted: () => false })), { reason: 'untrusted' });
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
