import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PageTraceError } from '../../../src/core/errors.ts';
import { Bm25Retriever } from '../../../src/retrieval/bm25Retriever.ts';
import { EmbeddingRetriever } from '../../../src/retrieval/embeddingRetriever.ts';
import { HybridRetriever } from '../../../src/retrieval/hybridRetriever.ts';
import type { FoundPage } from '../../../src/retrieval/model.ts';
import { embedQuestion } from '../../../src/retrieval/pooling.ts';
import { joinRankings } from '../../../src/retrieval/reciprocalRanks.ts';
import type { RetrievalThread } from '../../../src/retrieval/retrievalThread.ts';
import { SegmentFolder } from '../../../src/retrieval/segmentFolder.ts';
import { vectorFolder, VectorIndex } from '../../../src/retrieval/vectorIndex.ts';
import type { VectorStore } from '../../../src/retrieval/vectorStore.ts';
import { workerVectors } from '../../../src/retrieval/workerStores.ts';
import { temporaryFolder } from '../../support/files.ts';
import { testDeps } from '../inference/helpers.ts';
import { makeThread, TextDocument, unstopped } from './build.ts';
import { PoolingServer } from '../../support/poolingServer.ts';

/** A page image is the number of its page: page n is a vector that turns with n, and another one. */
const turned = (angle: number): readonly number[] => [Math.cos(angle), Math.sin(angle)];
const pageVectors = (input: string | Uint8Array): readonly (readonly number[])[] =>
  typeof input === 'string'
    ? [turned(Number(input) * 0.1)]
    : [turned((input[0] ?? 0) * 0.1), turned((input[0] ?? 0) * 0.1)];

interface Bench {
  readonly server: PoolingServer;
  readonly url: string;
  /** The folder of the vectors. */
  readonly folder: string;
  readonly notices: string[];
  readonly progress: string[];
  /** A retriever that has read nothing yet. */
  readonly make: (model?: string) => EmbeddingRetriever;
}

/** Where vectors are kept and compared. */
type Place = 'this thread' | 'a worker';

async function withServer(use: (bench: Bench) => Promise<void>, place: Place = 'this thread'): Promise<void> {
  const server = new PoolingServer();
  server.vectors = pageVectors;
  const url = await server.start();
  const index = temporaryFolder();
  const notices: string[] = [];
  const progress: string[] = [];
  const threads: RetrievalThread[] = [];
  const onNotice = (sentence: string): void => void notices.push(sentence);
  const makeStore = (): VectorStore => {
    if (place === 'this thread') return new VectorIndex(vectorFolder(index), onNotice);
    const thread = makeThread({ folder: index, onNotice });
    threads.push(thread);
    return workerVectors(thread);
  };
  const make = (model = 'm'): EmbeddingRetriever =>
    new EmbeddingRetriever({
      store: makeStore(),
      server: { url, model, deps: testDeps() },
      inFlight: 2,
      onProgress: ({ name, page, of }) => progress.push(`${name} ${page}/${of}`),
    });
  try {
    await use({ server, url, folder: path.join(index, 'vectors'), notices, progress, make });
  } finally {
    await server.close();
    await Promise.all(threads.map((thread) => thread.dispose()));
  }
}

const places = (found: readonly FoundPage[]) => found.map(({ document, page }) => `${document} ${page}`);
const pages = (count: number): readonly string[] => Array.from({ length: count }, () => '');

