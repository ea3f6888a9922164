import type { OnlineFilter } from '../../../core/groups/advantages.ts';
import {
  answerMetrics,
  INSUFFICIENT_REFERENCES,
  type ComparedAnswer,
} from '../../../core/metrics/answerMetrics.ts';
import { refinementMetrics, type RefinementItem } from '../../../core/metrics/refinementMetrics.ts';
import { isJsonObject } from '../../../core/records/fieldPath.ts';
import { numberOf, referenceTexts } from '../../../core/records/fieldValues.ts';
import { numberJson } from '../score/scoreJson.ts';
import { groupJson } from './groups.ts';

/** What a record without a response holds that can be told of: an answer, a group's scores, pairs of IoUs. */
export type OtherRecord =
  | { readonly kind: 'answer'; readonly answer: ComparedAnswer }
  | { readonly kind: 'scores'; readonly scores: readonly number[] }
  | { readonly kind: 'refinements'; readonly items: readonly RefinementItem[]; readonly one: boolean };

/**
 * Reads a record without a response: `prediction` and `references`, and `is_sufficient` where it says whether the
 * images hold the answer; `scores` of one group; `items` with `iou` and `tool_iou`, or one such pair. Null for any other.
 */
export function readOther(record: unknown): OtherRecord | null {
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
      : { kind: 'refinements', items: read.filter((item) => item !== null), one: false };
  }
  const item = refinementOf(record);
  return item === null ? null : { kind: 'refinements', items: [item], one: true };
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'number');
}

function refinementOf(value: unknown): RefinementItem | null {
  if (!isJsonObject(value) || !('iou' in value || 'tool_iou' in value)) return null;
  const { iou, tool_iou: toolIou } = value;
  return { iou: numberOf(iou), tool_iou: numberOf(toolIou) };
}

/** What is to tell of such a record alone, under the references' names. */
export function otherJson(other: OtherRecord, filter: OnlineFilter): Record<string, unknown> {
  switch (other.kind) {
    case 'answer':
      return answerJson(other.answer);
    case 'scores':
      return groupJson(other.scores, filter);
    case 'refinements': {
      const metrics: Readonly<Record<string, number>> = { ...refinementMetrics(other.items) };
      return Object.fromEntries(Object.entries(metrics).map(([key, value]) => [key, numberJson(value)]));
    }
  }
}

/** How an answer compares, as a row has it; whether the images suffice where the record says it. */
export function answerJson({ sufficient, ...metrics }: ComparedAnswer): Record<string, unknown> {
  return sufficient === null ? metrics : { ...metrics, sufficient };
}
