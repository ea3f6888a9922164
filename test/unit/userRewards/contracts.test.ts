import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Contract, UserRewardOptions } from '../../../src/userRewards/model.ts';
import { describeContract } from '../../../src/userRewards/notes.ts';
import { temporaryFolder } from '../../support/files.ts';
import { input, rewardFile, startReward, describeScore } from './support.ts';

const RIGHT = '<think>It says 42.</think><answer>42</answer>';

describe('the contracts', () => {
  it('EasyR1 in batches passes a dict for each response, and keyword arguments to every call', async () => {
    const { reward } = startReward(rewardFile('easyr1_batch'), { kwargs: { format_weight: 0.5 } });
    const scores = await reward.score([input(RIGHT, '42'), input('42', '42')]);
    expect(scores).toEqual([
      {
        ok: true,
        overall: 1,
        fields: {
          overall: 1,
          format: 1,
          accuracy: 1,
          length: 7,
          keys: 'ground_truth,response,response_length',
        },
      },
      expect.objectContaining({ ok: true, overall: 0 }),
    ]);
  });

  it('EasyR1’s dict contains the fields of the record if everything is to be passed', async () => {
    const { reward } = startReward(rewardFile('easyr1_batch'));
    const [score] = await reward.score([
      input(RIGHT, '42', { extra: { num_images: 2, response: 'not this' } }),
    ]);
    expect(score).toMatchObject({
      overall: 1,
      fields: { keys: 'ground_truth,num_images,response,response_length' },
    });
  });

  it('verl passes four keyword arguments, and accepts a number or a dict with score', async () => {
    const { reward } = startReward(rewardFile('verl'), { kwargs: { strict: true } });
    const scores = await reward.score([
      input('a', 'a'),
      input('b', 'a'),
      input('a', 'a', { data_source: 'dict', extra_info: { index: [1, 'é', null] } }),
      input('a', 'a', { data_source: 'text' }),
      input('a', 'a', { data_source: 'no score' }),
    ]);
    expect(scores.slice(0, 3)).toEqual([
      { ok: true, overall: 1, fields: { score: 1 } },
      { ok: true, overall: -1, fields: { score: -1 } },
      { ok: true, overall: 0.5, fields: { score: 0.5, acc: true, seen: "{'index': [1, 'é', None]}" } },
    ]);
    expect(describeScore(scores[3])).toBe(
      "reward-failed: compute_score in verl.py returned a value of type str, which is not a score: '0.5'.",
    );
    expect(describeScore(scores[4])).toBe(
      'reward-failed: The dict that compute_score in verl.py returned has no score, only reward.',
    );
  });

  it.each<[string, Contract, string]>([
    [
      'compute_score',
      'easyr1-batch',
      'The contract easyr1-batch was recognized by the parameter reward_inputs.',
    ],
    [
      'one',
      'easyr1-sequential',
      'The contract easyr1-sequential was recognized by the parameter reward_input.',
    ],
    [
      'annotated_list',
      'easyr1-batch',
      'The contract easyr1-batch was recognized by the annotation List[Dict].',
    ],
    [
      'annotated_dict',
      'easyr1-sequential',
      'The contract easyr1-sequential was recognized by the annotation Dict[str, str].',
    ],
    [
      'plain',
      'easyr1-batch',
      'The contract easyr1-batch is EasyR1’s default for a function with one parameter.',
    ],
    ['names', 'verl', 'The contract verl was recognized by the parameter solution_str.'],
    ['waits', 'verl', 'The contract verl was recognized by the parameter solution_str.'],
  ])('the function %s is recognized as %s: %s', async (functionName, contract, sentence) => {
    const { reward } = startReward(rewardFile('contracts'), { functionName });
    const loaded = await reward.load();
    expect(loaded).toMatchObject({ ok: true, functionName, contract });
    expect('contractSource' in loaded && describeContract(loaded)).toBe(sentence);
    expect(await reward.score([input('a')])).toMatchObject([{ ok: true, overall: 1 }]);
  });

  it('the given contract and function take precedence over recognition', async () => {
    const { reward } = startReward(`${rewardFile('contracts')}:annotated_dict`, { contract: 'easyr1-batch' });
    expect(await reward.load()).toMatchObject({
      contract: 'easyr1-batch',
      contractSource: { kind: 'given' },
    });
    expect(describeScore((await reward.score([input('a')]))[0])).toMatch(
      /returned a value of type dict, which is not a score/,
    );
  });

  it.each([
    [
      'other',
      {},
      'reward-unusable: The parameters of other(a, b) in contracts.py are not those of EasyR1, verl or TRL.',
    ],
    [
      'nothing',
      {},
      'reward-unusable: The parameters of nothing() in contracts.py are not those of EasyR1, verl or TRL.',
    ],
    [
      'compute_score',
      { kwargs: { speed: 1 } },
      'reward-unusable: compute_score(reward_inputs) in contracts.py has no parameter speed, which the arguments name.',
    ],
    [
      'more',
      { contract: 'easyr1-batch' as const },
      "reward-unusable: more(reward_inputs, weight) in contracts.py cannot be called as EasyR1 calls it: missing a required argument: 'weight'.",
    ],
    ['absent', {}, 'reward-unusable: contracts.py has no function absent.'],
  ])('says why the function %s cannot be called', async (functionName, options, message) => {
    const { reward } = startReward(rewardFile('contracts'), { functionName, ...options });
    const [score] = await reward.score([input('a')]);
    expect(describeScore(score)).toBe(message);
  });

  it.each([
    ['more', { wieght: 1 }, 'Did you mean weight?'],
    ['compute_score', { speed: 1 }, 'Remove it from the arguments, or add the parameter to the function.'],
  ])('says what to do about an argument that %s does not take', async (functionName, kwargs, hint) => {
    const { reward } = startReward(rewardFile('contracts'), { functionName, kwargs });
    expect(await reward.load()).toMatchObject({ error: { hint } });
  });

  it('says that the configuration and the file set different reward types', async () => {
    const load = async (fileType: string, rewardType: 'batch' | 'sequential', contract: Contract | null) => {
      const file = path.join(temporaryFolder(), 'mine.py');
      fs.writeFileSync(file, `REWARD_TYPE = "${fileType}"\ndef compute_score(given):\n    return []\n`);
      const loaded = await startReward(file, { rewardType, contract }).reward.load();
      return loaded.ok ? loaded.notes : loaded.error;
    };
    expect(await load('batch', 'sequential', null)).toEqual([
      'The configuration sets worker.reward.reward_type to sequential, but the file sets REWARD_TYPE to batch. The configuration is used here, as in EasyR1 0.3.1; later versions use the file.',
    ]);
    expect(await load('batch', 'batch', null)).toEqual([]);
    expect(await load('batch', 'sequential', 'easyr1-batch')).toEqual([]);
  });

  it('passes extra arguments that the contract does not include', async () => {
    const { reward } = startReward(rewardFile('contracts'), {
      functionName: 'more',
      kwargs: { weight: 0.25 },
    });
    expect(await reward.score([input('a')])).toMatchObject([{ overall: 0.25 }]);
  });

  it('lists the functions of the file if the given one does not exist', async () => {
    const { reward } = startReward(rewardFile('contracts'), { functionName: 'absent' });
    const loaded = await reward.load();
    expect('error' in loaded && loaded.error.hint).toMatch(
      /^It has compute_score, one, annotated_list, .*\. Name the function after the file, as in [^ ]+:compute_score\.$/,
    );
  });

  it.each([
    [
      { key: 'worker.reward.reward_function', file: './contracts.py' },
      'worker.reward.reward_function: ./contracts.py:compute_score',
    ],
    [{ key: 'custom_reward_function.name', file: null }, 'custom_reward_function.name: compute_score'],
  ])(
    'names the key of the configuration that names an absent function: %o',
    async (functionSetting, example) => {
      const { reward } = startReward(rewardFile('contracts'), { functionName: 'absent', functionSetting });
      const loaded = await reward.load();
      expect('error' in loaded && loaded.error.hint).toMatch(/^It has compute_score, one, /);
      expect('error' in loaded && loaded.error.hint).toContain(
        `. Name the function in the configuration, as in ${example}.`,
      );
    },
  );
});

