import type { Span } from '../../../src/core/span.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import type { Thought, ThoughtOutline } from '../../../src/core/trajectory/thoughts/model.ts';
import {
  evaluationsPhrase,
  mergesPhrase,
  refinementsPhrase,
  subProblemsPhrase,
  thoughtsPhrase,
} from '../../../src/core/countPhrases.ts';

/** A thought in its row. */
export interface ThoughtPlace {
  readonly thought: Thought;
  /** Nesting depth; 0 for thoughts that are not inside another. */
  readonly depth: number;
  /** Number among its siblings, from 1. */
  readonly position: number;
  readonly siblings: number;
  /** Labels of the thoughts that it leads to. */
  readonly leadsTo: readonly string[];
}

/** The reasoning of a response, laid out in rows. */
export interface ThoughtRows {
  /** The content of the think block; null if there is none. */
  readonly span: Span | null;
  readonly rows: readonly ThoughtPlace[];
  /** The text before the first thought. */
  readonly before: Span | null;
  /** A sentence that says why there are no rows; null if there are. */
  readonly unstructured: string | null;
}

/** Lays out an outline in rows, with each thought before those inside it. */
export function thoughtRows(outline: ThoughtOutline): ThoughtRows {
  if (outline.kind === 'unstructured')
    return { span: outline.span, rows: [], before: null, unstructured: outline.reason };
  const { edges, span } = outline;
  const leads = new Map<string, string[]>();
  for (const { from, to } of edges) leads.set(from, [...(leads.get(from) ?? []), to]);
  const rows: ThoughtPlace[] = [];
  const addRows = (thoughts: readonly Thought[], depth: number): void => {
    thoughts.forEach((thought, index) => {
      const leadsTo = thought.kind === 'thought' ? (leads.get(thought.label) ?? []) : [];
      rows.push({ thought, depth, position: index + 1, siblings: thoughts.length, leadsTo });
      addRows(thought.children, depth + 1);
    });
  };
  addRows(outline.thoughts, 0);
  return { span, rows, before: outline.before, unstructured: null };
}

/** The row that contains `offset`, from 0: that of the innermost thought; -1 if the offset precedes all of them. */
export function thoughtAt(rows: readonly ThoughtPlace[], offset: number): number {
  return rows.findLastIndex(({ thought: { span } }) => span.start <= offset && offset < span.end);
}

/** The number of thoughts of each kind: `2 sub-problems, 5 thoughts, 1 merge`. */
function kindsPhrase(rows: readonly ThoughtPlace[]): string {
  return (
    [
      ['sub-problem', subProblemsPhrase],
      ['thought', thoughtsPhrase],
      ['evaluation', evaluationsPhrase],
      ['refinement', refinementsPhrase],
      ['merge', mergesPhrase],
    ] as const
  )
    .map(([kind, phrase]) => ({
      phrase,
      count: rows.filter(({ thought }) => thought.kind === kind).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ phrase, count }) => phrase(count))
    .join(', ');
}

const NONE: readonly ThoughtPlace[] = [];

/** The rows of the thoughts of `step`; none if it is not the reasoning that was outlined. */
export function thoughtsIn(thoughts: ThoughtRows | null, step: Step): readonly ThoughtPlace[] {
  return thoughts !== null && isOutlined(thoughts, step) ? thoughts.rows : NONE;
}

/** The text of the reasoning in `step` before its first thought; null if there is none. */
export function textBeforeThoughts(thoughts: ThoughtRows | null, step: Step): Span | null {
  if (thoughts?.before == null || !isOutlined(thoughts, step)) return null;
  const { start, end } = thoughts.before;
  return start === end ? null : thoughts.before;
}

/**
 * A note about the reasoning, next to its text: what its outline contains, or why there is none; null if there is
 * nothing to say.
 * @param isAsked whether the prompt may have asked for an outline, so that a missing one is mentioned
 */
export function outlineNote(thoughts: ThoughtRows | null, step: Step, isAsked: boolean): string | null {
  if (thoughts === null || !isOutlined(thoughts, step)) return null;
  if (thoughts.rows.length > 0) return kindsPhrase(thoughts.rows);
  return isAsked && !step.open ? thoughts.unstructured : null;
}

function isOutlined({ span }: ThoughtRows, step: Step): boolean {
  return (
    span !== null && step.kind === 'think' && step.span.start < span.start && span.start <= step.span.end
  );
}
