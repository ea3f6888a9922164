import { describe, expect, it } from 'vitest';
import type { AskedQuestionChange, FollowedEvent } from '../../../src/asking/model.ts';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import { progressLine, progressNotice } from '../../../src/asking/progress.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { preparedQuestion, report } from './build.ts';

const options = { now: () => Date.UTC(2026, 10, 21), request: '{}', curl: 'curl', forecast: null };

async function* events(...given: readonly FollowedEvent[]): AsyncGenerator<FollowedEvent> {
  for (const event of given) {
    await Promise.resolve();
    yield event;
  }
}

describe('an asked question', () => {
  it('keeps the texts of several samples apart and reports every change', async () => {
    const asked = AskedQuestion.start(preparedQuestion({ samples: 2 }), options);
    const changes: AskedQuestionChange['type'][] = [];
    asked.listen((change) => changes.push(change.type));
    await asked.follow(
      events(
        { type: 'text', sample: 1, text: 'b1' },
        { type: 'text', sample: 0, text: 'a1' },
        { type: 'text', sample: 1, text: 'b2' },
        { type: 'finish', sample: 1, report },
        { type: 'end', error: null },
      ),
    );
    expect([asked.text(0), asked.text(1)]).toEqual(['a1', 'b1b2']);
    expect(asked.record.samples.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(changes).toEqual(['text', 'text', 'text', 'record', 'end']);
    expect(asked.running).toBe(false);
  });

  it('keeps the text received before the stream broke, and reports the error', async () => {
    const asked = AskedQuestion.start(preparedQuestion(), options);
    const error = new PageTraceError('stream-cut', 'The connection was cut.', { hint: 'Try again.' });
    expect(
      await asked.follow(events({ type: 'text', sample: 0, text: 'half' }, { type: 'end', error })),
    ).toBe(error);
    expect(asked.text(0)).toBe('half');
    expect(asked.record).toMatchObject({
      failure: { message: 'The connection was cut.', hint: 'The part that arrived is kept. Try again.' },
      samples: [{ state: 'failed' }],
    });
  });

  it('counts a cancelled question as cancelled, not as failed', async () => {
    const asked = AskedQuestion.start(preparedQuestion(), options);
    await asked.follow(events({ type: 'end', error: new PageTraceError('cancelled', 'Cancelled.') }));
    expect(asked.record).toMatchObject({ failure: null, samples: [{ state: 'cancelled' }] });
  });

  it('inserts <think> before the received text if the template has already opened it', async () => {
    const asked = AskedQuestion.start(preparedQuestion(), options);
    await asked.follow(
      events(
        { type: 'text', sample: 0, text: 'so</think>' },
        { type: 'prefix', sample: 0, text: '<think>' },
        { type: 'end', error: null },
      ),
    );
    expect(asked.text(0)).toBe('<think>so</think>');
  });

  it('replaces the part of a text that is told anew, and keeps what follows', async () => {
    const asked = AskedQuestion.start(preparedQuestion(), options);
    const changes: AskedQuestionChange[] = [];
    asked.listen((change) => changes.push(change));
    await asked.follow(
      events(
        { type: 'text', sample: 0, text: '<search>' },
        { type: 'text', sample: 0, text: 'revenue</search>' },
        { type: 'retell', sample: 0, text: '<search>profit</search>' },
        { type: 'text', sample: 0, text: '!' },
        { type: 'end', error: null },
      ),
    );
    expect(asked.text(0)).toBe('<search>profit</search>!');
    expect(changes[2]).toEqual({
      type: 'replace',
      sample: 0,
      span: { start: 8, end: 24 },
      text: 'profit</search>',
    });
  });

  it('says for how long nothing has arrived, until something arrives again', async () => {
    let clock = 0;
    const asked = AskedQuestion.start(preparedQuestion(), {
      ...options,
      now: () => clock,
      stall: { after: 10_000, every: 1 },
    });
    const said: (string | null)[] = [];
    let changed: () => void = () => undefined;
    asked.listen(() => {
      said.push(asked.progress && progressNotice(asked.progress));
      changed();
    });
    const silent = (seconds: number): Promise<void> =>
      new Promise((resolve) => {
        clock += seconds * 1000;
        changed = resolve;
      });
    async function* stalling(): AsyncGenerator<GenerateEvent> {
      yield { type: 'text', sample: 0, text: 'a' };
      await silent(10);
      await silent(30);
      yield { type: 'text', sample: 0, text: 'b' };
      yield { type: 'end', error: null };
    }
    await asked.follow(stalling());
    expect(said).toEqual([
      null,
      'Nothing received for 10 s.',
      'Nothing received for 40 s.',
      'Nothing received for 40 s.',
      null,
      null,
    ]);
    expect(asked.progress).toBeNull();
  });

  it('says what the server is doing until its text arrives, and then the tokens so far, also of a burst before a stall', async () => {
    const asked = AskedQuestion.start(preparedQuestion(), { ...options, reportEvery: 1 });
    const said: string[] = [];
    let heard: () => void = () => undefined;
    asked.listen(() => {
      if (asked.progress) said.push(progressLine(asked.progress));
      if (said.at(-1)?.includes('2,600') === true) heard();
    });
    async function* burstAndStall(): AsyncGenerator<GenerateEvent> {
      const isSaid = new Promise<void>((resolve) => {
        heard = resolve;
      });
      yield { type: 'status', status: 'Reading page 1 of 2' };
      yield { type: 'text', sample: 0, text: 'a' };
      yield { type: 'progress', sample: 0, report: { ...report, tokens: 2513 } };
      yield { type: 'progress', sample: 0, report: { ...report, tokens: 2550 } };
      yield { type: 'progress', sample: 0, report: { ...report, tokens: 2600, tokensEstimated: true } };
      await isSaid;
      yield { type: 'end', error: null };
    }
    await asked.follow(burstAndStall());
    expect(said).toEqual([
      'Reading page 1 of 2.',
      'Waiting for the first token.',
      '2,513 tokens so far.',
      'about 2,600 tokens so far.',
    ]);
  });

  it('restores a stored question and counts samples that were still streaming as cancelled', () => {
    const kept = AskedQuestion.start(preparedQuestion(), options).record;
    const asked = AskedQuestion.restore(kept, ['half']);
    expect(asked.text(0)).toBe('half');
    expect(asked.record.samples[0]?.state).toBe('cancelled');
    asked.setVerdict(0, 'right', 'person');
    expect(asked.record.samples[0]).toMatchObject({ verdict: 'right', verdictBy: 'person' });
  });

  it('takes time linear in the length for a million one-character chunks', async () => {
    const grown = await growth(
      async (count) => {
        const asked = AskedQuestion.start(preparedQuestion(), options);
        async function* many(): AsyncGenerator<GenerateEvent> {
          await Promise.resolve();
          for (let index = 0; index < count; index++) yield { type: 'text', sample: 0, text: 'x' };
          yield { type: 'end', error: null };
        }
        await asked.follow(many());
        expect(asked.text(0)).toHaveLength(count);
      },
      { small: 250_000, large: 1_000_000 },
    );
    expect(grown).toBeLessThan(LIMIT);
  });
});
