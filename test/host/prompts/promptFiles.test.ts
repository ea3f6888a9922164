import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { PageTraceError } from '../../../src/core/errors.ts';
import { commands } from '../../../src/host/shared/contributions.ts';
import { isPromptDocument } from '../../../src/host/prompts/promptDocuments.ts';
import { PROMPT_LANGUAGE } from '../../../src/core/prompts/isPrompt.ts';
import {
  PromptPreviewSource,
  type PromptPreviewDeps,
} from '../../../src/host/prompts/promptPreviewSource.ts';
import { LanguageThread } from '../../../src/host/shared/languageThread.ts';
import type { PromptPreviewState } from '../../../src/protocol/prompt.ts';
import { extensionUri, until, useFolder, workspaceFolder } from '../support/given.ts';
import { hangingWorker } from '../support/hangingWorker.ts';

const folder = useFolder();

/** Writes a file into the test's folder and opens it. */
async function openFile(name: string, text: string): Promise<vscode.TextDocument> {
  const uri = folder.file(name);
  await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(uri, '..'));
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return vscode.workspace.openTextDocument(uri);
}

/** Waits until a document has the given language, because the extension host changes it after opening. */
async function language(uri: vscode.Uri, expected: string): Promise<void> {
  const now = () => vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
  while (now()?.languageId !== expected) {
    await new Promise<void>((resolve) => {
      const listening = vscode.workspace.onDidOpenTextDocument(() => {
        listening.dispose();
        resolve();
      });
      if (now()?.languageId === expected) resolve();
    });
  }
}

describe('prompt files', () => {
  it('recognizes a prompt file by its name', async () => {
    for (const name of ['mine.prompt.jinja', 'format_prompt/math.jinja'])
      assert.equal((await openFile(name, 'hello')).languageId, PROMPT_LANGUAGE);
  });

  it('recognizes a prompt file by its content, and leaves other Jinja files alone', async () => {
    const content = await openFile('content.jinja', 'Answer: {{ content }}');
    await language(content.uri, PROMPT_LANGUAGE);
    const other = await openFile('page.jinja', '<p>{{ page.title }}</p>');
    assert.equal(isPromptDocument(other), false);
    assert.notEqual(other.languageId, PROMPT_LANGUAGE);
    await vscode.window.showTextDocument(other);
    await vscode.commands.executeCommand(commands.treatAsPrompt);
    await language(other.uri, PROMPT_LANGUAGE);
  });

  it('completes the front matter of a prompt file', async () => {
    const document = await openFile('keys.prompt.jinja', '---\ndialect: \n---\n{{ content }}');
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      new vscode.Position(1, 9),
    );
    const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('evisrag'), labels.join());
  });

  it('creates a prompt file from a preset, under a name that is free', async () => {
    const made = vscode.Uri.joinPath(workspaceFolder(), 'prompts');
    try {
      await vscode.commands.executeCommand(commands.newPrompt, 'evisrag');
      await vscode.commands.executeCommand(commands.newPrompt, 'evisrag');
      const names = (await vscode.workspace.fs.readDirectory(made)).map(([name]) => name).sort();
      assert.deepEqual(names, ['evisrag-2.prompt.jinja', 'evisrag.prompt.jinja']);
      const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: each }) => each.map(({ label }) => label));
      assert.ok(tabs.includes('Preview evisrag.prompt.jinja'), tabs.join());
    } finally {
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.workspace.fs.delete(made, { recursive: true });
    }
  });
});

