import * as v from 'valibot';
import type { ComparedRewards, NotComparable } from '../core/rewards/compareRewards.ts';
import { fromInspector, type ToInspector } from './inspector.ts';

/** The most trajectories that are compared side by side. */
export const MOST_SIDES = 8;

/** What identifies a trajectory in a comparison. */
export interface TrajectoryLabel {
  /** Key of the trajectory; the webview stores it, so that a reload finds the trajectory again. */
  readonly key: string;
  /** The prompt that was asked with; empty if it is not known. */
  readonly prompt: string;
}

/** What a comparison shows about a side, in addition to its trajectory. Sides with the same key share a trajectory. */
export interface SideLabel extends TrajectoryLabel {
  /** The name of the side, such as `Before`, `Sample 3` or the name of a file. */
  readonly title: string;
  /** The sample that is compared first, from 0. */
  readonly sample: number;
  /** Whether the side is this sample of its trajectory, so that no other one can be chosen. */
  readonly isSample: boolean;
}

/** One side of a question in the table of a comparison. */
export interface SideSummary extends TrajectoryLabel {
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
 * From the extension to the comparison: the table, if there are several questions; the sides that are open, and of which
 * question of the table they are (0 without a table); and the messages of an inspector of the trajectory with a key.
 */
export type ToComparison =
  | { readonly type: 'questions'; readonly table: ComparedQuestions }
  | { readonly type: 'sides'; readonly index: number; readonly sides: readonly SideLabel[] }
  | { readonly type: 'trajectory'; readonly key: string; readonly message: ToInspector };

/** The index of a side. */
const side = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_SIDES - 1));

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
