import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LanguageThread, type ReadFrontMatter } from '../../../src/host/shared/languageThread.ts';
import { FileSource } from '../../../src/host/trajectories/fileSource.ts';
import { resolveReference } from '../../../src/host/shared/resolvePath.ts';
import type { ToInspector } from '../../../src/protocol/inspector.ts';
import { extensionUri, RENDERED, sourceDeps, until, useFolder } from '../support/given.ts';
import { hangingWorker } from '../support/hangingWorker.ts';

const folder = useFolder();
const FILE = `---
# written by hand
question: How much was it?
team: finance # not ours
documents:
  - path: a.pdf
    sha256: "0000"
images:
  - { image: 1, page: 3 }
---
<think>Image 1 shows it.</think>
<answer>42</answer>
`;

let document: vscode.TextDocument;
let source: FileSource;
let sent: ToInspector[];
let hash: string | null;

async function open(
  text: string,
  name = 'a.trajectory',
  deps: Parameters<typeof sourceDeps>[0] = {},
): Promise<void> {
  const uri = folder.file(name);
  await vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  document = await vscode.workspace.openTextDocument(uri);
  source = new FileSource(
    document,
    sourceDeps({
      renderPage: (_uri, _sha256, page) =>
        Promise.resolve({
          src: `data:image/jpeg;base64,${page}`,
          width: 500,
          height: 700,
          textHeight: 6,
          sha256: '',
        }),
      hashNow: () => Promise.resolve(hash),
      ...deps,
    }),
  );
  sent = [];
  source.onDidSend((message) => sent.push(message));
}

/** The text of a view that received the initial state and every message since. */
function receivedText(first: string): string {
  let text = first;
  for (const message of sent) {
    if (message.type === 'state') text = message.state.samples[0]?.text ?? '';
    else if (message.type === 'replace')
      text = text.slice(0, message.span.start) + message.text + text.slice(message.span.end);
  }
  return text;
}

/** The response, without the line break that ends the file. */
const body = () =>
  document
    .getText()
    .slice(document.getText().indexOf('<think>'))
    .replace(/\r?\n$/, '');
const first = () => source.state().samples[0]?.text ?? '';

async function edit(range: vscode.Range, text: string): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  change.replace(document.uri, range, text);
  assert.ok(await vscode.workspace.applyEdit(change));
}
const rangeOf = (words: string): vscode.Range => {
  const start = document.getText().indexOf(words);
  assert.ok(start >= 0, `${words} is not in the text`);
  return new vscode.Range(document.positionAt(start), document.positionAt(start + words.length));
};

