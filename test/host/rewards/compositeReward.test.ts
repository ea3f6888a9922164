import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { compositeDiagnostics } from '../../../src/host/rewards/compositeDiagnostics.ts';
import type { OpenDocumentProblems } from '../../../src/host/shared/openDocumentProblems.ts';
import { PromptSources } from '../../../src/host/trajectories/promptSources.ts';
import { CompositeFiles } from '../../../src/host/rewards/compositeFiles.ts';
import { workspaceComposites } from '../../../src/host/rewards/workspaceComposites.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import { LanguageThread } from '../../../src/host/shared/languageThread.ts';
import { TrajectoryFeatures } from '../../../src/languageWorker/trajectoryFeatures.ts';
import { extensionUri, rendering, until, useFolder, workspaceFolder } from '../support/given.ts';
import { makeFiles } from '../support/services.ts';

const folder = useFolder();
let diagnostics: OpenDocumentProblems;

beforeEach(() => {
  diagnostics = compositeDiagnostics(1);
});
afterEach(async () => {
  diagnostics.dispose();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

async function open(text: string): Promise<vscode.TextDocument> {
  await fs.writeFile(folder.file('mine.reward.json').fsPath, text);
  const document = await vscode.workspace.openTextDocument(folder.file('mine.reward.json'));
  await vscode.window.showTextDocument(document);
  return document;
}

/** The problems shown in a document, from PageTrace and from the JSON language, with the text that they mark. */
function shownProblems(document: vscode.TextDocument): readonly (readonly [string, string])[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .map(({ range, message }) => [document.getText(range), message]);
}

const file = (component: string): string => `{"components": [{"weight": 1, ${component}}]}`;

describe('a file of a composite reward', () => {
  it('shows mistakes that the schema cannot express at their place while the file is edited', async () => {
    const document = await open(file('"check": "pattern", "pattern": "a(?=b)"'));
    await until('the lookaround', () =>
      shownProblems(document).some(([at, said]) => at === '(?=' && said.includes('lookaround')),
    );
    const edit = new vscode.WorkspaceEdit();
    const start = document.getText().indexOf('(?=b)');
    edit.delete(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(start + 5)));
    await vscode.workspace.applyEdit(edit);
    await until('its correction', () => shownProblems(document).length === 0);
  });

  it('lets VS Code check and complete the file with its schema', async () => {
    const document = await open(file('"check": "word-f2"'));
    await until('the unknown check', () => shownProblems(document).some(([at]) => at === '"word-f2"'));
    assert.ok(shownProblems(document).every(([, said]) => !said.startsWith('There is no check')));
    const at = document.positionAt(document.getText().indexOf('word-f2'));
    const items = await until('the completion', async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        at,
      );
      return list.items.length > 0 && list.items;
    });
    const labels = items.map(({ label }) => (typeof label === 'string' ? label : label.label));
    assert.ok(labels.includes('"repetition"'), labels.join(', '));
  });

  it('offers a composite reward of the workspace beside the built-in rewards, unless its file is broken', async () => {
    const good = vscode.Uri.joinPath(workspaceFolder(), 'good.reward.json');
    const bad = vscode.Uri.joinPath(workspaceFolder(), 'bad.reward.json');
    await fs.writeFile(good.fsPath, file('"check": "word-f1"'));
    await fs.writeFile(bad.fsPath, file('"check": "word-f2"'));
    const outside = folder.file('outside.json').fsPath;
    await fs.writeFile(outside, file('"check": "word-f1"'));
    const links = ['/dev/zero', outside].map((target, index) => ({
      target,
      link: vscode.Uri.joinPath(workspaceFolder(), `link-${index}.reward.json`).fsPath,
    }));
    for (const { target, link } of links) await fs.symlink(target, link);
    const opened: string[] = [];
    const listening = vscode.workspace.onDidOpenTextDocument(({ uri }) => opened.push(uri.path));
    const composites = new CompositeFiles(makeFiles());
    try {
      const offered = await workspaceComposites(composites);
      assert.deepEqual(opened, []);
      assert.deepEqual(
        offered.map(({ profile }) => profile.name),
        ['good'],
      );
    } finally {
      listening.dispose();
      composites.dispose();
      for (const each of [good.fsPath, bad.fsPath, ...links.map(({ link }) => link)]) await fs.rm(each);
    }
  });

  it('scores a trajectory that names the reward with its unsaved text, and reports its mistakes in the trajectory', async () => {
    const reward = await open(file('"check": "tag-present", "tag": "summary"'));
    const uri = folder.file('a.trajectory');
    const text = '---\nreward: ./mine.reward.json\n---\n<think>a</think>\n<answer>b</answer>\n';
    await fs.writeFile(uri.fsPath, text);
    const composites = new CompositeFiles(makeFiles());
    const sources = new PromptSources({
      prompts: new Prompts(folder.file('presets').fsPath, makeFiles().permit, rendering.parsePrompt),
      compositeFiles: composites,
      files: makeFiles(),
      groundings: { of: () => null, onDidChange: () => new vscode.Disposable(() => undefined) },
    });
    const thread = new LanguageThread(extensionUri());
    const service = new TrajectoryFeatures(await thread.worker(), sources).service(() => true);
    const source = { uri: uri.toString(), version: 1, text, kind: 'trajectory' } as const;
    const label = async () => (await service.status(source))?.reward.label;
    let changes = 0;
    const listening = sources.onDidChange(() => {
      changes += 1;
    });
    try {
      assert.equal(await label(), '0');
      const named = await composites.read('./mine.reward.json', uri);
      assert.equal(await composites.read('./mine.reward.json', uri), named);
      const edit = new vscode.WorkspaceEdit();
      const at = reward.getText().indexOf('summary');
      edit.replace(reward.uri, new vscode.Range(reward.positionAt(at), reward.positionAt(at + 7)), 'answer');
      await vscode.workspace.applyEdit(edit);
      await until('the change', () => changes > 0);
      assert.ok(reward.isDirty);
      assert.equal(await label(), '1');
      const missing = { ...source, text: text.replace('mine', 'other'), version: 2 };
      const [problem] = await service.diagnostics(missing);
      assert.ok(problem);
      assert.equal(missing.text.slice(problem.span.start, problem.span.end), './other.reward.json');
      assert.match(problem.message, /The reward file \.\/other\.reward\.json could not be read\.$/);

      const outside = path.join(await fs.mkdtemp(path.join(folder.path, '..', 'outside-')), 'a.reward.json');
      await fs.writeFile(outside, reward.getText());
      await fs.writeFile(folder.file('huge.reward.json').fsPath, '');
      await fs.truncate(folder.file('huge.reward.json').fsPath, 6 * 1024 ** 2);
      await fs.symlink('/dev/zero', folder.file('zero.reward.json').fsPath);
      await fs.mkdir(folder.file('folder.reward.json').fsPath);
      const faults: readonly (readonly [name: string, sentence: RegExp])[] = [
        [outside, /cannot be used: a\.reward\.json is outside of this workspace, in .*Reset Permissions\.$/],
        ['./zero.reward.json', /zero\.reward\.json is outside of this workspace, in \/dev, where/],
        [
          './huge.reward.json',
          /cannot be used: huge\.reward\.json is larger than 5 MB\. Name a smaller file\.$/,
        ],
        ['./folder.reward.json', /folder\.reward\.json is not a regular file\. .*Name a file\.$/],
        ['//host.invalid/a.reward.json', /is on another machine, so it is not read\. Copy it/],
      ];
      let version = 2;
      for (const [name, sentence] of faults) {
        version += 1;
        const given = { ...source, text: text.replace('./mine.reward.json', name), version };
        assert.match((await service.diagnostics(given))[0]?.message ?? '', sentence);
      }
      await fs.rm(path.dirname(outside), { recursive: true });
    } finally {
      listening.dispose();
      thread.dispose();
      sources.dispose();
      composites.dispose();
    }
  });
});
