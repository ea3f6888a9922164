import type { Alert } from '../../core/alerts/model.ts';
import type { ChartId, RunCharts } from '../../core/charts/model.ts';
import type { OfferedCompletions } from '../../core/filter/offeredCompletions.ts';
import type {
  ComparisonAnswer,
  ComparisonQuestion,
  ListedOutcome,
  ListedQuestions,
} from '../../core/runComparison/model.ts';
import type { FieldValuesAnswer, MetricsAnswer, MetricsQuestion } from '../../core/runMetrics/model.ts';
import type { HeldImage } from '../../core/datasets/model.ts';
import type { GuessedField } from '../../core/records/guessFieldMap.ts';
import type { DefinedTool } from '../../core/toolPool/definitions.ts';
import type { ToolboxTool } from '../../core/toolPool/toolbox.ts';
import type { ToolPool } from '../../core/toolPool/toolPool.ts';
import type { GroundableRows, GroundedRows, KeptDocuments } from '../../core/summary/groundableRow.ts';
import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { Place } from '../reading/inputs.ts';
import type {
  RunOverview,
  RunOverviewOptions,
  RowExtremes,
  RowSample,
  RunIndexState,
  RunLimits,
  RunOpening,
  RunRows,
  RunViewOptions,
  RunViewState,
  Settled,
} from './model.ts';
import type { ComparedParts, SideAnswer } from './comparedSides.ts';
import type { WorstRow } from './insightModel.ts';
import type { WhatIfCalls } from './whatIfCalls.ts';

/** The calls of the thread that indexes a run. */
export interface IndexCalls extends WhatIfCalls {
  /** Opens the run; answers when the first rows are there. */
  readonly open: { readonly request: RunOpening; readonly value: RunIndexState };
  /** Ends the run, and says that its window no longer uses what is in the cache. */
  readonly close: { readonly request: null; readonly value: null };
  readonly setView: { readonly request: RunViewOptions; readonly value: RunViewState };
  readonly rows: {
    readonly request: { readonly start: number; readonly count: number };
    readonly value: RunRows;
  };
  readonly sample: { readonly request: number; readonly value: RowSample };
  /** Reads a sample again, whatever is open. */
  readonly sampleAt: {
    readonly request: { readonly place: Place; readonly fields: FieldMap };
    readonly value: Sample;
  };
  /** The bytes of an image in a Parquet file, whatever is open. */
  readonly heldImage: { readonly request: HeldImage; readonly value: Uint8Array };
  readonly extremes: { readonly request: string; readonly value: RowExtremes | null };
  /** What can stand at an offset of the filter. */
  readonly complete: {
    readonly request: { readonly text: string; readonly offset: number };
    readonly value: OfferedCompletions;
  };
  /** A filter with one more condition. */
  readonly addCondition: {
    readonly request: { readonly filter: string; readonly condition: string };
    readonly value: string;
  };
  /** Where the fields of records of no known form seem to be, in files and folders. */
  readonly guess: { readonly request: readonly string[]; readonly value: readonly GuessedField[] };
  readonly summary: { readonly request: RunOverviewOptions; readonly value: RunOverview };
  /** So many rows that are paid least, one of each question. */
  readonly worst: { readonly request: number; readonly value: readonly WorstRow[] };
  readonly toolPool: { readonly request: null; readonly value: ToolPool };
  readonly toolDefinitions: { readonly request: null; readonly value: readonly DefinedTool[] };
  readonly toolbox: { readonly request: readonly string[]; readonly value: readonly ToolboxTool[] };
  readonly alerts: { readonly request: null; readonly value: readonly Alert[] };
  /** The values of a field. */
  readonly fieldValues: { readonly request: string; readonly value: FieldValuesAnswer };
  readonly metrics: { readonly request: MetricsQuestion; readonly value: MetricsAnswer };
  /** The rows that the filter leaves, as a side of a comparison in the thread of another run. */
  readonly side: { readonly request: string; readonly value: SideAnswer };
  readonly compareRuns: {
    readonly request: { readonly question: ComparisonQuestion; readonly parts: ComparedParts };
    readonly value: ComparisonAnswer;
  };
  /** Some of the questions of the last comparison. */
  readonly comparedQuestions: {
    readonly request: { readonly outcome: ListedOutcome; readonly start: number; readonly count: number };
    readonly value: ListedQuestions;
  };
  readonly charts: { readonly request: readonly ChartId[]; readonly value: RunCharts };
  /** Whether pages are searched for claims. */
  readonly setSearching: { readonly request: boolean; readonly value: null };
  readonly nextToSearch: { readonly request: number; readonly value: GroundableRows };
  readonly takeClaims: { readonly request: GroundedRows; readonly value: null };
  readonly keptDocuments: { readonly request: null; readonly value: KeptDocuments };
  readonly restoreClaims: { readonly request: KeptDocuments; readonly value: null };
  readonly setBusy: { readonly request: boolean; readonly value: null };
  /** Looks for changes of the files; answers when what has changed is indexed. */
  readonly refresh: { readonly request: null; readonly value: RunIndexState };
  /** Answers when that is so. */
  readonly settled: { readonly request: Settled; readonly value: RunIndexState };
}

/** What a thread of a run gets when it starts. */
export interface RunsWorkerData {
  readonly role: 'index' | 'scoring';
  /** The strings of the display language, by the English ones. */
  readonly strings: Readonly<Record<string, string>>;
  /** The language of the strings. */
  readonly locale: string;
  readonly limits: RunLimits;
}
