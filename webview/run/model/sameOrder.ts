import type { RunView } from '../../../src/protocol/run.ts';

type Ordered = Pick<RunView, 'sort' | 'isGrouped' | 'acrossSteps' | 'isFolded'>;

/** Whether two views are sorted in the same way. */
export const isSameSort = ({ sort }: Ordered, { sort: other }: Ordered): boolean =>
  sort?.column === other?.column && sort?.isDescending === other?.isDescending;

/** Whether they are grouped and folded in the same way. */
export const isSameGrouping = (one: Ordered, other: Ordered): boolean =>
  one.isGrouped === other.isGrouped &&
  one.acrossSteps === other.acrossSteps &&
  one.isFolded === other.isFolded;
