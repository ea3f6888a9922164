import assert from 'node:assert/strict';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import { AskedQuestionSource } from '../../../src/host/asking/askedQuestionSource.ts';
import { judgeWithModel } from '../../../src/host/inspector/judgeWithModel.ts';
import { preparedQuestion, status } from '../../unit/asking/build.ts';
import { sourceDeps } from '../support/given.ts';

describe('a model as judge', () => {
  it('is sent nothing before the person has agreed to send to its server', async () => {
    const question = preparedQuestion({ reference: '42' });
    const { record } = AskedQuestion.start(question, {
      now: Date.now,
      request: null,
      curl: null,
      forecast: null,
    });
    const source = new AskedQuestionSource(
      AskedQuestion.restore(record, ['<think>t</think><answer>42</answer>']),
      sourceDeps({}),
    );
    const asked: string[] = [];
    const servers: Parameters<typeof judgeWithModel>[0] = {
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
    await assert.rejects(judgeWithModel(servers, readPrompt, source, [0]), { reason: 'cancelled' });
    assert.deepEqual(asked, ['https://gpu.example/v1']);
    assert.equal(source.state().samples[0]?.verdict, 'unknown');
    source.dispose();
  });
});
