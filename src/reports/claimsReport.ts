import { t } from '@vscode/l10n';
import { compareListed } from '../core/grounding/claimCounts.ts';
import { describeGrounding } from '../core/grounding/describe.ts';
import { claimMark, needsNoPage } from '../core/grounding/claimMark.ts';
import { claimSentence, kindName, MARK_SIGNS, markPhrase, stepPhrase } from '../core/grounding/claimWords.ts';
import type { GroundedClaim, Grounding } from '../core/grounding/model.ts';
import { oneLine } from '../core/oneLine.ts';
import type { GroundingShown } from '../protocol/grounding.ts';
import { heading, list, paragraph, type Block, type Inline, type TableRow } from './blocks.ts';
import type { PlaceOfClaim, ReportIds } from './reportIds.ts';

/** The most characters of a claim in the table; all of it is in its step. */
const LONGEST_CLAIM = 300;

/** The claims of a response, and how they are written. */
export interface ReportedClaims {
  readonly shown: GroundingShown;
  readonly response: string;
  readonly ids: ReportIds;
  readonly placeOf: PlaceOfClaim;
  /** The depth of the heading. */
  readonly depth: number;
}

/** What the pages say of the claims of a response: one sentence, and every claim, problems first. */
export function claimBlocks(reported: ReportedClaims): readonly Block[] {
  const { ids, depth } = reported;
  const content = contentOf(reported);
  return content.length === 0 ? [] : [heading(depth, t('Claims'), ids.section('claims')), ...content];
}

function contentOf({ shown, response, ids, placeOf }: ReportedClaims): readonly Block[] {
  switch (shown.kind) {
    case 'none':
      return [];
    case 'running':
      return [paragraph(t('The claims were still being looked for on the pages when this was written.'))];
    case 'failed':
      return [
        paragraph(
          t('The claims were not looked for on the pages. {0}', `${shown.message} ${shown.hint}`.trim()),
        ),
      ];
    case 'grounded': {
      const { grounding, notices, partial } = shown;
      return [
        paragraph(describeGrounding(grounding, response, partial)),
        ...list(notices.map((notice) => [notice])),
        ...claimTable(grounding, ids, placeOf),
      ];
    }
  }
}

function claimTable({ claims }: Grounding, ids: ReportIds, placeOf: PlaceOfClaim): readonly Block[] {
  if (claims.length === 0) return [];
  const rows = claims
    .map((claim, index) => ({ claim, index }))
    .sort((one, other) => compareListed(one.claim, other.claim))
    .map(({ claim, index }): TableRow => {
      const id = ids.claim(index);
      return { id, cells: claimCells(claim, placeOf(id, claim.on), ids) };
    });
  return [
    {
      kind: 'table',
      caption: t('Claims, problems first'),
      head: [t('Status'), t('Claim'), t('Kind'), t('What the pages have'), t('Page'), t('Step')],
      numeric: [4],
      rows,
    },
  ];
}

function claimCells(
  claim: GroundedClaim,
  place: string | null,
  ids: ReportIds,
): readonly (readonly Inline[])[] {
  const { text, kind, source, step } = claim;
  const mark = claimMark(claim);
  const recognized = source === 'ocr' ? ` ${t('Recognized text.')}` : '';
  return [
    [`${MARK_SIGNS[mark]} ${markPhrase(mark)}`],
    [oneLine(text, LONGEST_CLAIM)],
    [kindName(kind)],
    [`${claimSentence(claim)}${recognized}`],
    [placeLink(claim, place)],
    [{ kind: 'link', to: ids.step(step), text: stepPhrase(claim) }],
  ];
}

/** The page that a claim stands on, otherwise the one that it cites, as a link to its box where there is one. */
function placeLink(claim: GroundedClaim, place: string | null): Inline {
  const text = pageText(claim);
  return place === null || text === NO_PAGE ? text : { kind: 'link', to: place, text };
}

const NO_PAGE = '–';

function pageText(claim: GroundedClaim): string {
  const { on, cited, status } = claim;
  if (needsNoPage(claim)) return NO_PAGE;
  if (on !== null) return String(on.page);
  if (cited?.page == null) return NO_PAGE;
  return status === 'unknown' ? t('cites page {0}', cited.page) : t('looked for on page {0}', cited.page);
}
