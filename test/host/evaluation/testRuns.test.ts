import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { defer } from '../../../src/core/deferred.ts';
import { isPageTraceError } from '../../../src/core/errors.ts';
import { DatasetTests } from '../../../src/host/evaluation/datasetTests.ts';
import { placeOfMessage } from '../../../src/host/evaluation/evaluatedTrajectory.ts';
import { TestRuns } from '../../../src/host/evaluation/testRuns.ts';
import { commands } from '../../../src/host/shared/contributions.ts';
import { until, useSettings } from '../support/given.ts';
import { ANSWER, BROKEN, HEAD, response, RIGHT, useEvaluations, WRONG } from './given.ts';

const its = useEvaluations();
const configure = useSettings();

let controller: vscode.TestController;
let tests: DatasetTests;
let runs: TestRuns;

beforeEach(() => {
  controller = vscode.tests.createTestController('pagetrace.tested', 'Tested');
  tests = new DatasetTests(controller, its().deps.script);
  runs = new TestRuns({ ...its().deps, controller: recorded(controller), tests });
  outcomes = new Map();
  output = '';
});
afterEach(() => {
  tests.dispose();
  controller.dispose();
});

/** What a run said of each test last, and its messages. */
let outcomes: Map<string, { readonly state: string; readonly messages: readonly vscode.TestMessage[] }>;
let output: string;

/** The controller, whose runs note what they are told instead of showing it. */
function recorded(real: vscode.TestController): vscode.TestController {
  const note =
    (state: string) =>
    ({ id }: vscode.TestItem, messages: unknown): void => {
      const list = messages instanceof vscode.TestMessage ? [messages] : messages;
      outcomes.set(id, { state, messages: Array.isArray(list) ? (list as vscode.TestMessage[]) : [] });
    };
  const states = ['enqueued', 'started', 'skipped', 'failed', 'errored', 'passed', 'ended'] as const;
  const run = {
    ...Object.fromEntries(states.map((state) => [state, note(state)])),
    appendOutput: (text: string) => {
      output += text;
    },
    end: () => {
      output += 'end';
    },
  };
  return Object.assign(Object.create(real) as vscode.TestController, { createTestRun: () => run });
}

/** The text of the first message of a test. */
function messageOf(id: string): string {
  const message = outcomes.get(id)?.messages[0]?.message ?? '';
  return typeof message === 'string' ? message : message.value;
}

const stateOf = (id: string): string | undefined => outcomes.get(id)?.state;

/** Runs tests that `choose` names among those of a data set. */
async function run(
  lines: readonly object[],
  choose: (test: vscode.TestItem) => readonly vscode.TestItem[] = (test) => [test],
  { exclude = [] as string[], prompt = null as string | null } = {},
): Promise<{ readonly uri: vscode.Uri; readonly test: vscode.TestItem }> {
  const uri = await its().write(lines);
  const test = tests.add(uri);
  const { questions } = await tests.list(test);
  const excluded = exclude.flatMap((id) => questions.get(id) ?? []);
  const request = new vscode.TestRunRequest(choose(test), excluded);
  await runs.run(request, new vscode.CancellationTokenSource().token, prompt);
  return { uri, test };
}

/** The questions that the server was asked, in order. */
const asked = (): readonly string[] =>
  its()
    .fake.requests.filter(({ path: route }) => route === '/v1/chat/completions')
    .map(({ body }) => /What was (\w+)\?/.exec(JSON.stringify(body))?.[1] ?? '');

const question = (test: vscode.TestItem, id: string, document = 'report.pdf'): vscode.TestItem => {
  const found = test.children.get(`group:${document}`)?.children.get(id);
  assert.ok(found, `there is no ${id}`);
  return found;
};

