import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { defer } from '../../../src/core/deferred.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { formatTrajectoryFile, parseTrajectoryFile } from '../../../src/core/records/trajectoryFile.ts';
import type { RecordedConversation } from '../../../src/core/records/conversation.ts';
import type { QuestionToAsk } from '../../../src/host/asking/questionToAsk.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { keepTurns } from '../../../src/protocols/restartConversation.ts';
import { startFakeVllm } from '../../support/fakeVllm.ts';
import { ANSWER, CLOSER, SEARCH, useConversations } from '../support/conversations.ts';
import { extensionUri, fixture, until, useStubs } from '../support/given.ts';

const given = useConversations();
const stub = useStubs();
const { script, toAsk, text, configure, folder } = given;

const newest = async () => {
  const [kept] = await given.recent.list();
  return kept?.record ?? assert.fail('Nothing was kept.');
};

describe('a question whose prompt begins a conversation', () => {
  it('has the whole conversation by itself, and shows each turn as it comes', async () => {
    await script(SEARCH, CLOSER, ANSWER);
    const asking = given.asker.ask(await toAsk());
    const source = await until('it is shown', () => given.shown[0]);
    const phases = new Set<string>();
    await until('the closer look is shown', () => {
      const { step, conversation } = source.state();
      if (step !== undefined) phases.add(step.phase);
      return conversation?.turns.some(({ did }) => did === 'crop');
    });
    assert.equal(source.holdsPanel, false, 'nobody is waited for');
    await asking;
    assert.deepEqual([...phases], ['running']);
    assert.deepEqual(given.errors, []);
    assert.ok(text().startsWith(SEARCH) && text().endsWith(ANSWER));
    const { info, images, samples } = await newest();
    assert.equal(samples[0]?.state, 'done');
    assert.ok((images[0]?.textHeight ?? 0) > 0, 'the text of the page that was found is measured');
    assert.equal(info.conversation?.ended, 'answered');
    assert.deepEqual(
      info.conversation.turns.map(({ by, did }) => did ?? by),
      ['model', 'search', 'model', 'crop', 'model'],
    );
    assert.equal(info.images.length, 1, 'only the page that the model has found');
    assert.equal(source.state().step, undefined);
  });

  it('is recorded as on the command line', async () => {
    const url = await script(SEARCH, CLOSER, ANSWER, SEARCH, CLOSER, ANSWER);
    const out = path.join(folder.path, 'cli.trajectory');
    const cli = path.join(extensionUri().fsPath, 'dist', 'cli.js');
    const args = [
      'ask',
      'What was total revenue?',
      fixture('annual-report.pdf').fsPath,
      '--prompt',
      'vrag-rl',
    ];
    await promisify(execFile)(
      process.execPath,
      [cli, ...args, '--server', url, '--out', out, '--index-folder', folder.path],
      { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    );
    const { prompt } = await toAsk();
    await given.asker.ask(await toAsk({ sampling: { ...DEFAULT_SAMPLING, ...prompt.sampling } }));
    assert.deepEqual(given.errors, []);
    const { info } = await newest();
    const comparable = (file: string): unknown => {
      const { info: known, response } = parseTrajectoryFile(file);
      const { conversation, documents, ...rest } = known;
      return {
        ...rest,
        response,
        documents: documents.map((each) => ({ ...each, path: path.basename(each.path) })),
        conversation: {
          ...conversation,
          turns: conversation?.turns.map((turn) => ({ ...turn, seconds: 0 })),
        },
      };
    };
    assert.deepEqual(
      comparable(formatTrajectoryFile(info, text())),
      comparable(await fs.readFile(out, 'utf8')),
    );
  });

  it('goes on after the turns of an earlier one, as a branch of it', async () => {
    const fake = await startFakeVllm({ trajectories: [SEARCH] });
    given.closing.push(() => fake.close());
    await configure('pagetrace', 'servers', [{ name: 'one', url: fake.url }]);
    const left = [CLOSER, ANSWER, CLOSER, ANSWER];
    fake.set({
      // The next request has another answer.
      beforeHeaders: () => {
        fake.set({ trajectories: [left.shift() ?? ''] });
        return Promise.resolve();
      },
    });
    await given.asker.ask(await toAsk());
    const { id, info } = await newest();
    const had = text();
    const recorded = info.conversation ?? assert.fail();
    const kept = '<think>It is small.';
    const end = had.indexOf(kept) + kept.length;
    const conversation = {
      ...((await toAsk()).conversation ?? assert.fail()),
      kept: keepTurns(had, end, recorded, protocolOf('vrag-rl')),
    };
    await given.asker.ask(await toAsk({ branch: { id, sample: 0, continued: null }, conversation }));
    assert.deepEqual(given.errors, []);
    const again = await newest();
    assert.deepEqual(again.parent, { id, sample: 0, end });
    assert.equal((await given.recent.open(again.id))?.text(0), had);
    const ofTurns = ({ turns }: RecordedConversation) =>
      turns.map(({ by, did, images }) => ({ by, did, images }));
    assert.deepEqual(ofTurns(again.info.conversation ?? assert.fail()), ofTurns(recorded));
    const [first, second, ...others] = fake.requests
      .filter(({ path: route }) => route === '/v1/chat/completions')
      .slice(3);
    assert.equal(others.length, 0);
    assert.equal(first?.body?.['continue_final_message'], true);
    assert.match(JSON.stringify(first.body['messages']), /operating margin.*image_url.*It is small\./);
    assert.equal(second?.body?.['continue_final_message'], undefined);
  });

  it('keeps the first turn when it is canceled in the second one', async () => {
    const fake = await startFakeVllm({ trajectories: [SEARCH] });
    given.closing.push(() => fake.close());
    await configure('pagetrace', 'servers', [{ name: 'one', url: fake.url }]);
    fake.set({
      // The next request has another answer, which does not end.
      beforeHeaders: () => {
        const beforeChunk = (chunk: number): Promise<void> =>
          chunk < 3 ? Promise.resolve() : new Promise(() => undefined);
        fake.set({ trajectories: [ANSWER], beforeChunk });
        return Promise.resolve();
      },
    });
    const asking = given.asker.ask(await toAsk());
    await until('the second turn begins', () => /assistant\n<think>/u.test(text()));
    given.shown[0]?.cancel();
    await asking;
    assert.deepEqual(given.errors, []);
    const { info, samples, failure } = await newest();
    assert.equal(samples[0]?.state, 'cancelled');
    assert.equal(failure, null);
    assert.equal(info.conversation?.ended, 'cancelled');
    assert.deepEqual(
      info.conversation.turns.map(({ by, did }) => did ?? by),
      ['model', 'search', 'model'],
    );
    assert.ok(text().startsWith(SEARCH));
    assert.equal((await given.recent.open((await newest()).id))?.text(0), text());
  });

  it('keeps what had come when the server fails in a later turn, and says why once', async () => {
    await script(SEARCH);
    await given.asker.ask(await toAsk());
    assert.equal(given.errors.length, 1);
    const { info, samples, failure } = await newest();
    assert.match(failure?.message ?? '', /^[^\n]*The script ends after 1 answers\.$/);
    assert.equal(failure?.message, given.errors[0]?.message);
    assert.equal(samples[0]?.state, 'failed');
    assert.equal(info.conversation?.ended, 'server-error');
    assert.deepEqual(
      info.conversation.turns.map(({ by, did }) => did ?? by),
      ['model', 'search'],
    );
    assert.ok(text().startsWith(SEARCH));
  });

  it('goes on without a view', async () => {
    await script(SEARCH, ANSWER);
    const unseen = given.asker.ask(await toAsk());
    (await until('it is shown', () => given.shown[0])).dispose();
    await unseen;
    assert.equal((await newest()).info.conversation?.ended, 'answered');
  });

  it('says after a pause that a turn is written to its end, and goes on in steps', async () => {
    const held = defer<undefined>();
    const fake = await startFakeVllm({ trajectories: [SEARCH], beforeChunk: () => held.promise });
    given.closing.push(() => fake.close());
    await configure('pagetrace', 'servers', [{ name: 'one', url: fake.url }]);
    const asking = given.asker.ask(await toAsk());
    const source = await until('it is shown', () => given.shown[0]);
    await until('it has begun', () => source.state().step);
    await source.receive({ type: 'pauseSteps' });
    assert.equal(source.activity, 'The model writes turn 1. It pauses when this is done.');
    held.resolve(undefined);
    const stopped = await until('it stops', () => {
      const { step } = source.state();
      return step?.phase === 'waiting' ? step : null;
    });
    assert.equal(source.holdsPanel, true);
    assert.equal(source.activity, 'The conversation waits for you.');
    fake.set({ trajectories: [ANSWER] });
    await source.receive({ type: 'step', stop: stopped.stop, choice: 'run' });
    await asking;
    assert.equal(source.activity, null);
    assert.equal((await newest()).info.conversation?.ended, 'answered');
  });
});

describe('the commands that ask', () => {
  const create = vscode.window.createQuickPick.bind(vscode.window);
  let asked: QuestionToAsk[];
  beforeEach(() => {
    asked = [];
  });

  /** Accepts the question's input with a question; first chooses the row that matches, if one does. Returns all rows. */
  function answer(row: RegExp | null = null): string[] {
    const rows: string[] = [];
    let isChosen = row === null;
    stub(vscode.window, 'createQuickPick', () => {
      const input = create();
      const accepted = new vscode.EventEmitter<void>();
      Object.defineProperty(input, 'onDidAccept', { value: accepted.event });
      Object.defineProperty(input, 'show', {
        value: () => {
          rows.push(
            input.title ?? '',
            ...input.items.map(({ label, description, detail }) => [label, description, detail].join(' | ')),
          );
          const chosen = input.items.filter(({ label }) => row?.test(label));
          if (!isChosen && chosen.length > 0) {
            isChosen = true;
            Object.defineProperty(input, 'selectedItems', { value: chosen });
          } else {
            input.value = 'How much?';
            input.items = [];
          }
          accepted.fire();
        },
      });
      return input;
    });
    return rows;
  }

  /** Chooses the item of lists whose label begins so. */
  const choose = (label: string): void => {
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) =>
      Promise.resolve(items.find((item) => item.label.startsWith(label))),
    );
  };

  it('ask for the whole conversation, and for the first turn alone if the person chooses that', async () => {
    await script();
    await configure('pagetrace', 'prompt', 'vrag-rl');
    await configure('pagetrace', 'samples', 3);
    const rows = answer();
    await given.commands(asked).ask(fixture('annual-report.pdf'));
    assert.match(rows[0] ?? '', /^annual-report\.pdf · one.* · vrag-rl$/);
    assert.equal(
      rows[1],
      'The whole conversation (vrag-rl) | or step by step, or the first turn alone | A conversation has one sample at a time. The first turn alone has 3 samples.',
    );
    assert.match(rows[2] ?? '', /^No page is sent with the question/);
    assert.deepEqual([asked[0]?.samples, asked[0]?.conversation?.isStepped], [1, false]);

    const first = answer(/^The whole conversation/);
    choose('The first turn alone');
    await given.commands(asked).ask(fixture('annual-report.pdf'));
    assert.ok(first.includes('The first turn alone (vrag-rl) | or the whole conversation | '));
    assert.ok(first.some((row) => /^annual-report\.pdf, all 10 pages · .* · vrag-rl · 3 samples$/.test(row)));
    assert.deepEqual([asked[1]?.samples, asked[1]?.conversation], [3, undefined]);

    answer(/^The whole conversation/);
    choose('Step by step');
    await given.commands(asked).ask(fixture('annual-report.pdf'));
    assert.equal(asked[2]?.conversation?.isStepped, true);
  });

  it('ask in one turn without a model, and say so', async () => {
    await configure('pagetrace', 'prompt', 'vrag-rl');
    const rows = answer();
    await given.commands(asked).ask(fixture('annual-report.pdf'));
    assert.match(rows[1] ?? '', /^One turn: the offline reader has no model for a conversation \(vrag-rl\)/);
    assert.equal(asked[0]?.conversation, undefined);
    assert.equal(asked[0]?.documents[0]?.pages.length, 10);
  });

  it('ask for the boxes of another tool, and for the first turn alone without them', async () => {
    await script();
    await configure('pagetrace', 'prompt', 'vg-refiner');
    const prompts: (string | undefined)[] = [];
    const type = (typed: string | undefined): void => {
      stub(vscode.window, 'showInputBox', ({ prompt }: vscode.InputBoxOptions) => {
        prompts.push(prompt);
        return Promise.resolve(typed);
      });
    };
    const ask = async (typed: string | undefined): Promise<void> => {
      answer();
      type(typed);
      await given.commands(asked).ask(fixture('annual-report.pdf'));
    };
    await ask(undefined);
    assert.equal(asked.length, 0, 'the person does not want to ask');
    await ask(' [1]');
    await ask('');
    assert.deepEqual(
      asked.map(({ conversation }) => conversation?.toolWords),
      ['[1]', undefined],
    );
    assert.match(prompts[0] ?? '', /Leave it empty to ask for the first turn alone\.$/);
  });

  it('ask again as it was: a conversation as a conversation, the first turn alone as that', async () => {
    await script(ANSWER, ANSWER);
    await given.asker.ask(await toAsk());
    const { conversation: left, ...single } = await toAsk();
    assert.ok(left);
    await given.asker.ask(single);
    assert.deepEqual(given.errors, []);
    const [first, conversation] = (await given.recent.list()).map(({ record }) => record.info);
    const rows = answer();
    for (const info of [conversation, first]) {
      assert.ok(info);
      await given.commands(asked).askAgain(info, null, { samples: 1 });
    }
    assert.deepEqual(
      asked.map(({ conversation: had }) => [had?.protocol.name, had?.isStepped]),
      [
        ['vrag-rl', false],
        [undefined, undefined],
      ],
    );
    assert.ok(rows.includes('The first turn alone (vrag-rl) | or the whole conversation | '));
    assert.deepEqual(asked[1]?.documents[0]?.pages, [1, 2]);
  });
});
