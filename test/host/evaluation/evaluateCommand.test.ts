import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { defer } from '../../../src/core/deferred.ts';
import type { PageTraceError } from '../../../src/core/errors.ts';
import { evaluate, type EvaluateDeps } from '../../../src/host/evaluation/evaluateCommand.ts';
import { showEvaluated } from '../../../src/host/evaluation/evaluatedTrajectory.ts';
import type { InspectorSource } from '../../../src/host/inspector/inspectorSource.ts';
import { openRunSample } from '../../../src/host/runs/openRunSample.ts';
import { editorTypes } from '../../../src/host/shared/contributions.ts';
import type { Offer } from '../../../src/host/shared/notices.ts';
import { fixture, extensionUri, sourceDeps, until, useStubs } from '../support/given.ts';
import { ANSWER, BROKEN, HEAD, RIGHT, useEvaluations, WRONG } from './given.ts';

const its = useEvaluations();
const stub = useStubs();

/** What the window shows, and which of it the person presses. */
let messages: string[];
let press: readonly string[];
let errors: { readonly error: PageTraceError; readonly offers: readonly Offer[] }[];
let cancel: vscode.CancellationTokenSource;
let progress: string[];

beforeEach(() => {
  messages = [];
  press = [];
  errors = [];
  progress = [];
  cancel = new vscode.CancellationTokenSource();
  const show = (message: string, ...buttons: string[]) => {
    messages.push(message);
    return Promise.resolve(buttons.find((button) => press.includes(button)));
  };
  stub(vscode.window, 'showInformationMessage', show);
  stub(vscode.window, 'showWarningMessage', show);
  stub(
    vscode.window,
    'withProgress',
    (
      _options: unknown,
      task: (report: vscode.Progress<{ message?: string }>, token: vscode.CancellationToken) => unknown,
    ) => task({ report: ({ message = '' }) => progress.push(message) }, cancel.token),
  );
});
afterEach(async () => {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
});

/** Chooses the rows with these labels one after the other; a text is typed where one is asked for. */
function choose(...answers: readonly string[]): void {
  const left = [...answers];
  stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
    const answer = left.shift();
    return Promise.resolve(items.find(({ label }) => label === answer));
  });
  stub(vscode.window, 'showInputBox', () => Promise.resolve(left.shift()));
}

const deps = (): EvaluateDeps => ({
  ...its().deps,
  switchServer: () => Promise.resolve(),
  notices: {
    error: (error, ...offers) => {
      errors.push({ error: error as PageTraceError, offers });
      return Promise.resolve();
    },
  },
});

const records = async () => [...(await its().runs()).values()][0] ?? [];

describe('PageTrace: Evaluate', () => {
  it('has the questions of a data set answered, and shows the run', async () => {
    choose('Samples', '2', 'Questions', '1', 'Start');
    await evaluate(await its().write([HEAD, RIGHT, WRONG]), deps());
    assert.deepEqual(errors, []);
    const kept = await records();
    assert.deepEqual(
      kept.map(({ id }) => id),
      ['right#1', 'right#2'],
    );
    const [name] = [...(await its().runs()).keys()];
    assert.deepEqual(messages, [`${name} has 2 samples.`]);
    assert.ok(
      progress.some((message) => message.startsWith('2 of 2 samples')),
      progress.join('\n'),
    );
    await until('the run is shown', () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom && input.viewType === editorTypes.run;
    });
  });

  it('says why nothing can be asked with a prompt, and makes no run', async () => {
    const uri = await its().write([{ ...HEAD, prompt: 'own.jinja' }, RIGHT, WRONG]);
    await fs.writeFile(path.join(path.dirname(uri.fsPath), 'own.jinja'), 'What is on the page?');
    choose('Start');
    await evaluate(uri, deps());
    assert.deepEqual(
      errors.map(({ error }) => [error.reason, error.message, error.hint]),
      [
        [
          'prompt-broken',
          'The prompt own does not contain the question.',
          'Put {{ content }} where the question belongs.',
        ],
      ],
    );
    assert.deepEqual(messages, []);
    assert.equal((await its().runs()).size, 0);
  });

  it('offers to go on, which asks only for what is missing', async () => {
    const uri = await its().write([HEAD, RIGHT, BROKEN]);
    choose('Start');
    await evaluate(uri, deps());
    await fs.copyFile(fixture('data-sheet.pdf').fsPath, path.join(path.dirname(uri.fsPath), 'other.pdf'));
    const [name] = [...(await its().runs()).keys()];
    const [message = '', ...others] = messages;
    assert.ok(message.startsWith(`${name} has 1 sample. 1 sample failed. The last failure: `), message);
    assert.match(message, /other\.pdf.* Going on asks for what is missing\.$/);
    assert.deepEqual(others, []);
    choose('Run', name ?? '', 'Start');
    await evaluate(uri, deps());
    assert.equal(messages[1], `${name} has 2 samples.`);
    assert.equal((await its().runs()).size, 1);
    const sent = its().fake.requests.filter(({ path: route }) => route === '/v1/chat/completions');
    assert.equal(sent.length, 2);
  });

  it('keeps what has ended when it is canceled', async () => {
    const held = defer<null>();
    its().fake.set({
      beforeHeaders: async () => {
        await held.promise;
      },
    });
    choose('Start');
    const evaluating = evaluate(await its().write([HEAD, RIGHT]), deps());
    await until('it is asked', () =>
      its().fake.requests.some(({ path: route }) => route === '/v1/chat/completions'),
    );
    cancel.cancel();
    await evaluating;
    held.resolve(null);
    assert.deepEqual(errors, []);
    assert.match(messages[0] ?? '', /^The evaluation was canceled\. .* Going on asks for what is missing\.$/);
  });

  it('says why it cannot begin', async () => {
    choose('Start');
    await assert.rejects(
      evaluate(await its().write([HEAD]), deps()),
      /ledgers has no question that can be asked/,
    );
    const wrong = { ...HEAD, prompt: 'no-such.jinja' };
    await evaluate(await its().write([wrong, RIGHT]), deps());
    assert.equal(errors[0]?.error.reason, 'file-not-found');
    assert.deepEqual(
      errors[0].offers.map(({ title }) => title),
      ['Try Again'],
    );
    its().isTrusted = false;
    await assert.rejects(evaluate(await its().write([HEAD, RIGHT]), deps()), /Restricted Mode/);
  });

  it('writes records whose trajectories open in the inspector', async () => {
    choose('Start');
    await evaluate(await its().write([HEAD, RIGHT, WRONG]), deps());
    const [name = ''] = [...(await its().runs()).keys()];
    const file = path.join(path.dirname((await its().write([HEAD])).fsPath), 'runs', name);
    const [first = '', second = ''] = (await fs.readFile(file, 'utf8')).split('\n');
    const shown: InspectorSource[] = [];
    await showEvaluated(
      { file, at: Buffer.byteLength(first) + 1, length: Buffer.byteLength(second) },
      {
        inspectors: { find: () => null, show: (source: InspectorSource) => shown.push(source) } as never,
        open: ({ id }) => openRunSample(id, extensionUri(), sourceDeps()),
      },
    );
    const [source] = shown;
    assert.ok(source);
    assert.match(source.sample(0)?.response ?? '', new RegExp(ANSWER));
    assert.equal(source.page(1)?.uri.path.endsWith('report.pdf'), true, 'its page is found');
    source.dispose();
  });
});
