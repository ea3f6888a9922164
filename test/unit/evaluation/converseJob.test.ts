import fs from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { endedRecord } from '../../../src/evaluation/evaluationRecord.ts';
import { converseJob, type EvaluatedConversation } from '../../../src/evaluation/converseJob.ts';
import type { EndedSample, FailedJob } from '../../../src/evaluation/model.ts';
import { OpenDocuments } from '../../../src/evaluation/openDocuments.ts';
import { addPoolOfRun } from '../../../src/evaluation/poolOfRun.ts';
import { ToolPool } from '../../../src/protocols/toolPool.ts';
import type { RenderPrompt } from '../../../src/core/prompts/model.ts';
import { PageImages } from '../../../src/evaluation/pageImages.ts';
import { prepareJob } from '../../../src/evaluation/prepareJob.ts';
import { infoOfSample } from '../../../src/core/records/recordedResponse.ts';
import { readRecord } from '../../../src/core/records/recordSamples.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { renderPrompt as renderFile } from '../../../src/core/prompts/promptFile.ts';
import { closeConnections } from '../../../src/inference/fetch.ts';
import { serveOffline, type OfflineServer } from '../../../src/offline/http/server.ts';
import type { ScriptedAnswer } from '../../../src/offline/script.ts';
import { keepTurns } from '../../../src/protocols/restartConversation.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import type { Retriever } from '../../../src/retrieval/model.ts';
import { memoryDocument, prompt } from '../asking/build.ts';
import { temporaryFolder } from '../../support/files.ts';
import { plainStatus, testDeps } from '../inference/helpers.ts';

/** Finds the pages of the first document in their order. */
const retriever: Retriever = {
  name: 'bm25',
  settings: 'test',
  index: () => Promise.resolve(),
  find: (_question, _documents, most) =>
    Promise.resolve(
      [1, 2, 3]
        .slice(0, most)
        .map((page) => ({ document: 0, page, score: 1, reason: { kind: 'words', words: [] } as never })),
    ),
};

const SEARCH = '<think>I look.</think><search>revenue</search>';
const ANSWER = '<think>I see.</think><answer>42</answer>';

let server: OfflineServer | null = null;
const deps = testDeps();
afterEach(async () => {
  await closeConnections(deps);
  await server?.close();
  server = null;
});

async function answerItem(
  script: readonly (string | ScriptedAnswer)[],
  {
    count = 1,
    renderPrompt = renderFile,
    ...conversation
  }: Partial<EvaluatedConversation> & { readonly count?: number; readonly renderPrompt?: RenderPrompt } = {},
) {
  server = await serveOffline({
    answer: () => {
      throw new Error('Nothing is read.');
    },
    script: script.map((answer) => (typeof answer === 'string' ? { text: answer } : answer)),
    apiKey: '',
    version: '1',
    log: () => undefined,
  });
  let open = 0;
  const documents = new OpenDocuments(
    {
      open: () => {
        open += 1;
        return Promise.resolve({
          ...memoryDocument('a.pdf', 3),
          close: () => {
            open -= 1;
            return Promise.resolve();
          },
        });
      },
      dispose: () => Promise.resolve(),
    },
    0,
  );
  const item = {
    id: 'q',
    question: 'How much?',
    documents: [{ path: 'a.pdf', pages: null }],
    references: ['42'],
    groundTruth: '42',
    sufficient: null,
    goldPages: [{ document: 0, page: 2 }],
    goldBoxes: [],
    toolResults: null,
    buckets: {},
    tags: [],
    pass: null,
    record: {},
  };
  const { signal } = new AbortController();
  const common = { folder: '/data', documents, pageImages: new PageImages(1e6) };
  const now = (): number => performance.now();
  const status = plainStatus(server.url);
  const question = {
    prompt: { ...prompt, dialect: 'vrag-rl' as const },
    status,
    model: 'Offline reader (OCR, no model)',
    sampling: { ...DEFAULT_SAMPLING, seed: 5 },
    pixels: { minPixels: 1000, maxPixels: 2000 },
  };
  const job = await prepareJob(
    { item, first: 1, count },
    { ...common, question, isSearching: true, renderPrompt, now },
    signal,
  );
  const ended: EndedSample[] = [];
  const waits: string[] = [];
  let error: unknown;
  try {
    error = await converseJob(
      job,
      {
        ...common,
        conversation: { protocol: protocolOf('vrag-rl'), retriever, ...conversation },
        inference: deps,
        now,
        retries: { first: 1, longest: 2, patience: 1000 },
        renderPrompt,
        onWait: (why) => waits.push(why),
        onAnswered: () => undefined,
        signal,
      },
      (sample) => {
        ended.push(sample);
        return Promise.resolve();
      },
    );
  } catch (thrown) {
    error = thrown;
  }
  const settings = { ...question, prompt: { name: 'p', sha256: 'x' }, pages: 'given' };
  const rows = ended.map((sample) => endedRecord(job, sample, null, settings));
  return { ended, rows, waits, error, open: () => open };
}

const define = (name: string): string =>
  `DEFINE_TOOL: ${name} || Image k: where || What it does.\nEND_OF_TOOLS\n`;

