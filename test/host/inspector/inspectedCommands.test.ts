import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { TrajectoryInfo } from '../../../src/core/records/model.ts';
import { InspectedCommands } from '../../../src/host/inspector/inspectedCommands.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import { FileSource } from '../../../src/host/trajectories/fileSource.ts';
import { AskedQuestionSource } from '../../../src/host/asking/askedQuestionSource.ts';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { readCompositeSource } from '../../../src/language/compositeSource.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import { groundedClaim } from '../../support/groundedClaims.ts';
import { preparedQuestion } from '../../unit/asking/build.ts';
import {
  readFrontMatter,
  readResponses,
  exportTrajectory,
  scoreWithAllRewards,
  useFolder,
  useStubs,
  sourceDeps,
  RENDERED,
} from '../support/given.ts';

const folder = useFolder();
const stub = useStubs();
const RESPONSE = '<think>Image 1 shows it.</think>\n<answer> 42 apples </answer>\n';
const PIXEL = Buffer.from([0xff, 0xd8, 0xff, 0xd9]);

let active: InspectorSource | null;
let shownSample: number;
let judged: number[];
/** The reports shown, by their names. */
let reports: Map<string, string>;
let commands: InspectedCommands;
let failing: boolean;
/** The pages that were drawn for exports, and the error of drawing one. */
let drawn: string[];
let drawing: PageTraceError | null;

/** An asked question that has ended, about a document in the test's folder. */
function questionSource(
  curl: string | null = 'curl …',
  texts: readonly string[] = [RESPONSE],
): AskedQuestionSource {
  const question = preparedQuestion({ samples: texts.length });
  const info: TrajectoryInfo = {
    ...question.info,
    documents: [{ path: folder.file('docs/a.pdf').fsPath, sha256: 'abcd' }],
    reference: '42 apples',
  };
  const record = AskedQuestion.start(
    { ...question, info },
    { now: Date.now, request: null, curl, forecast: null },
  );
  const asked = AskedQuestion.restore(record.record, texts);
  return new AskedQuestionSource(
    asked,
    sourceDeps({
      renderPage: () =>
        failing
          ? Promise.reject(new Error('the document is gone'))
          : Promise.resolve({ ...RENDERED, src: `data:image/jpeg;base64,${PIXEL.toString('base64')}` }),
    }),
  );
}

/** The file names that the save dialog proposed. */
let proposed: string[];
const saveAs = (name: string) => {
  stub(vscode.window, 'showSaveDialog', (options: vscode.SaveDialogOptions) => {
    proposed.push(path.posix.basename(options.defaultUri?.path ?? ''));
    return Promise.resolve(folder.file(name));
  });
};
const read = (name: string) => fs.readFile(folder.file(name).fsPath, 'utf8');

