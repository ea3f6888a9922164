import { expect, it } from 'vitest';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { endedResponses } from '../../../src/asking/endedResponses.ts';
import { summarizeResponses, type QuestionSummary } from '../../../src/language/responses/summary.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import type { Verdict } from '../../../src/core/rewards/model.ts';
import { preparedQuestion, prompt, report } from './build.ts';

const respond = (answer: string): string =>
  `<think>t</think><description>d</description><answer>${answer}</answer>`;

const summarizeQuestion = (asked: AskedQuestion): QuestionSummary =>
  summarizeResponses(endedResponses(asked));

/** A question whose samples have these texts; one that is null is still being written. */
async function ask(
  texts: readonly (string | null)[],
  verdicts: readonly Verdict[] = [],
): Promise<AskedQuestion> {
  const asked = AskedQuestion.start(
    preparedQuestion({ samples: texts.length, prompt: { ...prompt, dialect: 'lang2act' } }),
    {
      now: () => Date.UTC(2026, 10, 21),
      request: null,
      curl: null,
      forecast: null,
    },
  );
  const events = texts.flatMap((text, sample): GenerateEvent[] =>
    text === null
      ? [{ type: 'text', sample, text: '<think>' }]
      : [
          { type: 'text', sample, text },
          { type: 'finish', sample, report },
        ],
  );
  await asked.follow(
    (async function* () {
      await Promise.resolve();
      yield* events;
    })(),
  );
  verdicts.forEach((verdict, sample) => {
    asked.setVerdict(sample, verdict, 'person');
  });
  return asked;
}

it('states the answer and the reward of a single sample', async () => {
  expect(summarizeQuestion(await ask([respond('42')]))).toEqual({
    answer: '42',
    reward: '0.10 if wrong, 0.90 if right',
  });
  expect(summarizeQuestion(await ask([respond('42')], ['right']))).toEqual({ answer: '42', reward: '0.90' });
});

it('states the most common answer with its count, and the lowest and highest reward', async () => {
  const texts = [respond('7'), respond('42'), respond('42')];
  expect(summarizeQuestion(await ask(texts, ['wrong', 'right', 'right']))).toEqual({
    answer: '42 (2 of 3)',
    reward: '0.10–0.90',
  });
  expect(summarizeQuestion(await ask([respond('42'), respond('42')], ['right', 'right']))).toEqual({
    answer: '42',
    reward: '0.90',
  });
});

it('states no reward while that of a sample is unknown', async () => {
  expect(summarizeQuestion(await ask([respond('42'), respond('7')], ['right']))).toEqual({
    answer: '42 (1 of 2)',
    reward: null,
  });
});

it('states nothing about responses without text', async () => {
  expect(summarizeQuestion(await ask(['']))).toEqual({ answer: null, reward: null });
});

it('states no reward of a response that was broken off', async () => {
  const asked = await ask([respond('42')], ['right']);
  const { record } = asked;
  const states = ['cancelled', 'failed'] as const;
  for (const state of states) {
    const samples = record.samples.map((sample) => ({ ...sample, state }));
    const broken = AskedQuestion.restore({ ...record, samples }, [asked.text(0)]);
    expect(summarizeQuestion(broken)).toEqual({ answer: '42', reward: null });
  }
});
