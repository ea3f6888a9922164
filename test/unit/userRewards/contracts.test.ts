import { describe, expect, it } from 'vitest';
import type { Contract } from '../../../src/userRewards/model.ts';
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
      "reward-failed: compute_score in verl.py returned a str, which is not a score: '0.5'.",
    );
    expect(describeScore(scores[4])).toBe(
      'reward-failed: The dict that compute_score in verl.py returned has no score, only reward.',
    );
  });

  it.each<[string, Contract, string]>([
    ['compute_score', 'easyr1-batch', 'its parameter reward_inputs'],
    ['one', 'easyr1-sequential', 'its parameter reward_input'],
    ['annotated_list', 'easyr1-batch', 'the annotation List[Dict]'],
    ['annotated_dict', 'easyr1-sequential', 'the annotation Dict[str, str]'],
    ['plain', 'easyr1-batch', 'EasyR1’s default for one parameter'],
    ['names', 'verl', 'its parameter solution_str'],
    ['waits', 'verl', 'its parameter solution_str'],
  ])('the function %s is recognized as %s by %s', async (functionName, contract, toldBy) => {
    const { reward } = startReward(rewardFile('contracts'), { functionName });
    const loaded = await reward.load();
    expect(loaded).toMatchObject({ ok: true, functionName, contract });
    expect('toldBy' in loaded && loaded.toldBy.replace("'", '’')).toBe(toldBy);
    expect(await reward.score([input('a')])).toMatchObject([{ ok: true, overall: 1 }]);
  });

  it('the given contract and function take precedence over recognition', async () => {
    const { reward } = startReward(`${rewardFile('contracts')}:annotated_dict`, { contract: 'easyr1-batch' });
    expect(await reward.load()).toMatchObject({ contract: 'easyr1-batch', toldBy: 'the setting' });
    expect(describeScore((await reward.score([input('a')]))[0])).toMatch(
      /returned a dict, which is not a score/,
    );
  });

  it.each([
    [
      'old',
      {},
      'reward-unusable: The parameters of old(predicts, ground_truths) in contracts.py are neither EasyR1’s nor verl’s.',
    ],
    [
      'nothing',
      {},
      'reward-unusable: The parameters of nothing() in contracts.py are neither EasyR1’s nor verl’s.',
    ],
    [
      'compute_score',
      { kwargs: { speed: 1 } },
      "reward-unusable: compute_score(reward_inputs) in contracts.py cannot be called as EasyR1 calls it: got an unexpected keyword argument 'speed'.",
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
      /^It has compute_score, one, annotated_list, .*: name/,
    );
  });
});
