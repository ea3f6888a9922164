import type { Step } from '../../../src/core/trajectory/model.ts';
import type { BoxPart, EvidenceItem, Part, PointPart } from '../../../src/core/trajectory/partModel.ts';
import type { ParsedText } from './parsedText.ts';
import { lastAt } from './stepIndex.ts';

/** A structured part that has its own row below its step. */
export type ListedPart = EvidenceItem | BoxPart | PointPart;

/** The parts in a step: their number, and the index of the first one in the list of all parts. */
export interface PartRange {
  readonly from: number;
  readonly count: number;
}

const NO_PARTS: PartRange = { from: 0, count: 0 };

/** The parts in `step`, without a copy. */
function partsIn({ parts }: Pick<ParsedText, 'parts'>, { span }: Pick<Step, 'span'>): PartRange {
  if (parts.length === 0) return NO_PARTS;
  const first = lastAt(parts, span.start - 1);
  const from = (parts.item(first)?.span.start ?? 0) < span.start ? first + 1 : first;
  const last = lastAt(parts, span.end - 1);
  const lastPart = parts.item(last);
  if (lastPart === undefined || lastPart.span.start < span.start || lastPart.span.start >= span.end)
    return NO_PARTS;
  return { from, count: last - from + 1 };
}

/**
 * Kinds of steps whose only part is shown in the step's own row: a zoom into an image, or a call with its arguments.
 */
const TOLD_ITSELF: ReadonlySet<Step['kind']> = new Set<Step['kind']>(['box', 'call']);

/** The parts of `step` that have rows of their own. */
export function listedParts(parsed: Pick<ParsedText, 'parts'>, step: Step): PartRange {
  if (TOLD_ITSELF.has(step.kind)) return NO_PARTS;
  const range = partsIn(parsed, step);
  return isListed(parsed.parts.item(range.from)) ? range : NO_PARTS;
}

/** The part in the row `detail` of `step`, from 0. */
export function listedPart(parsed: Pick<ParsedText, 'parts'>, step: Step, detail: number): ListedPart | null {
  const { from, count } = listedParts(parsed, step);
  const part = detail < count ? parsed.parts.item(from + detail) : undefined;
  return isListed(part) ? part : null;
}

/** The row below `step` that contains `offset`, from 0; -1 if it is the step's own row. */
export function detailAt(parsed: Pick<ParsedText, 'parts'>, step: Step, offset: number): number {
  const { from, count } = listedParts(parsed, step);
  if (count === 0) return -1;
  const index = lastAt(parsed.parts, offset);
  const part = parsed.parts.item(index);
  const isInside = part !== undefined && part.span.start <= offset && offset < part.span.end;
  return isInside && index >= from && index < from + count ? index - from : -1;
}

/** The part of `kind` in `step`; null if there is none. */
export function findStepPart<K extends Part['kind']>(
  parsed: Pick<ParsedText, 'parts'>,
  step: Step,
  kind: K,
): Extract<Part, { kind: K }> | null {
  const { from, count } = partsIn(parsed, step);
  for (let index = from; index < from + count; index++) {
    const part = parsed.parts.item(index);
    if (part?.kind === kind) return part as Extract<Part, { kind: K }>;
  }
  return null;
}

function isListed(part: Part | undefined): part is ListedPart {
  return part?.kind === 'evidence-item' || part?.kind === 'box' || part?.kind === 'point';
}
