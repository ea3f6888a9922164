import type { Sample } from '../../core/records/sample.ts';
import type { LookedAtRun } from './insightSource.ts';

/** What what-ifs need of a run and of what is looked at. */
export interface WhatIfSource extends LookedAtRun {
  /** The sample of a row, read again; null if it cannot be read. */
  readonly sampleOf: (row: number) => Promise<Sample | null>;
}
