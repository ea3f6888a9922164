import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { readPromptFile } from '../../../src/core/prompts/promptFile.ts';
import { onDidChangeAlerts, shownAlerts, turnOffAlert } from '../../../src/host/runs/runAlerts.ts';
import type { RunSession } from '../../../src/host/runs/runSession.ts';
import { writeToolbox } from '../../../src/host/runs/writeToolbox.ts';
import { until, useFolder, useSettings, useStubs, writeTools } from '../support/given.ts';
import { useRuns } from '../support/useRuns.ts';

const folder = useFolder();
const stub = useStubs();
const set = useSettings();
const openRun = useRuns();
const never = new AbortController().signal;

let said: string[];

beforeEach(() => {
  said = [];
  stub(vscode.window, 'showInformationMessage', (message: string) => {
    said.push(message);
    return Promise.resolve(undefined);
  });
});
afterEach(async () => {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

/** Opens a run of responses, each of them to a question of its own unless a record says otherwise. */
async function open(records: readonly object[]): Promise<RunSession> {
  const file = folder.file('run.jsonl').fsPath;
  await fs.writeFile(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return openRun(file);
}

const response = (output: string, at: number) => ({
  input: `question ${at}`,
  output,
  gts: 'r',
  score: at % 2,
});

const TOOLS = [
  'DEFINE_TOOL: zoom_in || Image k: where || Looks closer.\n<tool name="zoom_in" args="Image 1: a">x</tool>\nEND_OF_TOOLS',
  '<tool name="zoom_in" args="Image 1: a">x</tool><tool name="find_row" args="Image 1: b">y</tool>\nEND_OF_TOOLS',
].map(response);

/** Chooses an item of the quick pick by its place. */
const choose = (place: number): void => {
  stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) =>
    Promise.resolve(items[place]),
  );
};

describe('the toolbox of a run', () => {
  it('is written into a new prompt, with the reward that takes its tools', async () => {
    const run = await open(TOOLS);
    choose(0);
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(folder.file('mine.prompt.jinja')));
    await fs.writeFile(folder.file('mine.reward.json').fsPath, '{}');
    await writeToolbox(run, ['zoom_in', 'find_row'], writeTools);
    const { prompt } = readPromptFile(
      'mine',
      await fs.readFile(folder.file('mine.prompt.jinja').fsPath, 'utf8'),
    );
    assert.deepEqual(prompt.toolbox, [
      { name: 'zoom_in', args: 'Image k: where', description: 'Looks closer.' },
      { name: 'find_row', args: 'Image k: <where on the page>', description: 'Find row.' },
    ]);
    assert.equal(prompt.reward, './mine-2.reward.json');
    await fs.access(folder.file('mine-2.reward.json').fsPath);
    assert.equal(path.basename(vscode.window.activeTextEditor?.document.fileName ?? ''), 'mine.prompt.jinja');
    assert.deepEqual(said, [
      'The reward that pays for calls of these tools is in mine-2.reward.json. No definition describes these tools, so complete what the prompt says of them: find_row.',
    ]);
  });

  it('replaces that of a prompt in its editor, where it is not saved yet', async () => {
    const run = await open(TOOLS);
    const file = folder.file('old.jinja');
    const before = '{# pagetrace:\ntoolbox: lang2act\n-#}\n{{ content }}';
    await fs.writeFile(file.fsPath, before);
    choose(1);
    stub(vscode.window, 'showOpenDialog', () => Promise.resolve([file]));
    await writeToolbox(run, ['zoom_in'], writeTools);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isDirty);
    assert.deepEqual(
      readPromptFile('old', document.getText()).prompt.toolbox.map(({ name }) => name),
      ['zoom_in'],
    );
    assert.equal(await fs.readFile(file.fsPath, 'utf8'), before);
    assert.deepEqual(said, ['The text of this prompt names no tools: add those of its settings.']);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('leaves a prompt alone whose settings cannot be read, and writes nothing if nothing is chosen', async () => {
    const run = await open(TOOLS);
    const file = folder.file('broken.jinja');
    await fs.writeFile(file.fsPath, '{# pagetrace:\ntoolbox: [\n-#}\n{{ content }}');
    choose(1);
    stub(vscode.window, 'showOpenDialog', () => Promise.resolve([file]));
    await assert.rejects(writeToolbox(run, ['zoom_in'], writeTools), { reason: 'prompt-broken' });
    choose(2);
    await writeToolbox(run, ['zoom_in'], writeTools);
    choose(0);
    stub(vscode.window, 'showSaveDialog', () => Promise.resolve(undefined));
    await writeToolbox(run, ['zoom_in'], writeTools);
    assert.deepEqual((await fs.readdir(folder.path)).sort(), ['broken.jinja', 'run.jsonl']);
  });
});

describe('the alerts of a run', () => {
  const alike = Array.from({ length: 60 }, (_, at) => ({
    ...response('<answer>1</answer>', 2 * (at % 20)),
    step: 1,
  }));

  it('are found, and no longer once they are turned off, which the views hear', async () => {
    const run = await open(alike);
    // Taken back at the end of the test.
    await set('pagetrace', 'runs.alerts.off', ['format-saturated']);
    assert.deepEqual(
      (await shownAlerts(run, never)).map(({ code }) => code),
      ['groups-without-variance'],
    );
    let heard = 0;
    const listening = onDidChangeAlerts(() => {
      heard += 1;
    });
    await turnOffAlert('groups-without-variance');
    assert.deepEqual(await shownAlerts(run, never), []);
    await until('the change is heard', () => heard > 0);
    await turnOffAlert('groups-without-variance');
    assert.deepEqual(vscode.workspace.getConfiguration('pagetrace').get('runs.alerts.off'), [
      'format-saturated',
      'groups-without-variance',
    ]);
    const { version } = run.state();
    run.renewInsights();
    assert.ok(run.state().version > version);
    listening.dispose();
  });
});
