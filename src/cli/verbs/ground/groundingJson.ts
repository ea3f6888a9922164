import type { PageBox } from '../../../core/geometry/box.ts';
import { countClaims } from '../../../core/grounding/claimCounts.ts';
import type {
  AnswerGrounding,
  ComputedNumber,
  GroundedClaim,
  NamedPlace,
  PartlyNamed,
} from '../../../core/grounding/model.ts';
import type { Sample } from '../../../core/records/sample.ts';
import type { GroundedSample } from '../../../grounding/samples/groundSample.ts';

/** The JSON that media/schemas/grounding.schema.json describes. */
export function groundingJson(
  { grounding, dialect, withoutText, unsent, notices }: GroundedSample,
  { id }: Sample,
): Record<string, unknown> {
  return {
    ...(id === null ? {} : { id }),
    dialect,
    claims: grounding.claims.map(claimJson),
    counts: Object.fromEntries(countClaims(grounding.claims).byMark),
    answer: grounding.answer === null ? null : answerJson(grounding.answer),
    without_text: withoutText,
    unsent,
    unread: grounding.unread,
    notices,
  };
}

function claimJson(claim: GroundedClaim): Record<string, unknown> {
  const { span, text, kind, cited, status, on, sent, boxes, words, difference, source } = claim;
  const { confidence, occurrences, computed, isUndecided, partly, namedPlace, standsIn } = claim;
  return {
    span,
    text,
    kind,
    cited,
    status,
    document: on?.document ?? null,
    page: on?.page ?? null,
    sent: on === null ? null : sent,
    boxes: boxes.map(boxJson),
    words,
    difference: difference === null ? null : { said: difference.said, page_has: difference.pageHas },
    named_place: namedPlace === null ? null : namedPlaceJson(namedPlace),
    stands_in: standsIn ?? null,
    partly: partly === undefined ? null : partlyJson(partly),
    source,
    confidence,
    occurrences,
    computed: computed === undefined ? null : computedJson(computed),
    undecided: isUndecided === true,
  };
}

/** A box in points, to the thousandth. */
function boxJson({ left, top, right, bottom }: PageBox): Record<string, number> {
  const short = (value: number): number => Number(value.toFixed(3));
  return { left: short(left), top: short(top), right: short(right), bottom: short(bottom) };
}

function namedPlaceJson({ on, box, cell }: NamedPlace): Record<string, unknown> {
  return { document: on.document, page: on.page, box: boxJson(box), cell: cell ?? null };
}

function partlyJson({ on, lacks, missing, found, nearest }: PartlyNamed): Record<string, unknown> {
  return { document: on.document, page: on.page, lacks, missing, found, nearest };
}

function computedJson({ right, computation }: ComputedNumber): Record<string, unknown> {
  return { right, kind: computation.kind, text: computation.text, value: computation.value };
}

function answerJson({ span, restsOn, verdict, computation }: AnswerGrounding): Record<string, unknown> {
  return { span, rests_on: restsOn, verdict, computation: computation?.text ?? null };
}
