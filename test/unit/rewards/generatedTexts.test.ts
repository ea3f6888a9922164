import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { SEED, TEXTS } from '../../../scripts/lib/generatedInputs.mjs';
import { cache, root } from '../../../scripts/lib/paths.mjs';

/** Texts that a worker checks before the progress is saved. */
const BATCH = 1000;

/**
 * Which batches have been checked, in a file, so that a run that was stopped goes on where it ended. The file is for
 * one seed and one state of the code.
 */
class Progress {
  readonly #file: string;
  readonly #done: Set<number>;

  constructor(seed: number) {
    const code = createHash('sha256');
    for (const folder of ['src/core', 'test/support', 'test/unit/trajectory']) {
      for (const name of fs
        .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
        .toSorted())
        if (name.endsWith('.ts')) code.update(name).update(fs.readFileSync(path.join(root, folder, name)));
    }
    this.#file = path.join(cache, 'texts', `${seed}-${code.digest('hex').slice(0, 16)}.json`);
    this.#done = new Set(
      fs.existsSync(this.#file) ? (JSON.parse(fs.readFileSync(this.#file, 'utf8')) as number[]) : [],
    );
  }

  has(batch: number): boolean {
    return this.#done.has(batch);
  }

  add(batch: number): void {
    this.#done.add(batch);
    fs.mkdirSync(path.dirname(this.#file), { recursive: true });
    const draft = `${this.#file}.${process.pid}`;
    fs.writeFileSync(draft, JSON.stringify([...this.#done]));
    fs.renameSync(draft, this.#file);
  }

  clear(): void {
    fs.rmSync(this.#file, { force: true });
  }
}

/** Has a worker check batches until `next` gives null. Resolves to the first failure, or null. */
async function checkBatches(
  next: () => number | null,
  passed: (batch: number) => void,
): Promise<string | null> {
  const worker = new Worker(new URL('../../support/textsWorker.ts', import.meta.url), {
    workerData: { seed: SEED, size: BATCH },
  });
  try {
    return await new Promise<string | null>((resolve, reject) => {
      let batch = next();
      worker.on('error', reject);
      worker.on('message', (failure: string | null) => {
        if (failure !== null || batch === null) {
          resolve(failure);
          return;
        }
        passed(batch);
        batch = next();
        if (batch === null) resolve(null);
        else worker.postMessage(batch);
      });
      if (batch === null) resolve(null);
      else worker.postMessage(batch);
    });
  } finally {
    await worker.terminate();
  }
}

test(
  `${TEXTS.toLocaleString('en-US')} generated texts are parsed the same way whole and in chunks, and scored exactly by every profile`,
  async () => {
    const progress = new Progress(SEED);
    const batches = Array.from({ length: TEXTS / BATCH }, (_, batch) => batch).filter(
      (batch) => !progress.has(batch),
    );
    let at = 0;
    const next = (): number | null => batches[at++] ?? null;
    const workers = Math.min(os.availableParallelism(), batches.length);
    const failures = await Promise.all(
      Array.from({ length: workers }, () =>
        checkBatches(next, (batch) => {
          progress.add(batch);
        }),
      ),
    );
    expect(failures.filter((failure) => failure !== null)).toEqual([]);
    progress.clear();
  },
  60 * 60_000,
);
