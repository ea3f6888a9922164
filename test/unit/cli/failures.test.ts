import { expect, it } from 'vitest';
import { Failures } from '../../../src/cli/verbs/eval/failures.ts';

it('says each reason once with what to do, and at the end how many more samples it concerns', () => {
  const said: string[] = [];
  const failures = new Failures({ say: (line) => said.push(line) });
  const fail = (item: string, sample: number, message: string, hint: string | null = null): void => {
    failures.add({ event: 'failed', item, sample, reason: 'server-failed', message, hint });
  };
  fail('a', 1, 'Too many images.', 'Choose fewer.');
  fail('a', 2, 'Too many images.', 'Choose fewer.');
  fail('b', 1, 'Too many images.', 'Choose fewer.');
  fail('c', 1, 'Gone.');
  expect(said).toEqual(['a (sample 1): Too many images.', '  Choose fewer.', 'c (sample 1): Gone.']);
  failures.end();
  expect(said.slice(3)).toEqual(['2 more samples: Too many images.']);
});

it('says a limited number of reasons, and how many samples have others', () => {
  const said: string[] = [];
  const failures = new Failures({ say: (line) => said.push(line) });
  for (let at = 0; at < 30; at += 1)
    failures.add({
      event: 'failed',
      item: `q${at}`,
      sample: 1,
      reason: 'server-failed',
      message: `No ${at}.`,
      hint: null,
    });
  failures.end();
  expect(said).toHaveLength(21);
  expect(said.at(-1)).toBe('... and 10 samples for other reasons.');
});
