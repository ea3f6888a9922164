import assert from 'node:assert/strict';
import net from 'node:net';
import * as vscode from 'vscode';
import { commands, TRAJECTORY_LANGUAGE } from '../../../src/host/shared/contributions.ts';
import { HIDDEN_CHARACTER, HOSTILE_LINE, liveInPlainText } from '../../support/hostileText.ts';
import { LanguageThread } from '../../../src/host/shared/languageThread.ts';
import { LanguageClient } from '../../../src/host/trajectories/languageClient.ts';
import { FindingPages, trajectoryDiagnostics } from '../../../src/host/trajectories/trajectoryDiagnostics.ts';
import { extensionUri, until, useFolder, useSettings, useStubs } from '../support/given.ts';
import { hangingWorker } from '../support/hangingWorker.ts';

const folder = useFolder();
const set = useSettings();
const stub = useStubs();

const FRONT_MATTER = `---
documents:
  - path: report.pdf
images:
  - { image: 1, document: 1, page: 3 }
dialect: lang2act
reference: Report
verdict: right
prompt: lang2act
---
`;
const RESPONSE = `<think>Image 1.</think>
<description>
<tool name="read_text_element" args="Image 1: title">Report</tool>
<tool name="read_title" args="Image 1: title">Report</tool>
</description>
<answer>Report</answer>
`;
const TEXT = FRONT_MATTER + RESPONSE;
/** The reward of the response: a tool that is unknown to the reward costs 0.03. */
const PAID = '0.97';

async function open(text: string, name = 'a.trajectory'): Promise<vscode.TextDocument> {
  const uri = folder.file(name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  return vscode.workspace.openTextDocument(uri);
}
const openUntitled = (text: string) =>
  vscode.workspace.openTextDocument({ language: TRAJECTORY_LANGUAGE, content: text });
const openFenced = (text: string) =>
  open(`# Notes\n\nText.\n\n\`\`\`trajectory\n${text}\`\`\`\n`, 'notes.md');

/** The position of `words` in a document, `inside` characters from their start. */
function positionOf(document: vscode.TextDocument, words: string, inside = 1): vscode.Position {
  const index = document.getText().indexOf(words);
  assert.ok(index >= 0, words);
  return document.positionAt(index + inside);
}
const runProvider = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(`vscode.${command}`, ...args);
const words = (hovers: readonly vscode.Hover[]): string =>
  hovers
    .flatMap(({ contents }) => contents)
    .map((content) => (content instanceof vscode.MarkdownString ? content.value : ''))
    .join('\n');
const ownDiagnostics = (document: vscode.TextDocument) =>
  vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'PageTrace');

const DOCUMENTS: readonly (readonly [string, (text: string) => Thenable<vscode.TextDocument>])[] = [
  ['a file', (text) => open(text)],
  ['an untitled document', openUntitled],
  ['a Markdown fence', openFenced],
];

