import type { TrajectoryInfo } from '../../core/records/model.ts';
import { ownProfile } from '../../core/rewards/ownProfile.ts';
import { isCompositePath } from '../../core/rewards/model.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { InspectorState } from '../../protocol/inspector.ts';

/** The reward that the inspector shows, and what is to be said of it. */
export function shownReward(
  { reward }: Pick<TrajectoryInfo, 'reward'>,
  dialect: DialectName,
): Pick<InspectorState, 'profile' | 'notices'> {
  const own = ownProfile(dialect);
  if (reward === null || !isCompositePath(reward)) return { profile: reward ?? own, notices: [] };
  const instead = own === null ? 'no reward is shown' : `what ${own} pays is shown`;
  return {
    profile: own,
    notices: [`The reward ${reward} is scored in the editor and on the command line; here ${instead}.`],
  };
}
