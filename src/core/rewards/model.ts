import type { Finding, Span } from '../span.ts';
import type { ProfileName } from './names.ts';

/** Whether the answer is right, as a person or a judge says; `unknown` until somebody does. */
export type Verdict = 'right' | 'wrong' | 'unknown';

/** What a reward function is given in addition to the response. */
export interface ScoreContext {
  /** Images of the request; null when the record does not say (the reference's default is then used and said). */
  readonly numImages: number | null;
  readonly verdict: Verdict;
  /** The question, as a judge is told it; null when the record does not carry it. */
  readonly question: string | null;
  /** The reference answer; null when there is none. */
  readonly reference: string | null;
  /** What another tool answered, as its JSON text (VG-Refiner's boxes); null when the record does not carry it. */
  readonly toolResults: string | null;
  /** Tokens of the response; null when the record does not say. */
  readonly responseLength: number | null;
}

/** The context of a response of which nothing else is known. */
export const UNKNOWN_CONTEXT: ScoreContext = {
  numImages: null,
  verdict: 'unknown',
  question: null,
  reference: null,
  toolResults: null,
  responseLength: null,
};

/** The keys of a record that rewards read, under the reference implementations' names. */
export type RecordKey = 'num_images' | 'prompt' | 'ground_truth' | 'tool_results' | 'response_length';

/** What is not known and must be, before the reward is: a verdict, the reference answer, the response's length. */
export type Need = 'verdict' | 'reference' | 'response_length';

/**
 * An exact decimal number in plain notation (`-0.01`, `0.8`), as text: what is shown to a person and what is
 * added up exactly. Never in scientific notation.
 */
export type Decimal = string;

/** One line of the explanation under a component. */
export interface Entry {
  readonly kind: 'deduction' | 'credit' | 'floor' | 'cap' | 'rounding';
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
  /** Null while something is unknown that the component depends on, and where the reference raises. */
  readonly value: Decimal | null;
  readonly paid: Decimal | null;
  /** What the component can pay at most, after weighting. */
  readonly most: Decimal;
  readonly entries: readonly Entry[];
  /** The span it is paid for; null for the whole response. */
  readonly scope: Span | null;
}

/** The exception in which a reference implementation ends instead of giving a score. */
export interface Raised {
  /** Its name in Python, e.g. `IndexError`. */
  readonly name: string;
  /** A sentence: why. */
  readonly reason: string;
}

/** A default that the reference takes for what the record does not carry. */
export interface Default {
  readonly key: RecordKey;
  /** As Python writes it. */
  readonly value: string;
  /** A sentence. */
  readonly reason: string;
}

/** One reward profile's answer for one trajectory, explained. Plain data. */
export interface Score {
  /** The profile's name; composite profiles have names of their own. */
  readonly profile: string;
  /** Bit for bit what the reference computes; null while something it needs is unknown, and where it raises. */
  readonly overall: number | null;
  /**
   * What overall is should the verdict be wrong, and right; equal where the verdict does not matter. Null if more than
   * the verdict is missing, or if the reference raises.
   */
  readonly ifWrong: number | null;
  readonly ifRight: number | null;
  /** What the reference returns, under its own names, bit for bit; null for what is not known. */
  readonly reported: Readonly<Record<string, number | null>>;
  /** The exception that the reference ends in; null if it gives a score. */
  readonly raises: Raised | null;
  readonly defaults: readonly Default[];
  /** What must be known before `overall` is; empty if it is known, or if the reference raises. */
  readonly needs: readonly Need[];
  readonly components: readonly Component[];
  /** Entries about the sum itself (rounding, clamping), in the reward's own units. */
  readonly adjustments: readonly Entry[];
  /** Where the reward sees less, or other, than a person would. */
  readonly notes: readonly Finding[];
}

/** The path of a composite reward's file: absolute, or meant from the folder of the file that names it. */
export type CompositePath = `${string}.json`;
/** How a front matter names a reward. */
export type RewardName = ProfileName | CompositePath;

/** Whether `name` is the path of a composite reward's file, as front matters may have it. */
export function isCompositePath(name: string): name is CompositePath {
  return name.endsWith('.json');
}

/** A tag that a reward reads. */
export interface FormTag {
  readonly name: string;
  /** Whether the reward pays less for a response without it. */
  readonly required: boolean;
  readonly caseSensitive: boolean;
}

/** Tool calls as a reward reads them. */
export interface FormTools {
  /** The tag that they must stand in; null if they may stand anywhere. */
  readonly container: string | null;
  /** Every tool that is not refused, with what its args must be: a place in an image, anything, or unchecked. */
  readonly allowed: readonly { readonly name: string; readonly args: 'image' | 'filled' | 'any' }[];
  /** How many calls are taken without a deduction; null for any number. */
  readonly most: number | null;
  /** Whether an empty observation is paid less. */
  readonly observation: boolean;
}

/** A number of tokens that is paid in full: from `least` to `most`, with some deducted up to `end` and all beyond. */
export interface LengthWindow {
  readonly least: number;
  readonly most: number;
  readonly end: number;
}

/** What a reward reads of a response and of its record, as data: a prompt can be compared with it. */
export interface RewardForm {
  readonly tags: readonly FormTag[];
  /** The tags that must stand in this order; empty if order is not looked at. */
  readonly order: readonly string[];
  /** Whether nothing but white space may stand outside of the tags. */
  readonly closed: boolean;
  readonly tools: FormTools | null;
  readonly length: LengthWindow | null;
  /** Whether a judge decides a part of the reward. */
  readonly judged: boolean;
  /** The keys of a record that it reads in addition to the response. */
  readonly reads: readonly RecordKey[];
}

/** One thing that changes what a component pays. */
export interface PaidChange {
  /** As in `Entry.code`. */
  readonly code: string;
  /** In the component's own units, signed; with words where it is not one number (`-0.5 for each image`). */
  readonly amount: string;
  /** A sentence without the response at hand: when it applies. */
  readonly reason: string;
  /** Whether it comes of comparing with the reference. */
  readonly againstReference?: true;
}

/** What one component of a reward pays for, for people. */
export interface PaidPart {
  readonly key: string;
  readonly title: string;
  readonly weight: Decimal;
  /** A sentence: what it pays for. */
  readonly sentence: string;
  readonly changes: readonly PaidChange[];
}

/** A reward function: named, versioned, made of components. */
export interface RewardProfile {
  readonly name: string;
  readonly version: string;
  readonly title: string;
  /** One sentence: what it pays for, and whose reference it follows. */
  readonly description: string;
  readonly form: RewardForm;
  readonly pays: readonly PaidPart[];
  /** Scores a response; the only scoring path, and the one that explains. Never throws on any text. */
  score(response: string, context: ScoreContext): Score;
}
