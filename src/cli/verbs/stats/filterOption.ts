import { PageTraceError } from '../../../core/errors.ts';
import { LANG2ACT_FILTER, type OnlineFilter } from '../../../core/groups/advantages.ts';

/**
 * The groups that online filtering keeps, as `--filter LOW,HIGH` says; without it those of Lang2Act.
 * @throws PageTraceError `bad-input` for text that is not two numbers in order
 */
export function filterOption(text: string | undefined): OnlineFilter {
  if (text === undefined) return LANG2ACT_FILTER;
  const [low, high, ...more] = text
    .split(',')
    .map((each) => (each.trim() === '' ? Number.NaN : Number(each)));
  if (low !== undefined && high !== undefined && more.length === 0 && low < high) return { low, high };
  throw new PageTraceError('bad-input', `--filter must be two numbers, the lower one first, not "${text}".`, {
    hint: 'Write --filter 0.1,0.9 (Lang2Act) or --filter 0.01,0.99 (EasyR1).',
  });
}
