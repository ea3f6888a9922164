import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { until, useFolder, useSettings, useStubs, workspaceFolder } from '../support/given.ts';

const folder = useFolder();
const set = useSettings();
const stub = useStubs();

const TEXT = `{{ content }}
You have exactly 3 images.
<thinking>...</thinking>
<description>...</description>
<answer>...</answer>
`;

async function open(name: string, text: string): Promise<vscode.TextDocument> {
  const uri = folder.file(name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return vscode.workspace.openTextDocument(uri);
}
const ownDiagnostics = (document: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'PageTrace');
const codes = (document: vscode.TextDocument) =>
  ownDiagnostics(document).map(({ code }) => (typeof code === 'object' ? code.value : code));
const CODES = ['image-count-fixed', 'tag-unknown', 'tag-missing'];

describe('the prompt lint', () => {
  before(() => vscode.extensions.getExtension('pagetrace.pagetrace')?.activate());

  it('shows findings in a prompt of a trainer with a link to each rule, and follows typing', async () => {
    const document = await open('format_prompt/actions.jinja', TEXT);
    await until('the findings', () => ownDiagnostics(document).length === CODES.length);
    assert.deepEqual(codes(document), CODES);
    const [first] = ownDiagnostics(document);
    assert.ok(first && typeof first.code === 'object');
    assert.equal(document.getText(first.range), '3');
    const page = await vscode.workspace.openTextDocument(first.code.target);
    assert.match(page.getText(), /^# .*`image-count-fixed`/);

    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, first.range, '{{ num_images }}');
    await vscode.workspace.applyEdit(edit);
    await until('the finding is gone', () => ownDiagnostics(document).length === CODES.length - 1);
  });

  it('fixes findings, explains them, and turns rules off', async () => {
    const document = await open('some.jinja', TEXT);
    await until('the findings', () => ownDiagnostics(document).length === CODES.length);
    const problem = ownDiagnostics(document)[1];
    assert.ok(problem);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem.range,
    );
    const repair = actions.find(({ title }) => title.startsWith('Write `<think>`'));
    assert.ok(repair?.edit);
    assert.equal(repair.isPreferred, true);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      problem.range.start,
    );
    const words = hovers
      .flatMap(({ contents }) => contents)
      .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''));
    assert.match(words.join('\n'), /does not read/);

    await vscode.workspace.applyEdit(repair.edit);
    await until('the repair is seen', () => ownDiagnostics(document).length === 1);
    assert.deepEqual(codes(document), ['image-count-fixed']);
    await set('pagetrace', 'lint.off', ['image-count-fixed']);
    await until('nothing is left', () => ownDiagnostics(document).length === 0);
  });

  it('renders a prompt as the trainer of the setting, and turns a front matter into a comment', async () => {
    const text = '---\nimage_order: text-first\n---\n{{ content }} about {{ num_images }} images';
    const document = await open('trained.jinja', text);
    await set('pagetrace', 'lint.trainer', 'easyr1');
    await until('the findings', () => ownDiagnostics(document).length === 2);
    assert.deepEqual(codes(document), ['front-matter-sent', 'variable-unfilled']);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(0, 0, 0, 1),
    );
    const repair = actions.find(({ title }) => title.startsWith('Turn the front matter'));
    assert.ok(repair?.edit);
    await vscode.workspace.applyEdit(repair.edit);
    assert.match(document.getText(), /^\{# pagetrace:\nimage_order: text-first\n-#\}\n\{\{ content/);
    await until('the repair is seen', () => ownDiagnostics(document).length === 1);
    await set('pagetrace', 'lint.trainer', 'auto');
    await until('no trainer is assumed', () => ownDiagnostics(document).length === 0);
  });

  it('takes reward and trainer from a map file, and has a Python function score the examples', async () => {
    const text =
      '{{ content }} has {{ num_images }} images.\nAnswer in <answer>...</answer>.\n\nExample:\n<think>The first page has it.</think> <answer> 1 </answer>\n';
    await vscode.workspace.fs.writeFile(
      folder.file('own.py'),
      Buffer.from(
        'def compute_score(solution_str, ground_truth):\n    return 1.0 if f"<answer>{ground_truth}</answer>" in solution_str else 0.0\n',
      ),
    );
    const map = folder.file('pagetrace.prompts.json');
    const entries = [{ files: 'mapped.jinja', reward: 'own.py', trainer: 'verl' }];
    await vscode.workspace.fs.writeFile(map, Buffer.from(JSON.stringify({ prompts: entries })));
    const document = await open('mapped.jinja', text);
    await until('the findings', () => ownDiagnostics(document).length === 2);
    assert.deepEqual(codes(document), ['variable-unfilled', 'example-deduction']);
    assert.match(
      ownDiagnostics(document)[1]?.message ?? '',
      /own\.py pays 0 for this example\. It pays 1 for the same without the white space around the answer\.$/,
    );
    const opened = await vscode.workspace.openTextDocument(map);
    const broken = new vscode.WorkspaceEdit();
    broken.replace(map, new vscode.Range(0, 0, 1, 0), '{"prompts": [{"files": "*", "reward": "nice"}]}');
    await vscode.workspace.applyEdit(broken);
    await opened.save();
    await until('the fault of the map', () => codes(document).includes('front-matter'));
  });

  it('runs no Python in Restricted Mode, nor from outside of the workspace, and says why', async () => {
    const inside = vscode.Uri.joinPath(workspaceFolder(), 'own-rewards');
    const write = (file: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(file, Buffer.from(text));
    const code =
      'import pathlib\npathlib.Path(__file__).with_suffix(".ran").touch()\ndef compute_score(solution_str, ground_truth):\n    return 1.0\n';
    const text =
      '{{ content }}\nAnswer in <answer>...</answer>.\n\nExample:\n<think>It is there.</think> <answer>1</answer>\n';
    const settings = '{# pagetrace: reward: named.py -#}\n';
    try {
      const files = { mapped: folder.file('mapped.py'), named: vscode.Uri.joinPath(inside, 'named.py') };
      for (const file of [...Object.values(files), folder.file('named.py')]) await write(file, code);
      const entries = [{ files: 'by-map*.jinja', reward: 'mapped.py' }];
      await write(folder.file('pagetrace.prompts.json'), JSON.stringify({ prompts: entries }));
      const ran = (file: vscode.Uri): boolean => existsSync(file.fsPath.replace(/py$/, 'ran'));
      stub(vscode.workspace, 'isTrusted', false);
      const named = vscode.Uri.joinPath(inside, 'named.jinja');
      await write(named, settings + text);
      const restricted = [await open('by-map.jinja', text), await vscode.workspace.openTextDocument(named)];
      for (const document of restricted) {
        await until('the finding', () => ownDiagnostics(document).length === 1);
        assert.deepEqual(codes(document), ['reward-unclear']);
        assert.match(
          ownDiagnostics(document)[0]?.message ?? '',
          /is not checked against .*(?:mapped|named)\.py\. Python rewards do not run in Restricted Mode\.$/,
        );
      }
      assert.deepEqual(Object.values(files).map(ran), [false, false]);

      stub(vscode.workspace, 'isTrusted', true);
      const outside = await open('named-outside.jinja', settings + text);
      await until('the finding outside of the workspace', () => ownDiagnostics(outside).length === 1);
      assert.match(
        ownDiagnostics(outside)[0]?.message ?? '',
        /It is outside of the workspace, so it is not run\./,
      );
      await open('by-map-trusted.jinja', text);
      const trusted = vscode.Uri.joinPath(inside, 'trusted.jinja');
      await write(trusted, settings + text);
      await vscode.workspace.openTextDocument(trusted);
      await until('the functions run in a trusted workspace', () => Object.values(files).every(ran));
      assert.equal(ran(folder.file('named.py')), false);
    } finally {
      await vscode.workspace.fs.delete(inside, { recursive: true });
    }
  });

  it('reads a map file outside of the workspace only after consent, and asks for that when the person wants it', async () => {
    const asked: string[] = [];
    stub(vscode.window, 'showWarningMessage', (message: string, _options: object, button: string) => {
      asked.push(message);
      return Promise.resolve(button);
    });
    const map = folder.file('pagetrace.prompts.json');
    const entries = [{ files: '**/*.jinja', reward: 'none', trainer: 'easyr1' }];
    await vscode.workspace.fs.writeFile(map, Buffer.from(JSON.stringify({ prompts: entries })));
    const text = '{{ content }} has {{ num_images }} images.\nAnswer in <answer>...</answer>.\n';
    stub(vscode.workspace, 'isTrusted', false);
    const restricted = await open('inner/restricted.jinja', text);
    await until('the sentence in Restricted Mode', () => codes(restricted).includes('map-file-not-read'));
    assert.match(
      ownDiagnostics(restricted)[0]?.message ?? '',
      /^pagetrace\.prompts\.json is outside of this workspace, so it is not read in Restricted Mode\. Trust this/,
    );
    stub(vscode.workspace, 'isTrusted', true);
    const document = await open('inner/mapped.jinja', text);
    await until('the sentence', () => codes(document).includes('map-file-not-read'));
    const [problem] = ownDiagnostics(document);
    assert.ok(problem);
    assert.match(
      problem.message,
      /^The map file .*pagetrace\.prompts\.json is outside of this workspace, so/,
    );
    assert.equal(problem.severity, vscode.DiagnosticSeverity.Information);
    // A prompt that names its reward and its trainer needs no map file.
    const settings = '{# pagetrace:\nreward: lang2act\ntrainer: easyr1\n-#}\n';
    const complete = await open('inner/complete.jinja', settings + text);
    await until('its findings', () => codes(complete).includes('variable-unfilled'));
    assert.equal(codes(complete).includes('map-file-not-read'), false);
    assert.deepEqual(asked, []);

    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      problem.range,
    );
    const allow = actions.find(({ title }) => title === 'Allow PageTrace to read the map file');
    assert.ok(allow?.command);
    await vscode.commands.executeCommand(
      allow.command.command,
      ...((allow.command.arguments ?? []) as unknown[]),
    );
    assert.equal(asked.length, 1);
    await until('the trainer of the map file', () => codes(document).includes('variable-unfilled'));
    assert.equal(codes(document).includes('map-file-not-read'), false);
    await vscode.commands.executeCommand('pagetrace.resetPermissions');
    await until('the sentence again', () => codes(document).includes('map-file-not-read'));
  });

  it('ignores templates that are not prompts', async () => {
    const page = await open('page.jinja', '<thinking>{{ title }} has 3 images</thinking>');
    const document = await open('other.jinja', TEXT);
    await until('the findings of the prompt', () => ownDiagnostics(document).length === CODES.length);
    assert.deepEqual(ownDiagnostics(page), []);
  });
});
