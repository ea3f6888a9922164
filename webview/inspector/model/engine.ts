import type { RewardProfile } from '../../../src/core/rewards/model.ts';
import type { ProfileName } from '../../../src/core/rewards/names.ts';
import type { Span } from '../../../src/core/span.ts';
import type { ParseContext, Trajectory } from '../../../src/core/trajectory/model.ts';
import type { ThoughtOutline } from '../../../src/core/trajectory/thoughts/model.ts';

/** A parser that gets a response piece by piece. */
export interface LiveParser {
  /** Appends text. */
  append(text: string): void;
  /** Marks the end of the text. */
  end(): void;
  /** The trajectory so far; it does not change when more text is appended. */
  read(): Trajectory;
}

/** One check of a trajectory, as shown to a person. */
export interface CheckResult {
  readonly code: string;
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'not-applicable';
  /** What failed, each with its place; otherwise where the check looked. */
  readonly places: readonly { readonly message: string; readonly span: Span | null }[];
}

/** The pure code of the core that the inspector uses; tests can count the calls. */
export interface Engine {
  parser(context: ParseContext): LiveParser;
  checks(trajectory: Trajectory): readonly CheckResult[];
  thoughts(trajectory: Trajectory): ThoughtOutline;
  readonly profiles: readonly RewardProfile[];
  profile(name: ProfileName): RewardProfile;
}
