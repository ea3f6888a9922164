import type { ComparableStep } from '../../../../src/core/comparison/comparableSteps.ts';
import { termsOf } from '../../../../src/core/comparison/terms.ts';
import { withSingleSpaces } from '../../../../src/core/comparison/wordDiff.ts';

/** What is compared of a step without boxes, apart from others. */
export function comparableStep(
  kind: ComparableStep['kind'],
  name: string,
  text = '',
  args: string | null = null,
): ComparableStep {
  const action =
    kind === 'tool' ? { kind, name, args: args === null ? null : termsOf(args), boxes: [] } : null;
  return { kind, name, args, text: withSingleSpaces(text), terms: termsOf(text), boxes: [], action };
}