describe('data sets that are run as tests', () => {
  it('pass or fail by the rule, and say why and where their trajectory is', async () => {
    const unknown = { ...RIGHT, id: 'unknown', pass: 'judged' };
    const { uri, test } = await run([HEAD, RIGHT, WRONG, BROKEN, unknown]);
    assert.equal(stateOf('right'), 'passed');
    assert.equal(stateOf('wrong'), 'failed');
    assert.equal(stateOf('broken'), 'errored');
    assert.equal(stateOf('unknown'), 'skipped', 'nobody has judged it');
    assert.match(messageOf('broken'), /other\.pdf/);

    const [message] = outcomes.get('wrong')?.messages ?? [];
    assert.ok(message?.message instanceof vscode.MarkdownString);
    assert.match(message.message.value, new RegExp(`Answer: \`${ANSWER}\``));
    assert.deepEqual(message.message.isTrusted, { enabledCommands: [commands.openEvaluated] });
    assert.equal(message.contextValue, 'pagetrace.trajectory');
    assert.equal(message.location?.uri.toString(), uri.toString());
    assert.equal(message.location.range.start.line, 2);

    const [[name, records] = []] = await its().runs();
    assert.match(name ?? '', /^ledgers-think-answer-\d{4}-\d\d-\d\d-\d{6}\.jsonl$/);
    const place = placeOfMessage(message.message);
    assert.equal(path.basename(place?.file ?? ''), name);
    assert.deepEqual(await tests.trajectoryOf(question(test, 'wrong')), place);
    const failed = question(test, 'broken', 'other.pdf');
    assert.equal(await tests.trajectoryOf(failed), null, 'it has no answer');
    assert.equal(await tests.trajectoryOf(test), null, 'it is no question');
    assert.equal(records?.filter(({ error }) => error === undefined).length, 3);
    assert.match(output, /right#1: [^\r]*\r\n/);
    assert.ok(output.endsWith('end'));
  });

  it('say of each sample that does not pass why, also of one that has no answer', async () => {
    await configure('pagetrace', 'samples', 2);
    // The second sample is still on its way when the server fails.
    const trajectories = [response('7'), response('9'.repeat(2000))];
    its().fake.set({ trajectories, chunkSize: 200, errorAt: 4, errorMessage: 'The engine has died.' });
    await run([HEAD, RIGHT]);
    assert.equal(stateOf('right'), 'failed');
    const said = outcomes
      .get('right')
      ?.messages.map(({ message }) => (typeof message === 'string' ? message : message.value));
    assert.equal(said?.length, 2, said?.join('\n'));
    assert.match(said[0] ?? '', /Sample 1 of 2/);
    assert.match(said[1] ?? '', /The engine has died\./);
  });

  it('pass only if all of their samples pass', async () => {
    await configure('pagetrace', 'samples', 2);
    its().fake.set({ trajectories: [response(ANSWER), response('7')] });
    const both = { ...WRONG, id: 'both', reference: ['7', ANSWER] };
    const { test } = await run([HEAD, RIGHT, both]);
    assert.equal(stateOf('right'), 'failed');
    assert.equal(stateOf('both'), 'passed');
    const messages = outcomes.get('right')?.messages ?? [];
    assert.equal(messages.length, 1);
    const text = messageOf('right');
    assert.match(text, /Sample 2 of 2/);
    assert.deepEqual(await tests.trajectoryOf(question(test, 'right')), placeOfMessage(text));
  });

  it('have their trajectories in the last run that has them, in any window', async () => {
    const { uri, test } = await run([HEAD, RIGHT, WRONG]);
    await run([HEAD, RIGHT, WRONG], (all) => [question(all, 'wrong')]);
    // Names of runs that begin in the same second are in no order.
    const kept = [...(await its().runs())];
    const [first = '', second = ''] = [2, 1].map(
      (count) => kept.find(([, records]) => records.length === count)?.[0],
    );
    // A run of another data set, whose name begins alike, is the newest.
    const folder = path.join(path.dirname(uri.fsPath), 'runs');
    const other = await fs.readFile(path.join(folder, first), 'utf8');
    await fs.writeFile(
      path.join(folder, 'ledgers-more-think-answer-2030-01-01-000000.jsonl'),
      other.replaceAll('"dataset":"ledgers"', '"dataset":"ledgers-more"'),
    );
    tests.dispose();
    controller.items.replace([]);
    tests = new DatasetTests(controller, its().deps.script);
    const again = tests.add(uri);
    await tests.list(again);
    assert.notEqual(again, test);
    const fileOf = async (id: string) =>
      path.basename((await tests.trajectoryOf(question(again, id)))?.file ?? '');
    assert.equal(await fileOf('right'), first, 'it passed, and was not asked again');
    assert.equal(await fileOf('wrong'), second);
  });

  it('are asked alone if they are chosen alone, and not if they are excluded', async () => {
    const { test } = await run([HEAD, RIGHT, WRONG], (all) => [question(all, 'wrong')]);
    assert.deepEqual(asked(), ['profit']);
    assert.equal(stateOf('right'), undefined);
    await runs.run(
      new vscode.TestRunRequest(undefined, [question(test, 'wrong')]),
      new vscode.CancellationTokenSource().token,
      null,
    );
    assert.deepEqual(asked(), ['profit', 'revenue']);
    assert.equal((await its().runs()).size, 2, 'each run is kept');
  });

  it('are asked with another prompt if the person chooses one', async () => {
    await run([HEAD, RIGHT], undefined, { prompt: 'evisrag' });
    const [name] = [...(await its().runs()).keys()];
    assert.match(name ?? '', /^ledgers-evisrag-/);
  });

  it('send nothing in Restricted Mode', async () => {
    its().isTrusted = false;
    await assert.rejects(
      run([HEAD, RIGHT]),
      (error) => isPageTraceError(error) && error.reason === 'untrusted',
    );
    assert.deepEqual(its().fake.requests, []);
  });

  it('end with an error at what was chosen if the server cannot be reached', async () => {
    await its().fake.close();
    const { test } = await run([HEAD, RIGHT, WRONG]);
    assert.equal(stateOf(test.id), 'errored');
    assert.match(messageOf(test.id), /127\.0\.0\.1/);
  });

  it('keep what had ended when they are canceled', async () => {
    const held = defer<null>();
    let requests = 0;
    its().fake.set({
      beforeHeaders: async () => {
        requests += 1;
        if (requests > 1) await held.promise;
      },
    });
    const uri = await its().write([HEAD, RIGHT, WRONG]);
    const test = tests.add(uri);
    const cancel = new vscode.CancellationTokenSource();
    const running = runs.run(new vscode.TestRunRequest([test]), cancel.token, null);
    await until(
      'one has ended and the other is asked',
      () => stateOf('right') === 'passed' && requests === 2,
    );
    cancel.cancel();
    await running;
    held.resolve(null);
    assert.equal(stateOf('wrong'), 'started', 'it has no result');
    assert.equal(stateOf(test.id), undefined, 'nothing has failed');
    assert.equal([...(await its().runs()).values()][0]?.length, 1);
  });
});
