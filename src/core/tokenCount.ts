import { t } from '@vscode/l10n';
import { tokensPhrase } from './countPhrases.ts';
import { wholeNumber } from './displayLocale.ts';

/** `1 token`, `2,513 tokens`, or `about 630 tokens` if nobody has counted them exactly. */
export function tokenCount(tokens: number, isEstimated: boolean): string {
  if (!isEstimated) return tokensPhrase(tokens);
  return tokens === 1 ? t('about 1 token') : t('about {0} tokens', wholeNumber(tokens));
}
