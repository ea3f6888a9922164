import { t } from '@vscode/l10n';
import { isPageTraceError, PageTraceError } from '../core/errors.ts';

/** An error of a server, with the name by which the person knows the server; what was canceled stays as it is. */
export function withServerName(error: unknown, name: string): unknown {
  if (!isPageTraceError(error) || error.reason === 'cancelled') return error;
  return new PageTraceError(error.reason, t('Server “{0}”: {1}', name, error.message), error);
}
