import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PageTraceError } from '../../../../src/core/errors.ts';
import { from } from '../../../../src/core/records/fieldMap.ts';
import { profileByName } from '../../../../src/core/rewards/registry.ts';
import { ProfileChoice } from '../../../../src/runs/choosing/profileChoice.ts';
import { readInputs, WITHOUT_OPTIONS, type InputItem } from '../../../../src/runs/reading/inputs.ts';
import { giveUpWhenLate, type PythonScorer } from '../../../../src/runs/scoring/pythonScorer.ts';
import { BY_THE_RECORD } from '../../../../src/runs/scoring/rewardContext.ts';
import { scorePortions, type ScoredItem, type Scoring } from '../../../../src/runs/scoring/scorer.ts';
import type { UserScore } from '../../../../src/userRewards/model.ts';
import { temporaryFolder } from '../../../support/files.ts';

const GOOD = '<think>a</think><answer>42</answer>';
const NEVER = new AbortController().signal;
const BY_PROFILE: Scoring = {
  choice: new ProfileChoice(profileByName('action-rl')),
  options: BY_THE_RECORD,
  python: null,
};

async function* bytes(...lines: readonly unknown[]): AsyncGenerator<Buffer> {
  for (const line of lines) {
    await Promise.resolve();
    yield Buffer.from(`${JSON.stringify(line)}\n`);
  }
}

/** Each record as a separate portion. */
function portions(...records: readonly unknown[]): AsyncIterable<readonly InputItem[]> {
  return readInputs(['-'], { ...WITHOUT_OPTIONS, stdin: bytes(...records) });
}

async function all(scored: AsyncIterable<readonly ScoredItem[]>): Promise<readonly ScoredItem[]> {
  const items: ScoredItem[] = [];
  for await (const portion of scored) items.push(...portion);
  return items;
}

test('a record that cannot be read keeps its place among the scores', async () => {
  const records = [
    { response: GOOD, verdict: 'right' },
    { nothing: 1 },
    { response: GOOD, verdict: 'wrong' },
  ];
  const scored = await all(scorePortions(portions(...records), BY_PROFILE, NEVER));
  expect(scored.map((item) => ('problem' in item ? item.place.line : item.score?.overall))).toEqual([
    expect.any(Number),
    2,
    expect.any(Number),
  ]);
  expect(scored[0]).toMatchObject({ unjudged: false, user: null });
});

test('an option that overrides takes precedence over the record, and a default is used where the record lacks a value', async () => {
  const records = [{ response: GOOD, verdict: 'right', num_images: 3 }, { response: GOOD }];
  const contexts: unknown[] = [];
  const python: PythonScorer = {
    batch: null,
    score: (samples) => {
      contexts.push(...samples.map(({ context }) => [context.verdict, context.numImages]));
      return Promise.resolve([]);
    },
  };
  const options = { verdict: 'wrong', numImages: 7, trainer: null } as const;
  const scored = await all(scorePortions(portions(...records), { ...BY_PROFILE, options, python }, NEVER));
  expect(contexts).toEqual([
    ['wrong', 3],
    ['wrong', 7],
  ]);
  expect(scored).toMatchObject([{ user: null }, { user: null }]);
});

test('a sample has no score if nothing suggests a profile', async () => {
  const choice = new ProfileChoice(null);
  const [item] = await all(scorePortions(portions({ response: 'plain' }), { ...BY_PROFILE, choice }, NEVER));
  expect(item).toMatchObject({ score: null, user: null });
});

/** The fields of the output of `pagetrace ask --json` that matter for a score. */
const askedRecord = (reward: string | null): unknown => ({
  question: 'How many?',
  documents: [{ path: 'a.pdf', sha256: null }],
  page_images: [{ image: 1 }],
  reference: '42',
  verdict: 'right',
  reward,
  dialect: 'think-answer',
  samples: [{ text: GOOD, score: { profile: reward, overall: 0.25 } }],
});

test.each([
  ['action-rl', 'action-rl'],
  ['vrag-rl', 'vrag-rl'],
  [null, null],
])(
  'the output of ask is scored by the reward that it names, next to the score that it contains: %s',
  async (reward, profile) => {
    const choice = new ProfileChoice(null);
    const [item] = await all(scorePortions(portions(askedRecord(reward)), { ...BY_PROFILE, choice }, NEVER));
    expect(item).toMatchObject({
      sample: { score: 0.25 },
      score: profile === null ? null : { profile },
    });
  },
);

