import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { groundedClaim } from '../../support/groundedClaims.ts';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { AskedQuestionSource } from '../../../src/host/asking/askedQuestionSource.ts';
import { scoreInspected } from '../../../src/host/inspector/scoreInspected.ts';
import { preparedQuestion } from '../../unit/asking/build.ts';
import { CompositeFiles } from '../../../src/host/rewards/compositeFiles.ts';
import {
  PythonRewardCommands,
  type PythonRewardCommandsDeps,
} from '../../../src/host/rewards/pythonRewardCommands.ts';
import { LanguageThread } from '../../../src/host/shared/languageThread.ts';
import { REWARD_OUTPUT_LANGUAGE } from '../../../src/host/shared/contributions.ts';
import { interpreterFor } from '../../../src/host/rewards/pythonInterpreter.ts';
import { PythonRewards } from '../../../src/host/rewards/pythonRewards.ts';
import { RewardSecrets } from '../../../src/host/rewards/rewardSecrets.ts';
import { placeLink, Reports } from '../../../src/host/shared/reports.ts';
import {
  readFrontMatter,
  extensionUri,
  secrets,
  sourceDeps,
  until,
  useFolder,
  useSettings,
  useStubs,
  workspaceFolder,
  noComposites,
} from '../support/given.ts';
import { hangingWorker } from '../support/hangingWorker.ts';
import { makeFiles } from '../support/services.ts';

const folder = useFolder();
const stub = useStubs();
const set = useSettings();

const REWARD = `
import os

print("loaded with", os.environ.get("JUDGE_KEY"))


def compute_score(reward_inputs, bonus=0.0):
    for each in reward_inputs:
        print("scores", sorted(each))
    return [grade(each["response"], bonus) for each in reward_inputs]


def grade(response, bonus):
    if "raise" in response:
        raise ValueError("cannot grade this")
    return {"overall": 0.2 + bonus, "format_score": 1.0, "length": len(response)}
`;
const RESPONSE =
  '<think>Image 1</think><description><tool name="read_text_element" args="Image 1: title">x</tool></description><answer>42</answer>';
const TRAJECTORY = `---\nreference: "42"\nverdict: wrong\ndialect: lang2act\nimages:\n  - {image: 1, page: 1}\n---\n${RESPONSE}`;

let trusted: boolean;
let reports: Map<string, string>;
let rewards: PythonRewards;
let kept: ReturnType<typeof secrets>;
let deps: PythonRewardCommandsDeps;
let commands: PythonRewardCommands;

