import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { isPageTraceError } from '../../../src/core/errors.ts';
import type { AskCommands } from '../../../src/host/asking/askCommands.ts';
import type { QuestionToAsk } from '../../../src/host/asking/questionToAsk.ts';
import type { SourceMessage } from '../../../src/host/inspector/inspectorSource.ts';
import type { StepShown } from '../../../src/protocol/stepShown.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { ANSWER, CLOSER, SEARCH, useConversations } from '../support/conversations.ts';
import { fixture, until, useStubs } from '../support/given.ts';

const given = useConversations();
const stub = useStubs();
const { script, text, configure } = given;

/** A question that is asked step by step. */
const toAsk = () =>
  given.toAsk({ conversation: { protocol: protocolOf('vrag-rl'), toolWords: null, isStepped: true } });

const state = () => given.shown[0]?.state();

/** Waits for a stop that `is` accepts. */
const stopAt = (kind: StepShown['kind'], is: (step: StepShown) => boolean = () => true) =>
  until(`a stop before ${kind}`, () => {
    if (given.errors.length > 0) throw given.errors[0] ?? new Error();
    const step = state()?.step;
    return step?.phase === 'waiting' && step.kind === kind && is(step) ? step : null;
  });
const send = async (message: SourceMessage): Promise<void> => {
  await given.shown[0]?.receive(message);
};
const choose = ({ stop }: StepShown, choice: 'go-on' | 'run' | 'stop' = 'go-on') =>
  send({ type: 'step', stop, choice });

describe('asking step by step', () => {
  it('stops before each turn, and goes on with what the person made of a call and an observation', async () => {
    await script(SEARCH, CLOSER, ANSWER);
    const asking = given.asker.ask(await toAsk());
    await choose(await stopAt('ask'));
    const call = await stopAt('call');
    assert.equal(call.next, 'A page is searched for “operating margin”');
    assert.equal(text(), SEARCH, 'what the model wrote is shown before it is decided on');
    assert.equal(given.shown[0]?.holdsPanel, true);
    await send({
      type: 'editStep',
      stop: call.stop,
      text: SEARCH.replace('operating margin', 'net revenue'),
    });
    const edited = await stopAt('call', ({ stop }) => stop > call.stop);
    assert.equal(edited.next, 'A page is searched for “net revenue”');
    await choose(edited);
    const told = await stopAt('ask', ({ said }) => said?.by === 'tool');
    assert.equal(told.said?.text, '<image 1>');
    assert.equal(state()?.images.length, 1, 'the page that was found is shown');
    await send({ type: 'editStep', stop: told.stop, text: '<image 4>' });
    await until('the mistake is said', () => state()?.step?.problem);
    await send({ type: 'editStep', stop: told.stop, text: '<image 1> Look closer.' });
    await choose(await stopAt('ask', ({ stop }) => stop > told.stop), 'run');
    await asking;
    assert.deepEqual(given.errors, []);
    assert.match(
      text(),
      /<search>net revenue<\/search><\|im_end\|>\n<\|im_start\|>user\n.* Look closer\.<\|im_end\|>/,
    );
    assert.ok(text().endsWith(ANSWER));
    assert.equal(state()?.step, undefined);
    const [kept] = await given.recent.list();
    assert.equal(kept?.record.info.conversation?.ended, 'answered');
    assert.deepEqual(
      kept.record.info.conversation.turns.map(({ by, did, edited: isEdited }) => [did ?? by, isEdited]),
      [
        ['model', true],
        ['search', true],
        ['model', false],
        ['crop', false],
        ['model', false],
      ],
    );
    assert.equal((await given.recent.open(kept.record.id))?.text(0), text());
  });

  it('keeps what was said when it is stopped, canceled, or its view is closed', async () => {
    const endings: readonly (readonly [string, (step: StepShown) => unknown])[] = [
      ['stopped', (step) => choose(step, 'stop')],
      [
        'canceled',
        () => {
          given.shown[0]?.cancel();
        },
      ],
      ['closed', () => given.shown[0]?.dispose()],
    ];
    for (const [name, end] of endings) {
      await script(SEARCH);
      const asking = given.asker.ask(await toAsk());
      await choose(await stopAt('ask'));
      await end(await stopAt('call'));
      await asking;
      const [kept] = await given.recent.list();
      assert.equal(kept?.record.info.conversation?.ended, 'stopped', name);
      assert.equal(kept.record.info.conversation.turns.length, 1, name);
      assert.equal((await given.recent.open(kept.record.id))?.text(0), SEARCH, name);
      for (const source of given.shown.splice(0)) source.dispose();
    }
    assert.deepEqual(given.errors, []);
  });

  it('keeps what was said when the window is closed while it waits', async () => {
    await script(SEARCH);
    const asking = given.asker.ask(await toAsk());
    await choose(await stopAt('ask'));
    await stopAt('call');
    await given.recent.flush();
    // Another window, opened after this one was killed.
    const reopened = given.storeOf();
    const [kept] = await reopened.list();
    const asked = await reopened.open(kept?.record.id ?? '');
    assert.equal(asked?.text(0), SEARCH);
    assert.equal(asked.record.samples[0]?.state, 'cancelled');
    assert.equal(asked.record.info.conversation?.ended, 'cancelled');
    assert.equal(asked.record.info.conversation.turns.length, 1);
    await reopened.dispose();
    given.asker.dispose();
    await asking;
  });

  it('pauses a conversation that runs, and says what a server does that fails', async () => {
    await script(SEARCH);
    const asking = given.asker.ask(await toAsk());
    await choose(await stopAt('ask'), 'run');
    await send({ type: 'pauseSteps' });
    await choose(await stopAt('call'), 'run');
    await asking;
    assert.equal(given.errors.length, 1);
    assert.equal(state()?.samples[0]?.state, 'failed');
    assert.ok(text().startsWith(SEARCH));
    const [kept] = await given.recent.list();
    assert.equal(kept?.record.info.conversation?.ended, 'server-error');
  });
});

