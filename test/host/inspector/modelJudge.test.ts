import assert from 'node:assert/strict';
import path from 'node:path';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import { AskedQuestionSource } from '../../../src/host/asking/askedQuestionSource.ts';
import { ModelJudge, type ModelJudgeDeps } from '../../../src/host/inspector/modelJudge.ts';
import { Prompts } from '../../../src/host/prompts/prompts.ts';
import type { Servers } from '../../../src/host/servers/servers.ts';
import { startFakeVllm, type FakeVllm } from '../../support/fakeVllm.ts';
import { preparedQuestion, status } from '../../unit/asking/build.ts';
import { extensionUri, readResponses, rendering, sourceDeps, until, useSettings } from '../support/given.ts';
import { makeFiles, makeServers } from '../support/services.ts';

/** The source of a question that was answered, with a sample for each answer. */
function sourceOf(...answers: readonly string[]): AskedQuestionSource {
  const question = preparedQuestion({ reference: '42', samples: answers.length });
  const { record } = AskedQuestion.start(question, {
    now: Date.now,
    request: null,
    curl: null,
    forecast: null,
  });
  return new AskedQuestionSource(
    AskedQuestion.restore(
      { ...record, samples: record.samples.map((sample) => ({ ...sample, state: 'done' })) },
      answers.map((answer) => `<think>t</think><answer>${answer}</answer>`),
    ),
    sourceDeps({}),
  );
}

const verdicts = (source: AskedQuestionSource) =>
  source.state().samples.map(({ verdict, verdictBy }) => [verdict, verdictBy]);

describe('a model as judge', () => {
  it('is sent nothing before the person has agreed to send to its server', async () => {
    const source = sourceOf('42');
    const asked: string[] = [];
    const servers: ModelJudgeDeps['servers'] = {
      ready: () => Promise.resolve({ ...status, baseUrl: 'https://gpu.example/v1' }),
      agreeToSend: ({ baseUrl }) => {
        asked.push(baseUrl);
        return Promise.reject(new PageTraceError('cancelled', 'Nothing was sent.'));
      },
      get inference(): never {
        throw new Error('A connection was opened.');
      },
    };
    const readPrompt = (): never => {
      throw new Error('The prompt was read.');
    };
    const judge = new ModelJudge({
      servers,
      readPrompt,
      renderPrompt: rendering.renderPrompt,
      readResponses,
    });
    await assert.rejects(judge.judge(source, [0]), { reason: 'cancelled' });
    assert.deepEqual(asked, ['https://gpu.example/v1']);
    assert.deepEqual(verdicts(source), [['unknown', null]]);
    source.dispose();
  });

  describe('on a server', () => {
    const configure = useSettings();
    let fake: FakeVllm;
    let servers: Servers;
    let judge: ModelJudge;
    /** Lets the server answer all requests from now on. */
    let answer: () => void;

    beforeEach(async () => {
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      fake = await startFakeVllm({
        trajectories: ['<judge>True</judge>'],
        beforeHeaders: () => held,
      });
      await configure('pagetrace', 'servers', [{ name: 'gpu', url: fake.url }]);
      servers = makeServers();
      const prompts = new Prompts(
        path.join(extensionUri().fsPath, 'media', 'prompts'),
        makeFiles().permit,
        rendering.parsePrompt,
      );
      judge = new ModelJudge({
        servers,
        readPrompt: (name) => prompts.read(name),
        renderPrompt: rendering.renderPrompt,
        readResponses,
      });
    });
    afterEach(async () => {
      answer();
      servers.dispose();
      await fake.close();
    });

    const requests = () => fake.requests.filter((request) => request.path.endsWith('/chat/completions'));
    const judgeAll = (source: AskedQuestionSource) => judge.judgeAll(source);

    it('is asked about each answer once, also if Judge All is pressed again in the meantime', async () => {
      const source = sourceOf('42', '42', '', '43');
      const first = judgeAll(source);
      const again = judgeAll(source);
      await until('it was asked', () => requests().length > 0);
      const later = judgeAll(source);
      answer();
      await Promise.all([first, again, later]);
      assert.equal(requests().length, 2);
      assert.deepEqual(verdicts(source), [
        ['right', 'judge'],
        ['right', 'judge'],
        ['wrong', 'judge'],
        ['right', 'judge'],
      ]);
      source.dispose();
    });

    it('can be asked about the same sample again afterwards', async () => {
      const source = sourceOf('42');
      answer();
      await judge.judge(source, [0]);
      await judge.judge(source, [0]);
      assert.equal(requests().length, 2);
      source.dispose();
    });

    it('changes no verdict that a person sets in the meantime, and is not asked about that answer', async () => {
      const source = sourceOf('42', '42', '43');
      const judging = judgeAll(source);
      await until('it was asked', () => requests().length > 0);
      await source.receive({ type: 'verdict', sample: 0, verdict: 'wrong' });
      await source.receive({ type: 'verdict', sample: 2, verdict: 'wrong' });
      answer();
      await judging;
      assert.deepEqual(verdicts(source), [
        ['wrong', 'person'],
        ['right', 'judge'],
        ['wrong', 'person'],
      ]);
      assert.equal(requests().length, 1);
      source.dispose();
    });
  });
});
