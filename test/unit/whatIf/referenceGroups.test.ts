import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LANG2ACT_FILTER } from '../../../src/core/groups/advantages.ts';
import { FilterWhatIf } from '../../../src/core/whatIf/filterWhatIf.ts';
import { RewardWhatIf } from '../../../src/core/whatIf/rewardWhatIf.ts';
import { groupsOf } from './table.ts';

/** A group as the reference computes it. */
interface Vector {
  readonly scores: readonly number[];
  readonly grpo: readonly number[];
  readonly keep: boolean;
}

const file = path.join(import.meta.dirname, '../../fixtures/reference/group_advantages.jsonl');
const vectors = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Vector);
const groups = groupsOf(
  vectors.flatMap(({ scores }, group) =>
    scores.map((score) => ({ group: String(group), step: group % 7, fields: { score } })),
  ),
);

test('the groups of the reference are kept as it keeps them', () => {
  const filter = { key: 'score', ...LANG2ACT_FILTER, dropsAllRight: false, dropsAllWrong: false };
  const whatIf = new FilterWhatIf(groups);
  expect(vectors.map((_, group) => whatIf.lossOf(group, filter) === null)).toEqual(
    vectors.map(({ keep }) => keep),
  );
  expect(whatIf.apply(filter).kept).toBe(vectors.filter(({ keep }) => keep).length);
});

test('the advantages of the reference are computed bit for bit', () => {
  const whatIf = new RewardWhatIf(groups, 'score');
  const computed: (number | null)[] = [];
  whatIf.withTerms([]);
  whatIf.visitLast(({ advantage }) => computed.push(advantage));
  expect(computed).toEqual(vectors.flatMap(({ grpo }) => grpo));
});
