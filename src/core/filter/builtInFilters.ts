import { t } from '@vscode/l10n';

/** A filter with a name. */
export interface SavedFilter {
  readonly name: string;
  readonly text: string;
}

/**
 * Filters that everyone has.
 * @param paid the number that says what a sample is paid: `reward` if a profile scores the run, otherwise `score`
 */
export function builtInFilters(paid: 'reward' | 'score'): readonly SavedFilter[] {
  return [
    { name: t('Paid but unsupported'), text: `${paid}>=0.8 and claim:not-found` },
    {
      name: t('Right but not grounded'),
      text: 'is:right and has:claim and not (claim:found or claim:computed-right)',
    },
    { name: t('Groups that teach nothing'), text: 'group.n>1 and group.std=0' },
    { name: t('Cut off'), text: 'is:truncated' },
  ];
}