beforeEach(async () => {
  hash = '0000';
  await open(FILE);
});
afterEach(async () => {
  source.dispose();
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

describe('the inspector of a trajectory file', () => {
  it('shows the response and the front matter of the file', () => {
    const state = source.state();
    assert.equal(state.question, 'How much was it?');
    assert.equal(state.samples[0]?.text, body());
    assert.deepEqual(state.documents, [
      { name: 'a.pdf', path: 'a.pdf', pages: '3', changed: false, missing: false },
    ]);
    assert.equal(state.dialect, 'think-answer');
    assert.ok(state.notices.some((notice) => notice.includes('"team"')));
  });

  it('sends only the changed spans when the response is edited', async () => {
    const before = first();
    await edit(rangeOf('42'), '43 million');
    await edit(rangeOf('Image 1'), '');
    assert.deepEqual(
      sent.map(({ type }) => type),
      ['replace', 'replace'],
    );
    assert.equal(receivedText(before), body());
    assert.equal(first(), body());
  });

  it('follows text typed after the final line break, which is not part of the response', async () => {
    const before = first();
    assert.ok(!before.endsWith('\n'));
    const type = (text: string): Promise<void> =>
      edit(new vscode.Range(document.positionAt(1e6), document.positionAt(1e6)), text);
    await type('e');
    await type('nd');
    assert.deepEqual(
      sent.map(({ type: kind }) => kind),
      ['state', 'replace'],
    );
    await type('\n');
    await type('\n');
    assert.equal(receivedText(before), `${before}\nend\n`);
    assert.equal(first(), body());
  });

  it('follows several edits made at once', async () => {
    const before = first();
    const change = new vscode.WorkspaceEdit();
    change.replace(document.uri, rangeOf('Image 1'), 'Image 12');
    change.replace(document.uri, rangeOf('42'), 'four');
    change.insert(document.uri, rangeOf('<answer>').start, '\n\n');
    await vscode.workspace.applyEdit(change);
    assert.equal(receivedText(before), body());
  });

  it('reads the front matter again when it is edited', async () => {
    await edit(rangeOf('How much was it?'), 'How many?');
    const state = sent.findLast((message) => message.type === 'state');
    assert.equal(state?.state.question, 'How many?');
  });

  /** A file with a front matter that is too long to be read at once, and has this question. */
  const withLongFrontMatter = (question: string): string =>
    FILE.replace('How much was it?', question).replace(
      'images:\n',
      `images:\n${Array.from({ length: 500 }, (_, index) => `  - { image: ${index + 2}, page: 3 }\n`).join('')}`,
    );

  it('reads and changes a long front matter in the language worker', async () => {
    const thread = new LanguageThread(extensionUri());
    const calls: string[] = [];
    const readFrontMatter: ReadFrontMatter = (name, request) => {
      calls.push(name);
      return thread.readFrontMatter(name, request);
    };
    try {
      await open(withLongFrontMatter('How long?'), 'long.trajectory', { readFrontMatter });
      assert.equal(source.state().question, null);
      assert.equal(source.state().samples[0]?.text, source.sample(0)?.response);
      // What is typed while it is read is in what is read next.
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, document.positionAt(document.getText().lastIndexOf('42')), '1');
      await vscode.workspace.applyEdit(edit);
      await until('the front matter to be read', () => source.state().question === 'How long?');
      assert.match(receivedText(''), /<answer>142<\/answer>$/);
      assert.equal(source.sample(0)?.info.images.length, 501);
      const writing = source.setVerdict(0, 'right');
      // What is typed while it is changed is kept, in the front matter and in the response.
      const meanwhile = new vscode.WorkspaceEdit();
      meanwhile.insert(document.uri, document.positionAt(document.getText().indexOf('How long?')), 'And ');
      await vscode.workspace.applyEdit(meanwhile);
      await writing;
      assert.match(document.getText(), /^question: .*And How long\?.*$/m);
      assert.match(document.getText(), /^verdict: right$/m);
      assert.match(document.getText(), /^---\n<think>Image 1 shows it\.<\/think>$/m);
      assert.match(document.getText(), /<answer>142<\/answer>\n$/);
      await until('the verdict to be read', () => source.state().samples[0]?.verdict === 'right');
      assert.deepEqual([...new Set(calls)], ['parseTrajectoryFile', 'updateTrajectoryFile']);
    } finally {
      thread.dispose();
    }
  });

  it('shows the response of a file whose front matter takes too long, and changes nothing in it', async () => {
    const hanging = new LanguageThread(await hangingWorker(folder.file('extension')), { checkDeadline: 500 });
    const text = withLongFrontMatter('Does it hang?');
    try {
      await open(text, 'endless.trajectory', { readFrontMatter: hanging.readFrontMatter });
      await until('the time limit', () => source.state().notices.length > 0);
      const said = 'PageTrace needs more than 0.5 s to read this front matter, so it is not used.';
      assert.deepEqual(source.state().notices, [said]);
      assert.equal(source.state().samples[0]?.text, source.sample(0)?.response);
      await assert.rejects(source.setVerdict(0, 'right'), { message: said });
      assert.equal(document.getText(), text);
    } finally {
      hanging.dispose();
    }
  });

  it('follows a file without a front matter, also when one is added', async () => {
    source.dispose();
    await open('<think>a</think>\n<answer>b</answer>', 'plain.trajectory');
    const before = first();
    await edit(rangeOf('a</think>'), 'abc</think>');
    assert.deepEqual(
      sent.map(({ type }) => type),
      ['replace'],
    );
    assert.equal(receivedText(before), '<think>abc</think>\n<answer>b</answer>');
    const top = new vscode.Position(0, 0);
    await edit(new vscode.Range(top, top), '---\nquestion: Why?\n---\n');
    assert.equal(source.state().question, 'Why?');
    assert.equal(receivedText(before), '<think>abc</think>\n<answer>b</answer>');
  });

  it('detects the dialect again when other tags are typed', async () => {
    assert.equal(source.state().dialect, 'think-answer');
    await edit(
      rangeOf('<answer>42</answer>'),
      '<description><tool name="read_numeric_value" args="Image 1: total">42</tool></description>\n<answer>42</answer>',
    );
    const update = sent.findLast((message) => message.type === 'update');
    assert.equal(update?.state.dialect, 'lang2act');
  });

  it('writes verdict, reference and profile into the front matter, and keeps the rest of it', async () => {
    await source.receive({ type: 'verdict', sample: 0, verdict: 'right' });
    await source.receive({ type: 'reference', text: '42' });
    await source.receive({ type: 'profile', profile: 'lang2act-paper' });
    await source.receive({ type: 'dialect', dialect: 'action-rl' });
    const text = document.getText();
    for (const kept of ['# written by hand', 'team: finance # not ours', '{ image: 1, page: 3 }'])
      assert.ok(text.includes(kept), `${kept} is gone from\n${text}`);
    assert.match(text, /^verdict: right$/m);
    assert.match(text, /^reference: "42"$/m);
    assert.match(text, /^reward: lang2act-paper$/m);
    assert.match(text, /^dialect: action-rl$/m);
    assert.ok(text.endsWith(FILE.slice(FILE.indexOf('<think>'))));
    const state = source.state();
    assert.equal(state.samples[0]?.verdict, 'right');
    assert.equal(state.samples[0].verdictBy, 'person');
    assert.equal(state.reference, '42');
    assert.equal(state.profile, 'lang2act-paper');
    assert.equal(state.dialect, 'action-rl');
    assert.equal(state.dialectConfidence, null);
    await source.receive({ type: 'verdict', sample: 0, verdict: 'unknown' });
    assert.doesNotMatch(document.getText(), /^verdict/m);
  });

  it('shows the result of the person’s own reward until the text changes', async () => {
    source.setUserReward(0, { file: 'mine.py', state: { kind: 'scored', overall: 0.5, fields: {} } });
    const told = sent.findLast((message) => message.type === 'update');
    assert.equal(told?.samples[0]?.userReward?.file, 'mine.py');
    await edit(rangeOf('<answer>42</answer>'), '<answer>43</answer>');
    assert.equal(source.state().samples[0]?.userReward, null);
    const after = sent.findLast((message) => message.type === 'update');
    assert.equal(after?.samples[0]?.userReward, null);
  });

  it('accepts a verdict that is already set', async () => {
    await source.receive({ type: 'verdict', sample: 0, verdict: 'unknown' });
    await source.receive({ type: 'verdict', sample: 0, verdict: 'wrong' });
    await source.receive({ type: 'verdict', sample: 0, verdict: 'wrong' });
    assert.equal(source.state().samples[0]?.verdict, 'wrong');
  });

  it('leaves a broken front matter unchanged, and reports an error', async () => {
    await edit(rangeOf('question: How much was it?'), 'question: "How');
    const text = document.getText();
    await assert.rejects(source.receive({ type: 'verdict', sample: 0, verdict: 'right' }), {
      reason: 'front-matter-broken',
    });
    assert.equal(document.getText(), text);
  });

  it('shows a selection of the text editor in the inspector', async () => {
    const editor = await vscode.window.showTextDocument(document);
    const range = rangeOf('42');
    editor.selection = new vscode.Selection(range.start, range.end);
    const reveal = await until('the selection is shown', () =>
      sent.findLast((message) => message.type === 'reveal' && message.span.end > message.span.start),
    );
    assert.ok(reveal.type === 'reveal');
    assert.equal(body().slice(reveal.span.start, reveal.span.end), '42');
  });

  it('selects in the text editor what was selected in the inspector, without sending it back', async () => {
    const editor = await vscode.window.showTextDocument(document);
    const start = body().indexOf('Image 1');
    sent = [];
    let heard = 0;
    const listening = vscode.window.onDidChangeTextEditorSelection(({ selections }) => {
      if (document.getText(selections[0]) === 'Image 1') heard++;
    });
    await source.receive({ type: 'select', sample: 0, span: { start, end: start + 7 }, stepEnd: null });
    assert.equal(document.getText(editor.selection), 'Image 1');
    await until('the editor tells of the selection', () => heard > 0);
    listening.dispose();
    assert.deepEqual(
      sent.filter((message) => message.type === 'reveal' && message.span.end > message.span.start),
      [],
    );
  });

  it('says when a document has changed since the question was asked', async () => {
    source.dispose();
    hash = 'ffff';
    await open(FILE, 'other.trajectory');
    await until('the change is said', () => source.state().documents[0]?.changed);
    assert.ok(!source.state().notices.some((notice) => notice.includes('has changed')));
    assert.ok(sent.some(({ type }) => type === 'update'));
  });

  it('says when a document changes while it is open, and which image is still that of the earlier one', async () => {
    source.dispose();
    const listening = new Set<() => void>();
    let drawn = '0000';
    hash = '0000';
    await open(FILE, 'watched.trajectory', {
      renderPage: () => Promise.resolve({ ...RENDERED, sha256: drawn }),
      watchDocument: (uri, changed) => {
        assert.equal(uri.toString(), folder.file('a.pdf').toString());
        listening.add(changed);
        return new vscode.Disposable(() => listening.delete(changed));
      },
    });
    await until('the document is watched', () => listening.size === 1);
    await source.image(1);
    const known = () => {
      const { documents, images, edition } = source.state();
      return [documents[0]?.changed, images[0]?.isEarlier, edition];
    };
    assert.deepEqual(known(), [false, false, 0]);
    hash = 'ffff';
    for (const changed of listening) changed();
    await until('the change is told', () => source.state().edition === 1);
    assert.deepEqual(known(), [true, true, 1]);
    assert.ok(source.hasChanged('a.pdf'));
    // The image that was sent is no longer kept.
    drawn = 'ffff';
    sent = [];
    await source.image(1);
    assert.deepEqual(known(), [true, false, 1]);
    assert.ok(sent.some(({ type }) => type === 'update'));
    source.dispose();
    assert.equal(listening.size, 0);
  });

  it('draws the pages that the front matter names, and shows the height of their text', async () => {
    assert.deepEqual(source.page(1), { uri: folder.file('a.pdf'), page: 3 });
    assert.deepEqual(await source.image(1), { src: 'data:image/jpeg;base64,3' });
    const [image] = source.state().images;
    assert.equal(image?.textHeight, 6);
    assert.equal(image.readableAt, 4 * 500 * 700);
    await assert.rejects(source.image(2), { reason: 'bad-input' });
  });

  it('follows the file again when its editor is closed and reopened', async () => {
    await vscode.window.showTextDocument(document);
    const closed = new Promise<void>((resolve) => {
      const listening = vscode.workspace.onDidCloseTextDocument((gone) => {
        if (gone !== document) return;
        listening.dispose();
        resolve();
      });
    });
    // When the language changes, VS Code tells extensions that the document was closed and reopened.
    const again = await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
    await closed;
    document = again;
    const before = first();
    sent = [];
    await edit(rangeOf('42'), '44');
    assert.equal(receivedText(before), body());
    assert.equal(first(), body());
  });
});

describe('the path of a document in a trajectory file', () => {
  it('resolves a path relative to the file, an absolute path, or a URI', () => {
    const at = vscode.Uri.file('/data/runs/a.trajectory');
    assert.equal(resolveReference(at, 'b.pdf').fsPath, '/data/runs/b.pdf');
    assert.equal(resolveReference(at, '../docs/b.pdf').fsPath, '/data/docs/b.pdf');
    assert.equal(resolveReference(at, '/else/b.pdf').fsPath, '/else/b.pdf');
    assert.equal(
      resolveReference(at, 'vscode-vfs://github/o/r/b.pdf').toString(),
      'vscode-vfs://github/o/r/b.pdf',
    );
    const elsewhere = vscode.Uri.parse('vscode-vfs://github/o/r/a.trajectory');
    assert.equal(resolveReference(elsewhere, 'b.pdf').toString(), 'vscode-vfs://github/o/r/b.pdf');
  });
});
