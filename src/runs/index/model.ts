import type { MarkCount } from '../../core/grounding/claimCounts.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { OnlineFilter } from '../../core/groups/advantages.ts';
import type { BrokenReason, ProblemReason } from '../../core/records/problemReason.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { GroupFigures } from '../../core/summary/groupFigures.ts';
import type { RunSummary } from '../../core/summary/summarize.ts';
import type { Verdict } from '../../core/rewards/model.ts';
import type { TrialState } from '../../core/whatIf/answers.ts';
import type { Place } from '../reading/inputs.ts';

/** Everything that bounds the work of a run's index. Tests shorten it. */
export interface RunLimits {
  /**
   * Bytes that are read at a time while a file is indexed. A thread that waits for its bytes more often takes up to half
   * as much time again, on a machine whose processors others use meanwhile.
   */
  readonly block: number;
  /**
   * Bytes of a block that are made a string at a time. V8 keeps strings of 128 KB and more apart, and asks the system for
   * new memory for each of them, which takes three times as long as reading the lines.
   */
  readonly chunk: number;
  /** Bytes of the longest record that is loaded unasked. A longer one has a row that says so. */
  readonly longestUnasked: number;
  /** Characters of a text in a row; the rest is cut off. */
  readonly shownText: number;
  /** Characters of what had arrived of a response whose request failed; the rest is cut off. */
  readonly shownPartial: number;
  /** Rows of the view that one request may ask for. */
  readonly rowsAtOnce: number;
  /** Rows that are kept after they were parsed for the view. */
  readonly keptRows: number;
  /** How many times as long as the order of a growing view has taken to compute it is not computed again. */
  readonly orderPause: number;
  /** Milliseconds between two reports of progress. */
  readonly progressInterval: number;
  /** Milliseconds that samples are read to be measured before the person is told how far that is. */
  readonly measuringTime: number;
  /** Milliseconds after which samples are no longer read if nobody has asked again what was measured. */
  readonly measuringPatience: number;
  /** Milliseconds between two looks at the files for changes; 0 if only `refresh` looks. */
  readonly pollInterval: number;
  /** Milliseconds without a change after which an unfinished last line is no longer waited for. */
  readonly settleTime: number;
  /** Scoring threads; null for one less than there are processors, and at least one. */
  readonly scoringThreads: number | null;
  /** How much threads let others go first while they score: 0 not at all, 19 most. */
  readonly scoringNiceness: number;
  /** Rows of one piece of scoring work. */
  readonly scoringBlock: number;
  /** Bytes of one piece of scoring work: a thread holds those of a few pieces before V8 frees them. */
  readonly scoringBytes: number;
  /** Bytes that all cached scores may take; the oldest are removed. */
  readonly cacheQuota: number;
  /** Bytes that the texts of packed files may take in the cache; those not used for the longest time are removed. */
  readonly unpackedQuota: number;
  /** Bytes of the disk that unpacking leaves free. */
  readonly unpackedFree: number;
  /** Bytes that are unpacked between two looks at the room that is left. */
  readonly unpackedCheck: number;
  /** Milliseconds after which a window that was ended no longer keeps what it used in the cache. */
  readonly leaseTime: number;
  /** How many times as long as reading a packed file took it is not read again only because it has grown. */
  readonly growthPause: number;
  /** Megabytes of JavaScript values that the index's thread may hold. */
  readonly memory: number;
  /**
   * Megabytes of JavaScript values that a scoring thread may hold: for one of the longest records. V8 lets garbage pile up
   * by what is allowed.
   */
  readonly scoringMemory: number;
  /** Megabytes of new values that each thread holds before those that are no longer used are removed. */
  readonly youngMemory: number;
  /** Milliseconds that the start of the thread may take. */
  readonly startTimeout: number;
}

export const DEFAULT_RUN_LIMITS: RunLimits = {
  block: 2 * 1024 * 1024,
  chunk: 96 * 1024,
  longestUnasked: 16 * 1024 * 1024,
  shownText: 300,
  shownPartial: 2000,
  rowsAtOnce: 1000,
  keptRows: 2000,
  orderPause: 9,
  progressInterval: 200,
  measuringTime: 1000,
  measuringPatience: 10_000,
  pollInterval: 2000,
  settleTime: 30_000,
  scoringThreads: null,
  scoringNiceness: 10,
  scoringBlock: 4096,
  scoringBytes: 256 * 1024,
  cacheQuota: 1024 * 1024 * 1024,
  unpackedQuota: 16 * 1024 * 1024 * 1024,
  unpackedFree: 2 * 1024 * 1024 * 1024,
  unpackedCheck: 64 * 1024 * 1024,
  leaseTime: 5 * 60_000,
  growthPause: 9,
  memory: 4096,
  scoringMemory: 512,
  youngMemory: 8,
  startTimeout: 30_000,
};

