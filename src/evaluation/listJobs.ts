import type { DatasetItem } from '../core/datasets/model.ts';
import type { Job } from './model.ts';

/** What is asked of each item. */
export interface JobOptions {
  /** Samples of each item. */
  readonly samples: number;
  /** Whether a sample of an item, from 1, has ended. */
  readonly has: (item: string, sample: number) => boolean;
}

/**
 * The requests that are left of an item. Samples that follow each other are one request, so that the server reads their
 * prompt once; what is between them has ended already.
 */
export function listJobs(item: DatasetItem, { samples, has }: JobOptions): readonly Job[] {
  const jobs: Job[] = [];
  let first = 1;
  for (let sample = 1; sample <= samples + 1; sample += 1) {
    if (sample <= samples && !has(item.id, sample)) continue;
    if (sample > first) jobs.push({ item, first, count: sample - first });
    first = sample + 1;
  }
  return jobs;
}
