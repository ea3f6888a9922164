import { expect, it } from 'vitest';
import { FIRST_VIEW } from '../../../../src/runs/index/model.ts';
import { openingOf, rollout, samplesOf, startIndex, writeRuns } from './support.ts';

it('a row and its group show the question of a prompt, and a filter finds all of the prompt', async () => {
  const prompt = 'system\nYou read pages.\nuser\nHow many?\nassistant\n';
  const folder = writeRuns({ '1.jsonl': [rollout(prompt, '42', 1), rollout(prompt, '41', 0)] });
  const index = startIndex();
  await index.open(openingOf(folder));
  await index.settled('indexed');
  expect(samplesOf((await index.rows(0, 2)).rows).map(({ question }) => question)).toEqual([
    'How many?',
    'How many?',
  ]);
  await index.setView({ ...FIRST_VIEW, grouped: true, filter: 'question:"You read"' });
  await index.settled('filtered');
  const { rows } = await index.rows(0, 3);
  expect(rows.map((row) => (row.kind === 'group' ? row.question : row.kind))).toEqual([
    'How many?',
    'sample',
    'sample',
  ]);
});