beforeEach(() => {
  failing = false;
  drawn = [];
  drawing = null;
  proposed = [];
  active = questionSource();
  shownSample = 0;
  judged = [];
  reports = new Map();
  commands = new InspectedCommands({
    active: () => active && { source: active, sample: shownSample },
    judge: (_source, sample) => {
      judged.push(sample);
      return Promise.resolve();
    },
    reports: {
      show: (name, markdown) => {
        reports.set(name, markdown);
        return Promise.resolve(vscode.Uri.parse('untitled:report'));
      },
    },
    readFrontMatter,
    readResponses,
    exportTrajectory,
    drawPage: (uri, page) => {
      drawn.push(`${path.posix.basename(uri.path)} ${page}`);
      return drawing === null
        ? Promise.resolve({
            src: 'data:image/jpeg;base64,AA==',
            size: { width: 612, height: 792 },
            words: [],
          })
        : Promise.reject(drawing);
    },
    pageSize: () => Promise.resolve({ width: 600, height: 800 }),
    scoreWithAllRewards,
    home: vscode.Uri.file(folder.path),
  });
});
afterEach(async () => {
  active?.dispose();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

describe('commands on the trajectory of the inspector', () => {
  it('saves the trajectory as a file with the same content, which names its document relative to itself', async () => {
    saveAs('mine.trajectory');
    await commands.save();
    const { info, response, problems } = parseTrajectoryFile(await read('mine.trajectory'));
    assert.deepEqual(problems, []);
    assert.equal(response, RESPONSE);
    assert.equal(info.question, 'How much?');
    assert.equal(info.reference, '42 apples');
    assert.deepEqual(info.documents, [{ path: 'docs/a.pdf', sha256: 'abcd' }]);
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, folder.file('mine.trajectory').fsPath);
    assert.deepEqual(await fs.readdir(folder.path), ['mine.trajectory']);
  });

  it('writes no file when the person chooses no place', async () => {
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(undefined));
    await commands.save();
    await commands.exportMarkdown();
    assert.deepEqual(await fs.readdir(folder.path), []);
  });

  it('says when the trajectory cannot be saved, and leaves no partial file', async () => {
    await fs.mkdir(folder.file('taken.trajectory').fsPath);
    await fs.writeFile(folder.file('taken.trajectory/file').fsPath, '');
    saveAs('taken.trajectory');
    await assert.rejects(commands.save(), { reason: 'file-unwritable' });
    assert.deepEqual(await fs.readdir(folder.path), ['taken.trajectory']);
  });

  it('saves through no link that lies where the file, or a temporary file, would be', async () => {
    const outside = folder.file('outside').fsPath;
    await fs.mkdir(outside);
    const [profile, hidden] = [path.join(outside, 'profile'), path.join(outside, 'hidden')];
    await fs.writeFile(profile, 'export A=1');
    await fs.mkdir(folder.file('workspace').fsPath);
    for (const name of ['mine.trajectory', 'mine.trajectory.tmp', 'shown.md'])
      await fs.symlink(profile, folder.file(`workspace/${name}`).fsPath);
    await fs.symlink(hidden, folder.file('workspace/new.trajectory').fsPath);
    await fs.symlink(outside, folder.file('workspace/report-images').fsPath);
    for (const name of ['mine.trajectory', 'new.trajectory']) {
      saveAs(`workspace/${name}`);
      await commands.save();
      assert.equal(parseTrajectoryFile(await read(`workspace/${name}`)).response, RESPONSE);
    }
    saveAs('workspace/shown.md');
    await commands.exportMarkdown();
    saveAs('workspace/report.md');
    await assert.rejects(commands.exportMarkdown(), { reason: 'file-unwritable' });
    assert.deepEqual(await fs.readdir(outside), ['profile']);
    assert.equal(await fs.readFile(profile, 'utf8'), 'export A=1');
    assert.deepEqual((await fs.readdir(folder.file('workspace').fsPath)).sort(), [
      'mine.trajectory',
      'mine.trajectory.tmp',
      'new.trajectory',
      'report-images',
      'shown-images',
      'shown.md',
    ]);
  });

  it('adds its question to a data set with the boxes that were drawn on its pages', async () => {
    const box = { left: 0.1, top: 0.25, right: 0.5, bottom: 0.5 };
    const { info } = active?.sample(0) ?? assert.fail();
    const gold = { document: info.documents[0]?.path ?? '', page: info.images[0]?.page ?? 0, box };
    await active?.receive({ type: 'goldBoxes', boxes: [gold] });
    assert.deepEqual(active?.state().goldBoxes, [gold]);
    saveAs('docs/own.dataset.jsonl');
    await fs.mkdir(folder.file('docs').fsPath);
    stub(vscode.window, 'showInputBox', ({ value }: vscode.InputBoxOptions) => Promise.resolve(value));
    stub(
      vscode.window,
      'showQuickPick',
      (items: readonly vscode.QuickPickItem[], options: { title: string }) =>
        Promise.resolve(options.title === 'Data Set' ? items.at(-1) : items.filter(({ picked }) => picked)),
    );
    await commands.addToDataset();
    const { id, ...item } = JSON.parse(vscode.window.activeTextEditor?.document.getText() ?? '') as Readonly<
      Record<string, unknown>
    >;
    assert.equal(id, 'how-much');
    const page = active.sample(0)?.info.images[0]?.page;
    assert.deepEqual(item, {
      question: 'How much?',
      document: 'a.pdf',
      pages: active.sample(0)?.info.images.map((image) => image.page),
      reference: '42 apples',
      gold_pages: [page],
      gold_boxes: [{ page, box: [60, 200, 300, 400] }],
    });
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('exports the trajectory as Markdown next to its page images', async () => {
    saveAs('report.md');
    await commands.exportMarkdown();
    assert.deepEqual(proposed, ['how-much.md']);
    const markdown = await read('report.md');
    assert.match(markdown, /^# How much\?/);
    assert.match(markdown, /!\[Image 1\]\(<report-images\/image-1\.jpg>\)/);
    assert.ok(markdown.includes(RESPONSE));
    assert.deepEqual(await fs.readFile(folder.file('report-images/image-1.jpg').fsPath), PIXEL);
  });

  it('exports all samples or only the one shown, as the person chooses', async () => {
    active?.dispose();
    active = questionSource('curl …', [RESPONSE, RESPONSE.replace('42', '43')]);
    shownSample = 1;
    const offered: string[][] = [];
    for (const [name, chosen] of [
      ['shown.md', 0],
      ['all.md', 1],
    ] as const) {
      stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
        offered.push(items.map(({ label }) => label));
        return Promise.resolve(items[chosen]);
      });
      saveAs(name);
      await commands.exportMarkdown();
    }
    assert.deepEqual(offered[0], ['Sample 2', 'All 2 samples']);
    assert.deepEqual((await read('shown.md')).match(/^## Sample .*$/gm), ['## Sample 2 of 2']);
    assert.deepEqual((await read('all.md')).match(/^## Sample .*$/gm), [
      '## Sample 1 of 2',
      '## Sample 2 of 2',
    ]);
    stub(vscode.window, 'showQuickPick', () => Promise.resolve(undefined));
    saveAs('none.md');
    await commands.exportMarkdown();
    assert.ok(!(await fs.readdir(folder.path)).includes('none.md'));
  });

  it('exports the trajectory as one HTML file with its pages, and names those that it lacks', async () => {
    const said: string[] = [];
    for (const kind of ['showInformationMessage', 'showWarningMessage'] as const) {
      stub(vscode.window, kind, (message: string) => {
        said.push(message);
        return Promise.resolve(undefined);
      });
    }
    saveAs('report.html');
    await commands.exportHtml();
    assert.deepEqual(proposed, ['how-much.html']);
    const html = await read('report.html');
    assert.match(html, /^<!doctype html>/);
    assert.match(html, /<title>How much\?<\/title>/);
    assert.match(html, /42 apples/);
    assert.match(html, /<img alt="Page 2 of a\.pdf" src="data:image\/jpeg;base64,AA==">/);
    assert.deepEqual(drawn, ['a.pdf 2']);
    drawing = new PageTraceError('file-not-found', 'a.pdf is not there.');
    await commands.exportHtml();
    assert.doesNotMatch(await read('report.html'), /<img/);
    assert.match(await read('report.html'), /Pages are not shown: a\.pdf is not there\./);
    assert.deepEqual(said, [
      'The trajectory was exported as report.html.',
      'The trajectory was exported as report.html. Pages are not shown: a.pdf is not there.',
    ]);
    assert.deepEqual(await fs.readdir(folder.path), ['report.html']);
  });

  it('exports the trajectory without the images that can no longer be drawn, and says so', async () => {
    failing = true;
    const said: string[] = [];
    stub(vscode.window, 'showWarningMessage', (message: string) => {
      said.push(message);
      return Promise.resolve(undefined);
    });
    saveAs('report.md');
    await commands.exportMarkdown();
    assert.deepEqual(proposed, ['how-much.md']);
    const markdown = await read('report.md');
    assert.ok(markdown.includes(RESPONSE));
    assert.doesNotMatch(markdown, /!\[/);
    assert.match(markdown, /Image 1: page 2 of a\.pdf.*not drawn/);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /Image 1/);
  });

  it('opens the trajectory as text that can be edited and saved', async () => {
    await commands.openAsText();
    const document = vscode.window.activeTextEditor?.document;
    assert.equal(document?.languageId, 'pagetrace-trajectory');
    assert.ok(document.isUntitled);
    assert.equal(parseTrajectoryFile(document.getText()).response, RESPONSE);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('reports the scores of all rewards for a question without opening its text', async () => {
    const response =
      '<think>a</think>\n<description>\n<tool name="read_title" args="Image 1: title"></tool>\n</description>\n<answer>42</answer>';
    active?.dispose();
    active = questionSource('curl …', [RESPONSE, response]);
    shownSample = 1;
    const documents = vscode.workspace.textDocuments.map(({ uri }) => uri.toString());
    const editors = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length;
    await commands.scoreWithAllRewards();
    assert.deepEqual([...reports.keys()], ['Rewards of How much?']);
    const report = reports.get('Rewards of How much?') ?? '';
    assert.match(report, /^# Rewards of How much\?\n/);
    assert.match(report, /`lang2act` \| /);
    assert.match(report, /`read_title`.*\(line 3 of the response\)/);
    assert.deepEqual(
      vscode.workspace.textDocuments.map(({ uri }) => uri.toString()),
      documents,
    );
    assert.equal(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length, editors);
  });

  it('scores a question with all rewards on what the pages say of the sample that is shown', async () => {
    active?.dispose();
    const grounding = {
      claims: [groundedClaim(), groundedClaim({ status: 'not-found' })],
      pages: [],
      answer: null,
      computations: [],
      unread: null,
    };
    const shown = { grounding, withoutText: 0, notices: [], missing: null, partial: false };
    const text = '{"components": [{"check": "grounded", "weight": 1}]}';
    const composite = readCompositeSource('mine.reward.json', { text, fault: null });
    assert.ok(composite.profile);
    const usable = { profile: composite.profile, given: { name: 'mine.reward.json', text, fault: null } };
    active = Object.assign(questionSource('curl …', [RESPONSE, RESPONSE]), {
      composite: () => Promise.resolve(usable),
      grounding: (sample: number): GroundingShown =>
        sample === 1 ? { kind: 'grounded', ...shown } : { kind: 'none' },
    });
    shownSample = 1;
    await commands.scoreWithAllRewards();
    assert.match([...reports.values()].join(''), /`mine` \| 0\.5 \|/);
    shownSample = 0;
    await commands.scoreWithAllRewards();
    assert.match([...reports.values()].join(''), /`mine` \|.*needs/);
  });

  it('applies commands of the command palette to the sample that is shown', async () => {
    const second = RESPONSE.replace('42', '43');
    active?.dispose();
    active = questionSource('curl …', [RESPONSE, second]);
    shownSample = 1;
    await commands.copyAnswer();
    assert.equal(await vscode.env.clipboard.readText(), '43 apples');
    await commands.copyTrajectory();
    assert.equal(await vscode.env.clipboard.readText(), second);
    saveAs('second.trajectory');
    await commands.save();
    assert.equal(parseTrajectoryFile(await read('second.trajectory')).response, second);
    await commands.openAsText();
    assert.ok(vscode.window.activeTextEditor?.document.getText().endsWith(`${second}\n`));
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await commands.judge();
    assert.deepEqual(judged, [1]);
    // A click in the inspector passes its sample.
    await commands.copyAnswer(active, 0);
    assert.equal(await vscode.env.clipboard.readText(), '42 apples');
  });

  it('says that there is no answer to copy when the trajectory has none', async () => {
    const question = AskedQuestion.restore(
      AskedQuestion.start(preparedQuestion(), { now: Date.now, request: null, curl: null, forecast: null })
        .record,
      ['<think>Nothing'],
    );
    const source = new AskedQuestionSource(question, sourceDeps());
    await assert.rejects(commands.copyAnswer(source), { reason: 'bad-input' });
    await assert.rejects(commands.copyCurl(source), { reason: 'bad-input' });
    source.dispose();
  });

  it('says that a command needs an open trajectory when none is open', async () => {
    active?.dispose();
    active = null;
    await assert.rejects(commands.copyTrajectory(), { reason: 'bad-input' });
  });
});

describe('saving a trajectory file in another folder', () => {
  it('keeps unknown keys, and names the document and the composite reward relative to the new folder', async () => {
    await fs.mkdir(folder.file('runs').fsPath);
    const file = folder.file('runs/a.trajectory');
    await fs.writeFile(
      file.fsPath,
      `---\nteam: finance # ours\nreward: ./mine.reward.json\ndocuments:\n  - path: ../docs/a.pdf\n---\n${RESPONSE}\n`,
    );
    const source = new FileSource(await vscode.workspace.openTextDocument(file), sourceDeps());
    saveAs('copy.trajectory');
    await commands.save(source);
    source.dispose();
    const text = await read('copy.trajectory');
    assert.match(text, /^team: finance # ours$/m);
    const { info, response } = parseTrajectoryFile(text);
    assert.equal(path.posix.join(info.documents[0]?.path ?? ''), 'docs/a.pdf');
    assert.equal(info.reward, 'runs/mine.reward.json');
    assert.equal(response, RESPONSE);
  });
});