describe('the language of trajectories', () => {
  for (const [name, make] of DOCUMENTS) {
    it(`provides diagnostics, hovers, completion, folding, colors and fixes in ${name}`, async () => {
      const document = await make(TEXT);
      const [problem] = await until(
        'a problem',
        () => ownDiagnostics(document).length > 0 && ownDiagnostics(document),
      );
      assert.ok(typeof problem?.code === 'object');
      assert.equal(problem.code.value, 'unknown-tool');
      const page = await vscode.workspace.openTextDocument(problem.code.target.with({ fragment: '' }));
      const explained = Number(problem.code.target.fragment.slice(1)) - 1;
      assert.equal(page.lineAt(explained).text, '## unknown-tool');
      assert.equal(document.getText(problem.range), 'read_title');

      const hovers = await runProvider<vscode.Hover[]>(
        'executeHoverProvider',
        document.uri,
        positionOf(document, 'read_title'),
      );
      assert.match(words(hovers), /not in the toolbox/);
      assert.match(words(hovers), /−0\.03/);

      const completion = await runProvider<vscode.CompletionList>(
        'executeCompletionItemProvider',
        document.uri,
        positionOf(document, '"read_title'),
      );
      const labels = completion.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      assert.ok(labels.includes('compute_percentage'), labels.join(', '));

      const folds = await runProvider<vscode.FoldingRange[]>('executeFoldingRangeProvider', document.uri);
      const line = positionOf(document, '<description>').line;
      assert.ok(folds.some(({ start, end }) => start === line && end === line + 3));

      const legend = await runProvider<vscode.SemanticTokensLegend>(
        'provideDocumentSemanticTokensLegend',
        document.uri,
      );
      const tokens = await runProvider<vscode.SemanticTokens>('provideDocumentSemanticTokens', document.uri);
      assert.equal(legend.tokenTypes[tokens.data[3] ?? -1], 'pagetraceTool');
      assert.equal(tokens.data.length, 4 * 5);

      const actions = await runProvider<vscode.CodeAction[]>(
        'executeCodeActionProvider',
        document.uri,
        problem.range,
      );
      const repair = actions.find(({ title }) => title.startsWith('Write read_text_element'));
      assert.match(repair?.title ?? '', /\(reward 0\.97 → 1\)$/);

      const highlights = await runProvider<vscode.DocumentHighlight[]>(
        'executeDocumentHighlights',
        document.uri,
        positionOf(document, '<think>', 2),
      );
      assert.deepEqual(
        highlights.map(({ range }) => document.getText(range)),
        ['think', 'think'],
      );
    });
  }

  it('provides an outline, references and a rename of a tool', async () => {
    const document = await open(TEXT);
    const outline = await runProvider<vscode.DocumentSymbol[]>('executeDocumentSymbolProvider', document.uri);
    assert.deepEqual(
      outline.map(({ name, children }) => [name, ...children.map((child) => child.name)]),
      [['front matter'], ['think'], ['description', 'read_text_element', 'read_title'], ['answer']],
    );
    const place = positionOf(document, 'read_title');
    const references = await runProvider<vscode.Location[]>('executeReferenceProvider', document.uri, place);
    assert.equal(references.length, 1);
    const edit = await runProvider<vscode.WorkspaceEdit>(
      'executeDocumentRenameProvider',
      document.uri,
      place,
      'read_numeric_value',
    );
    await vscode.workspace.applyEdit(edit);
    assert.ok(document.getText().includes('<tool name="read_numeric_value" args="Image 1: title">'));
    await assert.rejects(
      async () => runProvider('executeDocumentRenameProvider', document.uri, place, 'no name'),
      /cannot be the name of a tool/,
    );
  });

  it('goes from a tool to the toolbox of the prompt that the front matter names', async () => {
    const document = await open(TEXT);
    const places = await runProvider<vscode.LocationLink[]>(
      'executeDefinitionProvider',
      document.uri,
      positionOf(document, 'read_text_element'),
    );
    assert.match(places[0]?.targetUri.path ?? '', /media\/prompts\/lang2act\.jinja$/);

    const prompt = `---\ndialect: lang2act\ntoolbox:\n  - { name: read_title, args: "Image k: x", description: Look closer. }\n---\n{{ content }}`;
    await vscode.workspace.fs.writeFile(folder.file('own.jinja'), Buffer.from(prompt));
    const other = await open(TEXT.replace('prompt: lang2act', 'prompt: own.jinja'), 'b.trajectory');
    const [place] = await runProvider<vscode.LocationLink[]>(
      'executeDefinitionProvider',
      other.uri,
      positionOf(other, 'read_title'),
    );
    assert.equal(place?.targetRange.start.line, 3);
    const hovers = await runProvider<vscode.Hover[]>(
      'executeHoverProvider',
      other.uri,
      positionOf(other, 'read_title'),
    );
    assert.match(words(hovers), /Look closer/);
  });

  it('shows what each tool call costs as an inlay hint, unless the setting turns it off', async () => {
    const document = await open(TEXT);
    const hints = async (): Promise<readonly unknown[]> => {
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      const found = await runProvider<vscode.InlayHint[]>('executeInlayHintProvider', document.uri, whole);
      return found.map(({ label }) => label);
    };
    assert.deepEqual(await hints(), ['0', '−0.03']);
    await set('pagetrace', 'inlayHints.rewards', false);
    assert.deepEqual(await hints(), []);
  });

  it('fixes all problems at once on request', async () => {
    const document = await open(
      TEXT.replace('</think>', '').replace('read_text_element', 'Read_Text_Element'),
    );
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const actions = await runProvider<vscode.CodeAction[]>(
      'executeCodeActionProvider',
      document.uri,
      whole,
      vscode.CodeActionKind.SourceFixAll.append('pagetrace').value,
    );
    assert.equal(actions.length, 1);
    const [all] = actions;
    assert.ok(all?.edit);
    await vscode.workspace.applyEdit(all.edit);
    assert.equal(document.getText(), TEXT);
  });

  it('shows what every reward pays in a document that follows the trajectory', async () => {
    const document = await open(TEXT);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand(commands.scoreWithAllRewards);
    const preview = await until('a preview', () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ label }) => label.includes('Rewards of a.trajectory')),
    );
    assert.ok(preview.input instanceof vscode.TabInputWebview);
    const uri = vscode.Uri.from({
      scheme: 'pagetrace-rewards',
      path: '/Rewards of a.trajectory.md',
      query: document.uri.toString(),
    });
    const comparison = await vscode.workspace.openTextDocument(uri);
    assert.match(comparison.getText(), new RegExp(`\`lang2act\` \\| ${PAID} `));
    assert.match(comparison.getText(), /`action-rl` \| 1 /);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(
      document.uri,
      new vscode.Range(
        positionOf(document, 'read_title', 0),
        positionOf(document, 'read_title', 'read_title'.length),
      ),
      'compare_values',
    );
    await vscode.workspace.applyEdit(edit);
    await until('the new reward', () => comparison.getText().includes('`lang2act` | 1 '));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('writes the dialect that a person chooses into the front matter', async () => {
    const document = await open(RESPONSE, 'chosen.trajectory');
    await vscode.window.showTextDocument(document);
    stub(vscode.window, 'showQuickPick', (items: readonly { readonly name: string }[]) =>
      Promise.resolve(items.find(({ name }) => name === 'action-rl')),
    );
    await vscode.commands.executeCommand(commands.chooseDialect);
    assert.equal(document.getText(), `---\ndialect: action-rl\n---\n${RESPONSE}`);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('shows no image, link, icon or hidden character of a file, a prompt or a reward', async () => {
    const asked: unknown[] = [];
    const server = net.createServer((socket) => {
      asked.push(socket.remotePort);
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const evil = `![x](http://127.0.0.1:${address.port}/a.png) ${HOSTILE_LINE}`;
    const name = evil.replaceAll(/["<>]/g, '');
    try {
      await vscode.workspace.fs.writeFile(
        folder.file('evil.reward.json'),
        Buffer.from(
          JSON.stringify({
            name: 'evil',
            title: evil,
            components: [
              { check: 'tag-present', tag: 'missing', weight: 1, title: evil },
              { profile: 'lang2act', component: 'tool', weight: 1, title: evil },
            ],
          }),
        ),
      );
      await vscode.workspace.fs.writeFile(
        folder.file('evil.jinja'),
        Buffer.from(
          `---\ndialect: lang2act\ntoolbox:\n  - name: ${JSON.stringify(name)}\n    args: ${JSON.stringify(evil)}\n    description: ${JSON.stringify(evil)}\n---\n{{ content }}`,
        ),
      );
      const document = await open(
        `---
question: ${JSON.stringify(evil)}
documents: [{ path: ${JSON.stringify(evil)} }]
images: [{ image: 1, document: 1, page: 3 }]
dialect: lang2act
reward: ./evil.reward.json
prompt: ./evil.jinja
${JSON.stringify(evil)}: 1
---
<think>Image 1 ${evil}</think>
<description>
<tool name="${name}" args="Image 1: ${name}">${evil}</tool>
<tool name="other" args="Image 1: ${name}">${evil}</tool>
</description>
<answer>${evil}</answer>
`,
      );
      const editor = await vscode.window.showTextDocument(document);
      await until('a problem', () => ownDiagnostics(document).length > 0);
      const markdown: string[] = [];
      const plain = ownDiagnostics(document).map(({ message }) => message);
      const whole = new vscode.Range(0, 0, document.lineCount, 0);
      for (const at of [
        '<think>',
        'Image 1 !',
        '<tool name',
        name,
        'other',
        '<answer>',
        'reward: ',
        'prompt: ',
      ]) {
        const place = positionOf(document, at);
        markdown.push(words(await runProvider('executeHoverProvider', document.uri, place)));
        const { items } = await runProvider<vscode.CompletionList>(
          'executeCompletionItemProvider',
          document.uri,
          place,
        );
        for (const { label, documentation } of items.filter(({ sortText }) => sortText !== undefined)) {
          if (documentation instanceof vscode.MarkdownString) markdown.push(documentation.value);
          if (typeof label !== 'string') plain.push(label.label, label.description ?? '');
        }
        editor.selection = new vscode.Selection(place, place);
        await vscode.commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
      }
      const hints = await runProvider<vscode.InlayHint[]>('executeInlayHintProvider', document.uri, whole);
      for (const { label, tooltip } of hints) {
        if (typeof label === 'string') plain.push(label);
        if (tooltip instanceof vscode.MarkdownString) {
          assert.ok(tooltip.isTrusted !== true && tooltip.supportHtml !== true);
          markdown.push(tooltip.value);
        }
      }
      const symbols = await runProvider<vscode.DocumentSymbol[]>(
        'executeDocumentSymbolProvider',
        document.uri,
      );
      const wordsOf = (symbol: vscode.DocumentSymbol): string[] => [
        symbol.name,
        symbol.detail,
        ...symbol.children.flatMap(wordsOf),
      ];
      plain.push(...symbols.flatMap(wordsOf));
      const actions = await runProvider<vscode.CodeAction[]>(
        'executeCodeActionProvider',
        document.uri,
        whole,
      );
      plain.push(...actions.map(({ title }) => title));

      assert.ok(markdown.join('').includes('elsewhere.invalid') && plain.length > 3);
      for (const text of plain) assert.deepEqual(liveInPlainText(text), [], text);
      for (const text of markdown) {
        const unescaped = text.replaceAll(/\\[^\n]/g, '').replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '');
        assert.doesNotMatch(unescaped, /[[<`]|:\/\//, text);
        assert.doesNotMatch(text, HIDDEN_CHARACTER);
      }
      assert.deepEqual(asked, []);
    } finally {
      server.close();
    }
  });

  it('shows no icon, link or hidden character of a composite reward that cannot be used', async () => {
    await vscode.workspace.fs.writeFile(
      folder.file('broken.reward.json'),
      Buffer.from(JSON.stringify({ components: [{ profile: HOSTILE_LINE, component: 'tool', weight: 1 }] })),
    );
    const document = await open('---\nreward: ./broken.reward.json\n---\n<answer>b</answer>\n');
    const said = await until('the problem', () =>
      ownDiagnostics(document).find(({ message }) => message.includes('There is no built-in reward')),
    );
    assert.ok(said.message.includes('gnp.exe'), said.message);
    assert.deepEqual(liveInPlainText(said.message), []);
    const hovers = words(
      await runProvider('executeHoverProvider', document.uri, positionOf(document, 'reward: ')),
    );
    assert.doesNotMatch(hovers, HIDDEN_CHARACTER);
  });

  it('a text whose check never ends holds up neither the extension host nor the checks of other files', async () => {
    const deadline = 1000;
    const hanging = new LanguageThread(await hangingWorker(folder.file('extension')), {
      checkDeadline: deadline,
    });
    const none = new vscode.EventEmitter<void>();
    const language = new LanguageClient(hanging, {
      prompt: () => Promise.resolve(null),
      compositeText: () => Promise.resolve({ text: null, fault: null }),
      grounding: () => null,
    });
    const slow = await open(TEXT.replace('Report', 'hang'), 'slow.trajectory');
    const other = await open(TEXT, 'other.trajectory');
    let last = performance.now();
    let longest = 0;
    const ticking = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 10);
    const shown = trajectoryDiagnostics({
      language,
      pages: new FindingPages(extensionUri()),
      onDidChangePrompts: none.event,
      debounce: 1,
    });
    try {
      await until('the sentence', () =>
        ownDiagnostics(slow).some(
          ({ message, range }) =>
            range.isEmpty && message.startsWith('PageTrace needs more than 1 s to check this text'),
        ),
      );
      // The extension itself shows the finding too.
      await until('the finding of the other file', () => ownDiagnostics(other).length === 2);
      assert.ok(longest < deadline, `the extension host did not answer for ${longest} ms`);
    } finally {
      clearInterval(ticking);
      shown.dispose();
      hanging.dispose();
      none.dispose();
    }
  });
});
