import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UNKNOWN_CONTEXT } from '../../src/core/rewards/model.ts';
import { profileByName } from '../../src/core/rewards/registry.ts';

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'reference');

test.each([
  ['easyr1_r1v.jsonl', 'easyr1-r1v', 'sympy', 0.84],
  ['boxed_math.jsonl', 'easyr1-math', 'sympy', 0.9],
  ['boxed_math.jsonl', 'verl-geo3k', 'sympy', 0.9],
  ['r1v.jsonl', 'r1v', 'math_verify', 0.88],
] as const)('decides most answers of %s, as %s, without %s', (file, name, need, least) => {
  const records = readFileSync(join(FOLDER, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { response: string; ground_truth: string });
  const profile = profileByName(name);
  const decided = records.filter(({ response, ground_truth: reference }) => {
    const { overall, needs } = profile.score(response, { ...UNKNOWN_CONTEXT, reference });
    expect(needs).toEqual(overall === null ? [need] : []);
    return overall !== null;
  });
  console.log(
    `golden: ${file}, ${name}: ${decided.length} of ${records.length} are decided without ${need}.`,
  );
  expect(decided.length / records.length).toBeGreaterThan(least);
});
