import { expect, it } from 'vitest';
import { isDuration, isGenerationNumber, isTokenCount } from '../../../src/core/summary/generationNumbers.ts';

it.each([
  'generation_ms',
  'generationMs',
  'latency_s',
  'wall_time',
  'timing/generate',
  'time_to_first_token',
  'created_timestamp',
  'total_tokens',
  'usage.completion_tokens',
  'token_count',
  'num_chars',
  'response_length',
  'prompt_len',
  'is_truncated',
  'truncated',
  'sample_id',
  'id',
  'idx',
  'sample_index',
])('%s says how a response was generated', (name) => {
  expect(isGenerationNumber(name)).toBe(true);
});

it.each([
  'acc',
  'format_reward',
  'length_penalty',
  'len_reward',
  'time_bonus',
  'token_f1',
  'exact_match',
  'truncated_penalty',
  'valid',
  'jaccard_index',
  'num_turns',
  'pass',
  '正确',
])('%s may say how good a response is', (name) => {
  expect(isGenerationNumber(name)).toBe(false);
});

it('tells durations from counts of tokens and from other numbers', () => {
  for (const name of ['generation_ms', 'latency_s', 'wall_time', 'time_to_first_token']) {
    expect(isDuration(name)).toBe(true);
    expect(isTokenCount(name)).toBe(false);
  }
  for (const name of ['total_tokens', 'usage.completion_tokens', 'token_count']) {
    expect(isTokenCount(name)).toBe(true);
    expect(isDuration(name)).toBe(false);
  }
  for (const name of ['created_timestamp', 'num_chars', 'response_length', 'is_truncated', 'token_f1'])
    expect(isDuration(name) || isTokenCount(name)).toBe(false);
});
