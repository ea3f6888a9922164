import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import * as vscode from 'vscode';
import type { TrialState } from '../../../src/core/whatIf/answers.ts';
import { interpreterFor } from '../../../src/host/rewards/pythonInterpreter.ts';
import { PythonRewards } from '../../../src/host/rewards/pythonRewards.ts';
import { RewardSecrets } from '../../../src/host/rewards/rewardSecrets.ts';
import { showRunSample } from '../../../src/host/runs/openRunSample.ts';
import { RunTrials } from '../../../src/host/runs/runTrials.ts';
import { runThread } from '../../../src/host/shared/runThread.ts';
import { RunIndex } from '../../../src/runs/index/runIndex.ts';
import {
  extensionUri,
  noComposites,
  secrets,
  sourceDeps,
  until,
  useFolder,
  useSettings,
  useStubs,
} from '../support/given.ts';

const folder = useFolder();
const set = useSettings();
const stub = useStubs();

/** Pays the number in the answer, and fails for a negative one. */
const REWARD = `
def compute_score(reward_inputs):
    return [{"overall": value(each["response"])} for each in reward_inputs]


def value(response):
    number = float(response.split("<answer>")[1].split("</answer>")[0])
    if number < 0:
        raise ValueError("cannot grade this")
    return number
`;

const record = (question: string, answer: string) => ({
  input: question,
  output: `<think>It is so.</think><answer>${answer}</answer>`,
  gts: '1',
  score: answer === '1' ? 1 : 0,
  step: 1,
});

let trusted: boolean;
let python: PythonRewards;
let index: RunIndex;
let trials: RunTrials;

beforeEach(async () => {
  trusted = true;
  python = new PythonRewards({
    extensionUri: extensionUri(),
    secrets: new RewardSecrets(secrets(), () => trusted),
    trusted: () => trusted,
    interpreter: interpreterFor,
  });
  await fs.writeFile(folder.file('reward.py').fsPath, REWARD);
  await set('pagetrace', 'userReward.file', folder.file('reward.py').fsPath);
  index = new RunIndex({ ...runThread(extensionUri()), limits: { progressInterval: 1, pollInterval: 0 } });
  trials = new RunTrials('run', folder.file('.'), index.whatIfs, {
    composites: noComposites.files,
    python,
    canScoreWithPython: () => trusted,
  });
});
afterEach(async () => {
  trials.dispose();
  python.dispose();
  await index.dispose();
});

async function open(...answers: readonly (readonly [question: string, answer: string])[]): Promise<void> {
  const file = folder.file('1.jsonl').fsPath;
  await fs.writeFile(file, answers.map((each) => `${JSON.stringify(record(...each))}\n`).join(''));
  await index.open({ paths: [file], fields: {}, profile: 'none', cache: null });
  await index.settled('scored');
}

/** How a trial ended. */
const ended = (): Promise<TrialState> =>
  until('the trial is over', async () => {
    const { trial } = await index.refresh();
    return trial === null || trial.phase === 'running' ? null : trial;
  });

describe('a reward that is tried on a run', () => {
  it('may be the Python function of the person', async () => {
    await open(['a', '1'], ['b', '1'], ['a', '3'], ['b', '0']);
    await trials.start({ name: 'reward.py', profile: null });
    assert.deepEqual(await ended(), {
      name: 'reward.py',
      phase: 'done',
      scored: 4,
      failed: 0,
      of: 4,
      problem: null,
    });
    // Of the first question, the answer that is paid more is the other one now.
    const { signs, distributions } = await index.whatIfs.reward({ kind: 'trial' });
    assert.deepEqual(signs, { samples: 2, groups: 1 });
    assert.equal(distributions?.after.mean, 1.25);
  });

  it('says why a function gives no score, and keeps what it has given', async () => {
    await open(['a', '1'], ['a', '2']);
    await fs.writeFile(folder.file('reward.py').fsPath, `${REWARD}\nraise RuntimeError("not today")\n`);
    await trials.start({ name: 'reward.py', profile: null });
    const { phase, scored, problem } = await ended();
    assert.deepEqual([phase, scored], ['stopped', 0]);
    assert.match(problem ?? '', /not today/);
  });

  it('names the first sample that fails', async () => {
    await open(['a', '-1'], ['a', '-2']);
    await trials.start({ name: 'reward.py', profile: null });
    const { phase, scored, failed, problem } = await ended();
    assert.deepEqual([phase, scored, failed], ['done', 2, 2]);
    assert.match(problem ?? '', /cannot grade this/);
  });

  it('runs no Python in Restricted Mode, and does not offer it', async () => {
    trusted = false;
    await open(['a', '1']);
    const offered: string[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      offered.push(...items.map(({ label }) => label));
      return Promise.resolve(items.find(({ label }) => label === 'search-r1-em'));
    });
    await trials.choose();
    assert.equal((await ended()).name, 'search-r1-em');
    assert.ok(!offered.includes('reward.py'));
    await trials.start({ name: 'reward.py', profile: null });
    const { phase, problem } = await ended();
    assert.equal(phase, 'stopped');
    assert.match(problem ?? '', /Restricted Mode/);
  });

  it('is offered with the Python function first', async () => {
    await open(['a', '1']);
    const offered: string[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      offered.push(...items.map(({ label }) => label));
      return Promise.resolve(undefined);
    });
    await trials.choose();
    assert.equal(offered[0], 'reward.py');
    assert.ok(offered.includes('lang2act'));
    assert.equal((await index.refresh()).trial, null);
  });

  it('can be stopped', async () => {
    await open(['a', '1'], ['a', '2']);
    await index.whatIfs.startTrial({ name: 'slow', profile: null });
    await trials.stop();
    assert.equal((await ended()).phase, 'stopped');
  });
});

describe('the group of a sample that is opened from a run', () => {
  it('is scored part by part for the inspector', async () => {
    await open(['a', '1'], ['a', '2']);
    const row = await index.sample(1);
    assert.ok('sample' in row);
    const source = await showRunSample(
      {
        ...row,
        fields: [],
        group: (asked, signal) => index.whatIfs.groupParts({ row: 1, ...asked }, signal),
      },
      sourceDeps(),
    );
    assert.equal(source.state().inGroup, true);
    const { signal } = new AbortController();
    const parts = await source.groupParts?.({ profile: 'r1v', trainer: null }, signal);
    const accuracies = parts?.samples.map(
      (sample) => sample.parts.find(({ key }) => key === 'accuracy')?.score,
    );
    assert.deepEqual([parts?.index, accuracies], [1, [1, 0]]);
    assert.equal(await source.groupParts?.({ profile: './gone.reward.json', trainer: null }, signal), null);
    source.dispose();
    const alone = await showRunSample({ ...row, fields: [] }, sourceDeps());
    assert.equal(alone.state().inGroup, false);
    alone.dispose();
  });
});
