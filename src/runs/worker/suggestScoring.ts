import path from 'node:path';
import type { DialectName } from '../../core/trajectory/model.ts';
import { isCompositePath, type RewardProfile } from '../../core/rewards/model.ts';
import { suggestDialect } from '../choosing/dialectChoice.ts';
import { voteByFile } from '../choosing/fileVote.ts';
import { ProfileChoice } from '../choosing/profileChoice.ts';
import type { FileScoring } from './scoringCalls.ts';
import type { SourceFile } from './sourceFile.ts';

/** How a file is scored, and the profile that does it. */
export interface SuggestedScoring extends FileScoring {
  /** The name and the version of the profile; null without one. */
  readonly version: string | null;
  /** Why its profile cannot be used; null if it can. */
  readonly fault: string | null;
}

/**
 * How the samples of a file are scored, judging by its first records.
 * @param fixed the profile that a person has chosen, with its name or path; `auto` to judge, null for none
 */
export async function suggestScoring(
  file: SourceFile,
  fixed: { readonly name: string; readonly profile: RewardProfile } | 'auto' | null,
  signal: AbortSignal,
): Promise<SuggestedScoring> {
  const choice = new ProfileChoice(null);
  let dialect: DialectName | null = null;
  let profile: RewardProfile | null = null;
  let name: string | null = null;
  for await (const items of file.items(signal)) {
    dialect = voteByFile(items, () => false, suggestDialect).get(file.path) ?? null;
    const first = items.find((item) => 'sample' in item);
    if (first === undefined) continue;
    if (fixed === 'auto') {
      await choice.look(items);
      profile = choice.of(file.path, first.sample);
      const { reward } = first.sample;
      name =
        reward !== null && isCompositePath(reward)
          ? path.resolve(path.dirname(file.path), reward)
          : (profile?.name ?? null);
    }
    break;
  }
  if (fixed !== 'auto' && fixed !== null) ({ profile, name } = fixed);
  return {
    dialect,
    profile: profile === null ? null : name,
    version: profile === null ? null : `${profile.name} ${profile.version}`,
    fault: fixed === 'auto' ? choice.faultOf(file.path) : null,
  };
}
