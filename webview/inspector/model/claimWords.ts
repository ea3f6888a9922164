import { t } from '@vscode/l10n';
import type { ClaimKind, ClaimStatus } from '../../../src/core/grounding/model.ts';

/** The sign beside a claim of a status; the status is in words next to it. */
export const STATUS_SIGNS: Readonly<Record<ClaimStatus, string>> = {
  found: '\u2713',
  elsewhere: '\u2198',
  'other-page': '\u21c4',
  near: '\u2248',
  'not-found': '\u2717',
  unknown: '?',
};

/** What a claim is, as a person reads it. */
export function kindName(kind: ClaimKind): string {
  switch (kind) {
    case 'observation':
      return t('observation');
    case 'evidence':
      return t('evidence');
    case 'quote':
      return t('quotation');
    case 'name':
      return t('name');
    case 'date':
      return t('date');
    case 'code':
      return t('code');
    case 'number':
      return t('number');
    case 'region':
      return t('region');
    case 'box':
      return t('box');
    case 'point':
      return t('point');
    case 'crop':
      return t('crop');
    case 'answer':
      return t('answer');
  }
}