describe('the preview of a prompt file', () => {
  const none = new vscode.EventEmitter<void>();
  const made: PromptPreviewSource[] = [];
  let worker: LanguageThread;

  before(() => {
    worker = new LanguageThread(extensionUri());
  });
  after(() => {
    worker.dispose();
  });

  afterEach(() => {
    for (const source of made.splice(0)) source.dispose();
  });

  /** A preview of `document`, without an open PDF and without a server. */
  async function preview(
    document: vscode.TextDocument,
    pages: Partial<PromptPreviewDeps> = {},
  ): Promise<PromptPreviewSource> {
    const source = await PromptPreviewSource.open(document, {
      language: worker,
      document: () => null,
      onDidChangeDocument: none.event,
      renderPage: () => Promise.reject(new Error('no page is rendered here')),
      counting: {
        lastStatus: null,
        get inference(): never {
          throw new Error('no server is asked');
        },
        onDidChange: none.event,
        mayReceive: () => Promise.resolve(false),
        agreeToSend: () => Promise.reject(new Error('nobody is asked')),
      },
      budget: () => ({ minPixels: 200_704, maxPixels: 401_408 }),
      rests: 0,
      log: () => undefined,
      ...pages,
    });
    made.push(source);
    return source;
  }

  function stateOf(source: PromptPreviewSource): PromptPreviewState {
    const message = source.message();
    assert.ok(message.type === 'state');
    return message.state;
  }

  it('has a far server count no tokens before the person agrees, and asks only when they want that', async () => {
    const document = await openFile('far.prompt.jinja', 'Q: {{ content }}');
    const changed = new vscode.EventEmitter<void>();
    const events: string[] = [];
    const lines: string[] = [];
    let agreed = false;
    const source = await preview(document, {
      log: (line) => lines.push(line),
      counting: {
        lastStatus: {
          address: { name: 'gpu', url: 'https://gpu.example', model: null },
          baseUrl: 'https://gpu.example/v1',
          kind: 'vllm',
          version: null,
          models: [{ id: 'm', root: null, parent: null, maxModelLength: null }],
          lacks: [],
        },
        get inference(): never {
          events.push('sent');
          throw new PageTraceError('server-unreachable', 'Nothing listens there.');
        },
        onDidChange: changed.event,
        mayReceive: () => Promise.resolve(agreed),
        agreeToSend: () => {
          events.push('asked');
          agreed = true;
          changed.fire();
          return Promise.resolve();
        },
      },
    });
    await until('the preview offers to count', () => stateOf(source).couldCount === 'gpu');
    assert.equal(stateOf(source).total.exact, false);
    assert.equal(events.length, 0);
    await source.receive({ type: 'allowCounting' });
    await until('the server is asked to count', () => events.includes('sent'));
    assert.deepEqual(events.slice(0, 2), ['asked', 'sent']);
    // A failed count is only logged; Mocha would report an unhandled rejection.
    await until('the failed count is logged', () => lines.length > 0);
    assert.match(lines.join(), /could not be counted: .*Nothing listens there\./u);
    assert.equal(stateOf(source).couldCount, null);
  });

  it('follows typing in the template, and goes to a place in it', async () => {
    const document = await openFile('typed.prompt.jinja', 'Q: {{ content }}');
    const editor = await vscode.window.showTextDocument(document);
    const source = await preview(document);
    assert.deepEqual(
      stateOf(source).parts.map((part) => (part.type === 'text' ? part.text : part.image)),
      ['Q: What was total revenue in 2024?', 1, 2],
    );
    assert.equal(stateOf(source).total.exact, false);
    const changed = new Promise<void>((resolve) => {
      source.onDidChange(resolve);
    });
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), 'Please. ');
    });
    await changed;
    assert.match(JSON.stringify(stateOf(source).parts), /Please\. Q: /);
    await source.receive({ type: 'reveal', at: 'Please. Q: Wh'.length });
    assert.equal(vscode.window.activeTextEditor?.document, document);
    assert.equal(vscode.window.activeTextEditor.selection.active.character, 'Please. Q: '.length);
  });

  it('shows the pages chosen in the open document, with the tokens of their images', async () => {
    const document = await openFile(
      'paged.prompt.jinja',
      '---\nimage_order: images-first\n---\n{{ content }}',
    );
    const uri = folder.file('report.pdf');
    const asked: number[] = [];
    const source = await preview(document, {
      document: () => ({ uri, page: 1, selection: [3, 5], pageCount: 9 }),
      renderPage: (_, page) => {
        asked.push(page);
        return Promise.resolve({
          src: `data:image/jpeg;base64,${page}`,
          width: 560,
          height: 700,
          textHeight: null,
        });
      },
    });
    assert.deepEqual(
      stateOf(source).parts.map((part) => (part.type === 'image' ? part.image : 'text')),
      [1, 2, 'text'],
    );
    assert.deepEqual(
      stateOf(source).images.map(({ page }) => page),
      [
        { document: 'report.pdf', page: 3 },
        { document: 'report.pdf', page: 5 },
      ],
    );
    const before = stateOf(source).images[1]?.count?.tokens ?? 0;
    assert.equal((await source.image(2)).src, 'data:image/jpeg;base64,5');
    assert.deepEqual(asked, [5]);
    assert.equal(stateOf(source).images[1]?.count?.tokens, (560 * 700) / 784);
    assert.notEqual(before, 500);
  });

  it('takes the question and the number of images from the person', async () => {
    const source = await preview(await openFile('asked.prompt.jinja', '{{ num_images }}: {{ content }}'));
    await source.receive({ type: 'question', text: 'Who?' });
    await source.receive({ type: 'images', count: 3 });
    const state = stateOf(source);
    assert.equal(state.images.length, 3);
    assert.ok(state.parts[0]?.type === 'text' && state.parts[0].text === '3: Who?');
    await assert.rejects(source.image(1), { reason: 'bad-input' });
    assert.equal(state.name, path.basename('asked.prompt.jinja'));
  });

  it('ends a prompt that takes too long to parse or to render for a question', async () => {
    const hanging = new LanguageThread(await hangingWorker(folder.file('extension')), {
      renderDeadline: 200,
    });
    const stopped = {
      reason: 'timeout',
      message: 'PageTrace needs more than 0.2 s to render this prompt, so it was stopped.',
    };
    try {
      const prompt = await hanging.parsePrompt('mine', 'Be brief. {{ content }}');
      assert.deepEqual(await hanging.renderPrompt(prompt, 'Who?', 0), [
        { type: 'text', text: 'Be brief. Who?' },
      ]);
      await assert.rejects(async () => hanging.parsePrompt('mine', '{{ content }} hang'), stopped);
      await assert.rejects(async () => hanging.renderPrompt(prompt, 'hang', 0), stopped);
      await assert.rejects(async () => hanging.parsePrompt('mine', '{% if %}'), { reason: 'prompt-broken' });
    } finally {
      hanging.dispose();
    }
  });

  it('says that a prompt takes too long to render, and shows it once it is mended', async () => {
    const hanging = new LanguageThread(await hangingWorker(folder.file('extension')), {
      renderDeadline: 200,
    });
    try {
      const document = await openFile('slow.prompt.jinja', '{{ content }} hang');
      const source = await preview(document, { language: hanging });
      assert.deepEqual(source.message(), {
        type: 'failed',
        message:
          'PageTrace needs more than 0.2 s to render this prompt, so it was stopped. Look for loops and values that grow, and change the template.',
      });
      const editor = await vscode.window.showTextDocument(document);
      await editor.edit((edit) => {
        edit.delete(new vscode.Range(0, '{{ content }}'.length, 0, document.getText().length));
      });
      await until('the preview', () => source.message().type === 'state');
      assert.match(JSON.stringify(stateOf(source).parts), /What was total revenue/);
    } finally {
      hanging.dispose();
    }
  });
});
