import * as v from 'valibot';
import type { ComparedRewards, NotComparable } from '../core/rewards/compareRewards.ts';
import { fromInspector, type ToInspector } from './inspector.ts';

/** Which of the two trajectories: the earlier one, or the one of the edited prompt. */
export type ComparisonSide = 'before' | 'after';

/** What a comparison shows about a side, in addition to its trajectory. */
export interface SideLabel {
  /** Key of the trajectory; the webview stores it, so that a reload finds the trajectory again. */
  readonly key: string;
  /** The prompt that was asked with; empty if it is not known. */
  readonly prompt: string;
}

/** One side of a question in the table of a comparison. */
export interface SideSummary extends SideLabel {
  /** `incomplete` if no response was finished, because it was canceled or broke off. */
  readonly state: 'asking' | 'answered' | 'incomplete' | 'failed';
  /** The answer that most responses give, with how many give it if they differ; null if there is none. */
  readonly answer: string | null;
  /** How many responses are complete, and how many of these follow all rules of their dialect. */
  readonly complete: number;
  readonly valid: number;
  /** Why the question failed, as a sentence; null if it did not. */
  readonly failure: string | null;
}

/** A question in the table of a comparison. */
export interface ComparedQuestion {
  readonly question: string;
  readonly before: SideSummary;
  /** Null while the question waits to be asked again, and if it was not. */
  readonly after: SideSummary | null;
  /** Why the question was not asked again, as a sentence; null if it was, or still waits. */
  readonly missing: string | null;
  /** Null until both sides are answered. */
  readonly rewards: ComparedRewards | NotComparable | null;
}

/** The prompts of both sides as they were sent, with `{question}` in place of the question. */
export interface ComparedPrompts {
  readonly before: string;
  readonly after: string;
}

/** The table of a comparison of several questions. */
export interface ComparedQuestions {
  readonly questions: readonly ComparedQuestion[];
  /** Every different pair of prompts, if both are known. */
  readonly prompts: readonly ComparedPrompts[];
  /** What is not in the table, in sentences. */
  readonly notes: readonly string[];
  /** What is being asked, as a sentence; null if nothing is. */
  readonly progress: string | null;
}

/**
 * From the extension to the comparison: the table, if there are several questions; which question is open, and what each
 * side of it is; and the messages of an inspector of that side.
 */
export type ToComparison =
  | { readonly type: 'questions'; readonly table: ComparedQuestions }
  | {
      readonly type: 'pair';
      readonly index: number;
      readonly before: SideLabel;
      readonly after: SideLabel;
    }
  | { readonly type: 'side'; readonly side: ComparisonSide; readonly message: ToInspector };

const side = v.picklist(['before', 'after']);

/** From the comparison to the extension; every message is validated with this schema first. */
export const fromComparison = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  /** Opens a question of the table by its index; null goes back to the table. */
  v.object({ type: v.literal('open'), index: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))) }),
  /** Stops asking the questions of the table. */
  v.object({ type: v.literal('cancel') }),
  v.object({ type: v.literal('side'), side, message: fromInspector }),
  /** Shows a side's trajectory in its own inspector. */
  v.object({ type: v.literal('inspect'), side }),
]);
export type FromComparison = v.InferOutput<typeof fromComparison>;
