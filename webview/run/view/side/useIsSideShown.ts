import { useIsNarrow } from '../../../shared/narrow.ts';
import type { RunModel } from '../../model/runModel.ts';

/** Up to this width in CSS pixels, the table has the whole view until the person says otherwise. */
const NARROW = 900;

/** Whether the panel beside the table is shown. */
export function useIsSideShown(model: RunModel): boolean {
  const isNarrow = useIsNarrow(NARROW);
  return model.tabs.kept.value.isSideShown ?? !isNarrow;
}
