import { describe, expect, it } from 'vitest';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { lastQuestions } from '../../../src/asking/lastQuestions.ts';
import type { AskedQuestionRecord } from '../../../src/asking/model.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import { renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import type { SampleState } from '../../../src/core/records/sampleState.ts';
import { preparedQuestion, prompt } from './build.ts';

let clock = Date.UTC(2026, 10, 21);

/** A question that was asked a second after the one before it, with one image after the text. */
function asked(text: string, state: SampleState = 'done', sent = text, page = 2): AskedQuestionRecord {
  const prepared = preparedQuestion({ text });
  const content = [
    { type: 'text', text: sent },
    { type: 'image_url', image_url: { url: '<image 1: image/jpeg, 532 x 756 pixels, 9 bytes>' } },
  ];
  const { record } = AskedQuestion.start(
    {
      ...prepared,
      info: { ...prepared.info, images: [{ image: 1, document: 0, page }] },
    },
    {
      now: () => (clock += 1000),
      request: JSON.stringify({ url: 'http://127.0.0.1:1', body: { messages: [{ role: 'user', content }] } }),
      curl: null,
      forecast: null,
    },
  );
  return { ...record, samples: record.samples.map((sample) => ({ ...sample, state })) };
}

/** The chosen questions, as positions in `records`, which are oldest first. */
const positions = async (records: readonly AskedQuestionRecord[]): Promise<number[]> =>
  (await lastQuestions(records.toReversed(), prompt, renderPrompt)).map((record) => records.indexOf(record));

describe('the last questions that can be asked again', () => {
  it('are newest first, each text about the same pages once', async () => {
    const first = asked('A?', 'done', 'x');
    const records = [first, asked('B?', 'done', 'x'), asked('A?', 'done', 'x'), asked('A?', 'done', 'x', 3)];
    expect(await positions(records)).toEqual([3, 2, 1]);
  });

  it('prefer an asking that was answered', async () => {
    expect(await positions([asked('A?', 'done', 'x'), asked('A?', 'failed', 'x')])).toEqual([0]);
    expect(await positions([asked('A?', 'cancelled', 'x'), asked('A?', 'failed', 'x')])).toEqual([1]);
  });

  it('prefer an asking that was not sent the same text as it is about to be', async () => {
    // The prompt of these tests is the question alone, with the images after it.
    expect(await positions([asked('A?', 'done', 'Be brief. A?'), asked('A?')])).toEqual([0]);
    expect(await positions([asked('A?'), asked('A?')])).toEqual([1]);
  });

  it('are compared with what a conversation was sent first, without the pages that it found', async () => {
    const found = { image: 2, document: 0, page: 3, region: null, width: 1, height: 1 };
    const crop = { ...found, image: 3, region: { left: 0, top: 0, right: 1, bottom: 0.5 } };
    const turns = [found, crop].map((image) => ({
      ...{ by: 'tool' as const, did: null, tokens: null, seconds: 0, edited: false },
      images: [image],
    }));
    const converse = ({ info, ...record }: AskedQuestionRecord): AskedQuestionRecord => ({
      ...record,
      info: {
        ...info,
        images: [...info.images, { image: 2, document: 0, page: 3 }],
        conversation: { protocol: 'vrag-rl', ended: 'answered', turns },
      },
    });
    const other = converse(asked('A?', 'done', 'Be brief. A?'));
    expect(await positions([other, converse(asked('A?'))])).toEqual([0]);
  });

  it('leave out what is still being answered, and what has no question', async () => {
    expect(await positions([asked('A?', 'streaming'), asked('B?', 'waiting'), asked(' ')])).toEqual([]);
  });

  it('are not chosen with a prompt whose rendering was stopped', async () => {
    const stop = () => Promise.reject(new PageTraceError('timeout', 'It was stopped.'));
    await expect(lastQuestions([asked('A?')], prompt, stop)).rejects.toMatchObject({ reason: 'timeout' });
  });

  it('include those that a prompt which cannot be filled in was not sent for', async () => {
    const broken = { ...prompt, template: 'no question' };
    expect(await lastQuestions([asked('A?')], broken, renderPrompt)).toHaveLength(1);
  });
});