/** What is opened as a run. */
export interface RunOpening {
  /** Files of records and folders of such files, as the person named them. */
  readonly paths: readonly string[];
  /** Where the fields of records are, if a person has said so. */
  readonly fields: FieldMap;
  /** The reward profile, or the path of a composite; `auto` for what the records suggest, `none` for no reward. */
  readonly profile: string;
  /** The folder that scores and the texts of packed files are cached in; null to keep none. */
  readonly cache: string | null;
  /** The file in which a person's verdicts are kept, which replace those of the records; missing for none. */
  readonly verdicts?: string | undefined;
}

/** How far the index has come. `failed`: no file can be read. */
export type RunPhase = 'indexing' | 'scoring' | 'paused' | 'done' | 'failed';

/** A file of a run. */
export interface RunFile {
  readonly file: string;
  /** The name of the record format that its first record has; null if not known. */
  readonly format: string | null;
  readonly bytes: number;
  /** `pending`: its last line is not finished; `failed` and `deleted` have a `problem`. */
  readonly status: 'waiting' | 'indexing' | 'indexed' | 'pending' | 'deleted' | 'failed';
  /** What is wrong with the whole file, in a sentence; null if nothing is. */
  readonly problem: string | null;
}

/** A column that rows can be sorted by and shown with. */
export interface RunColumnInfo {
  /** The name that filters and `sort` use: `reward`, `reward.format`, `score`, `length`, `step`, `acc`. */
  readonly name: string;
  /**
   * `field` and `textField`: another number or text of the records; `group`: a number that only heads of groups have.
   */
  readonly kind: 'text' | 'number' | 'component' | 'field' | 'textField' | 'group';
  /** Whether rows or groups can be sorted by it. */
  readonly canSort: boolean;
  /** Rows that have a value, as far as it is counted; null for texts and for what is computed, unless there is none. */
  readonly count: number | null;
  /** The least and the greatest finite value; null if there is none. */
  readonly least: number | null;
  readonly greatest: number | null;
}

/** What is known of a run now. Sent again whenever something has changed. */
export interface RunIndexState {
  /** Grows with every change. */
  readonly version: number;
  /** Grows when the rows have other numbers than before, because a file was replaced or cut. */
  readonly generation: number;
  readonly phase: RunPhase;
  readonly files: readonly RunFile[];
  readonly bytes: number;
  readonly indexedBytes: number;
  /** Bytes of text that packed files were unpacked to so far, while they are; null if none is being unpacked. */
  readonly unpackedBytes: number | null;
  readonly records: number;
  readonly samples: number;
  readonly failed: number;
  readonly broken: number;
  /** Samples whose columns are complete: reward, tools, findings and answer. */
  readonly scored: number;
  /** The search of the pages: the samples whose claims are known, and those whose documents are not at hand. */
  readonly claims: { readonly isSearched: boolean; readonly found: number; readonly missing: number };
  /** Groups within their steps, and across steps. */
  readonly groups: { readonly count: number; readonly acrossSteps: number };
  readonly steps: { readonly count: number; readonly first: number; readonly last: number } | null;
  /** The name of the profile that scores; null if none does (yet). */
  readonly profile: string | null;
  /** Samples whose reward is known. */
  readonly rewards: number;
  /** The number that is compared within groups. */
  readonly compared: 'reward' | 'score';
  /** The reward that is tried, or was tried last; null before any. */
  readonly trial: TrialState | null;
  readonly columns: readonly RunColumnInfo[];
  /** How the view stands, as `setView` returned it, with what has come since. */
  readonly view: RunViewState;
  /** The files that could not be opened, or anything else that a person should know, in sentences. */
  readonly notices: readonly string[];
}

/** What a person looks at. */
export interface RunViewOptions {
  /** The text of the filter; empty for all rows. */
  readonly filter: string;
  readonly sort: RunSort | null;
  readonly grouped: boolean;
  readonly acrossSteps: boolean;
  /** The groups that show only their heads: all of them or none, except some, by their keys. */
  readonly collapsed: { readonly all: boolean; readonly except: readonly string[] };
}

export interface RunSort {
  readonly column: string;
  readonly descending: boolean;
}

export const FIRST_VIEW: RunViewOptions = {
  filter: '',
  sort: null,
  grouped: false,
  acrossSteps: false,
  collapsed: { all: false, except: [] },
};

/** What is wrong with a filter or a sort, at a place of the filter's text in UTF-16 units. */
export interface RunViewError {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** What the text there should be replaced with; null if that is not known. */
  readonly suggestion: string | null;
}

