import path from 'node:path';
import { compareListed, countClaims, countsPhrase } from '../../../core/grounding/claimCounts.ts';
import { claimMark, missedPlace } from '../../../core/grounding/claimMark.ts';
import { cellLabels } from '../../../core/grounding/claimWords.ts';
import type { GroundedClaim, PageReference } from '../../../core/grounding/model.ts';
import { countText } from '../../output/numbers.ts';
import type { GroundedSample } from '../../../grounding/samples/groundSample.ts';

/** The most characters of a claim in a table. */
const LONGEST = 60;

/**
 * The grounding of a sample as lines for a person: how many claims there are, then a line for each, problems first.
 * @param place of the sample
 */
export function groundingText(place: string, { grounding }: GroundedSample): string {
  const { claims, answer } = grounding;
  const counts = claims.length === 0 ? '' : ` (${countsPhrase(countClaims(claims))})`;
  const name = pageNamer(claims);
  const verdict = answer === null ? '' : `; the answer is ${answer.verdict}`;
  const computation = answer?.computation == null ? '' : `: ${answer.computation.text}`;
  const head = `${place}: ${countText(claims.length, 'claim', 'claims')}${counts}${verdict}${computation}`;
  return [head, ...claims.toSorted(compareListed).map((claim) => `  ${claimLine(claim, name)}`)]
    .map((line) => `${line.trimEnd()}\n`)
    .join('');
}

function claimLine(claim: GroundedClaim, name: (page: PageReference) => string): string {
  const { kind, text, computed } = claim;
  const isComputed = computed !== undefined && claimMark(claim).startsWith('computed');
  const about = isComputed ? computed.computation.text : where(claim, name);
  return `${claimMark(claim).padEnd(14)}  ${kind.padEnd(11)}  ${quote(text)}  ${about}`;
}

/** Where a claim stands, or what stands there instead, and what the cell has that it names if it is not there. */
function where(claim: GroundedClaim, name: (page: PageReference) => string): string {
  const { on, cell } = missedPlace(claim) ?? {};
  const stands = whereWords(claim, name);
  if (on === undefined || cell === undefined) return stands;
  const page = on.page === claim.on?.page ? '' : ` on ${name(on)}`;
  const has = `the named cell (${cellLabels(cell)})${page} has ${quote(cell.text)}`;
  return stands === '' ? has : `${stands}; ${has}`;
}

function whereWords(claim: GroundedClaim, name: (page: PageReference) => string): string {
  const { status, on, sent, cited, difference, source, partly, standsIn, isUndecided } = claim;
  const cites =
    cited === null
      ? ''
      : cited.document === null || cited.page === null
        ? `cites image ${cited.image}`
        : `cites image ${cited.image}, ${name({ document: cited.document, page: cited.page })}`;
  const read = source === 'ocr' ? ' (recognized text)' : '';
  if (partly !== undefined) {
    const like = partly.nearest.length === 0 ? '' : `; similar: ${partly.nearest.map(quote).join(', ')}`;
    return `${name(partly.on)} has ${quote(partly.found)}, but no ${partly.lacks} ${quote(partly.missing)}${like}`;
  }
  if (on === null || isUndecided === true) return cites;
  const page = `${name(on)}${read}`;
  if (difference !== null && (status === 'near' || status === 'found'))
    return `${page} has ${quote(difference.pageHas)}`;
  if (!sent) return `is on ${page}, which was not sent${cites === '' ? '' : `; ${cites}`}`;
  if (status === 'other-page') return `is on ${page}; ${cites}`;
  if (status !== 'elsewhere') return page;
  const cell =
    standsIn === undefined ? '' : ` (row ${quote(standsIn.row)}, column ${quote(standsIn.column)})`;
  return `is elsewhere on ${page}${cell}`;
}

/** Names pages by their numbers, and also by their documents if the claims are about several. */
function pageNamer(claims: readonly GroundedClaim[]): (page: PageReference) => string {
  const documents = new Set(
    claims.flatMap(({ on, cited, namedPlace }) =>
      [on?.document ?? [], cited?.document ?? [], namedPlace?.on.document ?? []].flat(),
    ),
  );
  return ({ document, page }) =>
    documents.size > 1 ? `${path.basename(document)}, page ${page}` : `page ${page}`;
}

function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${line.length > LONGEST ? `${line.slice(0, LONGEST).trimEnd()}...` : line}"`;
}
