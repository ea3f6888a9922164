import * as v from 'valibot';
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

/** From the extension to the comparison: what each side is, and the messages of an inspector of that side. */
export type ToComparison =
  | { readonly type: 'labels'; readonly before: SideLabel; readonly after: SideLabel }
  | { readonly type: 'side'; readonly side: ComparisonSide; readonly message: ToInspector };

const side = v.picklist(['before', 'after']);

/** From the comparison to the extension; every message is validated with this schema first. */
export const fromComparison = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('side'), side, message: fromInspector }),
  /** Shows a side's trajectory in its own inspector. */
  v.object({ type: v.literal('inspect'), side }),
]);
export type FromComparison = v.InferOutput<typeof fromComparison>;
