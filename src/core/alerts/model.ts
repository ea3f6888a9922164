import type { SampleTable } from '../summary/sampleTable.ts';
import type { StepBin } from './stepBins.ts';

/** The codes of alerts, in the order in which they are shown. */
export const ALERT_CODES = [
  'reward-up-right-down',
  'claims-lose-pages',
  'answer-copied',
  'length-at-limit',
  'think-emptied',
  'unknown-tools-spread',
  'format-saturated',
  'groups-without-variance',
] as const;

/** The code of an alert. */
export type AlertCode = (typeof ALERT_CODES)[number];

/** Whether a text is the code of an alert. */
export const isAlertCode = (text: string): text is AlertCode => ALERT_CODES.some((code) => code === text);

/** Something about a run that a trainer would want to know while it trains. */
export interface Alert {
  readonly code: AlertCode;
  readonly title: string;
  /** What was seen, with its numbers and steps. */
  readonly sentence: string;
  /** The steps that it is about; null if no step is known. */
  readonly steps: { readonly first: number; readonly last: number } | null;
  /** The filter that leaves the rows that it is about (docs/filters.md); null if no filter says it. */
  readonly filter: string | null;
}

/** What alerts are found in. */
export interface AlertSource {
  readonly table: SampleTable;
  /** The rows of the samples that are looked at, in order. */
  readonly rows: Uint32Array;
  /** The number that is compared within groups: `reward` or `score`. */
  readonly compared: 'reward' | 'score';
  readonly bins: readonly StepBin[];
}

/** Looks for one alert; null if there is none. */
export type AlertRule = (source: AlertSource) => Omit<Alert, 'code'> | null;
