import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Bm25Retriever } from '../../../src/retrieval/bm25Retriever.ts';
import type { FoundPage } from '../../../src/retrieval/model.ts';
import type { RetrievalThread, RetrievalThreadOptions } from '../../../src/retrieval/retrievalThread.ts';
import { WorkerRetriever } from '../../../src/retrieval/workerRetriever.ts';
import { workerVectors } from '../../../src/retrieval/workerStores.ts';
import { temporaryFolder } from '../../support/files.ts';
import { makeThread, TextDocument, unstopped } from './build.ts';

const filler = 'This page has a text layer that says much about';
const documents = (): readonly TextDocument[] => [
  new TextDocument('a.pdf', [`${filler} cats`, `${filler} dogs`, `${filler} fish and dogs`]),
  new TextDocument('b.pdf', [`${filler} dogs dogs`]),
];

async function withThread(
  more: Partial<RetrievalThreadOptions>,
  use: (thread: RetrievalThread) => Promise<void>,
): Promise<void> {
  const thread = makeThread(more);
  try {
    await use(thread);
  } finally {
    await thread.dispose();
  }
}

async function withWorker(
  more: Partial<RetrievalThreadOptions>,
  use: (retriever: WorkerRetriever, notices: string[], folder: string) => Promise<void>,
): Promise<void> {
  const notices: string[] = [];
  const folder = more.folder ?? temporaryFolder();
  const onNotice = (sentence: string): void => void notices.push(sentence);
  await withThread({ ...more, folder, onNotice }, (thread) =>
    use(
      new WorkerRetriever(thread, { recognizer: null, onProgress: () => undefined, onNotice }),
      notices,
      folder,
    ),
  );
}

const plainly = (): Promise<readonly FoundPage[]> =>
  new Bm25Retriever({
    folder: null,
    recognizer: null,
    onProgress: () => undefined,
    onNotice: () => undefined,
  }).find('where are the dogs?', documents(), 5, unstopped());

describe('a retriever in a worker', () => {
  it('finds the same pages, and reads each document once', async () => {
    await withWorker({}, async (retriever, notices, folder) => {
      const searched = documents();
      expect(await retriever.find('where are the dogs?', searched, 5, unstopped())).toEqual(await plainly());
      await retriever.find('cats', searched, 5, unstopped());
      expect(searched.map(({ opened, closed }) => [opened, closed])).toEqual([
        [1, 1],
        [1, 1],
      ]);
      expect(notices).toEqual([]);
      const again = documents();
      await withWorker({ folder }, (other) => other.index(again, unstopped()));
      expect(again.map(({ opened }) => opened)).toEqual([0, 0]);
    });
  });

  it('makes an index again that was cut short, and says so', async () => {
    const folder = temporaryFolder();
    await withWorker({ folder }, (retriever) => retriever.index(documents(), unstopped()));
    for (const name of fs.readdirSync(folder)) fs.truncateSync(path.join(folder, name), 60);
    await withWorker({ folder }, async (retriever, notices) => {
      expect(await retriever.find('where are the dogs?', documents(), 5, unstopped())).toEqual(
        await plainly(),
      );
      expect(notices).toEqual([
        'The index of a.pdf is damaged and is made again.',
        'The index of b.pdf is damaged and is made again.',
      ]);
    });
  });

  it('is stopped when it is canceled, or takes too long', async () => {
    await withWorker({}, async (retriever) => {
      await expect(retriever.find('dogs', documents(), 5, AbortSignal.abort())).rejects.toMatchObject({
        reason: 'cancelled',
      });
    });
    await withWorker({ limits: { deadline: 1 } }, async (retriever) => {
      const long = new TextDocument(
        'long.pdf',
        Array.from({ length: 300 }, () => 'word '.repeat(5000)),
      );
      await expect(retriever.find('dogs', [long], 5, unstopped())).rejects.toThrow(
        'Finding pages took more than',
      );
    });
  });

  it('does not try a question again over the same documents that took too long, but over others', async () => {
    const folder = temporaryFolder();
    const script = path.join(folder, 'worker.mjs');
    const calls = path.join(folder, 'calls');
    // A worker that never answers about one of the documents.
    fs.writeFileSync(
      script,
      `import fs from 'node:fs';
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', ({ id, request: { documents, most } }) => {
        fs.appendFileSync(${JSON.stringify(calls)}, documents.map(({ name }) => name).join() + ' ' + most + '\\n');
        if (documents.some(({ name }) => name === 'slow.pdf') && most > 1) return;
        parentPort.postMessage({ kind: 'value', id, value: { value: { needs: [], pages: [] }, notices: [] } });
      });
      parentPort.postMessage({ kind: 'ready' });`,
    );
    const [slow, quick] = ['slow.pdf', 'quick.pdf'].map((name) => new TextDocument(name, [filler]));
    if (slow === undefined || quick === undefined) throw new Error('There are two documents.');
    const limits = { deadline: 1000 };
    await withWorker({ worker: pathToFileURL(script), limits }, async (retriever) => {
      const find = (document: TextDocument, most: number): Promise<unknown> =>
        retriever.find('dogs', [document], most, unstopped()).catch((error: unknown) => String(error));
      const stopped = expect.stringContaining('Finding pages took more than') as unknown;
      expect(await find(slow, 5)).toEqual(stopped);
      expect(await find(slow, 5)).toEqual(stopped);
      expect(await find(quick, 5)).toEqual([]);
      expect(await find(slow, 1)).toEqual([]);
      expect(fs.readFileSync(calls, 'utf8')).toBe('slow.pdf 5\nquick.pdf 5\nslow.pdf 1\n');
    });
  });

  it('says that it does not start', async () => {
    await withWorker({ worker: new URL('file:///nowhere.js') }, async (retriever) => {
      await expect(retriever.find('dogs', documents(), 5, unstopped())).rejects.toThrow(
        'The part of PageTrace that finds pages did not start.',
      );
    });
  });
});

describe('vectors in a worker', () => {
  it('are no longer compared when it takes too long, until they are asked for again', async () => {
    const many = { dimensions: 128, values: new Uint16Array(128 * 3000) };
    const document = { name: 'a.pdf', hash: 'a', model: 'm' };
    const asked = { question: many, pages: [{ document, page: 1, vectors: many }] };
    await withThread({ limits: { deadline: 1 } }, async (thread) => {
      const store = workerVectors(thread);
      const compare = (): Promise<unknown> =>
        store.comparePages(asked, unstopped()).catch((error: unknown) => error);
      const first = await compare();
      expect(first).toMatchObject({
        reason: 'timeout',
        message: 'Finding pages took more than 0.001 s and was stopped.',
      });
      const second = await compare();
      expect(second).toEqual(first);
      expect(second).not.toBe(first);
    });
  });
});
