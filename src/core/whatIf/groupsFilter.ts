import { formatName } from '../filter/quoteText.ts';
import type { GroupFilter } from './filterWhatIf.ts';

/**
 * The filter of rows (docs/filters.md) that leaves the groups which a trainer's filter keeps, or those that it loses.
 * @param compared the number that is compared within groups, which `group.mean` is the mean of
 */
export function groupsFilter(filter: GroupFilter, compared: string, which: 'kept' | 'lost'): string {
  const mean = meanField(filter.key, compared);
  const dropped = [
    ...(filter.dropsAllRight ? ['group.right=group.n'] : []),
    ...(filter.dropsAllWrong ? ['group.wrong=group.n'] : []),
  ];
  const kept = [
    `${mean}>${filter.low}`,
    `${mean}<${filter.high}`,
    ...dropped.map((each) => `not ${each}`),
  ].join(' ');
  // What is not kept is lost, also if a number is missing; rows without a group are neither.
  return which === 'kept' ? kept : `group.n>0 not (${kept})`;
}

function meanField(key: string | null, compared: string): string {
  if (key === null) return 'group.share';
  return key === compared ? 'group.mean' : formatName(`group.mean.${key}`);
}
