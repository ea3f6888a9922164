import { t } from '@vscode/l10n';
import { partitionPoint } from '../core/binarySearch.ts';
import { severityRank } from '../core/grounding/severity.ts';
import { claimMark } from '../core/grounding/claimMark.ts';
import type { GroundedClaim, Grounding } from '../core/grounding/model.ts';
import type { Span } from '../core/span.ts';
import { IMAGE_TOKENS } from '../core/trajectory/imageTokens.ts';
import type { Inline } from './blocks.ts';

/** A claim where it stands in the text of a response, with its id in the report. */
export interface MarkedClaim {
  readonly span: Span;
  readonly to: string;
  readonly claim: GroundedClaim;
}

/**
 * The claims to mark in a response, in text order and without overlaps: of claims that overlap, the worst.
 * @param idOf the id of a claim in the report, by its index
 */
export function markedClaims({ claims }: Grounding, idOf: (claim: number) => string): readonly MarkedClaim[] {
  const inOrder = claims
    .map((claim, index): MarkedClaim => ({ span: claim.span, to: idOf(index), claim }))
    .filter(({ span }) => span.start < span.end)
    .sort((one, other) => one.span.start - other.span.start);
  const marks: MarkedClaim[] = [];
  for (const mark of inOrder) {
    const last = marks.at(-1);
    if (last === undefined || last.span.end <= mark.span.start) marks.push(mark);
    else if (rank(mark) < rank(last)) marks[marks.length - 1] = mark;
  }
  return marks;
}

const rank = ({ claim }: MarkedClaim): number => severityRank(claimMark(claim));

/**
 * The text of a span without the white space at its ends, with its claims and a word for each image; empty if there is no
 * text.
 */
export function markedText(text: string, span: Span, marks: readonly MarkedClaim[]): readonly Inline[] {
  const whole = text.slice(span.start, span.end);
  const said = whole.trim();
  const start = span.start + (whole.length - whole.trimStart().length);
  const end = start + said.length;
  const content: Inline[] = [];
  const spoken = (one: number, other: number): string =>
    text.slice(one, other).replaceAll(IMAGE_TOKENS, `[${t('Image')}]`);
  let from = start;
  const first = partitionPoint(marks.length, (index) => (marks[index]?.span.end ?? 0) <= start);
  for (let index = first; index < marks.length; index++) {
    const mark = marks[index];
    if (mark === undefined || mark.span.start >= end) break;
    const at = { start: Math.max(mark.span.start, from), end: Math.min(mark.span.end, end) };
    content.push(spoken(from, at.start), {
      kind: 'claim',
      to: mark.to,
      text: text.slice(at.start, at.end),
      claim: mark.claim,
    });
    from = at.end;
  }
  content.push(spoken(from, end));
  return content.filter((piece) => piece !== '');
}
