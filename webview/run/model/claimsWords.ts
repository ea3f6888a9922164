import { t } from '@vscode/l10n';
import { isProblemMark } from '../../../src/core/grounding/claimMark.ts';
import { markCountPhrase, type MarkCount } from '../../../src/core/grounding/claimCounts.ts';
import { whole } from './numbers.ts';

/** How many claims there are, and their problems: `12: 2 not found, 1 differs`. */
export function claimsWords(counts: readonly MarkCount[]): string {
  const total = whole(counts.reduce((sum, { count }) => sum + count, 0));
  const problems = counts
    .filter(({ mark }) => isProblemMark(mark))
    .map(({ mark, count }) => markCountPhrase(mark, count));
  return problems.length === 0 ? total : t('{0}: {1}', total, problems.join(', '));
}
