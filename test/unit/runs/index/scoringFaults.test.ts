import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RunsWorkerData } from '../../../../src/runs/index/calls.ts';
import { DEFAULT_RUN_LIMITS } from '../../../../src/runs/index/model.ts';
import { BackgroundScoring } from '../../../../src/runs/worker/backgroundScoring.ts';
import type { BlockReader } from '../../../../src/runs/worker/blockReader.ts';
import { FileIndexer } from '../../../../src/runs/worker/fileIndexer.ts';
import { RowsFirst } from '../../../../src/runs/worker/rowsFirst.ts';
import { RowTable } from '../../../../src/runs/worker/rowTable.ts';
import { rowsTask } from '../../../../src/runs/worker/rowsTask.ts';
import { BlockScorer } from '../../../../src/runs/worker/scoreBlock.ts';
import { SourceFile } from '../../../../src/runs/worker/sourceFile.ts';
import { temporaryFolder } from '../../../support/files.ts';
import { openingOf, rollout, startIndex, writeRuns } from './support.ts';

const DYING_WORKER = new URL('dyingWorker.ts', import.meta.url);

const UNSCORED =
  'Some samples could not be scored: their rewards, tools and findings are missing. Open the run again to try once more.';

const data: RunsWorkerData = { role: 'index', strings: {}, locale: 'en', limits: DEFAULT_RUN_LIMITS };

/** A response that brings scoring down. */
const FAULTY = { response: null as unknown as string };

/** A file of rollouts that was indexed. */
async function indexed(count: number): Promise<{ readonly rows: RowTable; readonly file: SourceFile }> {
  const records = Array.from({ length: count }, (_, at) => rollout(`What is ${at}?`, '7', at % 2));
  const file = new SourceFile(path.join(writeRuns({ '1.jsonl': records }), '1.jsonl'), {});
  onTestFinished(() => file.close());
  const rows = new RowTable();
  await new FileIndexer(file, {
    rows,
    index: 0,
    limits: DEFAULT_RUN_LIMITS,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    rowsFirst: new RowsFirst(),
    unpacked: null,
    unkept: new Map(),
    score: () => Promise.resolve(),
  }).index();
  return { rows, file };
}

describe('a fault in scoring', () => {
  test('that ends a thread costs only the row that does it, and is told once', async () => {
    const { rows, file } = await indexed(3);
    const notices: string[] = [];
    let changed = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      changed = resolve;
    });
    const scoring = new BackgroundScoring({
      rows,
      files: () => [file],
      opening: openingOf(file.path),
      data,
      url: DYING_WORKER,
      threads: 1,
      onChange: () => {
        if (scoring.isDone) changed();
      },
      notice: (sentence) => notices.push(sentence),
    });
    onTestFinished(() => scoring.dispose());
    await scoring.start();
    await done;
    const unscored = Array.from({ length: rows.count }, (_, row) => row).filter((row) => !rows.isScored(row));
    expect(unscored).toEqual([2]);
    expect(notices).toEqual([UNSCORED]);
  });

  test('of one sample costs only this one', async () => {
    const { rows, file } = await indexed(3);
    const { task } = rowsTask(rows, Uint32Array.of(0, 1, 2), { sourceOf: () => file, fields: {}, data });
    const reader = {
      async *read(): ReturnType<BlockReader['read']> {
        for (let row = 0; row < rows.count; row += 1) {
          const found = await file.sampleAt(rows.place(row) ?? expect.fail());
          if ('problem' in found || row !== 1) yield found;
          else yield { ...found, sample: { ...found.sample, ...FAULTY } };
        }
      },
    };
    const scorer = new BlockScorer(reader);
    const block = await scorer.score({ ...task, dialect: null, profile: 'lang2act', kept: null });
    expect(block.unscored).toEqual([1]);
    rows.setBlock(0, block);
    expect([0, 1, 2].map((row) => rows.isScored(row))).toEqual([true, false, true]);
  });

  test('is told once if scores cannot be kept', async () => {
    const cache = path.join(temporaryFolder(), 'scores');
    // A file stands where the folder would be, as a full disk leaves no room for it.
    fs.writeFileSync(cache, '');
    const index = startIndex({ limits: { scoringBlock: 2 } });
    const folder = writeRuns({ '1.jsonl': Array.from({ length: 6 }, (_, at) => rollout(`${at}`, '7', 1)) });
    await index.open({ ...openingOf(folder), cache });
    expect(await index.settled('scored')).toMatchObject({
      scored: 6,
      notices: [
        `The scores of this run could not be kept, so that they are computed again the next time. Check that there is space in ${cache} and that you may write there.`,
      ],
    });
  });
});
