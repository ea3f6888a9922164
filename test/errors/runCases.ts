import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import zlib from 'node:zlib';
import type { RunsWorkerData } from '../../src/runs/index/calls.ts';
import { DEFAULT_RUN_LIMITS, type RunLimits } from '../../src/runs/index/model.ts';
import { readInputs, WITHOUT_OPTIONS } from '../../src/runs/reading/inputs.ts';
import { readTable } from '../../src/runs/reading/tableRecords.ts';
import { Engine } from '../../src/runs/worker/engine.ts';
import { FileIndexer } from '../../src/runs/worker/fileIndexer.ts';
import { RowsFirst } from '../../src/runs/worker/rowsFirst.ts';
import { RowTable } from '../../src/runs/worker/rowTable.ts';
import { SourceFile } from '../../src/runs/worker/sourceFile.ts';
import { sentenceOf } from '../../src/core/sentenceOf.ts';
import { RUNS_WORKER, temporaryFolder } from '../support/files.ts';
import { zipFile } from '../support/zipFile.ts';
import { otherArea, failureOf, type Failure } from './errorCase.ts';

const GOOD = '{"input": "a", "output": "x", "gts": "r", "score": 1}\n';
const withMore = (value: string): string => GOOD.replace('}', `, "more": ${value}}`);

/** A user who owns no file. */
const NOBODY = 65534;

/** Bytes that are no text. */
const BINARY = Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256));

function write(name: string, bytes: string | Uint8Array): string {
  const file = path.join(temporaryFolder(), name);
  fs.writeFileSync(file, bytes);
  return file;
}

function loopOfLinks(): string {
  const file = path.join(temporaryFolder(), 'run.jsonl');
  fs.symlinkSync('run.jsonl', file);
  return file;
}

/** The first problem of a file as the command line says it; null if it has none. */
async function inCommandLine(file: string, longest: number): Promise<Failure | null> {
  for await (const items of readInputs([file], { ...WITHOUT_OPTIONS, readTable, longest }))
    for (const item of items)
      if ('problem' in item) return item.error ?? { reason: 'bad-input', message: item.problem };
  return null;
}

/** The first problem of a file as the run view shows it; null if it has none. */
async function inView(name: string, longest: number): Promise<string | null> {
  const file = new SourceFile(name, {});
  const rows = new RowTable();
  try {
    await new FileIndexer(file, {
      rows,
      index: 0,
      limits: { ...DEFAULT_RUN_LIMITS, longestUnasked: longest, settleTime: 0 },
      signal: new AbortController().signal,
      onProgress: () => undefined,
      rowsFirst: new RowsFirst(),
      unpacked: null,
      unkept: new Map(),
      score: () => Promise.resolve(),
    }).index();
    for (let row = 0; row < rows.count; row += 1) {
      const place = rows.place(row);
      const read = place === null || rows.reason(row) === null ? null : await file.sampleAt(place, longest);
      if (read !== null && 'problem' in read) return read.problem;
    }
    return file.problem;
  } catch (error) {
    return sentenceOf(error);
  } finally {
    await file.close();
  }
}

/** The problem of a file that only the command line is asked about. */
async function saidProblemOf(file: string, longest: number): Promise<Failure> {
  const failure = await inCommandLine(file, longest);
  if (failure === null) throw new Error('Nothing went wrong.');
  return failure;
}

/** The problem of a file, which the run view and the command line say in the same words. */
async function problemOf(file: string, longest = DEFAULT_RUN_LIMITS.longestUnasked): Promise<Failure> {
  const failure = await saidProblemOf(file, longest);
  const { reason, hint, remedy } = failure;
  const shown = await inView(file, longest);
  const sentence = hint === undefined ? failure.message : `${failure.message} ${hint}`;
  // An empty file is no problem in the view, which says that it is empty, and shows what comes.
  if (shown !== null && shown !== sentence) throw new Error(`The view says: ${shown}`);
  return { reason, message: failure.message.replace(file, path.basename(file)), hint, remedy };
}

const data: RunsWorkerData = {
  role: 'index',
  strings: {},
  locale: 'en',
  limits: { ...DEFAULT_RUN_LIMITS, pollInterval: 0 },
};