/** What a view comes to. */
export interface RunViewState {
  /** Samples and problems that the filter leaves, without heads of groups. */
  readonly matched: number;
  /** Groups that have such a sample. */
  readonly groups: number;
  /** Rows to scroll through: samples and problems, heads of groups, without what is folded. */
  readonly rows: number;
  /** The share of the run that the filter has been applied to, from 0 to 1: texts are searched in the files. */
  readonly progress: number;
  /** Null if there is nothing wrong; otherwise the view before stays. */
  readonly error: RunViewError | null;
  /** A name in the filter that no row has, if another one is near; the filter holds all the same. */
  readonly hint: RunViewError | null;
}

/** How a run is summarized. */
export interface RunOverviewOptions {
  /** Whether the samples of a question are one group in all steps. */
  readonly acrossSteps: boolean;
  /** Which groups a trainer keeps. */
  readonly filter: OnlineFilter;
}

/** A record without a sample, or a file that cannot be read. */
export interface RunProblem {
  readonly file: string;
  readonly line: number | null;
  /** A ProblemReason, or `file`. */
  readonly reason: string;
  readonly message: string;
}

/** What `pagetrace runs` says of a run. What is known only after scoring grows until everything is scored. */
export interface RunOverview {
  readonly files: number;
  readonly bytes: number;
  /** Files by the format of their records. */
  readonly formats: ReadonlyMap<string, number>;
  readonly records: number;
  readonly failed: number;
  readonly broken: Readonly<Record<BrokenReason, number>>;
  readonly problems: readonly RunProblem[];
  readonly profile: string | null;
  /** Samples that the filter of the view leaves, which `summary` is about. */
  readonly matched: number;
  readonly summary: RunSummary;
}

/** What can be waited for. */
export type Settled = 'indexed' | 'scored' | 'filtered';

/** A number with its name, as it was reported for a sample: a component of its reward. */
export interface RowComponent {
  readonly name: string;
  readonly paid: number | null;
}

/** The row of a sample. Texts are cut. */
export interface SampleRow {
  readonly kind: 'sample';
  /** The number of the row in the run, for `sample`. It stays the same in one generation. */
  readonly row: number;
  readonly place: Place;
  readonly format: string | null;
  readonly id: string | null;
  readonly question: string | null;
  /** The answer that the response gives; null if it gives none or it is not known yet. */
  readonly answer: string | null;
  readonly reference: string | null;
  readonly verdict: Verdict;
  /** The reward of the profile; null without one. */
  readonly reward: number | null;
  readonly components: readonly RowComponent[];
  /** The recorded score. */
  readonly score: number | null;
  /** Against the group, as GRPO and RLOO compute it; null if it is not known. */
  readonly advantage: number | null;
  readonly rloo: number | null;
  /** Codes of findings, each once. */
  readonly findings: readonly string[];
  /** Names of the tools that are called, in order. */
  readonly tools: readonly string[];
  /** Tokens of the response; null if not recorded. */
  readonly tokens: number | null;
  readonly finishReason: string | null;
  readonly step: number | null;
  /** The key of its group; null if it belongs to none. */
  readonly group: string | null;
  readonly groupName: string | null;
  /** Which sample of its group it is, from 1. */
  readonly placeInGroup: number | null;
  /** The record's other numbers. */
  readonly fields: Readonly<Record<string, number>>;
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
  readonly place: Place;
  readonly reason: ProblemReason;
  readonly problem: string;
  /** What had arrived of the response of a request that failed, cut off if it is long; null if nothing is kept of it. */
  readonly partial: string | null;
}

/** The head of a group. */
export interface GroupRow extends Omit<GroupFigures, 'majority'> {
  readonly kind: 'group';
  readonly key: string;
  readonly name: string;
  readonly question: string | null;
  readonly reference: string | null;
  /** Null across steps, and if no step is known. */
  readonly step: number | null;
  readonly isCollapsed: boolean;
  /** How many of its samples the filter leaves. */
  readonly matched: number;
  /** Unbiased pass@k, if it is known of all its samples whether they are right. */
  readonly passesAt: readonly { readonly k: number; readonly share: number }[];
  /** The answer that most samples give, and how many do; null without answers. */
  readonly majority: { readonly answer: string; readonly count: number } | null;
}

/** A row of the view. */
export type RunRow = SampleRow | ProblemRow | GroupRow;

/** A part of the view's rows. `version` and `generation` are those of the state that they were read in. */
export interface RunRows {
  readonly version: number;
  readonly generation: number;
  readonly start: number;
  readonly rows: readonly RunRow[];
}

/** Rows with the best and the worst compared number of a group. */
export interface RowExtremes {
  readonly best: number;
  readonly worst: number;
}

/** The whole sample of a row, or why there is none. */
export type RowSample =
  | { readonly place: Place; readonly format: string | null; readonly sample: Sample }
  | { readonly place: Place; readonly problem: string };
