import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_RUN_LIMITS, FIRST_VIEW, type RunLimits } from '../../../../src/runs/index/model.ts';
import type { RunIndex } from '../../../../src/runs/index/runIndex.ts';
import { FileIndexer } from '../../../../src/runs/worker/fileIndexer.ts';
import { RowsFirst } from '../../../../src/runs/worker/rowsFirst.ts';
import { RowTable } from '../../../../src/runs/worker/rowTable.ts';
import { SourceFile } from '../../../../src/runs/worker/sourceFile.ts';
import { openingOf, rollout, startIndex, writeRuns } from './support.ts';

const line = (question: string, score = 1): string => `${JSON.stringify(rollout(question, '42', score))}\n`;

/** The questions of all rows, or why there is none. */
async function questionsOf(index: RunIndex): Promise<readonly (string | null)[]> {
  const { rows } = await index.rows(0, 100);
  return rows.map((row) =>
    row.kind === 'sample' ? row.question : row.kind === 'problem' ? row.reason : null,
  );
}

/** An indexer of a file, and the rows that it makes. */
function indexerOf(file: string, limits: RunLimits, onProgress: () => void = () => undefined) {
  const rows = new RowTable();
  const indexer = new FileIndexer(new SourceFile(file, {}), {
    rows,
    index: 0,
    limits,
    signal: new AbortController().signal,
    onProgress,
    rowsFirst: new RowsFirst(),
    unpacked: null,
    unkept: new Map(),
    score: () => Promise.resolve(),
  });
  onTestFinished(() => indexer.file.close());
  return { rows, indexer };
}

