import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { prepareQuestion } from '../../../src/asking/prepare.ts';
import { answerJson } from '../../../src/cli/verbs/ask/answerJson.ts';
import { findFittingPages } from '../../../src/cli/verbs/ask/fittingPages.ts';
import { evalChoiceOption, openPageChooser } from '../../../src/cli/verbs/eval/pageChooser.ts';
import { choiceOption } from '../../../src/cli/retrieval/choiceOption.ts';
import type { RetrieverValues } from '../../../src/cli/retrieval/retrieverOptions.ts';
import type { DatasetItem } from '../../../src/core/datasets/model.ts';
import { renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { readPageChoice } from '../../../src/core/records/keptChoice.ts';
import { readRecord } from '../../../src/core/records/recordSamples.ts';
import { samplePages } from '../../../src/core/runMetrics/samplePages.ts';
import { endedRecord } from '../../../src/evaluation/evaluationRecord.ts';
import type { PreparedJob } from '../../../src/evaluation/model.ts';
import { OpenDocuments } from '../../../src/evaluation/openDocuments.ts';
import { PageImages } from '../../../src/evaluation/pageImages.ts';
import { prepareJob } from '../../../src/evaluation/prepareJob.ts';
import { temporaryFolder } from '../../support/files.ts';
import { schemaErrors } from '../../support/schemas.ts';
import { silentTerminal } from '../../support/silentTerminal.ts';
import { prompt, question, report, status } from '../asking/build.ts';
import { TextDocument, unstopped } from './build.ts';

const filler = 'This page has a text layer that says much about';
const files = [
  new TextDocument('a.pdf', [
    `${filler} cats`,
    `${filler} dogs dogs`,
    `${filler} fish`,
    `${filler} fish and dogs`,
  ]),
  new TextDocument('b.pdf', [`${filler} birds`, `${filler} dogs`]),
  new TextDocument('c.pdf', [`${filler} mice`]),
];

const emptyCache = (): NodeJS.ProcessEnv => ({ XDG_CACHE_HOME: temporaryFolder() });

function item(more: Partial<DatasetItem> = {}): DatasetItem {
  return {
    id: 'q1',
    question: 'Where are dogs?',
    documents: files.map(({ name }) => ({ path: name, pages: null })),
    references: ['42'],
    groundTruth: '42',
    sufficient: null,
    goldPages: [
      { document: 1, page: 2 },
      { document: 0, page: 3 },
    ],
    goldBoxes: [],
    toolResults: null,
    buckets: {},
    tags: [],
    pass: null,
    record: {},
    ...more,
  };
}

async function prepare(pages: string, asked = item(), values: RetrieverValues = {}): Promise<PreparedJob> {
  const way = evalChoiceOption({ ...values, pages });
  if (way === null) throw new Error('pages are to be chosen');
  const chooser = await openPageChooser(way, values, emptyCache(), silentTerminal(), unstopped());
  const byPath = new Map(files.map((file) => [path.resolve(file.name), file]));
  const documents = new OpenDocuments(
    {
      open: (source) => {
        const file = source.kind === 'path' ? byPath.get(source.path) : undefined;
        if (file === undefined) throw new Error('There is no such file.');
        return file.open();
      },
      dispose: () => Promise.resolve(),
    },
    4,
  );
  const { sampling, pixels } = question();
  try {
    return await prepareJob(
      { item: asked, first: 1, count: 1 },
      {
        question: { prompt, status, model: 'm', sampling, pixels },
        folder: '.',
        documents,
        pageImages: new PageImages(1000),
        renderPrompt,
        now: () => 0,
        choosePages: chooser.choose,
      },
      unstopped(),
    );
  } finally {
    await chooser.close();
  }
}

function recordOf(job: PreparedJob) {
  const recorded = {
    info: job.prepared.info,
    response: '<answer>42</answer>',
    tokens: null,
    state: 'done' as const,
  };
  const asked = AskedQuestion.start(job.prepared, {
    now: Date.now,
    request: null,
    curl: null,
    forecast: null,
  });
  return endedRecord(
    job,
    { sample: 1, recorded: asked.recorded(0) ?? { ...recorded }, report, usage: null },
    null,
    {
      prompt: { name: 'p', sha256: 'x' },
      model: 'm',
      sampling: {},
      pixels: job.prepared.question.pixels,
      pages: 'auto:2',
    },
  );
}

const sent = ({ prepared }: PreparedJob) =>
  prepared.images.map(({ document, page }) => `${files[document]?.name ?? ''} ${page}`);

describe('the pages of the questions of a data set', () => {
  it('are those that fit, and the record says how each did', async () => {
    const job = await prepare('auto:2');
    expect(sent(job)).toEqual(['a.pdf 2', 'b.pdf 2']);
    const reading = readRecord(recordOf(job));
    const sample = 'samples' in reading ? reading.samples[0] : undefined;
    if (sample === undefined) throw new Error('The record has a sample.');
    const { retrieved, gold } = samplePages(sample);
    expect(retrieved).toEqual(['a.pdf#page=2', 'b.pdf#page=2', 'a.pdf#page=4']);
    expect(gold).toEqual(new Set(['b.pdf#page=2', 'a.pdf#page=3']));
    expect(readPageChoice(sample.record)).toEqual(job.choice);
  });

  it('are as the data set has them, where it has them', async () => {
    const documents = files.map(({ name }, at) => ({ path: name, pages: at === 0 ? [3] : null }));
    const job = await prepare('auto:2', item({ documents }));
    expect(job.choice).toBeNull();
    expect(sent(job)[0]).toBe('a.pdf 3');
    expect(recordOf(job)['record']).not.toHaveProperty('page_choice');
  });

  it('are the first ones if none fits, and none of them was found', async () => {
    const job = await prepare('auto:2', item({ question: 'zebra' }));
    expect(sent(job)).toEqual(['a.pdf 1', 'a.pdf 2']);
    expect(recordOf(job)['record']).toMatchObject({ retrieved_image_paths: [] });
  });

  it('are those with the answer and distractors, whatever the data set names', async () => {
    const documents = files.map(({ name }) => ({ path: name, pages: [1] }));
    const job = await prepare('oracle:4', item({ documents }));
    expect(sent(job)).toHaveLength(4);
    expect(sent(job)).toEqual(expect.arrayContaining(['b.pdf 2', 'a.pdf 3']));
    expect(recordOf(job)['record']).not.toHaveProperty('retrieved_image_paths');
    await expect(prepare('oracle', item({ goldPages: null }))).rejects.toMatchObject({ reason: 'bad-input' });
  });
});

describe('the options about pages', () => {
  it.each<readonly [pages: readonly string[], values: RetrieverValues, expected: unknown]>([
    [['auto:2'], {}, { way: 'auto', most: 2 }],
    [['auto'], { k1: '2' }, { way: 'auto', most: 3 }],
    [['1-3', '4'], {}, null],
    [[], {}, null],
  ])('%j with %j', (pages, values, expected) => {
    expect(choiceOption(pages, values)).toEqual(expected);
  });

  it.each<readonly [run: () => unknown, message: string]>([
    [
      () => choiceOption(['auto:2', '3'], {}),
      '--pages auto chooses among the pages of all files, and stands alone.',
    ],
    [() => choiceOption(['1-3'], { b: '0' }), '--b is given without --pages auto.'],
    [() => choiceOption(['oracle:2'], { k1: '0' }), '--k1 is given without --pages auto.'],
    [() => evalChoiceOption({ pages: '1-3' }), '--pages must be auto or oracle with a number, not "1-3".'],
    [
      () => evalChoiceOption({ pages: 'auto', 'pages-seed': '1' }),
      '--pages-seed is given without --pages oracle.',
    ],
    [() => evalChoiceOption({ pages: 'oracle', 'pages-seed': 'x' }), '--pages-seed must be a whole number'],
  ])('%# are refused', (run, message) => {
    expect(run).toThrow(message);
  });

  it('are part of what a run goes on with', async () => {
    const settingsOf = async (pages: string, seed?: string): Promise<string> => {
      const way = evalChoiceOption({ pages, ...(seed === undefined ? {} : { 'pages-seed': seed }) });
      if (way === null) throw new Error('pages are to be chosen');
      return (await openPageChooser(way, {}, emptyCache(), silentTerminal(), unstopped())).settings;
    };
    expect(await settingsOf('oracle:3', '7')).toBe('oracle:3 seed 7');
    expect(await settingsOf('auto')).toMatch(/^auto:3 bm25 k1=1\.2 b=0\.75 ocr=eng/);
  });
});

describe('the pages of a question on the command line', () => {
  const ask = async (text: string, most: number) => {
    const said: string[] = [];
    const opened = [];
    for (const file of files)
      opened.push({
        path: `/docs/${file.name}`,
        document: await file.open(),
        pages: [1, 2, 3],
        isNarrowed: false,
      });
    const fitting = await findFittingPages(
      text,
      opened,
      most,
      {},
      emptyCache(),
      silentTerminal({ say: (line) => said.push(line) }),
      unstopped(),
    );
    return { ...fitting, said };
  };

  it('are of the documents that have some, and are named', async () => {
    const { documents, choice, said } = await ask('mice birds', 2);
    expect(documents.map(({ document, pages }) => [document.name, pages])).toEqual([
      ['b.pdf', [1]],
      ['c.pdf', [1]],
    ]);
    expect(said).toEqual(['The pages that fit the question best: page 1 of b.pdf, page 1 of c.pdf.']);
    const prepared = await prepareQuestion({ ...question({ documents }), choice }, { renderPrompt });
    const asked = AskedQuestion.start(prepared, { now: Date.now, request: null, curl: null, forecast: null });
    const json = answerJson(asked, { scores: [null], soFar: [null], unjudged: false });
    expect(readPageChoice(json)).toEqual(choice);
    expect(schemaErrors('ask', json)).toEqual([]);
  });

  it('are the first ones if none fits, which is said', async () => {
    const { documents, said } = await ask('zebra', 1);
    expect(documents.map(({ document, pages }) => [document.name, pages])).toEqual([['a.pdf', [1]]]);
    expect(said).toEqual(['No page fits the question. Sent: page 1 of a.pdf.']);
  });
});
