import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import type { NamedShift, RewardAnswer } from '../../../src/core/whatIf/answers.ts';
import { FilterWhatIf, type FilterOutcome } from '../../../src/core/whatIf/filterWhatIf.ts';
import type { RewardShift } from '../../../src/core/whatIf/rewardOutcome.ts';
import { RewardWhatIf } from '../../../src/core/whatIf/rewardWhatIf.ts';
import { WholeGroups } from '../../../src/core/whatIf/wholeGroups.ts';
import type { WhatIfMethods } from '../../../src/protocol/runWhatIf.ts';
import { learningColumns } from './chartAnswers.ts';

function groupsOfRun(): WholeGroups {
  const table = new ColumnsTable(learningColumns());
  return new WholeGroups(
    table,
    Uint32Array.from({ length: table.count }, (_, row) => row),
    false,
  );
}

/** What a filter does to the run of the charts. */
export function answerFilter({ filter, batch }: WhatIfMethods['filterWhatIf']['args']): FilterOutcome {
  return new FilterWhatIf(groupsOfRun()).apply(filter, batch ?? undefined);
}

/** What another reward does to that run; a reward that is tried pays only for right answers. */
export function answerReward({ change }: WhatIfMethods['rewardWhatIf']['args']): RewardAnswer {
  const groups = groupsOfRun();
  const { table } = groups;
  const whatIf = new RewardWhatIf(groups, 'reward');
  const { byAdvantage, byRank, ...outcome } =
    change.kind === 'terms'
      ? whatIf.withTerms(change.terms)
      : whatIf.withRewards({ at: (row) => Number(table.isRight(row)) });
  const named = (shift: RewardShift): NamedShift => ({
    ...shift,
    name: table.groups(false).name(table.groups(false).ofRow[shift.row] ?? 0),
    answer: table.answer(shift.row),
  });
  return {
    ...outcome,
    byAdvantage: byAdvantage.map(named),
    byRank: byRank.map(named),
    unequal: { samples: 0, most: 0 },
  };
}

/** What-ifs for an extension that answers every question in the same way. */
export const EVERY_WHAT_IF = {
  filterWhatIf: answerFilter({
    filter: { key: 'reward', low: 0.1, high: 0.9, dropsAllRight: false, dropsAllWrong: false },
    batch: null,
  }),
  rewardWhatIf: answerReward({
    change: { kind: 'terms', terms: [{ column: 'reward.answer', factor: -1 }] },
  }),
  showWhatIf: null,
};