beforeEach(async () => {
  trusted = true;
  reports = new Map();
  kept = secrets();
  const rewardSecrets = new RewardSecrets(kept, () => trusted);
  rewards = new PythonRewards({
    extensionUri: extensionUri(),
    secrets: rewardSecrets,
    trusted: () => trusted,
    interpreter: interpreterFor,
  });
  deps = {
    composites: noComposites.files,
    scoreComposite: noComposites.score,
    readFrontMatter,
    rewards,
    secrets: rewardSecrets,
    reports: {
      show: (name, markdown) => {
        reports.set(name, markdown);
        return Promise.resolve(vscode.Uri.parse('test:report'));
      },
    },
    inspected: () => null,
    groundingOf: () => null,
  };
  commands = new PythonRewardCommands(deps);
  await fs.writeFile(folder.file('reward.py').fsPath, REWARD);
  await set('pagetrace', 'userReward.file', folder.file('reward.py').fsPath);
});
afterEach(async () => {
  rewards.dispose();
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

async function showTrajectory(text = TRAJECTORY): Promise<void> {
  await fs.writeFile(folder.file('a.trajectory').fsPath, text);
  await vscode.window.showTextDocument(folder.file('a.trajectory'));
}

/** The text of the output channel. */
async function output(): Promise<vscode.TextDocument> {
  rewards.channel.show();
  return until('the output', () =>
    vscode.workspace.textDocuments.find(
      ({ languageId, uri }) => uri.scheme === 'output' && languageId === REWARD_OUTPUT_LANGUAGE,
    ),
  );
}

describe('a Python reward', () => {
  it('shows the scores of a Python reward beside the built-in ones, with the differences', async () => {
    await set('pagetrace', 'userReward.arguments', { bonus: 0.05 });
    await showTrajectory();
    await commands.score();
    const report = reports.get('Rewards of a.trajectory') ?? '';
    assert.match(
      report,
      /`compute_score` of reward\\?\.py.*The contract easyr1-batch was recognized by the parameter reward\\?_inputs\./,
    );
    assert.match(report, /- Arguments: `\{"bonus":0\.05\}`/);
    assert.match(report, /\| `overall` \| 0\.2 \| 0\.25 \| \+0\.04\d+ \|/);
    assert.match(report, /\| `format_score` \| 1 \| 1 \| same \|/);
    assert.match(report, /\| `tool_score` \| 1 \| {2}\| {2}\|/);
    assert.match(report, /`response_length` `\d+`/);
    const document = await output();
    await until('its prints', () => document.getText().includes('loaded with None'));
    assert.match(
      document.getText(),
      /scores \['ground_truth', 'num_images', 'response', 'response_length'\]/,
    );
  });

  it('says that a composite reward takes too long to compare with, and compares with it for the next trajectory', async () => {
    const composites = new CompositeFiles(makeFiles());
    const hanging = new LanguageThread(await hangingWorker(folder.file('extension')), {
      checkDeadline: 1000,
    });
    commands = new PythonRewardCommands({ ...deps, composites, scoreComposite: hanging.scoreComposite });
    const reward = { components: [{ check: 'tag-present', tag: 'answer', weight: 0.5 }] };
    await fs.writeFile(folder.file('mine.reward.json').fsPath, JSON.stringify(reward));
    const text = TRAJECTORY.replace('dialect: lang2act', 'dialect: lang2act\nreward: ./mine.reward.json');
    try {
      await showTrajectory(text.replace('Image 1<', 'hang<'));
      await assert.rejects(
        commands.score(),
        /^PageTraceError: PageTrace needs more than 1 s to read this response/,
      );
      assert.equal(reports.size, 0);
      const editor = vscode.window.activeTextEditor;
      assert.ok(editor);
      const at = editor.document.positionAt(editor.document.getText().indexOf('hang'));
      await editor.edit((edit) => {
        edit.replace(new vscode.Range(at, at.translate(0, 4)), 'Image 1');
      });
      await commands.score();
      assert.match([...reports.values()].join(''), /\| `overall` \| 0\.5 \| 0\.2 \|/);
      await editor.document.save();
    } finally {
      hanging.dispose();
      composites.dispose();
    }
  });

  it('compares with a composite reward that reads what the pages say, as far as that is known', async () => {
    const composites = new CompositeFiles(makeFiles());
    const thread = new LanguageThread(extensionUri());
    const reward = { components: [{ check: 'grounded', weight: 1 }] };
    await fs.writeFile(folder.file('mine.reward.json').fsPath, JSON.stringify(reward));
    const grounding = {
      claims: [groundedClaim(), groundedClaim({ status: 'not-found' })],
      pages: [],
      answer: null,
      computations: [],
      unread: null,
    };
    const asked: string[] = [];
    const groundingOf = (uri: vscode.Uri) => {
      asked.push(uri.toString());
      return grounding;
    };
    commands = new PythonRewardCommands({
      ...deps,
      composites,
      scoreComposite: thread.scoreComposite,
      groundingOf,
    });
    try {
      await showTrajectory(
        TRAJECTORY.replace('dialect: lang2act', 'dialect: lang2act\nreward: ./mine.reward.json'),
      );
      await commands.score();
      assert.match([...reports.values()].join(''), /\| `overall` \| 0\.5 \| 0\.2 \|/);
      assert.deepEqual(asked, [folder.file('a.trajectory').toString()]);
    } finally {
      thread.dispose();
      composites.dispose();
    }
  });

  it('passes the reward what the trainer passes, when that is set', async () => {
    await set('pagetrace', 'userReward.inputs', 'trainer');
    await showTrajectory();
    await commands.score();
    assert.match([...reports.values()].join(''), /gets only what the trainer passes/);
    const document = await output();
    await until('its prints', () =>
      document.getText().includes("scores ['ground_truth', 'response', 'response_length']"),
    );
  });

  it('runs the reward in the folder that is set, with the contract that is set', async () => {
    const place = path.join(folder.path, 'training');
    await fs.mkdir(path.join(place, 'grading'), { recursive: true });
    await fs.writeFile(path.join(place, 'grading', 'weights.py'), 'WEIGHT = 0.5\n');
    await fs.writeFile(
      folder.file('reward.py').fsPath,
      'from grading.weights import WEIGHT\ndef compute_score(samples):\n    return {"overall": WEIGHT}\n',
    );
    await set('pagetrace', 'userReward.workingDirectory', place);
    await set('pagetrace', 'userReward.contract', 'easyr1-sequential');
    await showTrajectory();
    await commands.score();
    const report = reports.get('Rewards of a.trajectory') ?? '';
    assert.match(report, /The contract is set to easyr1-sequential\./);
    assert.ok(report.includes(`- Working directory: \`${place}\``), report);
    assert.match(report, /\| `overall` \| 0\.2 \| 0\.5 \|/);
  });

  it('reads the function and its arguments from the configuration of the trainer, and lets a stub judge', async () => {
    await fs.writeFile(
      folder.file('judged.py').fsPath,
      `
import json, os, urllib.request


def score(reward_inputs, weight=1.0):
    body = {"model": "m", "messages": [{"role": "user", "content": "Correct? Answer yes or no."}]}
    request = urllib.request.Request(
        os.environ["OPENAI_BASE_URL"] + "/chat/completions",
        json.dumps(body).encode(),
        {"content-type": "application/json"},
    )
    said = json.load(urllib.request.urlopen(request))["choices"][0]["message"]["content"]
    return [{"overall": weight * (said == "yes")} for _ in reward_inputs]
`,
    );
    await fs.writeFile(
      folder.file('train.yaml').fsPath,
      'worker:\n  reward:\n    reward_function: ./judged.py:score\n    reward_function_kwargs: {weight: 0.5}\n',
    );
    await set('pagetrace', 'userReward.file', '');
    await set('pagetrace', 'userReward.config', folder.file('train.yaml').fsPath);
    await showTrajectory();
    for (const [verdict, overall] of [
      ['right', '0.5'],
      ['wrong', '0'],
    ] as const) {
      await set('pagetrace', 'userReward.judgeStub', verdict);
      await commands.score();
      const report = reports.get('Rewards of a.trajectory') ?? '';
      assert.match(report, /`score` of judged\\?\.py/);
      assert.match(report, /- The configuration of EasyR1 names .*judged\\?\.py:score with the arguments/);
      assert.ok(
        report.includes(`- A stub answered for the judge: it calls every answer ${verdict}.`),
        report,
      );
      assert.ok(report.includes(`| \`overall\` | 0.2 | ${overall} |`), report);
    }
    // Arguments and a file of their own take precedence.
    await set('pagetrace', 'userReward.judgeStub', 'right');
    await set('pagetrace', 'userReward.arguments', { weight: 0.25 });
    await commands.score();
    assert.match(reports.get('Rewards of a.trajectory') ?? '', /\| `overall` \| 0\.2 \| 0\.25 \|/);
    await set('pagetrace', 'userReward.config', folder.file('none.yaml').fsPath);
    await assert.rejects(commands.score(), { reason: 'file-not-found' });
  });

  it('says in the inspector that a stub judged, and that a function of TRL does not apply', async () => {
    await set('pagetrace', 'userReward.judgeStub', 'wrong');
    await fs.writeFile(
      folder.file('reward.py').fsPath,
      'def compute_score(completions, **kwargs):\n    return [None for _ in completions]\n',
    );
    const source = new AskedQuestionSource(
      AskedQuestion.start(preparedQuestion(), { now: Date.now, request: null, curl: null, forecast: null }),
      sourceDeps(),
    );
    await scoreInspected(rewards, source, 0);
    assert.deepEqual(source.state().samples[0]?.userReward, {
      file: 'reward.py',
      state: { kind: 'not-applicable' },
      notes: [
        'reward.py returned None: it does not apply to this response, and TRL leaves it out of the sum of rewards.',
        'A stub answered for the judge: it calls every answer wrong.',
      ],
    });
    source.dispose();
  });

  it('links to the line where the reward raises, in the report and in the output', async () => {
    const root = { uri: vscode.Uri.file(folder.path), name: 'test', index: 0 };
    stub(vscode.workspace, 'workspaceFolders', [root]);
    await showTrajectory(TRAJECTORY.replace('42<', 'raise<'));
    await commands.score();
    const report = [...reports.values()].join('');
    assert.match(
      report,
      /has no score\.\*\* reward\\?\.py raised ValueError in line 15: cannot grade this\./,
    );
    // A Markdown preview shows no link to a file: URI, but it resolves a path from the workspace.
    assert.match(report, /\[reward\\?\.py, line 15\]\(<\/reward\.py#L15>\)/);
    const document = await output();
    await until('the traceback', () => document.getText().includes('Traceback'));
    const links = await until('the links', async () => {
      const found = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
        'vscode.executeLinkProvider',
        document.uri,
      );
      return found.length > 0 && found;
    });
    assert.ok(
      links.some(
        ({ target }) => target?.fsPath === folder.file('reward.py').fsPath && target.fragment === 'L15',
      ),
    );
  });

  it('loads the reward file again when it is saved, and says what is wrong with it', async () => {
    await showTrajectory();
    await commands.score();
    const document = await vscode.workspace.openTextDocument(folder.file('reward.py'));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'import no_such_module_at_all\n');
    await vscode.workspace.applyEdit(edit);
    await document.save();
    const shown = await output();
    await until('the missing module', () =>
      shown.getText().includes('reward.py needs the module no_such_module_at_all, which'),
    );
    await assert.rejects(commands.score(), { reason: 'reward-unusable' });
    const undo = new vscode.WorkspaceEdit();
    undo.delete(document.uri, new vscode.Range(0, 0, 1, 0));
    await vscode.workspace.applyEdit(undo);
    await document.save();
    await until('its loading', () => shown.getText().includes('reward.py was loaded again.'));
  });

  it('gives a secret only to the reward file that it was set for', async () => {
    const typed = ['JUDGE_KEY', 'hidden'];
    stub(vscode.window, 'showInputBox', () => Promise.resolve(typed.shift()));
    await commands.setSecret();
    await showTrajectory();
    await commands.score();
    const document = await output();
    await until('the secret', () => document.getText().includes('loaded with hidden'));
    assert.equal(kept.kept.size, 1);
    await fs.writeFile(folder.file('other.py').fsPath, REWARD.replace('loaded', 'other loaded'));
    await set('pagetrace', 'userReward.file', folder.file('other.py').fsPath);
    await commands.score();
    await until('the other', () => document.getText().includes('other loaded with None'));
    await set('pagetrace', 'userReward.file', folder.file('reward.py').fsPath);
    const forgotten = ['JUDGE_KEY', ''];
    stub(vscode.window, 'showInputBox', () => Promise.resolve(forgotten.shift()));
    await commands.setSecret();
    assert.equal(kept.kept.size, 0);
  });

  it('asks for a reward file when none is set, and stores its path relative to the folder', async () => {
    await set('pagetrace', 'userReward.file', '');
    const inside = vscode.Uri.joinPath(workspaceFolder(), 'chosen.py');
    await fs.writeFile(inside.fsPath, REWARD);
    stub(vscode.window, 'showOpenDialog', () => Promise.resolve([inside]));
    await showTrajectory();
    try {
      await commands.score();
      assert.equal(
        vscode.workspace.getConfiguration('pagetrace').inspect('userReward.file')?.workspaceValue,
        'chosen.py',
      );
      assert.match([...reports.values()].join(''), /chosen/);
    } finally {
      await vscode.workspace
        .getConfiguration('pagetrace')
        .update('userReward.file', undefined, vscode.ConfigurationTarget.Workspace);
      await fs.rm(inside.fsPath);
    }
  });

  it('never runs a reward in Restricted Mode, and says why', async () => {
    trusted = false;
    await showTrajectory();
    for (const refused of [commands.score(), commands.checkRun(), commands.choose(), commands.setSecret()]) {
      await assert.rejects(refused, { reason: 'untrusted' });
    }
    assert.equal(reports.size, 0);
  });
});

describe('a comparison of rewards over a whole run', () => {
  it('lists the largest differences of a run first, with the records that could not be read', async () => {
    const lines = [
      { response: RESPONSE, num_images: 1, ground_truth: '42', verdict: 'wrong' },
      { response: RESPONSE, num_images: 1, ground_truth: '42', verdict: 'right' },
      { response: 'raise', num_images: 1, ground_truth: '42', verdict: 'right' },
      { response: 'nothing', num_images: 1, ground_truth: '42', verdict: 'right' },
    ];
    await fs.writeFile(
      folder.file('reward.py').fsPath,
      REWARD.replace('(reward_inputs, bonus=0.0)', '(reward_input, bonus=0.0)').replace(
        / {4}for each[^]*?\n {4}return \[.*\n/,
        '    return grade(reward_input["response"], bonus)\n',
      ),
    );
    const run = folder.file('run.jsonl');
    await fs.writeFile(run.fsPath, [...lines.map((line) => JSON.stringify(line)), '{broken', ''].join('\n'));
    stub(vscode.window, 'showQuickPick', (items: readonly { label: string }[]) =>
      Promise.resolve(items.find(({ label }) => label === 'Lang2Act')),
    );
    const root = { uri: vscode.Uri.file(folder.path), name: 'test', index: 0 };
    stub(vscode.workspace, 'workspaceFolders', [root]);
    await commands.checkRun(run);
    const report = reports.get('Rewards over run.jsonl') ?? '';
    assert.match(report, /\*\*4 samples:\*\* 1 equal, 2 different \(.*at most by 0\.8\), 1 without a number/);
    assert.match(report, /1 record could not be read:\n\n- Line 5: /);
    const rows = [...report.matchAll(/^\| \[line (\d)\]/gm)].map(([, line]) => line);
    assert.deepEqual(rows, ['3', '2', '4']);
    assert.match(
      report,
      /run\.jsonl#L3>\) \| 0 \| reward\\?\.py raised ValueError in line \d+: cannot grade this\./,
    );
  });

  it('says at once where the reward file cannot be loaded', async () => {
    await fs.writeFile(folder.file('reward.py').fsPath, 'import no_such_module_at_all\n');
    await fs.writeFile(
      folder.file('run.jsonl').fsPath,
      JSON.stringify({ response: RESPONSE, num_images: 1 }),
    );
    stub(vscode.window, 'showQuickPick', (items: readonly unknown[]) => Promise.resolve(items[0]));
    await assert.rejects(commands.checkRun(folder.file('run.jsonl')), { reason: 'reward-unusable' });
    assert.equal(reports.size, 0);
  });
});

describe('a report of rewards', () => {
  it('shows a report as Markdown and replaces an earlier one of the same name', async () => {
    // The active extension has already registered the scheme.
    const own = vscode.workspace.registerTextDocumentContentProvider;
    stub(vscode.workspace, 'registerTextDocumentContentProvider', (scheme: string, ...rest: [never]) =>
      own(`${scheme}-test`, ...rest),
    );
    const shown: string[] = [];
    stub(vscode.commands, 'executeCommand', (_command: string, uri: vscode.Uri) => {
      shown.push(uri.path);
      return Promise.resolve();
    });
    const made = new Reports();
    try {
      const uri = await made.show('Rewards of a/b', '# One');
      const next = await made.show('Rewards of a/b', '# Two');
      assert.equal(made.provideTextDocumentContent(next), '# Two');
      // A hidden preview is not updated when the document of its URI changes, so the URI must differ.
      assert.notEqual(next.toString(), uri.toString());
      for (let count = 0; count < 30; count++) await made.show(String(count), '# More');
      assert.match(made.provideTextDocumentContent(uri), /no longer kept/);
      assert.deepEqual(shown.slice(0, 2), ['/Rewards of a-b.md', '/Rewards of a-b.md']);
    } finally {
      made.dispose();
    }
  });
});

describe('a link in a report', () => {
  it('links a file by its path from the first workspace folder, and shows plain text for files outside it', () => {
    const root = { uri: vscode.Uri.file('/project/runs'), name: 'runs', index: 0 };
    stub(vscode.workspace, 'workspaceFolders', [root]);
    assert.equal(
      placeLink('line 3', vscode.Uri.file('/project/runs/a b/é.py'), 3),
      '[line 3](</a%20b/%C3%A9.py#L3>)',
    );
    assert.equal(placeLink('mine', vscode.Uri.file('/project/runs/mine.py'), null), '[mine](</mine.py>)');
    assert.equal(placeLink('line 3', vscode.Uri.file('/project/runs-2/mine.py'), 3), 'line 3');
    assert.equal(placeLink('line 3', vscode.Uri.parse('untitled:Untitled-1'), 3), 'line 3');
    stub(vscode.workspace, 'workspaceFolders', undefined);
    assert.equal(placeLink('line 3', vscode.Uri.file('/project/runs/mine.py'), 3), 'line 3');
  });
});

describe('the Python interpreter', () => {
  const python = (executable: string | undefined, fails = false) => ({
    activate: () =>
      Promise.resolve({
        environments: {
          getActiveEnvironmentPath: () => ({ path: '/environment' }),
          resolveEnvironment: () =>
            fails
              ? Promise.reject(new Error('no'))
              : Promise.resolve({
                  executable: executable === undefined ? {} : { uri: vscode.Uri.file(executable) },
                }),
        },
      }),
  });

  it('uses the interpreter of the setting, else of the Python extension, else the one on PATH', async () => {
    stub(vscode.extensions, 'getExtension', () => python('/environment/bin/python'));
    assert.equal(await interpreterFor(), path.normalize('/environment/bin/python'));
    stub(vscode.extensions, 'getExtension', () => python(undefined));
    assert.match(await interpreterFor(), /python3?(?:\.exe)?$/);
    stub(vscode.extensions, 'getExtension', () => python('/environment/bin/python', true));
    assert.match(await interpreterFor(), /python3?(?:\.exe)?$/);
    await set('pagetrace', 'userReward.python', '/opt/python');
    assert.equal(await interpreterFor(), '/opt/python');
    await set('pagetrace', 'userReward.python', '.venv/bin/python');
    assert.equal(await interpreterFor(), path.join(workspaceFolder().fsPath, '.venv/bin/python'));
    await set('pagetrace', 'userReward.python', 'python3.11');
    assert.equal(await interpreterFor(), 'python3.11');
  });
});
