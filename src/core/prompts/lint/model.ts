import type { RewardProfile, Score } from '../../rewards/model.ts';
import type { Trainer } from '../../rewards/trainers.ts';
import type { Finding, Span } from '../../span.ts';
import type { DialectName } from '../../trajectory/model.ts';
import type { OwnReward } from './ownReward.ts';
import type { RuleCode } from './ruleCatalogue.ts';
import type { ShownTrial } from './trials.ts';

/** Text that replaces a span of the prompt file. */
export interface PromptEdit {
  readonly span: Span;
  readonly text: string;
}

/** A repair that is certain: its title, and its edits, which do not overlap. */
export interface PromptFix {
  readonly title: string;
  readonly edits: readonly PromptEdit[];
}

/** Another place of the prompt file that a finding refers to. */
export interface RelatedPlace {
  readonly span: Span;
  readonly message: string;
}

/** One finding of the lint. Spans are UTF-16 offsets into the prompt file, including its front matter. */
export interface PromptFinding extends Finding {
  readonly code: RuleCode;
  readonly related: readonly RelatedPlace[];
  readonly fixes: readonly PromptFix[];
  /** How much less the reward pays for a response with this fault; null if that is not known. */
  readonly loss: number | null;
}

/** What the lint is told in addition to the text of the prompt file. */
export interface LintOptions {
  /** The name of the prompt, for messages. The rules do not look at it. */
  readonly name: string;
  /** Replaces the reward that the front matter or the dialect names; null for none. */
  readonly reward?: RewardProfile | null;
  /**
   * The composite reward that the front matter names: the profile, or a sentence that says why there is none. Without
   * it, the rules do not compare the prompt with a composite reward.
   */
  readonly composite?: RewardProfile | string | null;
  /** The reward if neither `reward` nor the settings of the prompt name one; null for none. */
  readonly usualReward?: RewardProfile | null;
  /**
   * The person's own reward function in place of a profile. A first run returns what it has to score, and a second run,
   * with the scores, finds what they mean.
   */
  readonly ownReward?: OwnReward;
  /** A sentence that says why the map file of the prompt cannot be used; null if it can. */
  readonly mapFault?: string | null;
  /** Whether a prompt is an error if its reward is neither named nor recognized. */
  readonly requireReward?: boolean;
  /** The trainer that sends the prompt, whatever its settings say; null for none. */
  readonly trainer?: Trainer | null;
  /** The trainer if neither `trainer` nor the settings of the prompt name one. */
  readonly usualTrainer?: Trainer | null;
  /** The numbers of images that the prompt is rendered with. */
  readonly numImages?: readonly number[];
  /** Tokens that the model takes, prompt and answer together; null if that is not known. */
  readonly modelLength?: number | null;
  /** Codes of rules that are turned off, in addition to those that the file turns off itself. */
  readonly off?: readonly string[];
}

/** A tag that the prompt asks for. Spans are in the prompt file. */
export interface PromisedTag {
  /** As it is written. */
  readonly name: string;
  /** Where it is first named. */
  readonly span: Span;
}

/** A tool that the prompt offers. Spans are in the prompt file. */
export interface PromisedTool {
  readonly name: string;
  readonly span: Span;
  /** The description of its args in the list; null if there is none. */
  readonly args: string | null;
  readonly argsSpan: Span | null;
}

/** What a prompt asks for and offers. */
export interface Promises {
  readonly tags: readonly PromisedTag[];
  readonly tools: readonly PromisedTool[];
}

/** A response, or a part of one, that the prompt shows. */
export interface ShownExample {
  /** A whole response, or only a part, such as an answer on its own. */
  readonly kind: 'whole' | 'part';
  /** In the prompt file. */
  readonly span: Span;
  readonly text: string;
  /** The reward's score for it, assuming that its answer is right; null for a part, or without a reward. */
  readonly score: Score | null;
}

/** The result of linting a prompt. */
export interface PromptLint {
  /** In order of their places. */
  readonly findings: readonly PromptFinding[];
  readonly promises: Promises;
  readonly examples: readonly ShownExample[];
  /** The dialect that the front matter names or the tags indicate; null if there is neither. */
  readonly dialect: DialectName | null;
  /** The reward that the prompt was compared with; null for none. */
  readonly reward: RewardProfile | null;
  /** What `ownReward` has to score; empty without it. */
  readonly trials: readonly ShownTrial[];
  /** The trainer that the prompt was rendered for; null for none. */
  readonly trainer: Trainer | null;
}
