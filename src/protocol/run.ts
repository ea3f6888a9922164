import * as v from 'valibot';
import type { OfferedCompletions } from '../core/filter/offeredCompletions.ts';
import type { MarkCount } from '../core/grounding/claimCounts.ts';
import type { ProblemReason } from '../core/records/problemReason.ts';
import type { Verdict } from '../core/rewards/model.ts';
import type { TrialState } from '../core/whatIf/answers.ts';
import {
  chooseComparedMessage,
  closeComparedMessage,
  compareQuestionMessage,
  copyTextMessage,
  type ComparedWith,
} from './runMetrics.ts';
import { insightMethods, LONGEST_FILTER, saveFileMessage, type InsightMethods } from './runInsights.ts';
import { stopTrialMessage, tryRewardMessage } from './runWhatIf.ts';
import { turnOffAlertMessage, writeToolboxMessage } from './runTools.ts';

/** How many rows one request may ask for. */
export const MOST_ROWS_AT_ONCE = 200;

/** The narrowest and the widest column, in CSS pixels. */
export const NARROWEST_COLUMN = 40;
export const WIDEST_COLUMN = 2000;

/** A number as it is sent: the messages are JSON, which has no NaN and no infinities. */
export type SentNumber = number | 'NaN' | 'Infinity' | '-Infinity';

/** A number as it is sent. */
export function sentNumber(value: number): SentNumber {
  if (Number.isFinite(value)) return value;
  return Number.isNaN(value) ? 'NaN' : value > 0 ? 'Infinity' : '-Infinity';
}

/** How far the run is. `empty`: there is no record in it; `failed`: nothing of it can be read. */
export type RunStatus =
  | { readonly phase: 'empty' }
  | {
      readonly phase: 'indexing';
      readonly bytes: number;
      readonly ofBytes: number;
      /** Bytes of text that packed files were unpacked to so far; missing if none is being unpacked. */
      readonly unpacked?: number;
    }
  | { readonly phase: 'ready' }
  /** Why, and what to do about it, in sentences; the hint is empty if there is nothing. */
  | { readonly phase: 'failed'; readonly message: string; readonly hint: string };

/** What the whole run has, whatever the filter. */
export interface RunCounts {
  readonly files: number;
  readonly bytes: number;
  readonly records: number;
  readonly samples: number;
  /** Records whose request failed, and records that cannot be read. */
  readonly failed: number;
  readonly broken: number;
  /** Groups within their steps, and across steps. */
  readonly groups: number;
  readonly groupsAcrossSteps: number;
}

/** A column that the table can show. */
export interface RunColumn {
  /**
   * The name that filters and sorting use. The table knows `question`, `answer`, `reference`, `verdict`, `reward`,
   * `score`, `advantage`, `rloo`, `grounded`, `claims`, `findings`, `tools`, `length`, `finish`, `step`, `group`, `id`,
   * `format` and `place`; a column of another name shows the component (`reward.COMPONENT`), the number of the group
   * (`group.mean`), or the number or text of the record that has this name.
   */
  readonly name: string;
  /** `field` and `textField`: another number or text of the records; `group`: a number that only heads of groups have. */
  readonly kind: 'text' | 'number' | 'component' | 'field' | 'textField' | 'group';
  readonly canSort: boolean;
  /** Whether no row has anything in it. */
  readonly isEmpty: boolean;
  /** The least and the greatest finite number; missing if there is none, and where they are not counted. */
  readonly range?: readonly [least: number, greatest: number];
}

/**
 * A component of the reward: the most that it pays, which is its weight in the bars, 0 if it pays nothing; and the factor
 * that the reward multiplies its value by.
 */
export interface ShownComponent {
  readonly name: string;
  readonly weight: number;
  readonly factor: number;
}

/** The reward profile that scores the run. */
export interface RunProfile {
  /** Null if none scores. */
  readonly name: string | null;
  readonly components: readonly ShownComponent[];
  /** The number that is compared within groups. */
  readonly compared: 'reward' | 'score';
  /** Samples that are scored; as many as there are samples when it is done. */
  readonly scored: number;
  readonly isPaused: boolean;
}

/**
 * How far the search of the pages for claims is. `none`: it was not begun; `stopped`: some samples were not searched;
 * `done`: all were, or cannot be.
 */
export interface RunPages {
  readonly phase: 'none' | 'searching' | 'stopped' | 'done';
  /** The samples whose claims are known, and those whose documents are not at hand. */
  readonly found: number;
  readonly missing: number;
}

export interface RunSort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** What is wrong with the filter, at a place of its text in UTF-16 units. */
export interface FilterProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** What could stand in the place instead, such as the nearest name; null if there is none. */
  readonly suggestion: string | null;
}

