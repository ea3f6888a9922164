import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';

/** `error` of an answer of which a part arrived and is kept, with a hint that says so. */
export function withKeptPart(error: PageTraceError): PageTraceError {
  const { reason, message, hint, remedy, said, status, cause } = error;
  const kept = t('The part that arrived is kept.');
  return new PageTraceError(reason, message, {
    hint: hint === undefined ? kept : `${kept} ${hint}`,
    ...(remedy && { remedy }),
    ...(said !== undefined && { said }),
    ...(status !== undefined && { status }),
    ...(cause !== undefined && { cause }),
  });
}