test('the output of ask is scored by the composite reward that it names, if that can be read', async () => {
  const file = path.join(temporaryFolder(), 'mine.reward.json');
  const score = () =>
    all(
      scorePortions(
        portions(askedRecord(file), askedRecord(file)),
        { ...BY_PROFILE, choice: new ProfileChoice(null) },
        NEVER,
      ),
    );
  expect(await score()).toMatchObject(
    Array.from({ length: 2 }, () => ({
      problem: expect.stringContaining(`${file} was not found.`) as string,
    })),
  );
  fs.writeFileSync(file, '{ "components": [{ "check": "tag-present", "tag": "answer", "weight": 1 }] }');
  expect(await score()).toMatchObject(
    Array.from({ length: 2 }, () => ({ score: { profile: 'mine', overall: 1 } })),
  );
});

test('scoring stops when its signal is aborted, and reads no further', async () => {
  const controller = new AbortController();
  let read = 0;
  async function* endless(): AsyncGenerator<readonly InputItem[]> {
    for (;;) {
      read += 1;
      yield* portions({ response: GOOD });
    }
  }
  let scored = 0;
  for await (const items of scorePortions(endless(), BY_PROFILE, controller.signal)) {
    scored += items.length;
    if (scored === 3) controller.abort();
  }
  expect([scored, read]).toEqual([3, 4]);
});

test('a function that times out three times in a row is no longer called', async () => {
  const late: UserScore = {
    ok: false,
    error: new PageTraceError('reward-timeout', 'Too late.'),
    place: null,
  };
  const fine: UserScore = { ok: true, overall: 1, fields: {} };
  const answers = [late, late, fine, late, late, late, fine].map((answer) => ({ ...answer }));
  const calls: number[] = [];
  const said: string[] = [];
  const python: PythonScorer = {
    batch: null,
    score: (samples) => {
      const answer = answers[calls.push(samples.length) - 1];
      return Promise.resolve(samples.map(() => answer as UserScore));
    },
  };
  const scoring: Scoring = {
    ...BY_PROFILE,
    python: giveUpWhenLate(python, 'mine.py', 'Mend it.', (message) => said.push(message)),
  };
  const records = Array.from({ length: 9 }, () => ({ response: GOOD }));
  const scored = await all(scorePortions(portions(...records), scoring, NEVER));
  const sentence = 'mine.py is no longer called, because 3 calls in a row exceeded the time limit. Mend it.';
  expect(calls).toHaveLength(6);
  expect(said).toEqual([sentence]);
  expect(scored.slice(6)).toMatchObject(
    Array.from({ length: 3 }, () => ({ user: { ok: false, error: { message: sentence } } })),
  );
});

/** The responses of each call of a Python function with batches of `size` samples. */
async function callsOf(size: number, records: readonly unknown[]): Promise<readonly (readonly string[])[]> {
  const calls: string[][] = [];
  const python: PythonScorer = {
    batch: { size, groupOf: ({ group }) => group },
    score: (samples) => {
      calls.push(samples.map(({ sample }) => sample.response));
      return Promise.resolve([]);
    },
  };
  const inputs = readInputs(['-'], {
    ...WITHOUT_OPTIONS,
    stdin: bytes(...records),
    fields: { group: from('uid') },
  });
  const scored = await all(scorePortions(inputs, { ...BY_PROFILE, python }, NEVER));
  expect(scored).toHaveLength(records.length);
  return calls;
}

test.each<[string, number, string, string]>([
  ['single samples fill up batches', 2, 'a b c d e', 'a b | c d | e'],
  ['a group that does not fit begins the next batch', 3, 'a1 a1 b2 b2 c3', 'a1 a1 | b2 b2 c3'],
  ['a group that is larger than a batch is a batch of its own', 2, 'a b1 b1 b1 c', 'a | b1 b1 b1 | c'],
  ['groups that follow each other are told apart', 2, 'a1 a1 b2 b2', 'a1 a1 | b2 b2'],
  ['several groups share a batch', 4, 'a1 a1 b2 b2 c3 c3', 'a1 a1 b2 b2 | c3 c3'],
])('%s', async (_, size, responses, calls) => {
  const records = responses.split(' ').map((response) => {
    const uid = response.slice(1);
    return { response, ...(uid === '' ? {} : { uid }) };
  });
  expect((await callsOf(size, records)).map((call) => call.join(' ')).join(' | ')).toBe(calls);
});

test('a record that cannot be read does not divide a group', async () => {
  const records = [{ response: 'a', uid: 1 }, { nothing: 1 }, { response: 'b', uid: 1 }];
  expect(await callsOf(1, records)).toEqual([['a', 'b']]);
});
