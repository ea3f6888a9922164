import { t } from '@vscode/l10n';
/** `1 token`, `2,513 tokens`, or `about 630 tokens` if nobody has counted them exactly. */
export function tokenCount(tokens: number, isEstimated: boolean): string {
  const count = Math.round(tokens).toLocaleString('en');
  if (isEstimated) return tokens === 1 ? t('about 1 token') : t('about {0} tokens', count);
  return tokens === 1 ? t('1 token') : t('{0} tokens', count);
}
