import { describe, expect, test } from 'vitest';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { branchChanges, fileBranchChanges } from '../../../src/asking/branches.ts';
import { branchTree } from '../../../src/asking/branchTree.ts';
import { generateRequest } from '../../../src/asking/generateRequest.ts';
import type { AskedQuestionRecord, ParentFile, Question } from '../../../src/asking/model.ts';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import { preparedQuestion, report } from './build.ts';

const KEPT = '<think>Page 2</think>';
let clock = 0;

const start = (question: Partial<Question> = {}): AskedQuestion =>
  AskedQuestion.start(preparedQuestion(question), {
    now: () => (clock += 1000),
    request: null,
    curl: null,
    forecast: null,
  });

const branchOf = (parent: AskedQuestionRecord, question: Partial<Question> = {}): AskedQuestionRecord =>
  start({ parent: { id: parent.id, sample: 0, end: null }, ...question }).record;

async function* events(...all: GenerateEvent[]): AsyncGenerator<GenerateEvent> {
  yield* await Promise.resolve(all);
}

describe('a question that continues a response', () => {
  const continuing = { parent: { id: 'a', sample: 1, end: KEPT.length }, continued: KEPT, samples: 2 };

  test('every sample begins with the text that is continued, and what arrives is appended to it', async () => {
    const asked = start(continuing);
    expect([asked.text(0), asked.text(1)]).toEqual([KEPT, KEPT]);
    expect(asked.record.samples.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    await asked.follow(
      events(
        { type: 'text', sample: 1, text: '<answer>' },
        { type: 'text', sample: 1, text: '4</answer>' },
        { type: 'finish', sample: 1, report },
        { type: 'end', error: null },
      ),
    );
    expect(asked.text(1)).toBe(`${KEPT}<answer>4</answer>`);
  });

  test('the text is part of the request, and where it came from is part of the record', () => {
    const signal = new AbortController().signal;
    expect(generateRequest(preparedQuestion(continuing), signal).continued).toBe(KEPT);
    expect(generateRequest(preparedQuestion(), signal)).not.toHaveProperty('continued');
    expect(start(continuing).record.parent).toEqual(continuing.parent);
    expect(start().record).not.toHaveProperty('parent');
  });

  test('its length in tokens is not known, because the server counts only what follows', async () => {
    const finished = async (question: Partial<Question>): Promise<number | null | undefined> => {
      const asked = start(question);
      await asked.follow(events({ type: 'finish', sample: 0, report }, { type: 'end', error: null }));
      return asked.recorded(0)?.info.responseLength;
    };
    expect(await finished({})).toBe(report.tokens);
    expect(await finished(continuing)).toBeNull();
  });
});

describe('the tree of branches', () => {
  test('a branch stands below its question, the oldest first, and other questions keep their order', () => {
    const root = start().record;
    const first = branchOf(root);
    const second = branchOf(root);
    const below = branchOf(first);
    const other = start().record;
    const { roots, branches } = branchTree([other, below, second, first, root]);
    expect(roots).toEqual([other, root]);
    expect(branches.get(root.id)).toEqual([first, second]);
    expect(branches.get(first.id)).toEqual([below]);
  });

  test('branches of a file stand below it, in the place of the newest, with branches of theirs', () => {
    const file: ParentFile = { uri: 'file:///a.trajectory', info: start().record.info };
    const ofFile = (): AskedQuestionRecord =>
      start({ parent: { id: null, sample: 0, end: null, file } }).record;
    const [first, other, second] = [ofFile(), start().record, ofFile()];
    const below = branchOf(first);
    const { roots, branches } = branchTree([below, second, other, first]);
    expect(roots).toEqual([{ file: file.uri, branches: [first, second] }, other]);
    expect(branches.get(first.id)).toEqual([below]);
  });

  test('a branch of a question that was deleted, or of a file that an earlier version did not name, is a root', () => {
    const orphan = branchOf({ ...start().record, id: 'deleted' });
    const ofFile = start({ parent: { id: null, sample: 0, end: 4 } }).record;
    expect(branchTree([ofFile, orphan]).roots).toEqual([ofFile, orphan]);
  });

  test('damaged records that are branches of each other or of themselves are all shown', () => {
    const [a, b] = [start().record, start().record];
    const damaged = [
      { ...a, parent: { id: b.id, sample: 0, end: null } },
      { ...b, parent: { id: a.id, sample: 0, end: null } },
    ];
    expect(branchTree(damaged).roots).toEqual([damaged[0]]);
    expect(branchTree(damaged).branches.get(a.id)).toEqual([damaged[1]]);
    const own = { ...a, parent: { id: a.id, sample: 0, end: null } };
    expect(branchTree([own]).roots).toEqual([own]);
  });
});

describe('what a branch of a file changes', () => {
  test('is what differs from the file, and nothing that the file does not say', () => {
    const { record } = start({ samples: 1 });
    const { question, documents, images, prompt, pixels, model, sampling } = record.info;
    const info: ParentFile['info'] = { question, documents, images, prompt, pixels, model, sampling };
    const changes = (change: Partial<ParentFile['info']>): readonly string[] =>
      fileBranchChanges(record, { uri: 'file:///a.trajectory', info: { ...info, ...change } });
    expect(changes({})).toEqual(['asked again']);
    expect(changes({ question: 'Another?' })).toEqual([`question “${question ?? ''}”`]);
    const nothing = { question: null, images: [], documents: [], prompt: null, pixels: null, model: null };
    expect(changes({ ...nothing, sampling: {} })).toEqual(['asked again']);
  });
});

describe('what a branch changes', () => {
  const parent = start().record;
  const withInfo = (
    record: AskedQuestionRecord,
    info: Partial<AskedQuestionRecord['info']>,
  ): AskedQuestionRecord => ({ ...record, info: { ...record.info, ...info } });
  const image = (k: number, page: number) => ({ image: k, document: 0, page });

  test.each<[string, AskedQuestionRecord, string[]]>([
    ['nothing', branchOf(parent), ['asked again']],
    [
      'a continuation with more samples at another temperature',
      branchOf(parent, {
        parent: { id: parent.id, sample: 0, end: 1234 },
        samples: 4,
        sampling: { ...DEFAULT_SAMPLING, temperature: 0.8, seed: 7 },
      }),
      ['continued after 1,234 characters', 'temperature 0.8', 'seed 7', '4 samples'],
    ],
    ['another question', branchOf(parent, { text: 'And last year?' }), ['question “And last year?”']],
    [
      'another prompt and budget',
      withInfo(branchOf(parent), { prompt: 'lang2act', pixels: { minPixels: 1, maxPixels: 802_816 } }),
      ['prompt lang2act', 'up to 802,816 pixels'],
    ],
    ['another model', withInfo(branchOf(parent), { model: 'other' }), ['other']],
  ])('%s', (_name, branch, changes) => {
    expect(branchChanges(branch, parent)).toEqual(changes);
  });

  test('pages that were left out are named', () => {
    const before = withInfo(parent, { images: [image(1, 2), image(2, 3), image(3, 7)] });
    const without = (...pages: number[]): readonly string[] =>
      branchChanges(
        withInfo(branchOf(parent), {
          images: [2, 3, 7]
            .filter((page) => !pages.includes(page))
            .map((page, index) => image(index + 1, page)),
        }),
        before,
      );
    expect(without(3)).toEqual(['without page 3']);
    expect(without(2, 3)).toEqual(['without pages 2, 3']);
    expect(branchChanges(withInfo(branchOf(parent), { images: [image(1, 9)] }), before)).toEqual([
      'fewer pages',
    ]);
  });
});
