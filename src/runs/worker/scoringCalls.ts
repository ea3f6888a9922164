import type { CountedToolFacts } from '../../core/toolPool/definitions.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { ProblemReason } from '../../core/records/problemReason.ts';
import type { QuestionKey } from '../../core/runComparison/questionKey.ts';
import type { Verdict } from '../../core/rewards/model.ts';
import type { Measure } from '../../core/runMetrics/sampleMeasures.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { UnpackedPlace } from './unpackedPlace.ts';

/** How the samples of a file are scored, as its first records suggest or a person has said. */
export interface FileScoring {
  /** The dialect of samples that name none; null to recognize each. */
  readonly dialect: DialectName | null;
  /** A profile's name, or the path of a composite; null for none. */
  readonly profile: string | null;
}

/** Rows of one file, in their order, that one thread reads at a time. */
export interface RowsTask {
  readonly file: string;
  /** The text that the file was unpacked to, if its rows are there; null if they are in the file. */
  readonly unpacked: UnpackedPlace | null;
  readonly fields: FieldMap;
  /** Where each record begins in bytes; what is at no such place has its position in the file, as -1 for the first. */
  readonly starts: Float64Array;
  readonly lengths: Float64Array;
  readonly lines: Uint32Array;
  /** Which sample of its record each row is, from 1; 0 for the only one. */
  readonly samples: Uint16Array;
  /** What a person said of rows, by their positions; missing if nobody said anything. */
  readonly said?: ReadonlyMap<number, Verdict>;
  /** Bytes of the longest record that is loaded. */
  readonly longest: number;
}

/** Rows that are scored. */
export interface ScoringTask extends RowsTask, FileScoring {
  /** The file that holds the result, or will hold it; null to keep none. */
  readonly kept: string | null;
}

/** What scoring finds out about the rows of a task, in columns. */
export interface ScoredBlock {
  readonly count: number;
  /** Why a row has no sample after all, by its position. */
  readonly reasons: readonly (readonly [position: number, reason: ProblemReason])[];
  /** The positions of rows that could not be scored, because of a fault in scoring. */
  readonly unscored: readonly number[];
  /** The numbers that a profile pays, by name, as `NumberColumn` has them. */
  readonly numbers: readonly { readonly name: string; readonly values: Float64Array<ArrayBuffer> }[];
  /** The different lists of tools, of findings, and answers; 0 is for none of them. */
  readonly tools: DistinctTexts;
  readonly findings: DistinctTexts;
  readonly answers: DistinctTexts;
}

/** Texts of rows: each different one once, and which of them each row has. The first is empty. */
export interface DistinctTexts {
  readonly texts: readonly string[];
  readonly ofRow: Uint32Array;
}

/** Rows in whose texts is searched. */
export interface SearchTask extends RowsTask {
  /** The text of the filter. */
  readonly filter: string;
}

/** For each atom of the filter that reads texts, 1 for each row for which it holds. */
export interface SearchedBlock {
  readonly found: ReadonlyMap<number, Uint8Array>;
}

/** Rows whose reward is computed, and nothing else. */
export interface RewardsTask extends RowsTask {
  /** A profile's name, or the path of a composite. */
  readonly profile: string;
}

/** The rewards of the rows of a task, as `NumberColumn` has them. */
export interface RewardsBlock {
  readonly rewards: Float64Array<ArrayBuffer>;
}

/** Rows whose texts and records are measured. */
export interface MeasureTask extends RowsTask {
  /** The fields by whose values metrics are put into buckets. */
  readonly by: readonly string[];
  /** The profile that scores the samples of each file, by its path; a file without one is not in it. */
  readonly profiles: ReadonlyMap<string, string>;
}

/** What was measured of the rows of a task. */
export interface MeasuredBlock {
  /** The measures that a row has; NaN for a row without one. */
  readonly measures: readonly { readonly name: Measure; readonly values: Float64Array<ArrayBuffer> }[];
  /** For each field, the lists of values of the rows. */
  readonly by: readonly DistinctTexts[];
}

/** What a thread has scored. */
export interface ScoredTask {
  readonly block: ScoredBlock;
  /** Whether the block could not be kept for the next time, although it should be. */
  readonly isLost: boolean;
}

/** The calls of a thread that reads rows. */
export interface ScoringCalls {
  readonly measure: { readonly request: MeasureTask; readonly value: MeasuredBlock };
  /** What the questions of rows are recognized by in another run; null for a row that has none. */
  readonly questions: { readonly request: RowsTask; readonly value: readonly (QuestionKey | null)[] };
  readonly search: { readonly request: SearchTask; readonly value: SearchedBlock };
  readonly rewards: { readonly request: RewardsTask; readonly value: RewardsBlock };
  readonly score: { readonly request: ScoringTask; readonly value: ScoredTask };
  readonly toolFacts: { readonly request: RowsTask; readonly value: CountedToolFacts };
}
