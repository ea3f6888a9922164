import { wholeNumber } from '../displayLocale.ts';
import { joinList } from '../joinList.ts';
import { oneLine } from '../oneLine.ts';
import { t } from '../t.ts';
import { claimMark, missedPlace } from './claimMark.ts';
import type {
  CellLabels,
  ClaimKind,
  ClaimMark,
  Difference,
  GroundedClaim,
  NamedCell,
  PartlyNamed,
} from './model.ts';

/** What is shown of a claim, in a word or two. */
export function markPhrase(mark: ClaimMark): string {
  switch (mark) {
    case 'found':
      return t('found');
    case 'elsewhere':
      return t('elsewhere on the page');
    case 'other-page':
      return t('on another page');
    case 'near':
      return t('differs');
    case 'not-found':
      return t('not found');
    case 'unknown':
      return t('cannot be checked');
    case 'computed-right':
      return t('computed correctly');
    case 'computed-wrong':
      return t('computed incorrectly');
  }
}

/** The step that a claim is part of: `step 4` for an action of the model, otherwise the part of the response. */
export function stepPhrase({ action, kind }: Pick<GroundedClaim, 'action' | 'kind'>): string {
  if (action > 0) return t('step {0}', wholeNumber(action));
  if (kind === 'answer') return t('the answer');
  return kind === 'evidence' ? t('the evidence') : t('the think part');
}

/** The step as a label of one or two characters: the number of an action, or a letter for the part of the response. */
export function stepLabel({ action, kind }: Pick<GroundedClaim, 'action' | 'kind'>): string {
  if (action > 0) return String(action);
  if (kind === 'answer') return 'A';
  return kind === 'evidence' ? 'E' : 'T';
}

/** The most UTF-16 units that are shown of what a cell has and of its labels. */
const LONGEST = 80;

/** What the pages say of a claim, as a sentence, and what the cell has that it names if it is not there. */
export function claimSentence(claim: GroundedClaim): string {
  const cell = missedCellSentence(claim);
  return [statusSentence(claim), ...(cell === null ? [] : [cell])].join(' ');
}

function statusSentence(claim: GroundedClaim): string {
  const { on, cited, difference, occurrences, computed } = claim;
  const page = on?.page ?? 0;
  const mark = claimMark(claim);
  switch (mark) {
    case 'computed-right':
      return computed?.computation.kind === 'comparison'
        ? t('Compared correctly: {0}.', computed.computation.text)
        : t('Computed correctly: {0}.', computed?.computation.text ?? '');
    case 'computed-wrong':
      return computed?.computation.kind === 'comparison'
        ? t('Compared incorrectly: {0}.', computed.computation.text)
        : t('Computed incorrectly: {0}, not {1}.', computed?.computation.text ?? '', claim.text);
    case 'found':
      return occurrences > 1
        ? t('Found on page {0}, in {1} places.', page, occurrences)
        : t('Found on page {0}.', page);
    case 'elsewhere':
      return claim.standsIn === undefined
        ? t('On page {0}, but not in the place that the step names.', page)
        : t(
            'On page {0} in row “{1}”, column “{2}”, not in the place that the step names.',
            page,
            oneLine(claim.standsIn.row, LONGEST),
            oneLine(claim.standsIn.column, LONGEST),
          );
    case 'other-page':
      return cited?.page == null
        ? t('Found on page {0}, which the step does not cite.', page)
        : t('Not on page {0}, which the step cites, but on page {1}.', cited.page, page);
    case 'near':
      return difference === null
        ? t('Page {0} has something else.', page)
        : differenceSentence(difference, page);
    case 'not-found':
      if (claim.partly !== undefined) return partlySentence(claim.partly);
      return on === null
        ? t('On none of the pages that were sent.')
        : t('On none of the pages that were sent; page {0}, which was not sent, has it.', page);
    case 'unknown':
      if (claim.isUndecided === true)
        return t('Cannot be checked: it compares or computes something that PageTrace cannot work out.');
      return claim.kind === 'region'
        ? t('Names no place that could be looked for.')
        : t('Cannot be checked: a page that may have it has no text.');
  }
}

function differenceSentence({ said, pageHas }: Difference, page: number): string {
  if (said === '') return t('Page {0} has the same words, and “{1}” among them.', page, pageHas);
  if (pageHas === '') return t('Page {0} has the same words without “{1}”.', page, said);
  return t('Page {0} has “{1}”, not “{2}”.', page, pageHas, said);
}

/** What the cell has that a claim names, if the claim is not there; null if that is not known. */
function missedCellSentence(claim: GroundedClaim): string | null {
  const { on, cell } = missedPlace(claim) ?? {};
  if (on === undefined || cell === undefined) return null;
  return on.page === claim.on?.page
    ? cellSentence(cell)
    : t(
        'The named cell ({0}) on page {1} has “{2}”.',
        cellLabels(cell),
        on.page,
        oneLine(cell.text, LONGEST),
      );
}

/** What a cell has that a claim names. */
export function cellSentence(cell: NamedCell): string {
  return t('The named cell ({0}) has “{1}”.', cellLabels(cell), oneLine(cell.text, LONGEST));
}

/** The labels of a cell: `Europe, 2024`. */
export function cellLabels({ row, column }: CellLabels): string {
  return [row, column]
    .filter((label) => label !== '')
    .map((label) => oneLine(label, LONGEST))
    .join(', ');
}

/** What is there of a row and a column, and what is not, as a sentence. */
function partlySentence({ on, lacks, missing, found, nearest }: PartlyNamed): string {
  const page = wholeNumber(on.page);
  const like = joinList(nearest.map((name) => t('“{0}”', name)));
  if (lacks === 'row') {
    return nearest.length === 0
      ? t('Page {0} has the column “{1}”, but no row “{2}”.', page, found, missing)
      : t('Page {0} has the column “{1}”, but no row “{2}”; similar rows: {3}.', page, found, missing, like);
  }
  return nearest.length === 0
    ? t('Page {0} has the row “{1}”, but no column “{2}”.', page, found, missing)
    : t('Page {0} has the row “{1}”, but no column “{2}”; similar columns: {3}.', page, found, missing, like);
}

/** The sign beside a claim; its mark is in words next to it. */
export const MARK_SIGNS: Readonly<Record<ClaimMark, string>> = {
  found: '\u2713',
  elsewhere: '\u2198',
  'other-page': '\u21c4',
  near: '\u2248',
  'not-found': '\u2717',
  unknown: '?',
  'computed-right': '=',
  'computed-wrong': '\u2260',
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
