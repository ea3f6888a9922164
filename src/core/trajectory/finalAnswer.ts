import type { Span } from '../span.ts';
import type { Trajectory } from './model.ts';

/**
 * The span of the answer: the content of the last answer block, or the last boxed answer in a dialect that boxes it;
 * null if there is none.
 */
export function finalAnswer({ steps }: Pick<Trajectory, 'steps'>): Span | null {
  return steps.findLast(({ kind }) => kind === 'answer')?.body ?? null;
}
