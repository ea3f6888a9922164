import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { EmbeddingRetriever } from '../../src/retrieval/embeddingRetriever.ts';
import type { SearchedDocument } from '../../src/retrieval/model.ts';
import { RetrievalThread } from '../../src/retrieval/retrievalThread.ts';
import { toHalf } from '../../src/retrieval/toHalf.ts';
import { vectorFolder, VectorIndex } from '../../src/retrieval/vectorIndex.ts';
import type { VectorStore } from '../../src/retrieval/vectorStore.ts';
import { workerVectors } from '../../src/retrieval/workerStores.ts';
import { PoolingServer } from '../support/poolingServer.ts';
import { testDeps } from '../unit/inference/helpers.ts';
import { numbersFrom } from './numbersFrom.ts';
import { medianOf, type BenchRow } from './row.ts';

const PAGES = 1000;
const VECTORS_OF_PAGE = 750;
const VECTORS_OF_QUESTION = 32;
const DIMENSIONS = 128;
const QUESTIONS = 10;

/** Pages with vectors of their own; the others have the same ones, because their numbers take long to make. */
const DIFFERENT_PAGES = 20;

const report: SearchedDocument = {
  name: 'report.pdf',
  hash: 'report',
  open: () => Promise.reject(new Error('All of its pages are in the index.')),
};

/** Puts pages into an index, as a server would give them. */
async function fill(store: VectorStore, number: () => number, signal: AbortSignal): Promise<void> {
  const document = { name: report.name, hash: report.hash, model: 'm' };
  const different = Array.from({ length: DIFFERENT_PAGES }, () => ({
    dimensions: DIMENSIONS,
    values: Uint16Array.from({ length: VECTORS_OF_PAGE * DIMENSIONS }, () => toHalf(number())),
  }));
  const middles: Float32Array[] = [];
  while (middles.length < PAGES)
    for (const vectors of different)
      middles.push(await store.addPage({ document, page: middles.length + 1, vectors }, signal));
  await store.addDocument({ document, middles }, signal);
}

/**
 * Questions over the vectors of 1,000 pages, of which 200 are read and compared: in the worker thread, as VS Code does it,
 * and beside that in the thread that asks.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  const { signal } = new AbortController();
  const share = numbersFrom(1);
  const number = (): number => 2 * share() - 1;
  const onNotice = (): void => undefined;
  const thread = new RetrievalThread({
    worker: new URL('../../dist/retrieval-worker.js', import.meta.url),
    folder,
    strings: {},
    locale: 'en',
    onNotice,
  });
  const server = new PoolingServer();
  server.vectors = () =>
    Array.from({ length: VECTORS_OF_QUESTION }, () => Array.from({ length: DIMENSIONS }, number));
  const url = await server.start();
  /** The milliseconds of questions, and the longest for which they held up this thread. */
  const measure = async (store: VectorStore): Promise<{ readonly median: number; readonly held: number }> => {
    const deps = testDeps();
    const options = { store, server: { url, model: 'm', deps }, inFlight: 8, onProgress: () => undefined };
    const retriever = new EmbeddingRetriever(options);
    const times: number[] = [];
    await retriever.find('Why?', [report], 10, signal);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    for (let at = 0; at < QUESTIONS; at += 1) {
      const start = performance.now();
      await retriever.find('Why?', [report], 10, signal);
      times.push(performance.now() - start);
    }
    delay.disable();
    return { median: medianOf(times), held: delay.max / 1e6 };
  };
  try {
    const local = new VectorIndex(vectorFolder(folder), onNotice);
    await fill(local, number, signal);
    const inThread = await measure(workerVectors(thread));
    const here = await measure(local);
    const what = `retrieval: a question over the vectors of ${PAGES.toLocaleString('en')} pages`;
    const unit = 'ms';
    return [
      {
        what: `${what} in the worker, beside this thread, median`,
        ours: inThread.median,
        peer: here.median,
        ratio: inThread.median / here.median,
        unit,
        budget: { of: 'ours', most: 2000 },
      },
      {
        what: `${what}: the longest that this thread is held up`,
        ours: inThread.held,
        peer: here.held,
        ratio: inThread.held / here.held,
        unit,
        budget: { of: 'ours', most: 50 },
      },
    ];
  } finally {
    await server.close();
    await thread.dispose();
    fs.rmSync(folder, { recursive: true });
  }
}
