import type { RewardGrounding } from '../grounding/rewardGrounding.ts';
import type { Finding, Span } from '../span.ts';
import type { ProfileName } from './names.ts';

/** Whether the answer is right, according to a person or a judge; `unknown` until somebody decides. */
export type Verdict = 'right' | 'wrong' | 'unknown';

/** What a reward function is given in addition to the response. */
export interface ScoreContext {
  /** Images of the request; null if the record does not say (the reference's default is then used and reported). */
  readonly numImages: number | null;
  readonly verdict: Verdict;
  /** The question, as it is passed to a judge; null if the record does not have it. */
  readonly question: string | null;
  /** The text of the prompt that was sent; null if the record does not have it. */
  readonly sentPrompt: string | null;
  /** The reference answer; null if there is none. */
  readonly reference: string | null;
  /** All accepted answers, if there is not exactly one; missing otherwise. */
  readonly references?: readonly string[];
  /** The result of another tool, as its JSON text (VG-Refiner's boxes); null if the record does not have it. */
  readonly toolResults: string | null;
  /** Tokens of the response; null if the record does not say. */
  readonly responseLength: number | null;
  /** The pages that searches brought, and those that hold the answer; null if the record has none of it. */
  readonly retrieval: Retrieval | null;
  /** What the pages say of the response; missing if it was not looked for. */
  readonly grounding?: RewardGrounding;
}

/** The pages that searches brought, and those that hold the answer, as VRAG-RL's records have them. */
export interface Retrieval {
  /** Paths or names of the retrieved page images, in the order in which they came; null if the record does not say. */
  readonly images: readonly string[] | null;
  /** The file name of the document with the answer; null if the record does not say. */
  readonly fileName: string | null;
  /** The numbers of the pages with the answer, as Python prints them; null if the record does not say. */
  readonly pages: readonly string[] | null;
}

/** A context in which nothing is known about the response. */
export const UNKNOWN_CONTEXT: ScoreContext = {
  numImages: null,
  verdict: 'unknown',
  question: null,
  sentPrompt: null,
  reference: null,
  toolResults: null,
  responseLength: null,
  retrieval: null,
};

/** The keys of a record that rewards read, under the reference implementations' names. */
export type RecordKey =
  | 'num_images'
  | 'prompt'
  | 'ground_truth'
  | 'tool_results'
  | 'response_length'
  | 'retrieved_images'
  | 'file_name'
  | 'reference_page';

/**
 * A missing input of a reward: a verdict, the reference answer, the response's length, or what was retrieved; SymPy or
 * Math-Verify, where only they can compare an answer with the reference; or what the pages say of the response.
 */
export type Need =
  | 'verdict'
  | 'reference'
  | 'response_length'
  | 'retrieved_images'
  | 'file_name'
  | 'reference_page'
  | 'sympy'
  | 'math_verify'
  | 'grounding';

/**
 * An exact decimal number in plain notation (`-0.01`, `0.8`), as text, never in scientific notation. Decimals are what
 * people see and what is added up exactly.
 */
export type Decimal = string;

/** One line of the explanation under a component. */
export interface Entry {
  readonly kind: 'deduction' | 'credit' | 'floor' | 'cap' | 'rounding';
  /** Stable, kebab-case, e.g. `empty-observation`. */
  readonly code: string;
  /** In the component's own units (the `-0.1` of a tool score of 1.0 minus 0.1). */
  readonly amount: Decimal;
  /** In the reward's own units, that is, weighted (`-0.01`). */
  readonly paid: Decimal;
  /** A sentence: why. */
  readonly reason: string;
  readonly span: Span | null;
  /** The index of the tool call that the entry is about, among those that the reward sees; null for other entries. */
  readonly tool: number | null;
}

/** One part of a reward: `start` plus its entries is `value`; weight times value is `paid`, all in exact decimals. */
export interface Component {
  readonly key: string;
  readonly title: string;
  readonly weight: Decimal;
  /** The value before entries apply, e.g. `1`. */
  readonly start: Decimal;
  /** Null while something that the component depends on is unknown, and if the reference raises. */
  readonly value: Decimal | null;
  readonly paid: Decimal | null;
  /** The most that the component can pay, weighted. */
  readonly most: Decimal;
  readonly entries: readonly Entry[];
  /** The span that it is paid for; null for the whole response. */
  readonly scope: Span | null;
}