describe.each(['this thread', 'a worker'] as const)('an index of vectors in %s', (place) => {
  const withIndex = (use: (bench: Bench) => Promise<void>): Promise<void> => withServer(use, place);

  it('finds pages by the greatest products, and has them from then on', async () => {
    await withIndex(async ({ server, make, folder, progress }) => {
      const documents = [new TextDocument('a.pdf', pages(5)), new TextDocument('b.pdf', pages(3))];
      const found = await make().find('3', documents, 3, unstopped());
      expect(places(found)).toEqual(['0 3', '1 3', '0 2']);
      expect(found[0]?.score).toBeCloseTo(1, 3);
      expect(found[2]?.score).toBeCloseTo(Math.cos(0.1), 3);
      expect(found[0]?.reason).toEqual({ kind: 'embeddings' });
      expect(server.bodies).toHaveLength(9);
      expect(server.mostInFlight).toBeLessThanOrEqual(2);
      expect(progress).toHaveLength(8);
      expect(await make().find('3', documents, 3, unstopped())).toEqual(found);
      expect(server.bodies).toHaveLength(10);
      expect(documents.map(({ opened, closed }) => [opened, closed])).toEqual([
        [1, 1],
        [1, 1],
      ]);
      expect(fs.readdirSync(folder)).toHaveLength(5 + 3 + 2);
    });
  });

  it('goes on where the server failed, a page at a time', async () => {
    await withIndex(async ({ server, make }) => {
      const documents = [new TextDocument('a.pdf', pages(6))];
      server.fault = () => (server.bodies.length > 4 ? { status: 503, body: '{"message":"no room"}' } : null);
      await expect(make().index(documents, unstopped())).rejects.toMatchObject({ status: 503 });
      const asked = server.bodies.length;
      server.fault = null;
      await make().index(documents, unstopped());
      expect(server.bodies.length - asked).toBe(2);
      expect(documents[0]?.opened).toBe(documents[0]?.closed);
    });
  });

  it('stops when it is canceled', async () => {
    await withIndex(async ({ server, make }) => {
      const stop = new AbortController();
      server.fault = () => {
        stop.abort();
        return null;
      };
      await expect(make().index([new TextDocument('a.pdf', pages(6))], stop.signal)).rejects.toMatchObject({
        reason: 'cancelled',
      });
      expect(server.bodies.length).toBeLessThanOrEqual(2);
    });
  });

  it('that was cut short is made again where it was, and says so', async () => {
    await withIndex(async ({ server, make, folder, notices }) => {
      const documents = [new TextDocument('a.pdf', pages(3))];
      const found = await make().find('2', documents, 3, unstopped());
      const asked = server.bodies.length;
      const whole = new Map(
        fs.readdirSync(folder).map((name) => [name, fs.readFileSync(path.join(folder, name))]),
      );
      for (const name of whole.keys()) fs.truncateSync(path.join(folder, name), 50);
      expect(await make().find('2', documents, 3, unstopped())).toEqual(found);
      // The pages, and the question.
      expect(server.bodies.length - asked).toBe(4);
      expect(notices.toSorted()).toEqual([
        'The index of a.pdf is damaged and is made again.',
        ...[1, 2, 3].map((page) => `The index of page ${page} of a.pdf is damaged and is made again.`),
      ]);
      for (const [name, bytes] of whole) expect(fs.readFileSync(path.join(folder, name))).toEqual(bytes);
    });
  });

  it('whose page is gone embeds that page again', async () => {
    await withIndex(async ({ server, make, folder }) => {
      const documents = [new TextDocument('a.pdf', pages(3))];
      const retriever = make();
      const found = await retriever.find('2', documents, 3, unstopped());
      for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name));
      const asked = server.bodies.length;
      expect(await retriever.find('2', documents, 3, unstopped())).toEqual(found);
      expect(server.bodies.length - asked).toBe(4);
    });
  });

  it('refuses vectors of another length under the same name', async () => {
    await withIndex(async ({ server, make }) => {
      const documents = [new TextDocument('a.pdf', pages(2))];
      await make().index(documents, unstopped());
      server.vectors = () => [[1, 0, 0]];
      await expect(make().find('1', documents, 1, unstopped())).rejects.toThrow(
        'm gives vectors of different lengths.',
      );
    });
  });
});

describe('a document that is not in the index of vectors', () => {
  it('is named when its pages are ranked', async () => {
    const store = new VectorIndex(vectorFolder(temporaryFolder()), () => undefined);
    const document = { name: 'a.pdf', hash: 'a', model: 'm' };
    const question = { dimensions: 2, values: Uint16Array.of(0x3c00, 0) };
    expect(await store.isIndexed(document)).toBe(false);
    expect(await store.findMiddle({ document, page: 1 })).toBeNull();
    const compared = [{ document, page: 1, vectors: null }];
    expect(await store.comparePages({ question, pages: compared })).toEqual([null]);
    await expect(store.findNearest({ question, documents: [document], most: 1 })).rejects.toMatchObject({
      reason: 'file-not-found',
      message: 'The index of a.pdf was removed while it was read.',
    });
  });
});

describe('pages by the vectors of their images', () => {
  it('and questions are each always sent in one way', async () => {
    await withServer(async ({ server, make }) => {
      await make().find('1', [new TextDocument('a.pdf', pages(1))], 1, unstopped());
      expect(server.bodies).toMatchObject([
        {
          model: 'm',
          messages: [{ role: 'user', content: [{ type: 'image_url' }] }],
          encoding_format: 'bytes',
        },
        { model: 'm', input: '1', encoding_format: 'bytes', embed_dtype: 'float16' },
      ]);
    });
  });

  it('of another model have another index', async () => {
    await withServer(async ({ server, make }) => {
      const documents = [new TextDocument('a.pdf', pages(2))];
      await make().index(documents, unstopped());
      await make('other').index(documents, unstopped());
      expect(server.bodies).toHaveLength(4);
    });
  });

  it('are compared where another retriever found them, however far their middle is', async () => {
    await withServer(async ({ make }) => {
      const documents = [new TextDocument('a.pdf', pages(250))];
      const found = await make().findAmong('0', documents, [{ document: 0, page: 31 }], 250, unstopped());
      expect(found).toHaveLength(250);
      const near = await make().find('0', documents, 1, unstopped());
      expect(near[0]?.score).toBeCloseTo(1, 2);
    });
  });

  it.each(['float32', 'json'] as const)('are read from an answer in %s', async (form) => {
    await withServer(async ({ server, make }) => {
      server.form = form;
      const found = await make().find('2', [new TextDocument('a.pdf', pages(3))], 1, unstopped());
      expect(places(found)).toEqual(['0 2']);
    });
  });
});

