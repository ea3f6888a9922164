import fs from 'node:fs';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';
import { RunIndex, type RunIndexOptions } from '../../../../src/runs/index/runIndex.ts';
import type { RunLimits, RunOpening, RunRow, SampleRow } from '../../../../src/runs/index/model.ts';
import { RUNS_WORKER, temporaryFolder } from '../../../support/files.ts';

/** An index that looks for changes only when it is asked to. */
function createIndex(options: Partial<RunIndexOptions>): RunIndex {
  return new RunIndex({
    worker: RUNS_WORKER,
    strings: {},
    locale: 'en',
    ...options,
    limits: { pollInterval: 0, settleTime: 0, scoringThreads: 1, scoringNiceness: 0, ...options.limits },
  });
}

/** An index for all tests of a file, which open their runs in it one after the other. Its thread starts once. */
export function shareIndex(limits: Partial<RunLimits> = {}): () => RunIndex {
  let index: RunIndex | null = null;
  afterAll(() => index?.dispose());
  return () => (index ??= createIndex({ limits }));
}

/** An index that ends with the running test. */
export function startIndex(options: Partial<RunIndexOptions> = {}): RunIndex {
  const index = createIndex(options);
  onTestFinished(() => index.dispose());
  return index;
}

/** What is opened, without a profile or a cache. */
export function openingOf(...paths: readonly string[]): RunOpening {
  return { paths, fields: {}, profile: 'none', cache: null };
}

/** Writes files of records, each one a line, into a new folder, which is removed after the test. */
export function writeRuns(files: Readonly<Record<string, readonly unknown[] | string>>): string {
  const folder = temporaryFolder();
  for (const [name, records] of Object.entries(files)) {
    const file = path.join(folder, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(
      file,
      typeof records === 'string' ? records : records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    );
  }
  return folder;
}

/** A rollout of verl. */
export function rollout(
  question: string,
  answer: string,
  score: number,
  others: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return {
    input: question,
    output: `<think>It is ${answer}.</think><answer>${answer}</answer>`,
    gts: '42',
    score,
    step: 1,
    ...others,
  };
}

/** The samples among rows. */
export function samplesOf(rows: readonly RunRow[]): readonly SampleRow[] {
  return rows.filter((row) => row.kind === 'sample');
}