/** What a person looks at, and what it comes to. */
export interface RunView {
  /** The filter that was set last; with a problem, the rows are those of the last one without. */
  readonly filter: string;
  readonly problem: FilterProblem | null;
  /** A name in the filter that no row has, although another one is near. The filter holds all the same. */
  readonly hint: FilterProblem | null;
  readonly sort: RunSort | null;
  readonly isGrouped: boolean;
  readonly acrossSteps: boolean;
  /** Whether groups are folded unless a person has unfolded them, rather than the other way round. */
  readonly isFolded: boolean;
  /** Samples and problems that the filter leaves, and the groups that have one of them. */
  readonly matched: number;
  readonly groups: number;
  /** Rows to scroll through: with heads of groups, without what is folded. */
  readonly rows: number;
  /** The share of the run that the filter has been applied to, from 0 to 1. */
  readonly progress: number;
}

/** A column that a person has chosen, in its place. The width is in CSS pixels. */
export interface ChosenColumn {
  readonly name: string;
  readonly width: number;
}

export interface SavedFilter {
  readonly name: string;
  readonly filter: string;
  /** Whether a person has saved it, and can remove it; otherwise it comes with PageTrace. */
  readonly isOwn: boolean;
}

/** Everything that the run view shows besides the rows. */
export interface RunState {
  /** Identifies the run across a reload: its URIs. */
  readonly key: string;
  /** The name of the file or folder. */
  readonly name: string;
  /** What it is, such as `verl, steps 1 to 120`; empty if not known. */
  readonly detail: string;
  readonly status: RunStatus;
  readonly counts: RunCounts;
  readonly columns: readonly RunColumn[];
  readonly profile: RunProfile;
  readonly pages: RunPages;
  /** The reward that is tried, or was tried last; null before any. */
  readonly trial: TrialState | null;
  readonly view: RunView;
  /** The columns that a person chose; null for the usual ones. */
  readonly chosen: readonly ChosenColumn[] | null;
  /** How the fields of records of no known form were guessed, as a sentence; null if nothing was. */
  readonly fieldMap: string | null;
  /** The run that it is compared with; null without one. */
  readonly compared: ComparedWith | null;
  /** Anything else that a person should know, in sentences. */
  readonly notices: readonly string[];
  readonly savedFilters: readonly SavedFilter[];
  /** Earlier filters, the last one first. */
  readonly history: readonly string[];
  /** Grows whenever rows may have changed. */
  readonly version: number;
  /** Grows when the numbers of rows mean others than before, because a file was replaced or cut. */
  readonly generation: number;
}

/** From the extension to the run view. */
export interface ToRun {
  readonly type: 'state';
  readonly state: RunState;
}

/** Where a record is. */
export interface RowPlace {
  readonly file: string;
  /** The line, from 1; null for a whole file. */
  readonly line: number | null;
  /** Which sample of a record with several, from 1; null for the only one. */
  readonly sample: number | null;
}

/** The row of a sample. Texts are cut. */
export interface SampleRow {
  readonly kind: 'sample';
  /** Its number in the run, which stays the same in one generation. */
  readonly row: number;
  readonly place: RowPlace;
  readonly format: string | null;
  readonly id: string | null;
  readonly question: string | null;
  /** Null if the response gives none, or if it is not known yet. */
  readonly answer: string | null;
  readonly reference: string | null;
  readonly verdict: Verdict;
  /** The reward of the profile; null without one. */
  readonly reward: SentNumber | null;
  /** What the components pay; null if it is not known. */
  readonly components: readonly { readonly name: string; readonly paid: SentNumber | null }[];
  /** The recorded score. */
  readonly score: SentNumber | null;
  /** Against its group, as GRPO and RLOO compute it; null if it is not known. */
  readonly advantage: SentNumber | null;
  readonly rloo: SentNumber | null;
  /** Codes of findings, each once. */
  readonly findings: readonly string[];
  /** Names of the tools that are called, in order. */
  readonly tools: readonly string[];
  readonly tokens: number | null;
  readonly finishReason: string | null;
  readonly step: number | null;
  /** The key of its group; null if it belongs to none. */
  readonly group: string | null;
  readonly groupName: string | null;
  /** Which sample of its group it is, from 1. */
  readonly placeInGroup: number | null;
  /** The record's other numbers. */
  readonly fields: Readonly<Record<string, SentNumber>>;
  /** The record's other short texts. */
  readonly texts: Readonly<Record<string, string>>;
  /** How often each mark occurs among its claims, problems first; null if its pages were not searched. */
  readonly claims: readonly MarkCount[] | null;
  /** The share of its claims that is found, among those that can be checked; null if it is not known. */
  readonly grounded: number | null;
  /** Whether reward, findings, tools and answer are known. */
  readonly isScored: boolean;
}

/** The row of a record that has no sample. */
export interface ProblemRow {
  readonly kind: 'problem';
  readonly row: number;
  readonly place: RowPlace;
  readonly reason: ProblemReason;
  /** Why, as a sentence. */
  readonly problem: string;
  /** What had arrived of the response of a request that failed, cut off if it is long; null if nothing is kept of it. */
  readonly partial: string | null;
}

