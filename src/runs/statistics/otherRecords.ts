import {
  answerMetrics,
  INSUFFICIENT_REFERENCES,
  type ComparedAnswer,
} from '../../core/metrics/answerMetrics.ts';
import type { RefinementItem } from '../../core/metrics/refinementMetrics.ts';
import { isJsonObject } from '../../core/records/fieldPath.ts';
import { readNumber, referenceTexts } from '../../core/records/fieldValues.ts';

/** The content for statistics of a record without a response: an answer, a group's scores, or pairs of IoUs. */
export type OtherRecord =
  | { readonly kind: 'answer'; readonly answer: ComparedAnswer }
  | { readonly kind: 'scores'; readonly scores: readonly number[] }
  | { readonly kind: 'refinements'; readonly items: readonly RefinementItem[] };

/**
 * Reads a record without a response: `prediction` and `references`, with `is_sufficient` if it says whether the images
 * contain the answer; `scores` of one group; `items` with `iou` and `tool_iou`, or one such pair. Null for any other
 * record.
 */
export function readOtherRecord(record: unknown): OtherRecord | null {
  if (!isJsonObject(record)) return null;
  const { prediction, references, scores, items, is_sufficient: said } = record;
  const sufficient = typeof said === 'boolean' ? said : null;
  if (typeof prediction === 'string' && (references !== undefined || sufficient === false)) {
    const expected = sufficient === false ? INSUFFICIENT_REFERENCES : referenceTexts(references);
    return { kind: 'answer', answer: { ...answerMetrics(prediction, expected), sufficient } };
  }
  if (isNumbers(scores) && scores.length > 0) return { kind: 'scores', scores };
  if (Array.isArray(items)) {
    const read = items.map(refinementOf);
    return read.some((item) => item === null)
      ? null
      : { kind: 'refinements', items: read.filter((item) => item !== null) };
  }
  const item = refinementOf(record);
  return item === null ? null : { kind: 'refinements', items: [item] };
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}

function refinementOf(value: unknown): RefinementItem | null {
  if (!isJsonObject(value) || !('iou' in value || 'tool_iou' in value)) return null;
  const { iou, tool_iou: toolIou } = value;
  return { iou: readNumber(iou), tool_iou: readNumber(toolIou) };
}
