import type { TrajectoryLabel } from '../../protocol/comparison.ts';
import { sourceKey } from '../../protocol/sourceIdentity.ts';
import type { InspectorSource } from './inspectorSource.ts';

/** What a comparison shows about a trajectory in addition to it. */
export function trajectoryLabel(source: InspectorSource): TrajectoryLabel {
  return { key: sourceKey(source.identity), prompt: source.sample(0)?.info.prompt ?? '' };
}