describe('the command that asks step by step', () => {
  let asked: QuestionToAsk[];
  let trusted: boolean;
  let commands: AskCommands;
  beforeEach(() => {
    asked = [];
    trusted = true;
    commands = given.commands(asked, { trusted: () => trusted });
  });

  /** Chooses a protocol, and types the question. */
  function answer(protocol: string, question: string): readonly string[] {
    const rows: string[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) =>
      Promise.resolve(items.find(({ label }) => label === protocol)),
    );
    const create = vscode.window.createQuickPick.bind(vscode.window);
    stub(vscode.window, 'createQuickPick', () => {
      const input = create();
      const accepted = new vscode.EventEmitter<void>();
      Object.defineProperty(input, 'onDidAccept', { value: accepted.event });
      Object.defineProperty(input, 'show', {
        value: () => {
          rows.push(
            input.title ?? '',
            ...input.items.map(({ label, detail }) => `${label}: ${detail ?? ''}`),
          );
          input.value = question;
          input.items = [];
          accepted.fire();
        },
      });
      return input;
    });
    return rows;
  }

  it('asks with the preset of the protocol, without a page if the model searches', async () => {
    await script();
    const rows = answer('vrag-rl-training', 'How much?');
    await commands.askStepByStep(fixture('annual-report.pdf'));
    const [question] = asked;
    assert.equal(question?.prompt.name, 'vrag-rl');
    assert.equal(question.samples, 1);
    assert.equal(question.conversation?.protocol.name, 'vrag-rl-training');
    assert.equal(question.conversation.isStepped, true);
    assert.match(rows[0] ?? '', /^annual-report\.pdf · one.* · vrag-rl · step by step: vrag-rl-training$/);
    assert.equal(rows[1], 'Step by step (vrag-rl-training): ');
    assert.match(rows[2] ?? '', /^No page is sent with the question: The model searches \d+ pages\.$/);
  });

  it('offers the protocol of the prompt in use first, and asks nothing without one', async () => {
    await script();
    await configure('pagetrace', 'prompt', 'pixel-reasoner');
    const offered: string[] = [];
    stub(vscode.window, 'showQuickPick', (items: readonly vscode.QuickPickItem[]) => {
      offered.push(...items.map(({ label }) => label));
      return Promise.resolve(undefined);
    });
    await commands.askStepByStep(fixture('annual-report.pdf'));
    assert.equal(offered[0], 'pixel-reasoner');
    assert.equal(new Set(offered).size, offered.length);
    assert.deepEqual(asked, []);
  });

  it('asks for the boxes of the other tool, and asks nothing without them', async () => {
    await script();
    answer('vg-refiner', 'Where?');
    stub(vscode.window, 'showInputBox', () => Promise.resolve(undefined));
    await commands.askStepByStep(fixture('annual-report.pdf'));
    assert.equal(asked.length, 0);
    stub(vscode.window, 'showInputBox', () => Promise.resolve('[1] '));
    await commands.askStepByStep(fixture('annual-report.pdf'));
    assert.equal(asked[0]?.conversation?.toolWords, '[1]');
    assert.notDeepEqual(asked[0].documents[0]?.pages, []);
  });

  it('sends nothing in Restricted Mode, and asks for a server where there is no model', async () => {
    const reasonOf = async (): Promise<unknown> =>
      commands.askStepByStep(fixture('annual-report.pdf')).catch((error: unknown) => error);
    const offline = await reasonOf();
    assert.ok(isPageTraceError(offline));
    assert.match(offline.message, /^The offline reader cannot have a conversation/);
    await script();
    trusted = false;
    const restricted = await reasonOf();
    assert.ok(isPageTraceError(restricted));
    assert.equal(restricted.reason, 'untrusted');
    assert.deepEqual(asked, []);
    // The offline reader may also be chosen later.
    await configure('pagetrace', 'servers', []);
    await given.asker.ask(await toAsk());
    assert.match(given.errors[0]?.message ?? '', /^The offline reader cannot have a conversation/);
    assert.deepEqual(given.shown, []);
  });
});
