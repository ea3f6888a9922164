import type { Finding, Span } from '../span.ts';

/** Whether the answer is right, as a person or a judge says; `unknown` until somebody does. */
export type Verdict = 'right' | 'wrong' | 'unknown';

/** What a reward function is given beside the response. */
export interface ScoreContext {
  /** Images of the request; null when the record does not say (the reference's default is then used and said). */
  readonly numImages: number | null;
  readonly verdict: Verdict;
  /** The reference answer; null when there is none. */
  readonly reference: string | null;
}

/**
 * An exact decimal number in plain notation (`-0.01`, `0.8`), as text: what is shown to a person and what is
 * added up exactly. Never in scientific notation.
 */
export type Decimal = string;

/** One line of the explanation under a component. */
export interface Entry {
  readonly kind: 'deduction' | 'floor' | 'cap' | 'rounding';
  /** Stable, kebab-case, e.g. `empty-observation`. */
  readonly code: string;
  /** In the component's own units (tool score 1.0 minus 0.1 has amount `-0.1`). */
  readonly amount: Decimal;
  /** In the reward's own units after weighting (`-0.01`). */
  readonly paid: Decimal;
  /** A sentence: why. */
  readonly reason: string;
  readonly span: Span | null;
  /** The tool call that the entry is about, counted from 0 among those the reward sees; null for others. */
  readonly tool: number | null;
}

/** One part of a reward: `start` plus its entries is `value`; weight times value is `paid`, all in exact decimals. */
export interface Component {
  readonly key: string;
  readonly title: string;
  readonly weight: Decimal;
  /** What the component is before entries apply, e.g. `1`. */
  readonly start: Decimal;
  /** Null while the verdict is unknown and the component depends on it. */
  readonly value: Decimal | null;
  readonly paid: Decimal | null;
  /** What the component can pay at most, after weighting. */
  readonly most: Decimal;
  readonly entries: readonly Entry[];
  /** The span it is paid for; null for the whole response. */
  readonly scope: Span | null;
}

/** One reward profile's answer for one trajectory, explained. */
export interface Score {
  readonly profile: ProfileName;
  /** Bit for bit what the reference computes; null while the verdict is unknown and matters. */
  readonly overall: number | null;
  /** What overall is should the verdict be wrong, and right; equal where the verdict does not matter. */
  readonly ifWrong: number;
  readonly ifRight: number;
  readonly components: readonly Component[];
  /** Entries about the sum itself (rounding, clamping), in the reward's own units. */
  readonly adjustments: readonly Entry[];
  /** Where the reward sees less, or other, than a person would. */
  readonly notes: readonly Finding[];
}

export type ProfileName = 'lang2act' | 'lang2act-paper' | 'action-rl';

/** A reward function: named, versioned, made of components. */
export interface RewardProfile {
  readonly name: ProfileName;
  readonly version: string;
  readonly title: string;
  /** One sentence: what it pays for, and whose reference it follows. */
  readonly description: string;
  /** Scores a response; the only scoring path, and the one that explains. Never throws on any text. */
  score(response: string, context: ScoreContext): Score;
}
