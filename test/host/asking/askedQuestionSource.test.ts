import assert from 'node:assert/strict';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { AskedQuestionSource } from '../../../src/host/asking/askedQuestionSource.ts';
import { samplingLine } from '../../../src/core/records/sampling.ts';
import { resolveRecorded } from '../../../src/host/shared/resolvePath.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import type { ToInspector } from '../../../src/protocol/inspector.ts';
import { preparedQuestion, report } from '../../unit/asking/build.ts';
import { until, sourceDeps } from '../support/given.ts';

let asked: AskedQuestion;
let source: AskedQuestionSource;
let sent: ToInspector[];

function start(samples = 1, gather = 5): void {
  asked = AskedQuestion.start(preparedQuestion({ samples }), {
    now: Date.now,
    request: null,
    curl: null,
    forecast: null,
  });
  source = new AskedQuestionSource(
    asked,
    sourceDeps({
      gather,
    }),
  );
  sent = [];
  source.onDidSend((message) => sent.push(message));
}
beforeEach(() => {
  start();
});
afterEach(() => {
  source.dispose();
});

const text = (chunk: string, sample = 0): GenerateEvent => ({ type: 'text', sample, text: chunk });
const end: GenerateEvent = { type: 'end', error: null };
const events = (all: readonly GenerateEvent[]): AsyncIterable<GenerateEvent> => ({
  [Symbol.asyncIterator]: () => {
    const each = all[Symbol.iterator]();
    return { next: () => Promise.resolve(each.next()) };
  },
});

/** The text in a view that was empty at first and has received every message. */
function receivedText(sample = 0): string {
  let shown = '';
  for (const message of sent) {
    if (message.type === 'append' && message.sample === sample) shown += message.text;
    else if (message.type === 'replace' && message.sample === sample)
      shown = shown.slice(0, message.span.start) + message.text + shown.slice(message.span.end);
  }
  return shown;
}

describe('the inspector of an asked question', () => {
  it('collects 100,000 chunks into few messages that carry every character once', async () => {
    const chunks = Array.from({ length: 100_000 }, (_, index) => text(String(index % 10)));
    const began = performance.now();
    await asked.follow(events([...chunks, end]));
    const took = performance.now() - began;
    const appends = sent.filter((message) => message.type === 'append');
    const characters = appends.reduce((sum, message) => sum + message.text.length, 0);
    assert.equal(characters, 100_000);
    assert.equal(receivedText(), asked.text(0));
    // One message per timer tick and one at the end.
    assert.ok(sent.length <= 2 * (took / 5 + 2), `${sent.length} messages in ${took} ms`);
  });

  it('keeps the texts of the samples apart', async () => {
    source.dispose();
    start(3);
    const chunks = Array.from({ length: 300 }, (_, index) => text(`${index} `, index % 3));
    await asked.follow(events([...chunks, end]));
    for (const sample of [0, 1, 2]) assert.equal(receivedText(sample), asked.text(sample));
    assert.ok(asked.text(1).startsWith('1 4 7 '));
  });

  it('puts a prefix opened by the template before the text shown so far', async () => {
    await asked.follow(
      events([
        text('It '),
        text('is.</think>'),
        { type: 'prefix', sample: 0, text: '<think>' },
        text('!'),
        end,
      ]),
    );
    assert.equal(asked.text(0), '<think>It is.</think>!');
    assert.equal(receivedText(), asked.text(0));
  });

  it('sends no text twice to a view that requests the whole state during a stream', async () => {
    let whole: string | undefined;
    const stop = asked.listen((change) => {
      if (change.type !== 'text' || change.text !== 'b') return;
      // The view is created again while text is collected.
      whole = source.state().samples[0]?.text;
      sent = [];
    });
    await asked.follow(events([text('a'), text('b'), text('c'), end]));
    stop();
    assert.equal(whole, 'ab');
    assert.equal(whole + receivedText(), 'abc');
  });

  it('sends all text to a view that follows while another caller reads the state', async () => {
    const stop = asked.listen((change) => {
      if (change.type === 'text' && change.text === 'b') source.state();
    });
    await asked.follow(events([text('a'), text('b'), text('c'), end]));
    stop();
    assert.equal(receivedText(), 'abc');
  });

  it('sends figures, states and failures without the texts', async () => {
    await asked.follow(
      events([
        text('a'),
        { type: 'finish', sample: 0, report },
        { type: 'usage', usage: { promptTokens: 9, completionTokens: 3, cachedTokens: 1, imageTokens: 5 } },
        end,
      ]),
    );
    const update = sent.findLast((message) => message.type === 'update');
    assert.equal(update?.state.promptTokens, 9);
    assert.equal(update.samples[0]?.state, 'done');
    assert.equal(update.samples[0].tokensPerSecond, 100);
    assert.ok(!('text' in update.samples[0]));
    const [image] = source.state().images;
    assert.equal(image?.textHeight, 7);
    assert.equal(image.readableAt, Math.ceil(532 * 752 * (12 / 7) ** 2));
  });

  it('updates the state when the verdict, the reference answer or the profile changes', async () => {
    await source.receive({ type: 'verdict', sample: 0, verdict: 'wrong' });
    await source.receive({ type: 'reference', text: '42' });
    await source.receive({ type: 'profile', profile: 'action-rl' });
    await source.receive({ type: 'dialect', dialect: 'vrag-rl' });
    const update = await until('the change is told', () => sent.findLast(({ type }) => type === 'update'));
    assert.ok(update.type === 'update');
    assert.equal(update.samples[0]?.verdict, 'wrong');
    assert.equal(update.state.reference, '42');
    assert.equal(update.state.profile, 'action-rl');
    assert.equal(update.state.dialect, 'vrag-rl');
    assert.equal(update.state.dialectConfidence, null);
    await source.receive({ type: 'dialect', dialect: null });
    assert.notEqual(source.state().dialectConfidence, null);
    await source.setVerdict(0, 'right', 'judge');
    assert.equal(source.state().samples[0]?.verdictBy, 'judge');
  });

  it('shows the result of the person’s own reward until the reference answer changes', async () => {
    source.setUserReward(0, { file: 'mine.py', state: { kind: 'running' } });
    const told = await until('it is told', () => sent.findLast(({ type }) => type === 'update'));
    assert.ok(told.type === 'update');
    assert.equal(told.samples[0]?.userReward?.file, 'mine.py');
    await source.receive({ type: 'reference', text: '43' });
    assert.equal(source.state().samples[0]?.userReward, null);
  });

  it('says when the document of a kept question has changed', async () => {
    const kept = new AskedQuestionSource(
      AskedQuestion.restore(asked.record, ['']),
      sourceDeps({
        hashNow: () => Promise.resolve('another'),
      }),
    );
    await until('the change is said', () => kept.state().documents[0]?.changed);
    // The inspector shows the change next to the document, so there is no notice.
    assert.deepEqual(kept.state().notices, []);
    kept.dispose();
  });
});

describe('texts about an asked question', () => {
  it('names only the sampling options that were set', () => {
    assert.equal(samplingLine({ temperature: 0.1, seed: null, top_p: 1 }), 'temperature 0.1 · top_p 1');
  });

  it('names documents by path or URI', () => {
    assert.equal(resolveRecorded('/a b/c.pdf').fsPath, '/a b/c.pdf');
    assert.equal(resolveRecorded('vscode-vfs://github/a/b.pdf').scheme, 'vscode-vfs');
  });
});
