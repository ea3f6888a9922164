import fs from 'node:fs';
import path from 'node:path';
import { renderPrompt } from '../../../../src/core/prompts/promptFile.ts';
import type { JsonObject } from '../../../../src/core/records/fieldPath.ts';
import type { Documents, OpenDocument } from '../../../../src/documents/model.ts';
import { BatchFolder, readBatch } from '../../../../src/evaluation/batch/batchFolder.ts';
import {
  exportBatch,
  type ExportOptions,
  type ExportOutcome,
} from '../../../../src/evaluation/batch/exportBatch.ts';
import {
  importBatch,
  type ImportOptions,
  type ImportOutcome,
} from '../../../../src/evaluation/batch/importBatch.ts';
import type { BatchHead } from '../../../../src/evaluation/batch/model.ts';
import type { OutputProblem } from '../../../../src/evaluation/batch/outputIndex.ts';
import { OpenDocuments } from '../../../../src/evaluation/openDocuments.ts';
import type { PlacedProblem } from '../../../../src/core/datasets/datasetReader.ts';
import { RunFile } from '../../../../src/evaluation/runFile.ts';
import { temporaryFolder } from '../../../support/files.ts';
import { FAKE_MODEL } from '../../../support/fakeVllm.ts';
import { memoryDocument, prompt } from '../../asking/build.ts';

/** Documents in memory, of 3 pages each; a page of any of them has the same image wherever it is asked for. */
export class MemoryDocuments implements Documents {
  rendered = 0;
  open(source: Parameters<Documents['open']>[0]): Promise<OpenDocument> {
    const name = path.basename(source.kind === 'path' ? source.path : source.name);
    return Promise.resolve(
      memoryDocument(name, 3, () => {
        this.rendered += 1;
      }),
    );
  }
  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

export const SAMPLING = { temperature: 1, top_p: 1, repetition_penalty: 1, max_tokens: 10, seed: 7 };
export const PIXELS = { minPixels: 1000, maxPixels: 2000 };

/** A question of a data set. */
export const question = (id: string, more: object = {}) => ({
  id,
  question: `Question ${id}?`,
  document: 'a.pdf',
  pages: [2],
  reference: '42',
  ...more,
});

/** A folder with a data set, from which batches are exported. */
export class BatchBench {
  readonly folder = temporaryFolder();
  readonly batch = path.join(this.folder, 'batch');
  readonly run = path.join(this.folder, 'run.jsonl');
  readonly documents = new MemoryDocuments();
  readonly problems: (PlacedProblem | OutputProblem)[] = [];
  readonly signal = new AbortController().signal;

  constructor(questions: readonly object[]) {
    this.write('q.dataset.jsonl', questions);
  }

  head(more: Partial<BatchHead> = {}): BatchHead {
    return {
      dataset: { path: '/q.dataset.jsonl', sha256: 'a'.repeat(64) },
      settings: {
        dataset: 'q',
        prompt: { name: 'p', sha256: 'x' },
        model: FAKE_MODEL.id,
        sampling: SAMPLING,
        pixels: PIXELS,
        pages: 'given',
      },
      dialect: 'think-answer',
      reward: null,
      pass: null,
      samples: 1,
      limit: null,
      where: null,
      images: 'data',
      imageRoot: null,
      ...more,
    };
  }

  async export(
    head: Partial<BatchHead> = {},
    more: Partial<ExportOptions> = {},
    folder = this.batch,
  ): Promise<ExportOutcome> {
    const batch = await BatchFolder.open(folder, this.head(head), this.signal);
    try {
      return await exportBatch({
        dataset: path.join(this.folder, 'q.dataset.jsonl'),
        datasetFolder: this.folder,
        batch,
        question: { prompt, model: FAKE_MODEL.id, sampling: SAMPLING, pixels: PIXELS },
        where: () => true,
        limits: { questions: 2, bytes: 1e6 },
        documents: new OpenDocuments(this.documents, 1),
        renderPrompt,
        now: () => 0,
        signal: this.signal,
        onProblem: (problem) => this.problems.push(problem),
        onProgress: () => undefined,
        ...more,
      });
    } finally {
      await batch.close();
    }
  }

  async import(
    outputs: readonly string[],
    more: Partial<ImportOptions> = {},
    run = this.run,
  ): Promise<ImportOutcome> {
    const folder = more.folder ?? this.batch;
    const manifest = await readBatch(folder, this.signal);
    const file = await RunFile.open(run, manifest.head.settings, this.signal);
    try {
      return await importBatch({
        folder,
        manifest,
        outputs: outputs.map((name) => path.join(this.folder, name)),
        run: file,
        rating: {
          profile: null,
          pass: manifest.head.pass,
          judge: null,
          countClaims: () => Promise.resolve(null),
        },
        signal: this.signal,
        onProblem: (problem) => this.problems.push(problem),
        onProgress: () => undefined,
        ...more,
      });
    } finally {
      await file.close();
    }
  }

  /** Writes records, or lines as they are. */
  write(name: string, lines: readonly (object | string)[]): void {
    const text = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
    fs.writeFileSync(path.join(this.folder, name), text);
  }

  lines(name: string): readonly JsonObject[] {
    return fs
      .readFileSync(path.join(this.folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JsonObject);
  }

  /** The files of a folder that is in the folder of the bench, with their texts. */
  files(name: string): Readonly<Record<string, string>> {
    const folder = path.join(this.folder, name);
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
    return Object.fromEntries(
      names
        .filter((each) => fs.statSync(path.join(folder, each)).isFile())
        .map((each) => [each, fs.readFileSync(path.join(folder, each), 'utf8')]),
    );
  }
}

/** The output of a request with an answer of one choice for each text. */
export const output = (custom_id: string, ...texts: readonly string[]) => ({
  id: `out ${custom_id}`,
  custom_id,
  response: {
    status_code: 200,
    request_id: 'r',
    body: {
      object: 'chat.completion',
      choices: texts.map((content, index) => ({
        index,
        message: { role: 'assistant', content },
        finish_reason: 'stop',
        stop_reason: null,
      })),
      usage: { prompt_tokens: 12, completion_tokens: 5 },
    },
  },
  error: null,
});
