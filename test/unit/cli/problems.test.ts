import { expect, test } from 'vitest';
import { Problems } from '../../../src/cli/terminal/problems.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';

const whole = { line: null, bytes: null, sample: null } as const;

test('a problem of a whole input is not said to be of the input that its sentence names', () => {
  const said: string[] = [];
  const problems = new Problems(silentTerminal({ say: (line) => said.push(line) }));
  problems.add({ ...whole, file: '-' }, 'Standard input is empty.');
  problems.add({ ...whole, file: 'a.jsonl' }, 'a.jsonl is empty.');
  problems.add({ ...whole, file: 'a.jsonl' }, 'This is not JSON.');
  problems.add({ ...whole, file: '-', line: 2 }, 'This is not JSON.');
  expect(said).toEqual([
    'Standard input is empty.',
    'a.jsonl is empty.',
    'a.jsonl: This is not JSON.',
    '-:2: This is not JSON.',
  ]);
});