/** The head of a group. */
export interface GroupRow {
  readonly kind: 'group';
  readonly key: string;
  readonly name: string;
  readonly question: string | null;
  readonly reference: string | null;
  /** Null across steps, and if no step is known. */
  readonly step: number | null;
  readonly isCollapsed: boolean;
  /** Its samples: those that the filter leaves, and all. */
  readonly matched: number;
  readonly n: number;
  /** Those that are known to be right or wrong, and those that are right. */
  readonly judged: number;
  readonly right: number;
  readonly wrong: number;
  /** The share of right ones among those, and of samples that give the answer of the majority; null without any. */
  readonly share: number | null;
  readonly agreement: number | null;
  /** Of the reward, or of the recorded score without a profile. */
  readonly mean: SentNumber | null;
  readonly std: SentNumber | null;
  readonly min: SentNumber | null;
  readonly max: SentNumber | null;
  /** Whether all have the same reward, so that the group teaches nothing. */
  readonly isZeroVariance: boolean;
  /** Whether they differ in a component of the reward all the same. */
  readonly hasOtherComponents: boolean;
  /** Unbiased pass@k, if it is known of all samples whether they are right. */
  readonly passesAt: readonly { readonly k: number; readonly share: number }[];
  /** The answer that most samples give, and how many do; null without answers. */
  readonly majority: { readonly answer: string; readonly count: number } | null;
}

export type RunRow = SampleRow | ProblemRow | GroupRow;

/** Some rows of the view from `start`, as they were in a version; fewer than asked for at the end. */
export interface RunRows {
  readonly version: number;
  readonly generation: number;
  readonly start: number;
  readonly rows: readonly RunRow[];
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const name = v.pipe(v.string(), v.maxLength(1000));
const filter = v.pipe(v.string(), v.maxLength(LONGEST_FILTER));
/** The key of a group, which may hold a whole prompt. */
const group = v.pipe(v.string(), v.maxLength(10_000_000));

/** From the run view to the extension; every message is validated with this schema first. */
export const fromRun = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('filter'), text: filter }),
  v.object({
    type: v.literal('sort'),
    /** Null for the order of the files. */
    sort: v.nullable(v.object({ column: name, isDescending: v.boolean() })),
  }),
  v.object({ type: v.literal('group'), isGrouped: v.boolean(), acrossSteps: v.boolean() }),
  v.object({ type: v.literal('fold'), group, isFolded: v.boolean() }),
  v.object({ type: v.literal('foldAll'), isFolded: v.boolean() }),
  /** Shows a sample, or the text of a record that has none; `isKept` as an editor that stays. */
  v.object({ type: v.literal('open'), row: count, generation: count, isKept: v.boolean() }),
  /** Shows the best and the worst sample of a group side by side. */
  v.object({ type: v.literal('compare'), group, generation: count }),
  v.object({ type: v.literal('chooseProfile') }),
  v.object({ type: v.literal('editFieldMap') }),
  v.object({
    type: v.literal('columns'),
    /** Null for the usual ones. */
    columns: v.nullable(
      v.pipe(
        v.array(
          v.object({
            name,
            width: v.pipe(v.number(), v.minValue(NARROWEST_COLUMN), v.maxValue(WIDEST_COLUMN)),
          }),
        ),
        v.minLength(1),
        v.maxLength(500),
      ),
    ),
  }),
  /** Asks for a name, and saves the filter under it. */
  v.object({ type: v.literal('saveFilter'), text: v.pipe(filter, v.nonEmpty()) }),
  v.object({ type: v.literal('removeFilter'), name }),
  /** Reads the run again after a failure. */
  v.object({ type: v.literal('retry') }),
  /** Stops scoring in the background, or goes on with it. Rows in sight are scored in any case. */
  v.object({ type: v.literal('pause'), isPaused: v.boolean() }),
  /** Searches the pages for the claims of all samples, or stops that. */
  v.object({ type: v.literal('searchPages'), isOn: v.boolean() }),
  saveFileMessage,
  /** Writes a report of the run as one HTML file. */
  v.object({ type: v.literal('saveReport') }),
  /** Exports what the filter leaves as training files. */
  v.object({ type: v.literal('exportTraining') }),
  tryRewardMessage,
  stopTrialMessage,
  writeToolboxMessage,
  turnOffAlertMessage,
  chooseComparedMessage,
  closeComparedMessage,
  compareQuestionMessage,
  copyTextMessage,
]);
/** A message from the run view. */
export type FromRun = v.InferOutput<typeof fromRun>;

/** Requests of the run view over the RPC, by method: arguments and answer. */
export interface RunMethods extends InsightMethods {
  rows: { args: { start: number; count: number }; value: RunRows };
  /** What can stand at an offset of a filter, the likeliest first. */
  complete: { args: { text: string; offset: number }; value: OfferedCompletions };
}
export const runMethods = {
  rows: v.object({ start: count, count: v.pipe(count, v.minValue(1), v.maxValue(MOST_ROWS_AT_ONCE)) }),
  complete: v.object({ text: filter, offset: count }),
  ...insightMethods,
} as const;