/** What the view says of a row of a file that is changed while it is open. */
async function rowAfter(change: (file: string) => void): Promise<Failure> {
  const name = write('run.jsonl', GOOD + GOOD);
  const file = new SourceFile(name, {});
  await file.recognize();
  const bytes = { start: GOOD.length, length: GOOD.length - 1 };
  const place = { file: 0, line: 2, bytes, sample: null, item: null };
  await file.handle();
  change(name);
  const { reason, message, hint } = await failureOf(() => file.sampleAt(place));
  await file.close();
  return { reason, message: message.replace(name, 'run.jsonl'), hint, editorOnly: true };
}

/** The problem of a file that this process may not read. */
async function problemWithoutPermission(): Promise<Failure> {
  const file = write('run.jsonl', GOOD);
  fs.chmodSync(file, 0);
  // Root may read everything.
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(NOBODY);
  try {
    return await problemOf(file);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** A file in the index of a view that scores nothing, so that no thread begins. */
async function indexedInView(name: string, more: Partial<RunLimits>, cache: string | null): Promise<Engine> {
  const engine = new Engine({
    opening: { paths: [name], fields: {}, profile: 'none', cache },
    data: { ...data, limits: { ...data.limits, ...more } },
    url: RUNS_WORKER,
    generation: 0,
    unkept: new Map(),
    emit: () => undefined,
    onReplaced: () => undefined,
  });
  engine.setBusy(true);
  await engine.open();
  await engine.settled('indexed');
  return engine;
}

/** What the view says of a packed file when the disk of its cache has no room for it. */
async function onFullDisk(): Promise<Failure> {
  const name = write('run.jsonl.gz', zlib.gzipSync(GOOD));
  const limits = { unpackedCheck: 0, unpackedFree: Number.MAX_SAFE_INTEGER };
  const engine = await indexedInView(name, limits, temporaryFolder());
  const { notices } = await engine.refresh();
  await engine.dispose();
  return { reason: 'file-unwritable', message: notices.join(' '), editorOnly: true };
}

/** What the view says of a file that is deleted while it is open. */
async function afterDeletion(): Promise<Failure> {
  const name = write('run.jsonl', GOOD);
  const engine = await indexedInView(name, {}, null);
  fs.rmSync(name);
  const { files } = await engine.refresh();
  await engine.dispose();
  const message = files[0]?.problem?.replace(name, 'run.jsonl') ?? '';
  return { reason: 'file-not-found', message, editorOnly: true };
}

const zipBomb = (): string =>
  write('run.eval', zipFile([{ name: 'samples/1_epoch_1.json', text: `{"id": "${'A'.repeat(300_000)}"}` }]));

export const runCases = otherArea('Runs', {
  'an empty file': () => problemOf(write('run.jsonl', '')),
  'a record that is not UTF-8': () =>
    problemOf(write('run.jsonl', Buffer.concat([Buffer.from('{"input": "'), Buffer.of(0xff, 10)]))),
  'a record that is cut off': () => problemOf(write('run.jsonl', `${GOOD.slice(0, 20)}\n${GOOD}`)),
  'a record of 5,000 levels': () =>
    problemOf(write('run.jsonl', withMore(`${'['.repeat(5000)}${']'.repeat(5000)}`))),
  'a record that is too long': () =>
    problemOf(write('run.jsonl', withMore(`"${'A'.repeat(300_000)}"`)), 200_000),
  'a record without a response': () => problemOf(write('run.jsonl', '{"input": "a", "score": 1}\n')),
  'a record whose request failed': () =>
    problemOf(write('run.jsonl', '{"custom_id": "1", "error": {"message": "The model is overloaded."}}\n')),
  'a table that is binary': () => problemOf(write('run.csv', BINARY)),
  'a file that is not there': () => problemOf(path.join(temporaryFolder(), 'run.jsonl')),
  'a loop of links': () => problemOf(loopOfLinks()),
  'a file without permission to read it': problemWithoutPermission,
  'a folder without records': () => problemOf(temporaryFolder()),
  'a packed file that is cut off': () =>
    problemOf(write('run.jsonl.gz', zlib.gzipSync(GOOD.repeat(5000)).subarray(0, 60))),
  'a log of Inspect that is cut off': () => problemOf(write('run.eval', 'PK\u0003\u0004 and no more')),
  'a log of Inspect with a sample that is too long unpacked': () => saidProblemOf(zipBomb(), 200_000),
  'a file that is replaced while it is open': () =>
    rowAfter((file) => {
      fs.writeFileSync(file, GOOD);
    }),
  'a file that is cut while it is open': () =>
    rowAfter((file) => {
      fs.truncateSync(file, 10);
    }),
  'a file that is deleted while it is open': afterDeletion,
  'a packed file that fills the disk of the cache': onFullDisk,
});