describe('files that change while they are open', () => {
  test('grow by whole lines, and by one that is not finished', async () => {
    const folder = writeRuns({ '1.jsonl': line('a') });
    const file = path.join(folder, '1.jsonl');
    const index = startIndex({ limits: { settleTime: 1e9 } });
    await index.open(openingOf(file));
    await index.settled('scored');
    const more = line('b') + line('c');
    fs.appendFileSync(file, more.slice(0, -30));
    let state = await index.refresh();
    expect(state).toMatchObject({ samples: 2, broken: 0, generation: 0 });
    expect(state.files[0]?.status).toBe('pending');
    fs.appendFileSync(file, more.slice(-30));
    state = await index.refresh();
    expect(state).toMatchObject({ samples: 3, broken: 0 });
    expect(state.files[0]?.status).toBe('indexed');
    expect(await questionsOf(index)).toEqual(['a', 'b', 'c']);
    expect((await index.settled('scored')).scored).toBe(3);
  });

  test('of a folder are named where they are left out', async () => {
    const folder = writeRuns({
      'all/traces.jsonl': line('a'),
      'effective/traces.jsonl': line('a'),
      'config.json': '{"name": "run"}',
    });
    const index = startIndex();
    await index.open(openingOf(folder));
    const { samples, notices } = await index.settled('indexed');
    expect(samples).toBe(1);
    expect(notices).toEqual([
      'Left out: 1 file without records of a known form (config.json).',
      'Left out: 1 file in folders named "effective", whose samples are also in the folders named "all" beside them (effective/traces.jsonl).',
    ]);
    fs.writeFileSync(path.join(folder, 'metrics.jsonl'), '{"loss": 1}\n');
    expect((await index.refresh()).notices[0]).toBe(
      'Left out: 2 files without records of a known form (config.json and metrics.jsonl).',
    );
  });

  test('show a last line without a line feed, and go on after it', async () => {
    const folder = writeRuns({ '1.jsonl': line('a') + line('b').trimEnd() });
    const file = path.join(folder, '1.jsonl');
    const index = startIndex({ limits: { settleTime: 1e9 } });
    await index.open(openingOf(file));
    expect(await index.settled('indexed')).toMatchObject({ samples: 2, generation: 0 });
    fs.appendFileSync(file, `\n${line('c')}`);
    expect(await index.refresh()).toMatchObject({ samples: 3, generation: 0 });
    expect(await questionsOf(index)).toEqual(['a', 'b', 'c']);
    const { rows } = await index.rows(2, 1);
    expect(rows[0]).toMatchObject({ place: { line: 3 } });
  });

  test('have every line that is added while they are indexed', async () => {
    const folder = writeRuns({ '1.jsonl': line('a') });
    const file = path.join(folder, '1.jsonl');
    const added = [line('b'), line('c')];
    const limits: RunLimits = {
      ...DEFAULT_RUN_LIMITS,
      // It is read when the last line has been read and before the indexing ends.
      get settleTime() {
        fs.appendFileSync(file, added.shift() ?? '');
        return 0;
      },
    };
    const { rows, indexer } = indexerOf(file, limits);
    await indexer.index();
    expect(rows.count).toBe(1);
    for (const count of [2, 3]) {
      expect(await indexer.look(fs.statSync(file))).toBe('grown');
      await indexer.index();
      expect(rows.count).toBe(count);
    }
    expect(await indexer.look(fs.statSync(file))).toBe('same');
  });

  test.each([
    ['lines', line, (count: number) => Array.from({ length: count }, () => line('a')).join('')],
    [
      'a list',
      () => `,\n${JSON.stringify(rollout('b', '42', 1))}`,
      (count: number) => `[${Array.from({ length: count }, () => line('a').trimEnd()).join(',\n')}`,
    ],
  ])(
    'are read as far as they went when they were looked at, however fast %s come',
    async (_, next, first) => {
      const folder = writeRuns({ '1.json': first(5000) });
      const file = path.join(folder, '1.json');
      let written = 0;
      const { rows, indexer } = indexerOf(file, { ...DEFAULT_RUN_LIMITS, block: 4096, chunk: 1024 }, () => {
        // Who writes is faster than who reads, but not for ever.
        if (written < 2000) fs.appendFileSync(file, next('b').repeat(10));
        written += 10;
      });
      const { size } = fs.statSync(file);
      await indexer.index();
      expect(written).toBeGreaterThan(0);
      expect(rows.records).toBe(5000);
      expect(indexer.position).toBe(size);
    },
  );

  test('are read again if a last line that was taken for whole goes on', async () => {
    const folder = writeRuns({ '1.jsonl': line('a') + line('b').slice(0, -30) });
    const file = path.join(folder, '1.jsonl');
    const { indexer } = indexerOf(file, { ...DEFAULT_RUN_LIMITS, settleTime: 0 });
    await indexer.index();
    fs.appendFileSync(file, line('b').slice(-30) + line('c'));
    await indexer.index();
    expect(indexer.hasChanged).toBe(true);
  });

  test('no longer wait for a line that nobody finishes', async () => {
    const folder = writeRuns({ '1.jsonl': line('a') + line('b').slice(0, -30) });
    const index = startIndex();
    await index.open(openingOf(folder));
    expect(await index.settled('indexed')).toMatchObject({ samples: 1, broken: 1 });
    expect(await questionsOf(index)).toEqual(['a', 'json']);
  });

  test('are read again when they are cut, replaced, or rewritten with the same length', async () => {
    const folder = writeRuns({ '1.jsonl': line('a') + line('b') });
    const file = path.join(folder, '1.jsonl');
    const index = startIndex();
    await index.open(openingOf(folder));
    await index.settled('indexed');
    await index.setView({ ...FIRST_VIEW, sort: { column: 'score', descending: false } });
    fs.truncateSync(file, line('a').length);
    expect(await index.refresh()).toMatchObject({ samples: 1, generation: 1 });
    fs.writeFileSync(`${file}.new`, line('c', 1) + line('d', 0));
    fs.renameSync(`${file}.new`, file);
    expect(await index.refresh()).toMatchObject({ samples: 2, generation: 2 });
    expect(await questionsOf(index)).toEqual(['d', 'c']);
    fs.writeFileSync(file, line('e', 1) + line('f', 0));
    fs.utimesSync(file, 1, 1);
    expect(await index.refresh()).toMatchObject({ samples: 2, generation: 3 });
    expect(await questionsOf(index)).toEqual(['f', 'e']);
  });

  test('are joined by new files, with rows in the order of the files', async () => {
    const folder = writeRuns({ '1.jsonl': line('a'), '2.jsonl': line('b') });
    const index = startIndex();
    await index.open(openingOf(folder));
    await index.settled('indexed');
    fs.appendFileSync(path.join(folder, '1.jsonl'), line('a2'));
    fs.writeFileSync(path.join(folder, '10.jsonl'), line('c'));
    const state = await index.refresh();
    expect(state).toMatchObject({ samples: 4, generation: 0 });
    expect(state.files.map(({ file }) => path.basename(file))).toEqual(['1.jsonl', '2.jsonl', '10.jsonl']);
    expect(await questionsOf(index)).toEqual(['a', 'a2', 'b', 'c']);
  });

  test('are said to be deleted, and their rows can still be read', async () => {
    const folder = writeRuns({ '1.jsonl': line('a') });
    const file = path.join(folder, '1.jsonl');
    const index = startIndex();
    await index.open(openingOf(file));
    await index.settled('indexed');
    fs.rmSync(file);
    const state = await index.refresh();
    expect(state.files[0]).toMatchObject({ status: 'deleted', problem: `${file} was deleted.` });
    expect(await questionsOf(index)).toEqual(['a']);
  });

  test('are read again after something else stood under their name', async () => {
    const folder = writeRuns({ 'run/1.jsonl': line('a') });
    const run = path.join(folder, 'run');
    const file = path.join(run, '1.jsonl');
    const index = startIndex();
    await index.open(openingOf(file));
    await index.settled('indexed');
    // A rotation: the old file gets another name.
    fs.renameSync(file, `${file}.1`);
    fs.writeFileSync(file, line('b'));
    expect(await index.refresh()).toMatchObject({ samples: 1, generation: 1 });
    expect(await questionsOf(index)).toEqual(['b']);
    fs.truncateSync(file, 0);
    expect(await index.refresh()).toMatchObject({ samples: 0, generation: 2 });
    fs.appendFileSync(file, line('c'));
    expect(await index.refresh()).toMatchObject({ samples: 1, generation: 2 });
    fs.rmSync(file);
    fs.mkdirSync(file);
    const { phase, files } = await index.refresh();
    expect([phase, files[0]?.problem]).toEqual([
      'failed',
      `${file} is a folder without files of records. Name its files if they are records.`,
    ]);
    expect(await index.refresh()).toMatchObject({ generation: 3 });
    // Someone who may not read something changes its permissions. The system's clock may stand still for some milliseconds.
    await expect
      .poll(async () => {
        fs.chmodSync(file, 0o700);
        return (await index.refresh()).generation;
      })
      .toBe(4);
    fs.rmdirSync(file);
    fs.writeFileSync(file, line('d'));
    expect(await index.refresh()).toMatchObject({ samples: 1, generation: 5 });
    expect(await questionsOf(index)).toEqual(['d']);
    // The folder of a run is deleted and made again.
    await index.open(openingOf(run));
    await index.settled('indexed');
    fs.rmSync(run, { recursive: true });
    expect((await index.refresh()).files.map(({ status }) => status)).toEqual(['deleted', 'failed']);
    fs.mkdirSync(run);
    fs.writeFileSync(file, line('e'));
    await index.refresh();
    expect(await questionsOf(index)).toEqual(['e']);
  });

  test('lose nothing while someone writes to them all the time', async () => {
    const folder = writeRuns({ '1.jsonl': '' });
    const file = path.join(folder, '1.jsonl');
    const index = startIndex({ limits: { block: 150, chunk: 100, settleTime: 1e9 } });
    await index.open(openingOf(file));
    let written = 0;
    const write = (): void => {
      const text = line(String(written));
      // A line comes in two parts, as through a buffer.
      fs.appendFileSync(file, text.slice(0, 30));
      fs.appendFileSync(file, text.slice(30));
      written += 1;
    };
    const writing = setInterval(write, 1);
    onTestFinished(() => {
      clearInterval(writing);
    });
    for (let look = 0; look < 10; look += 1) {
      const { broken, generation } = await index.refresh();
      expect([broken, generation]).toEqual([0, 0]);
    }
    clearInterval(writing);
    write();
    expect((await index.refresh()).samples).toBe(written);
  });

  test('are looked at by themselves', async () => {
    const folder = writeRuns({ '1.jsonl': line('a') });
    let grown = (): void => undefined;
    const seen = new Promise<void>((resolve) => {
      grown = resolve;
    });
    const index = startIndex({
      limits: { pollInterval: 5, progressInterval: 0 },
      onDidChange: ({ samples }) => {
        if (samples === 2) grown();
      },
    });
    await index.open(openingOf(folder));
    fs.appendFileSync(path.join(folder, '1.jsonl'), line('b'));
    await seen;
    expect(await questionsOf(index)).toEqual(['a', 'b']);
  });
});