/** The exception that a reference implementation raises instead of giving a score. */
export interface Raised {
  /** Its name in Python, e.g. `IndexError`. */
  readonly name: string;
  /** A sentence: why. */
  readonly reason: string;
}

/** A default of the reference for something that the record does not have. */
export interface Default {
  readonly key: RecordKey;
  /** As Python writes it. */
  readonly value: string;
  /** A sentence. */
  readonly reason: string;
  /** Whether only a judge reads it, so that the score does not depend on it. */
  readonly onlyForJudge?: true;
}

/** The score of one reward profile for one trajectory, explained. Plain data. */
export interface Score {
  /** The profile's name; composite profiles have names of their own. */
  readonly profile: string;
  /** Bit for bit what the reference computes; null while something it needs is unknown, and if it raises. */
  readonly overall: number | null;
  /**
   * The overall reward if the verdict is wrong, and if it is right; equal if the verdict does not matter. Null if more
   * than the verdict is missing, or if the reference raises.
   */
  readonly ifWrong: number | null;
  readonly ifRight: number | null;
  /** The least and the most that the reward can be while more than the verdict is missing, if that is known. */
  readonly between?: readonly [least: number, most: number];
  /** What the reference returns, under its own names, bit for bit; null for values that are not known. */
  readonly reported: Readonly<Record<string, number | null>>;
  /** The exception that the reference raises; null if it gives a score. */
  readonly raises: Raised | null;
  readonly defaults: readonly Default[];
  /** What must be known before `overall` is known; empty if it is known, or if the reference raises. */
  readonly needs: readonly Need[];
  readonly components: readonly Component[];
  /** Entries about the sum itself (rounding, clamping), in the reward's own units. */
  readonly adjustments: readonly Entry[];
  /** Parts of the response that the reward reads differently from a person. */
  readonly notes: readonly Finding[];
}

/** The path of a composite reward's file: absolute, or relative to the folder of the file that names it. */
export type CompositePath = `${string}.json`;
/** How a front matter names a reward. */
export type RewardName = ProfileName | CompositePath;

/** Whether `name` is the path of a composite reward's file, as it can be in a front matter. */
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

/** A mark, other than a tag, that a reward reads the answer from: `\boxed{...}`, or what follows `#### `. */
export type AnswerMark = 'box' | 'hashes';

/** Tool calls as a reward reads them. */
export interface FormTools {
  /** The tag that they must be in; null if they may be anywhere. */
  readonly container: string | null;
  /** Every accepted tool, with what its args must be: a place in an image, anything that is not empty, or anything. */
  readonly allowed: readonly { readonly name: string; readonly args: 'image' | 'filled' | 'any' }[];
  /** The most calls that are accepted without a deduction; null for no limit. */
  readonly most: number | null;
  /** Whether an empty observation is paid less. */
  readonly observation: boolean;
}

/**
 * Numbers of tokens: paid in full from `least` to `most`, with a growing deduction up to `end`, and with the full
 * deduction beyond.
 */
export interface LengthWindow {
  readonly least: number;
  readonly most: number;
  readonly end: number;
}

/** What a reward reads of a response and of its record, as data, so that a prompt can be compared with it. */
export interface RewardForm {
  readonly tags: readonly FormTag[];
  /** The tags that must be in this order; empty if the order does not matter. */
  readonly order: readonly string[];
  /** Further orders, if the reward checks more than one: tags that must be in each of them. */
  readonly otherOrders?: readonly (readonly string[])[];
  /** Whether only white space is allowed outside of the tags. */
  readonly closed: boolean;
  readonly tools: FormTools | null;
  /** The mark that it reads the answer from; missing if that is a tag, or the whole response. */
  readonly answerMark?: AnswerMark;
  readonly length: LengthWindow | null;
  /** Whether a judge decides a part of the reward. */
  readonly judged: boolean;
  /** The keys of a record that it reads in addition to the response. */
  readonly reads: readonly RecordKey[];
  /** Set if it reads what the pages say of the response (`ScoreContext.grounding`). */
  readonly readsPages?: true;
}

/** One thing that changes what a component pays. */
export interface PaidChange {
  /** As in `Entry.code`. */
  readonly code: string;
  /** In the component's own units, signed; with words if it is not a single number (`-0.5 for each image`). */
  readonly amount: string;
  /** A sentence about when it applies, independent of any response. */
  readonly reason: string;
  /** Whether it results from comparing with the reference. */
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
  /** Scores and explains a response; there is no other scoring path. Never throws on any text. */
  score(response: string, context: ScoreContext): Score;
}
