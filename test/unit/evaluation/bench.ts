import fs from 'node:fs';
import fsAsync from 'node:fs/promises';
import path from 'node:path';
import type { EvaluationEvent, EvaluationOutcome } from '../../../src/core/datasets/evaluationEvent.ts';
import { renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import type { Documents, OpenDocument } from '../../../src/documents/model.ts';
import { Admission } from '../../../src/evaluation/admission.ts';
import { evaluate, type EvaluationOptions } from '../../../src/evaluation/evaluate.ts';
import { OpenDocuments } from '../../../src/evaluation/openDocuments.ts';
import type { RatingMeans } from '../../../src/evaluation/rateSample.ts';
import { RunFile, type OpenRun } from '../../../src/evaluation/runFile.ts';
import { FAKE_MODEL, type FakeOptions, type FakeRequest, type FakeVllm } from '../../support/fakeVllm.ts';
import { temporaryFolder } from '../../support/files.ts';
import { memoryDocument, prompt } from '../asking/build.ts';
import { plainStatus, pngImage, withServer } from '../inference/helpers.ts';

/** Documents in memory that count what is open. */
class CountedDocuments implements Documents {
  open_ = 0;
  mostOpen = 0;
  rendered = 0;
  /** Changes with the content of all documents. */
  version = '';
  async open(source: Parameters<Documents['open']>[0]): Promise<OpenDocument> {
    const name = path.basename(source.kind === 'path' ? source.path : source.name);
    this.open_ += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open_);
    const { version } = this;
    return Promise.resolve({
      ...memoryDocument(name, name.endsWith('.png') ? 1 : 3),
      hash: () => Promise.resolve(`hash of ${name}${version}`),
      render: (page) => {
        this.rendered += 1;
        return Promise.resolve({ page, ...pngImage(56, 84), textHeight: null });
      },
      close: () => {
        this.open_ -= 1;
        return Promise.resolve();
      },
    });
  }
  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

export const NO_RATING: RatingMeans = {
  profile: null,
  pass: null,
  judge: null,
  countClaims: () => Promise.resolve(null),
};

/** An evaluation of a data set against a server, with documents in memory. */
export interface Bench {
  readonly server: FakeVllm;
  readonly out: string;
  readonly documents: CountedDocuments;
  readonly events: EvaluationEvent[];
  readonly of: <E extends EvaluationEvent['event']>(
    event: E,
  ) => readonly Extract<EvaluationEvent, { event: E }>[];
  readonly folder: string;
  /** Runs it, or goes on. `open` opens the file of the run in another way. */
  readonly run: (more?: Partial<EvaluationOptions>, open?: OpenRun) => Promise<EvaluationOutcome>;
  readonly lines: () => readonly Readonly<Record<string, unknown>>[];
}

/** Calls `use` with an evaluation of a data set. */
export async function withBench(
  items: readonly object[],
  options: Partial<FakeOptions>,
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder();
  const dataset = path.join(folder, 'q.dataset.jsonl');
  const out = path.join(folder, 'run.jsonl');
  fs.writeFileSync(dataset, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  await withServer(options, async (server, deps) => {
    const documents = new CountedDocuments();
    const events: EvaluationEvent[] = [];
    const status = plainStatus(server.url, { kind: 'vllm' });
    const model = FAKE_MODEL.id;
    const common = {
      prompt,
      model,
      sampling: { temperature: 1, top_p: 1, repetition_penalty: 1, max_tokens: 10, seed: 7 },
      pixels: { minPixels: 1000, maxPixels: 2000 },
    };
    const settings = { ...common, dataset: 'd', prompt: { name: 'p', sha256: 'x' }, pages: 'given' };
    const run: Bench['run'] = async (more = {}, open) => {
      const signal = more.signal ?? new AbortController().signal;
      const file = await RunFile.open(out, settings, signal, open);
      try {
        return await evaluate({
          dataset,
          folder,
          run: file,
          settings,
          question: { ...common, status },
          samples: 1,
          limit: null,
          where: () => true,
          rating: NO_RATING,
          admission: new Admission({ most: 4, first: 4 }),
          documents: new OpenDocuments(documents, 1),
          renderPrompt,
          inference: deps,
          now: () => performance.now(),
          retries: { first: 1, longest: 4, patience: 2000 },
          loadInterval: 5,
          progressInterval: 1,
          onEvent: (event) => events.push(event),
          signal,
          ...more,
        });
      } finally {
        await file.close();
      }
    };
    const lines: Bench['lines'] = () =>
      fs
        .readFileSync(out, 'utf8')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const of: Bench['of'] = (event) =>
      events.filter(
        (each): each is Extract<EvaluationEvent, { event: typeof event }> => each.event === event,
      );
    await use({ server, out, folder, documents, events, of, run, lines });
  });
}

/** Opens a new run on a disk that has room for some bytes. */
export const withRoom =
  (room: number): OpenRun =>
  async (file) => {
    const handle = await fsAsync.open(file, 'w+');
    let left = room;
    return {
      write: async (bytes: Uint8Array, offset: number, length: number, position: number) => {
        const fits = Math.min(length, left);
        left -= fits;
        if (fits === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return handle.write(bytes, offset, fits, position);
      },
      truncate: (size: number) => handle.truncate(size),
      close: () => handle.close(),
    } as Awaited<ReturnType<OpenRun>>;
  };

/** A question about a page of a document. */
export const item = (id: string, more: object = {}) => ({
  id,
  question: `Question ${id}?`,
  document: 'a.pdf',
  pages: [2],
  reference: '42',
  ...more,
});

/** The requests for answers that a server received. */
export const generations = (server: FakeVllm): readonly FakeRequest[] =>
  server.requests.filter(({ path }) => path === '/v1/chat/completions');
