import path from 'node:path';
import { asPageTraceError } from '../../core/errors.ts';
import type { SentNumber, UserRewardShown } from '../../protocol/inspector.ts';
import type { InspectorSource } from './inspectorSource.ts';
import { rewardFile, type PythonRewards } from '../rewards/pythonRewards.ts';
import { editorHint } from '../shared/editorHint.ts';
import { setting } from '../shared/settings.ts';
import { describeNotApplicable } from '../../userRewards/model.ts';

/**
 * Scores a sample with the person's Python reward, and shows the result or the failure in the inspector.
 * @throws PageTraceError `untrusted`; `bad-input` if no file is named, or if a setting cannot be used
 */
export async function scoreInspected(
  rewards: PythonRewards,
  source: InspectorSource,
  sample: number,
): Promise<void> {
  const given = source.sample(sample);
  if (!given) return;
  const scope = source.uri ?? undefined;
  const settings = await rewards.settings(scope);
  const file = path.basename(rewardFile(settings));
  const { info, response } = given;
  const show = (state: UserRewardShown['state'], notes: readonly string[] = []): void => {
    const now = source.sample(sample);
    // A result for another text or reference no longer applies.
    if (now?.response === response && now.info.reference === info.reference)
      source.setUserReward(sample, { file, state, notes });
  };
  show({ kind: 'running' });
  try {
    const { sampleOf } = await import('../../core/records/sample.ts');
    const { scoreContext } = await import('../../core/records/scoreContext.ts');
    const { rewardInput } = await import('../../userRewards/inputs.ts');
    const scored = sampleOf(given);
    const context = scoreContext(scored, scored.dialect);
    const passed = setting('userReward.inputs', scope) === 'trainer' ? 'trainer' : 'everything';
    const { reward } = await rewards.load(scope);
    const [said] = await reward.score([rewardInput(scored, context, passed).input]);
    if (said?.ok !== true) throw asPageTraceError(said?.error);
    if (said.notApplicable) {
      show({ kind: 'not-applicable' }, [describeNotApplicable(file), ...settings.notes]);
      return;
    }
    const fields = Object.entries(said.fields).map(
      ([name, value]) => [name, typeof value === 'number' ? toSentNumber(value) : value] as const,
    );
    const overall = toSentNumber(said.overall);
    show({ kind: 'scored', overall, fields: Object.fromEntries(fields) }, settings.notes);
  } catch (error) {
    const known = asPageTraceError(error);
    show({ kind: 'failed', failure: known.message, hint: editorHint(known) ?? '' }, settings.notes);
  }
}

/** A number in the form in which a message can contain it. */
function toSentNumber(value: number): SentNumber {
  if (Number.isFinite(value)) return value;
  if (Number.isNaN(value)) return 'NaN';
  return value > 0 ? 'Infinity' : '-Infinity';
}
