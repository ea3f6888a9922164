import * as v from 'valibot';
import { fromInspector, type ToInspector } from './inspector.ts';

/** Which of the two trajectories: the earlier one, or the one of the edited prompt. */
export type ComparisonSide = 'before' | 'after';

/** What a comparison shows of a side in addition to its trajectory. */
export interface SideLabel {
  /** Key of the trajectory; the webview keeps it, so that a reload finds it again. */
  readonly key: string;
  /** The prompt that was asked with; empty if it is not known. */
  readonly prompt: string;
}

/** From the extension to the comparison: what each side is, and what an inspector of that side would be sent. */
export type ToComparison =
  | { readonly type: 'labels'; readonly before: SideLabel; readonly after: SideLabel }
  | { readonly type: 'side'; readonly side: ComparisonSide; readonly message: ToInspector };

const side = v.picklist(['before', 'after']);

/** From the comparison to the extension; every message is validated with this before it is looked at. */
export const fromComparison = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('side'), side, message: fromInspector }),
  /** Shows a side's trajectory in an inspector of its own. */
  v.object({ type: v.literal('inspect'), side }),
]);
export type FromComparison = v.InferOutput<typeof fromComparison>;
