import type { RewardProfile } from '../../../src/core/rewards/model.ts';
import type { ProfileName } from '../../../src/core/rewards/names.ts';
import type { Span } from '../../../src/core/span.ts';
import type { ParseContext, Trajectory } from '../../../src/core/trajectory/model.ts';
import type { ThoughtOutline } from '../../../src/core/trajectory/thoughts/model.ts';

/** A parser that is fed as a response arrives. */
export interface LiveParser {
  /** Takes what follows the text so far. */
  append(text: string): void;
  /** Says that nothing follows. */
  end(): void;
  /** What was parsed so far; it stays as it is when more is appended. */
  read(): Trajectory;
}

/** One check of a trajectory, as a person reads it. */
export interface CheckResult {
  readonly code: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'not-applicable';
  /** What failed, each with its place; or where the check looked. */
  readonly places: readonly { readonly message: string; readonly span: Span | null }[];
}

/** The pure code of the core that the inspector works with; tests may count what is asked of it. */
export interface Engine {
  parser(context: ParseContext): LiveParser;
  checks(trajectory: Trajectory): readonly CheckResult[];
  thoughts(trajectory: Trajectory): ThoughtOutline;
  readonly profiles: readonly RewardProfile[];
  profile(name: ProfileName): RewardProfile;
}
