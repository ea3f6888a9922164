import type { Span } from '../../../src/core/span.ts';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { partitionPoint } from '../../../src/core/binarySearch.ts';
import type { ParsedText } from './parsedText.ts';

/** Index of the last part that begins at or before `offset`; 0 if there is none. Parts are in reading order. */
export function lastAt(parts: ListView<{ readonly span: Span }>, offset: number): number {
  const after = partitionPoint(parts.length, (index) => (parts.item(index)?.span.start ?? 0) <= offset);
  return Math.max(0, after - 1);
}

/**
 * The innermost step that contains `offset`, or the step before it if none does (white space between two steps). Steps
 * are in reading order. Null if there are no steps.
 */
export function stepAt(steps: ListView<Step>, offset: number): Step | null {
  const found = steps.item(lastAt(steps, offset));
  if (found === undefined) return null;
  if (offset < found.span.end || found.depth === 0) return found;
  // After the last tool of a block, but still inside the block.
  const parent = parentOf(steps, found);
  return parent !== null && offset < parent.span.end ? parent : found;
}

/** The step that contains `step`, or null. */
function parentOf(steps: ListView<Step>, step: Step): Step | null {
  for (let index = step.index - 1; index >= 0; index--) {
    const candidate = steps.item(index);
    if (candidate !== undefined && candidate.depth < step.depth) return candidate;
  }
  return null;
}

/** The step that contains the start of a selection; null if nothing is selected, or if the text is shorter. */
export function selectedStep(
  parsed: Pick<ParsedText, 'steps' | 'text'> | undefined,
  selection: { readonly span: Span } | null,
): Step | null {
  if (selection === null || parsed === undefined || selection.span.start > parsed.text.length) return null;
  return stepAt(parsed.steps, selection.span.start);
}
