import type { TrialState } from '../../core/whatIf/answers.ts';
import { NumberTable } from './numberTable.ts';

/** What another reward would pay, apart from what a run has itself. */
export class WhatIfColumns {
  /** The columns that filters know as `whatif.reward` and so on, as a person last had them shown. */
  numbers = new NumberTable();
  /** The reward that is tried, or was tried last. */
  trial: TrialState | null = null;
}