describe('a server without vectors', () => {
  const refused = async (bench: Bench): Promise<PageTraceError> =>
    embedQuestion('1', { url: bench.url, model: 'm', deps: testDeps() }, unstopped()).then(
      () => {
        throw new Error('It was not refused.');
      },
      (error: unknown) => error as PageTraceError,
    );
  const octets = (data: unknown): { headers: Record<string, string> } => ({
    headers: { 'content-type': 'application/octet-stream', metadata: JSON.stringify({ data }) },
  });
  const entry = { embed_dtype: 'float16', endianness: 'little', start: 0, end: 8, shape: [2, 2] };

  it.each([
    [{ status: 404, body: '{"detail":"Not Found"}' }, 'does not turn pages into vectors.'],
    [
      {
        status: 400,
        body: '{"error":{"message":"Try switching the pooling_task via --pooler-config.task token_embed."}}',
      },
      'does not turn pages into vectors.',
    ],
    [{ status: 500, body: '{"error":{"message":"engine died"}}' }, 'engine died'],
    [
      { body: '{}', headers: { 'content-type': 'application/json' } },
      'did not answer with a vector for each token of m.',
    ],
    [{ body: 'x', headers: { 'content-type': 'application/octet-stream' } }, 'did not answer with a vector'],
    [{ body: '12345678', ...octets([]) }, 'did not answer with a vector'],
    [{ body: '1234', ...octets([entry]) }, 'did not answer with a vector'],
    [{ body: '12345678', ...octets([{ ...entry, shape: [2] }]) }, 'did not answer with a vector'],
    [{ body: '12345678', ...octets([{ ...entry, embed_dtype: 'fp8' }]) }, 'did not answer with a vector'],
    [{ body: '12345678', ...octets([{ ...entry, endianness: 'big' }]) }, 'did not answer with a vector'],
    [
      { body: '{"data":[{"data":[0.1,0.2]}]}', headers: { 'content-type': 'application/json' } },
      'did not answer with a vector',
    ],
    [
      { body: '{"data":[{"data":[[1,2],[1]]}]}', headers: { 'content-type': 'application/json' } },
      'did not answer with a vector',
    ],
  ])('that answers %j is refused in a sentence', async (fault, message) => {
    await withServer(async (bench) => {
      bench.server.fault = () => fault;
      const error = await refused(bench);
      expect(`${error.message} ${error.said ?? ''}`).toContain(message);
      expect(error.hint).toBeDefined();
    });
  });

  it('that is not there is named', async () => {
    const error = await refused({ url: 'http://127.0.0.1:9' } as Bench);
    expect(error.reason).toBe('server-unreachable');
  });
});

describe('two rankings in one', () => {
  const found = (...list: readonly number[]): readonly FoundPage[] =>
    list.map((page, at) => ({ document: 0, page, score: 9 - at, reason: { kind: 'bm25', terms: [] } }));

  it('have the sum of 1 / (60 + rank), and both ranks', () => {
    const joined = joinRankings(found(1, 2, 3), found(3, 1, 4), 3);
    expect(joined.map(({ page, score }) => [page, score])).toEqual([
      [1, 1 / 61 + 1 / 62],
      [3, 1 / 63 + 1 / 61],
      [2, 1 / 62],
    ]);
    expect(joined[1]?.reason).toEqual({
      kind: 'hybrid',
      bm25: { rank: 3, score: 7, terms: [] },
      embeddings: { rank: 1, score: 9 },
    });
    expect(joined[2]?.reason).toMatchObject({ embeddings: null });
    expect(joinRankings([], [], 3)).toEqual([]);
  });

  it('come from words and vectors of the same documents', async () => {
    await withServer(async ({ make, folder, progress }) => {
      const text = 'This page has a text layer with more than a few characters about';
      const documents = [new TextDocument('a.pdf', [`${text} 2`, text, `${text} 2`])];
      const byTerms = new Bm25Retriever({
        folder: new SegmentFolder(folder),
        recognizer: null,
        onProgress: () => undefined,
        onNotice: () => undefined,
      });
      const hybrid = new HybridRetriever(byTerms, make());
      await hybrid.index(documents, unstopped());
      expect(progress).toHaveLength(3);
      const result = await hybrid.find('2', documents, 2, unstopped());
      expect(places(result)).toEqual(['0 1', '0 3']);
      expect(result[0]?.reason).toMatchObject({ kind: 'hybrid', bm25: { rank: 1 } });
      expect(hybrid.settings).toBe('hybrid bm25 k1=1.2 b=0.75 ocr=none embeddings m');
    });
  });
});