describe('the contracts of other versions and trainers', () => {
  const load = (functionName: string, options: Partial<UserRewardOptions> = {}) =>
    startReward(rewardFile('trainers'), { functionName, ...options });

  it.each<[string, Contract, string]>([
    [
      'lists',
      'easyr1-lists',
      'The contract easyr1-lists was recognized by the parameters predicts and ground_truths.',
    ],
    [
      'pair',
      'easyr1-pair',
      'The contract easyr1-pair was recognized by the parameters predict_str and ground_truth.',
    ],
    ['grader', 'verl-grader', 'The contract verl-grader was recognized by the parameter solution_str.'],
    [
      'vrag',
      'verl-grader',
      'The contract verl-grader was recognized by the parameters predict_str and ground_truth.',
    ],
    ['verl', 'verl', 'The contract verl was recognized by the parameter solution_str.'],
    ['verl_batch', 'verl-batch', 'The contract verl-batch was recognized by the parameter solution_strs.'],
    ['trl', 'trl', 'The contract trl was recognized by the parameter completions.'],
    [
      'trl_chat',
      'trl-chat',
      'The contract trl-chat was recognized by the parameter completions and the key content.',
    ],
    [
      'trl_chat_by_helper',
      'trl-chat',
      'The contract trl-chat was recognized by the parameter completions and the key content.',
    ],
    ['trl_with_judge', 'trl', 'The contract trl was recognized by the parameter completions.'],
  ])('the function %s is recognized as %s: %s', async (functionName, contract, sentence) => {
    const { reward } = load(functionName);
    const loaded = await reward.load();
    expect(loaded).toMatchObject({ ok: true, contract });
    expect('contractSource' in loaded && describeContract(loaded)).toBe(sentence);
  });

  it('EasyR1 0.3.0 passes lists of responses and ground truths, or one of each', async () => {
    const { reward } = load('lists', { kwargs: { format_weight: 0.5 } });
    expect(await reward.score([input('a', 'a'), input('b', 'a')])).toEqual([
      { ok: true, overall: 1, fields: { overall: 1, weight: 0.5 } },
      { ok: true, overall: 0, fields: { overall: 0, weight: 0.5 } },
    ]);
    expect(await load('pair').reward.score([input('a', 'a')])).toEqual([
      { ok: true, overall: 1, fields: { overall: 1, format: 1 } },
    ]);
    expect(await load('pair_number').reward.score([input('a', 'a')])).toEqual([
      { ok: true, overall: 1, fields: { score: 1 } },
    ]);
  });

  it('verl passes a dict as extra_info in any case, and its reward_kwargs override what it passes', async () => {
    const { reward } = load('verl', { kwargs: { data_source: 'mine', strict: true } });
    expect(await reward.score([input('a'), input('a', '', { extra_info: { split: 'test' } })])).toMatchObject(
      [
        { fields: { seen: "('mine', {}, {'strict': True})" } },
        { fields: { seen: "('mine', {'split': 'test'}, {'strict': True})" } },
      ],
    );
    const { reward: batch } = load('verl_batch');
    expect(await batch.score([input('a'), input('b', '', { extra_info: { index: 2 } })])).toMatchObject([
      { overall: 2, fields: { seen: '{}' } },
      { overall: 2, fields: { seen: "{'index': 2}" } },
    ]);
  });

  it('graders get the response, the ground truth and, if they name it, extra_info', async () => {
    const { reward } = load('grader', { kwargs: { score: 0.5 } });
    expect(await reward.score([input('a', 'a'), input('b', 'a')])).toMatchObject([
      { overall: 0.5, fields: { score: 0.5 } },
      { overall: 0 },
    ]);
    expect(await reward.load()).toMatchObject({
      notes: [expect.stringContaining('As custom_reward_function it would fail') as string],
    });
    expect(await load('vrag').reward.score([input('a', 'a', { extra_info: { page: 1 } })])).toMatchObject([
      { overall: 1, fields: { extra: "{'page': 1}" } },
    ]);
  });

  it('TRL passes lists of texts, the columns of the record, and its own helpers', async () => {
    const { reward, lines } = load('trl');
    const of = (response: string, columns: Record<string, unknown>) =>
      input(response, 'unused', { columns: { ...columns, prompt: 'not passed' }, prompt: 'How many?' });
    const scores = await reward.score([
      of('4', { solution: '4', level: 1 }),
      of('5', { solution: '4' }),
      of('5', { solution: null }),
    ]);
    expect(scores).toEqual([
      { ok: true, overall: 1, fields: { reward: 1 } },
      { ok: true, overall: 0, fields: { reward: 0 } },
      { ok: true, overall: NaN, notApplicable: true, fields: { reward: null } },
    ]);
    expect(lines).toEqual([
      "['completion_ids', 'level', 'prompts'] ['How many?', 'How many?', 'How many?'] [7, 7, 7]",
    ]);
  });

  it('TRL’s column with the reference answer is the ground truth if the record has no such column', async () => {
    const { reward } = load('trl_chat');
    expect(await reward.score([input('4', '4'), input('5', '4')])).toMatchObject([
      { overall: 1 },
      { overall: 0 },
    ]);
    expect(await reward.load()).toMatchObject({
      notes: ['The ground truth is passed as answer if the records have no such column.'],
    });
  });

  it('TRL passes chat messages if the prompt or the completion of the record are chat messages', async () => {
    const { reward } = load('trl_chat_by_helper', { contract: 'trl' });
    const chat = [{ role: 'user', content: 'How many?' }];
    const completion = [{ content: '' }, { role: 'assistant', content: 'four' }];
    expect(
      await reward.score([input('abc', '', { prompt: chat }), input('', '', { completion })]),
    ).toMatchObject([{ overall: 3 }, { overall: 4 }]);
  });

  it('TRL and verl await coroutine functions, and EasyR1 does not', async () => {
    expect(await load('trl_waits').reward.score([input('a')])).toMatchObject([{ overall: 1 }]);
    const { reward } = startReward(rewardFile('contracts'), { functionName: 'waits' });
    expect(await reward.load()).toMatchObject({
      notes: [expect.stringContaining('verl awaits it in its reward loop') as string],
    });
    expect(describeScore((await load('easyr1_waits').reward.score([input('a')]))[0])).toBe(
      'reward-unusable: easyr1_waits in trainers.py is a coroutine function (async def), which EasyR1 does not await with the contract easyr1-batch.',
    );
    expect(describeScore((await load('easyr1_hidden').reward.score([input('a')]))[0])).toMatch(
      /^reward-unusable: easyr1_hidden in trainers\.py is a coroutine function/,
    );
  });

  it.each([
    ['trl_narrow', /cannot be called as TRL calls it: got an unexpected keyword argument 'prompts'\.$/],
    ['trl_column', /cannot be called as TRL calls it: missing a required argument: 'task'\.$/],
  ])('says what TRL passes and the function does not take, or the reverse: %s', async (name, message) => {
    const [score] = await load(name).reward.score([input('a')]);
    expect(describeScore(score)).toMatch(message);
  });

  it('names what a function reads and EasyR1 does not pass', async () => {
    const { reward } = load('easyr1_reads_more');
    expect(await reward.load()).toMatchObject({
      notes: [
        'easyr1_reads_more reads num_images, question from its inputs, which EasyR1 does not pass: in training they are missing or get the function’s default.',
      ],
    });
  });
});
