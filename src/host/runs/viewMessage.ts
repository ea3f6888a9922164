import type { FromRun } from '../../protocol/run.ts';

/** The messages of a run view about the run that it is compared with. */
export type ComparisonMessage = Extract<
  FromRun,
  { type: 'chooseCompared' | 'closeCompared' | 'compareQuestion' }
>;

/** The messages of a run view that need more than its session. */
type OtherMessage =
  | 'ready'
  | 'open'
  | 'compare'
  | 'chooseProfile'
  | 'editFieldMap'
  | 'saveFilter'
  | 'saveFile'
  | 'saveReport'
  | 'exportTraining'
  | 'tryReward'
  | 'stopTrial'
  | 'writeToolbox'
  | 'turnOffAlert'
  | 'copyText'
  | ComparisonMessage['type'];

/** The messages of a run view that change what it shows. */
export type ViewMessage = Exclude<FromRun, { type: OtherMessage }>;
