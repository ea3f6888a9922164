import { t } from '@vscode/l10n';

/** How a conversation ended, as a person reads it: the word of its record, which is spelled as the code spells it. */
export function endedWord(ended: string): string {
  return ended === 'cancelled' ? t('canceled') : ended;
}
