import type { RewardForm, RewardProfile } from '../../rewards/model.ts';
import type { Trainer } from '../../rewards/trainers.ts';
import type { Severity, Span } from '../../span.ts';
import type { DialectName } from '../../trajectory/model.ts';
import type { PromptFile } from '../promptFile.ts';
import type { Reading } from './reading/reading.ts';
import type { RuleCode } from './ruleCatalogue.ts';
import type { ScoredPart } from './scoring.ts';

/** A rendered prompt, as it was read, and what it is compared with. */
export interface LintedPrompt {
  readonly file: PromptFile;
  readonly reading: Reading;
  readonly dialect: DialectName | null;
  /** Null if the prompt has none; rules about rewards then find nothing. */
  readonly reward: RewardProfile | null;
  /** The trainer that sends the prompt; null if none is named. */
  readonly trainer: Trainer | null;
  /** The examples and parts of responses that it shows, as the reward scores them. */
  readonly scored: readonly ScoredPart[];
}

/** A prompt that has a reward. */
export interface PromptWithReward extends LintedPrompt {
  readonly reward: RewardProfile;
  readonly form: RewardForm;
}

/** A rule's finding in a rendered prompt; spans are in the rendered text. */
export interface RuleFinding {
  readonly code: RuleCode;
  readonly span: Span;
  readonly message: string;
  /** Replaces the severity that follows from the loss, or the rule's own severity. */
  readonly severity?: Severity;
  /** How much less the reward pays for a response with this fault, if that is known. */
  readonly loss?: number;
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  /** Repairs; a repair is left out if the text at its spans is not verbatim in the file. */
  readonly fixes?: readonly {
    readonly title: string;
    readonly edits: readonly { readonly span: Span; readonly text: string }[];
  }[];
  /** Whether it counts only if it is found for every number of images. */
  readonly always?: boolean;
  /** The number of images for which the text is right, so that it is no finding for that number. */
  readonly rightFor?: number;
}

/** A rule that looks at a rendered prompt. */
export type Rule = (subject: LintedPrompt) => Iterable<RuleFinding>;
/** A rule that compares a rendered prompt with its reward. */
export type RewardRule = (subject: PromptWithReward) => Iterable<RuleFinding>;
