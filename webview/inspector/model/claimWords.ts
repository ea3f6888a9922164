import { t } from '@vscode/l10n';
import type { ClaimKind, ClaimStatus, GroundedClaim } from '../../../src/core/grounding/model.ts';

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

/** What the pages say of a claim, as a sentence. */
export function claimSentence(claim: GroundedClaim): string {
  const { status, on, cited, difference, occurrences } = claim;
  const page = on?.page ?? 0;
  switch (status) {
    case 'found':
      return occurrences > 1
        ? t('Found on page {0}, in {1} places.', page, occurrences)
        : t('Found on page {0}.', page);
    case 'elsewhere':
      return t('On page {0}, but not in the place that the step names.', page);
    case 'other-page':
      return cited?.page == null
        ? t('Found on page {0}, which the step does not cite.', page)
        : t('Not on page {0}, which the step cites, but on page {1}.', cited.page, page);
    case 'near':
      return difference === null
        ? t('Page {0} has something else.', page)
        : t('Page {0} has “{1}”, not “{2}”.', page, difference.pageHas, difference.said);
    case 'not-found':
      return on === null
        ? t('On none of the pages that were sent.')
        : t('On none of the pages that were sent; page {0}, which was not sent, has it.', page);
    case 'unknown':
      return t('Cannot be checked: a page that may have it has no text.');
  }
}