describe('a pool of tools', () => {
  test('has what the conversations before have defined, each tool once and whole', async () => {
    const pool = new ToolPool([{ name: 'read_text', args: 'Image k: where', description: 'Reads text.' }]);
    const sent: string[] = [];
    const { rows } = await answerItem(
      [
        define('count_bars'),
        `DEFINE_TOOL: readText || a || b\nDEFINE_TOOL: half ||\n${define('CountBars')}`,
        'none',
      ],
      {
        count: 3,
        protocol: protocolOf('tool-curation'),
        retriever: null,
        pool,
        renderPrompt: ({ toolbox }) => {
          sent.push(toolbox.map(({ name }) => name).join(' '));
          return [{ type: 'text', text: 'Define.' }];
        },
      },
    );
    expect(sent.slice(1)).toEqual(['read_text', 'read_text count_bars', 'read_text count_bars']);
    expect(rows.map((row) => row['record'])).toMatchObject([
      { conversation: { ended: 'answered' } },
      { conversation: { ended: 'answered' } },
      { conversation: { ended: 'no-call' } },
    ]);
    const file = path.join(temporaryFolder(), 'run.jsonl');
    fs.writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const again = new ToolPool([]);
    await addPoolOfRun(again, file, new AbortController().signal);
    expect(again.tools.map(({ name }) => name)).toEqual(['count_bars', 'readText']);
  });
});

describe('a job that is answered in several turns', () => {
  test('each sample is a conversation of its own, and its record has its turns, pages and times', async () => {
    const { ended, rows, error, open } = await answerItem([SEARCH, ANSWER, ANSWER], { count: 2 });
    expect(error).toBeNull();
    expect(ended.map(({ sample }) => sample)).toEqual([1, 2]);
    const [first, second] = rows;
    expect(first).toMatchObject({
      response: expect.stringContaining('<|vision_start|>') as string,
      retrieved_images: ['a_1.jpg'],
      file_name: 'a.pdf',
      reference_page: ['2'],
      numbers: { turns: 2, added_images: 1, tools_ms: 0 },
      record: { images: [{ image: 1, document: 1, page: 1 }], conversation: { ended: 'answered' } },
    });
    expect(second).toMatchObject({ response: ANSWER, numbers: { turns: 1, added_images: 0 } });
    // Documents are opened for the conversations again, and given back.
    expect(open()).toBe(0);
  });

  test('a run that is opened knows the turns and the pixels of page images', async () => {
    const { rows } = await answerItem([SEARCH, ANSWER]);
    const read = readRecord(rows[0] ?? {});
    const [sample] = 'samples' in read ? read.samples : [];
    const info = sample === undefined ? null : infoOfSample(sample, [], null);
    const { conversation, pixels } = info ?? {};
    expect(conversation?.turns.map(({ by, did }) => did ?? by)).toEqual(['model', 'search', 'model']);
    // With both, the conversation can go on from any of its turns.
    expect(pixels).toEqual({ minPixels: 1000, maxPixels: 2000 });
    const kept =
      conversation &&
      keepTurns(sample?.response ?? '', SEARCH.length + 1, conversation, protocolOf('vrag-rl'));
    expect(kept?.turns.map(({ recorded, text }) => (recorded.by === 'model' ? text : ''))).toEqual([
      SEARCH,
      '',
    ]);
  });

  test('a conversation without an answer is a sample, too', async () => {
    const { rows, error } = await answerItem(['<think>I give up.</think>']);
    expect(error).toBeNull();
    expect(rows[0]).toMatchObject({ record: { conversation: { ended: 'no-call' } } });
  });

  test('a server that is busy is asked again, and one that refuses is not', async () => {
    const busy = { status: 503, message: 'Busy.' };
    const again = await answerItem([SEARCH, busy, ANSWER]);
    expect(again.error).toBeNull();
    expect(again.ended).toHaveLength(1);
    expect(again.waits).toEqual([expect.stringContaining('is not ready')]);
  });

  test('what a server or a tool fails is no sample', async () => {
    const refused = await answerItem([SEARCH, { status: 400, message: 'No.' }, ANSWER]);
    expect(refused.ended).toEqual([]);
    expect(refused.error).toMatchObject({ error: { name: 'PageTraceError' } });
    const [[sample, text] = []] = [...((refused.error as FailedJob | null)?.partials ?? [])];
    expect([sample, text]).toEqual([1, expect.stringContaining(SEARCH)]);
    const failing = { ...retriever, find: () => Promise.reject(new Error('cut short')) };
    const failed = await answerItem([SEARCH, ANSWER], { retriever: failing });
    expect(failed.error).toMatchObject({ error: { said: 'cut short' } });
    expect(failed.open()).toBe(0);
  });

  test('a conversation that is too long for the model is a sample', async () => {
    const long = { status: 400, message: "This model's maximum context length is 10 tokens." };
    const { rows } = await answerItem([SEARCH, long]);
    expect(rows[0]).toMatchObject({ record: { conversation: { ended: 'context-too-long' } } });
  });
});
