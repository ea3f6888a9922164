import { expect, test } from 'vitest';
import { branchOf } from '../../../src/asking/branchToAsk.ts';
import type { ParentFile } from '../../../src/asking/model.ts';
import { testDeps } from '../inference/helpers.ts';
import { preparedQuestion, status } from './build.ts';

const file: ParentFile = { uri: 'file:///a.trajectory', info: preparedQuestion().info };

test.each([
  ['asked from the beginning', null, null],
  ['continued', '<think>x', 8],
])('a branch of a file names the file when it is %s', async (_, continued, end) => {
  const branched = await branchOf(
    { branch: { id: null, sample: 0, file, continued }, model: null },
    { ...status, kind: 'openai-compatible' },
    testDeps(),
    new AbortController().signal,
  );
  expect(branched.parent).toEqual({ id: null, sample: 0, file, end });
  expect(branched.continued).toBe(continued ?? undefined);
});