describe('long lines', () => {
  test('are not loaded unasked, whatever is around them', async () => {
    const image = JSON.stringify({ ...rollout('long', '1', 1), image: 'A'.repeat(5000) });
    const folder = writeRuns({ '1.jsonl': `${line('a')}${image}\n${line('b')}${image}\n${line('c')}` });
    for (const chunk of [64, 1000, 100_000]) {
      const index = startIndex({ limits: { chunk, longestUnasked: 1000 } });
      await index.open(openingOf(folder));
      const state = await index.settled('scored');
      expect(state).toMatchObject({ samples: 3, broken: 2, phase: 'done' });
      expect(await questionsOf(index)).toEqual(['a', 'too_long', 'b', 'too_long', 'c']);
      expect(await index.sample(1)).toMatchObject({ sample: { question: 'long' } });
      expect((await index.rows(4, 1)).rows[0]).toMatchObject({ place: { line: 5 } });
      await index.dispose();
    }
  });

  test('of a list are not loaded unasked either', async () => {
    const image = { ...rollout('long', '1', 1), image: 'A'.repeat(5000) };
    const folder = writeRuns({
      'a.json': JSON.stringify([rollout('a', '1', 1), image, rollout('b', '1', 1)]),
    });
    const index = startIndex({ limits: { longestUnasked: 1000 } });
    await index.open(openingOf(folder));
    await index.settled('scored');
    expect(await questionsOf(index)).toEqual(['a', 'too_long', 'b']);
    expect(await index.sample(1)).toMatchObject({ sample: { question: 'long' } });
  });
});
