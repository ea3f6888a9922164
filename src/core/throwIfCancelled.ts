import { t } from '@vscode/l10n';
import { PageTraceError } from './errors.ts';

/**
 * Ends work that nobody waits for any longer.
 * @param signal an `AbortSignal`
 * @throws PageTraceError `cancelled` if it was aborted
 */
export function throwIfCancelled(signal: { readonly aborted: boolean } | undefined): void {
  if (signal?.aborted === true) throw new PageTraceError('cancelled', t('This was canceled.'));
}
