import { describe, expect, test } from 'vitest';
import type { Word } from '../../../src/core/geometry/word.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { PageRecognizer } from '../../../src/grounding/model.ts';
import {
  observationsOf,
  requestOf,
  responseOf,
  shareGrounder,
  startGrounder,
  writtenDocument,
} from './support.ts';

const shared = shareGrounder();

const SLOW_WORKER = new URL('./slowWorker.ts', import.meta.url);

const REPORT = [
  'Total revenue rose to 518.9 million this year',
  'Costs were 300.4 million in the year before',
  'The auditor is Miller and Partners of London',
];

const damaged = new PageTraceError('page-failed', 'Page 2 of report.pdf could not be read.');

describe('grounding', () => {
  test('finds claims on the pages that were sent', async () => {
    const report = writtenDocument('report.pdf', REPORT);
    const response = responseOf([1, '518.9 million'], [2, 'Total revenue'], [2, '300.4']);
    const { grounding, withoutText, notices } = await shared.ground(requestOf(response, report, [1, 2]));
    expect(observationsOf(grounding).map(({ status, on }) => [status, on?.page])).toEqual([
      ['found', 1],
      ['other-page', 1],
      ['found', 2],
    ]);
    expect(withoutText).toEqual([]);
    expect(notices).toEqual([]);
  });

  test('reads the words of a page once, and closes the document', async () => {
    const report = writtenDocument('report.pdf', REPORT);
    await shared.ground(requestOf(responseOf([1, '518.9']), report, [1, 2, 1]));
    await shared.ground(requestOf(responseOf([1, 'revenue rose']), report, [2, 1, 3]));
    expect(report.read.toSorted()).toEqual([1, 2, 3]);
    expect(report.opened.closed).toBe(report.opened.times);
  });

  test('reads the words again for another content, and for the same content under another name', async () => {
    const report = writtenDocument('report.pdf', REPORT);
    const request = requestOf(responseOf([1, '518.9']), report, [1]);
    await shared.ground(request);
    const changed = { ...report, hash: 'another' };
    await shared.ground({ ...request, documents: [changed] });
    expect(report.read).toEqual([1, 1]);
    const copy = writtenDocument('copy.pdf', REPORT);
    const { grounding } = await shared.ground(
      requestOf(responseOf([1, '518.9']), { ...copy, hash: report.hash }, [1]),
    );
    expect(observationsOf(grounding)[0]?.on).toEqual({ document: 'copy.pdf', page: 1 });
  });

  test('keeps results of complete texts by their content', async () => {
    const grounder = startGrounder({ limits: { results: 1 } });
    const report = writtenDocument('report.pdf', REPORT);
    const request = requestOf(responseOf([1, '518.9']), report, [1]);
    const first = await grounder.ground(request);
    expect(await grounder.ground({ ...request })).toBe(first);
    expect(await grounder.ground({ ...request, complete: false })).not.toBe(first);
    expect(await grounder.ground(request)).toBe(first);
    await grounder.ground({ ...request, response: responseOf([1, 'rose']) });
    expect(await grounder.ground(request)).not.toBe(first);
  });

  test('grounds closed parts only while text may still come', async () => {
    const report = writtenDocument('report.pdf', REPORT);
    const response = responseOf([1, '518.9'], [1, 'revenue rose to']);
    const open = response.slice(0, response.indexOf('rose to'));
    const { grounding, unsent } = await shared.ground(requestOf(open, report, [1], { complete: false }));
    expect(observationsOf(grounding).map(({ text }) => text)).toEqual(['518.9']);
    expect(unsent).toBeNull();
  });

  test('one bad page does not affect the others, is told once, and is not read again', async () => {
    const report = writtenDocument('report.pdf', [REPORT[0] ?? '', damaged, damaged]);
    const request = requestOf(responseOf([1, '518.9']), report, [1, 2, 3]);
    const { grounding, notices } = await shared.ground(request);
    expect(observationsOf(grounding)[0]).toMatchObject({ status: 'found' });
    expect(notices).toEqual([damaged.message]);
    const again = await shared.ground({ ...request, response: responseOf([1, 'revenue']) });
    expect(again.notices).toEqual([damaged.message]);
    expect(report.read).toEqual([1, 2, 3]);
  });

  test('a document that cannot be opened does not affect the others, and is tried again', async () => {
    const report = writtenDocument('report.pdf', REPORT);
    const other = writtenDocument('other.pdf', ['Another report about 7.7 percent']);
    let isGone = true;
    const open = (): ReturnType<typeof other.open> =>
      isGone ? Promise.reject(new PageTraceError('file-not-found', 'other.pdf is gone.')) : other.open();
    const request = requestOf(responseOf([1, '518.9'], [2, '7.7']), report, [1], {
      documents: [report, { ...other, open }],
      images: [
        { image: 1, document: 'report.pdf', page: 1, size: null },
        { image: 2, document: 'other.pdf', page: 1, size: null },
      ],
    });
    const without = await shared.ground(request);
    expect(without.notices).toEqual(['other.pdf is gone.']);
    expect(observationsOf(without.grounding)[0]).toMatchObject({ status: 'found' });
    isGone = false;
    const both = await shared.ground(request);
    expect(both.notices).toEqual([]);
    expect(observationsOf(both.grounding)[1]).toMatchObject({
      status: 'found',
      on: { document: 'other.pdf' },
    });
  });

  test('images of documents that are not at hand are left out', async () => {
    const report = writtenDocument('report.pdf', REPORT);
    const request = requestOf(responseOf([1, '518.9']), report, [1], { documents: [] });
    const { grounding, notices } = await shared.ground(request);
    expect(observationsOf(grounding)[0]).toMatchObject({ on: null, cited: { document: 'report.pdf' } });
    expect(notices).toEqual([]);
  });

  test('names the sent pages that have no text', async () => {
    const report = writtenDocument('report.pdf', [REPORT[0] ?? '', '', 'Page 3']);
    const { withoutText } = await shared.ground(requestOf(responseOf([1, '518.9']), report, [1, 2, 3]));
    expect(withoutText).toEqual([
      { document: 'report.pdf', page: 2 },
      { document: 'report.pdf', page: 3 },
    ]);
  });
});

describe('pages that were not sent', () => {
  test('are read only if a claim stands on no sent page', async () => {
    const report = writtenDocument('report.pdf', REPORT);
    const all = await shared.ground(requestOf(responseOf([1, '518.9']), report, [1]));
    expect(all.unsent).toBeNull();
    expect(report.read).toEqual([1]);
    const { unsent } = await shared.ground(requestOf(responseOf([1, 'Nobody Somewhere']), report, [1]));
    expect(unsent).toEqual({ searched: 2, total: 2 });
    expect(report.read).toEqual([1, 2, 3]);
  });

  test('are limited in number, and a bad one is not told', async () => {
    const pages = [
      'sent page with words',
      damaged,
      ...Array.from({ length: 8 }, (_, at) => `page ${at} of many`),
    ];
    const report = writtenDocument('report.pdf', pages);
    const grounder = startGrounder({ limits: { unsentPages: 4 } });
    const { unsent, notices } = await grounder.ground(requestOf(responseOf([1, 'Nobody']), report, [1]));
    expect(unsent).toEqual({ searched: 3, total: 9 });
    expect(notices).toEqual([]);
    expect(report.read).toEqual([1, 2, 3, 4, 5]);
  });

  test('are searched after the result for the sent pages was given', async () => {
    const report = writtenDocument('report.pdf', REPORT);
    const readThen: number[][] = [];
    await shared.ground(requestOf(responseOf([1, 'Nobody']), report, [2]), {
      onSentPages: ({ unsent }) => {
        expect(unsent).toBeNull();
        readThen.push([...report.read]);
      },
    });
    expect(readThen).toEqual([[2]]);
    expect(report.read).toEqual([2, 1, 3]);
  });
});

describe('text recognition', () => {
  const recognizer = (name: string): PageRecognizer => ({
    name,
    close: () => Promise.resolve(),
    recognize: (_document, { hash, page }) =>
      Promise.resolve(
        `Scanned page ${page} of ${hash}`.split(' ').map((text, at) => ({
          text,
          box: { left: at, top: 0, right: at + 1, bottom: 1 },
          height: 1,
          line: 0,
          confidence: 90,
        })),
      ),
  });

  test('gives the words of pages without text, only where it is wanted', async () => {
    const grounder = startGrounder({ recognizer: recognizer('eng') });
    const report = writtenDocument('report.pdf', [REPORT[0] ?? '', '']);
    const request = requestOf(responseOf([2, 'Scanned page']), report, [1, 2]);
    const without = await grounder.ground(request);
    expect(without.withoutText).toHaveLength(1);
    const { grounding, withoutText } = await grounder.ground({ ...request, recognizeText: true });
    expect(observationsOf(grounding)[0]).toMatchObject({ status: 'found', source: 'ocr' });
    expect(withoutText).toEqual([]);
  });

  test('gives the words of pictures on pages with text, beside those of the text', async () => {
    const picture = { left: 100, top: 300, right: 500, bottom: 600 };
    const asked: unknown[] = [];
    const word = (text: string, left: number, top: number): Word => ({
      text,
      box: { left, top, right: left + 40, bottom: top + 10 },
      height: 12,
      line: 0,
      confidence: 80,
    });
    const grounder = startGrounder({
      recognizer: {
        ...recognizer('eng'),
        recognize: (_document, { page, pictures }) => {
          asked.push([page, pictures]);
          // The last word is one of the text layer.
          return Promise.resolve([word('Gantry', 120, 320), word('crane', 170, 320), word('dues', 55, 100)]);
        },
      },
    });
    const text = 'Harbour dues were raised in every port of the county';
    const report = writtenDocument('report.pdf', [text], [picture]);
    const request = requestOf(
      responseOf([1, 'Gantry crane'], [1, 'Harbour dues'], [1, 'crane dues']),
      report,
      [1],
    );
    const without = await grounder.ground(request);
    expect(without).toMatchObject({ withoutText: [], unrecognized: [{ document: 'report.pdf', page: 1 }] });
    expect(observationsOf(without.grounding)[0]).toMatchObject({ status: 'not-found' });
    const { grounding, unrecognized } = await grounder.ground({ ...request, recognizeText: true });
    expect(asked).toEqual([[1, [picture]]]);
    expect(unrecognized).toEqual([]);
    expect(observationsOf(grounding)).toMatchObject([
      { status: 'found', source: 'ocr', confidence: 0.8 },
      { status: 'found', source: 'text', confidence: 1, occurrences: 1 },
      { status: 'not-found' },
    ]);
  });

  test('that fails is a notice, and is tried again', async () => {
    let isOffline = true;
    const grounder = startGrounder({
      recognizer: {
        name: 'deu',
        close: () => Promise.resolve(),
        recognize: (...args) =>
          isOffline
            ? Promise.reject(new PageTraceError('ocr-failed', 'The language is not there.'))
            : recognizer('deu').recognize(...args),
      },
    });
    const report = writtenDocument('report.pdf', ['']);
    const request = requestOf(responseOf([1, 'Scanned page']), report, [1], { recognizeText: true });
    expect(await grounder.ground(request)).toMatchObject({
      notices: ['The language is not there.'],
      unrecognized: [{ document: 'report.pdf', page: 1 }],
    });
    isOffline = false;
    expect(await grounder.ground(request)).toMatchObject({ notices: [], unrecognized: [] });
  });
});

describe('the grounding worker', () => {
  test('gives up a trajectory that takes too long, and goes on with others', async () => {
    const grounder = startGrounder({ worker: SLOW_WORKER, limits: { deadline: 1500 } });
    const report = writtenDocument('report.pdf', REPORT);
    const slow = grounder.ground(requestOf('hang', report, [1]));
    const other = grounder.ground(requestOf(responseOf([1, '518.9']), report, [1]));
    await expect(slow).rejects.toMatchObject({
      reason: 'timeout',
      message:
        'PageTrace needs more than 1.5 s to look for the claims of this trajectory on its pages, so it was stopped.',
    });
    expect(observationsOf((await other).grounding)[0]).toMatchObject({ status: 'found' });
    await expect(grounder.ground(requestOf('hang', report, [1]))).rejects.toMatchObject({
      reason: 'timeout',
    });
    // That trajectory was not sent again, which would have ended the thread.
    expect(grounder.isRunning).toBe(true);
  });

  test('gives a long response more time', async () => {
    const limits = { deadline: 200, deadlinePerMegabyte: 150 };
    const grounder = startGrounder({ worker: SLOW_WORKER, limits });
    const report = writtenDocument('report.pdf', REPORT);
    const response = `hang${'a'.repeat(2_500_000)}`;
    await expect(grounder.ground(requestOf(response, report, [1]))).rejects.toThrow('more than 0.5 s');
  });

  test('gives up a trajectory that takes too much memory', async () => {
    const grounder = startGrounder({ worker: SLOW_WORKER, limits: { memory: 64 } });
    const report = writtenDocument('report.pdf', REPORT);
    await expect(grounder.ground(requestOf('memory', report, [1]))).rejects.toMatchObject({
      reason: 'timeout',
      message:
        'PageTrace needs more than 64 MB of memory to look for the claims of this trajectory on its pages, so it was stopped.',
    });
  });

  test('keeps a limited number of words, and reads those of a page again that it has not kept', async () => {
    const grounder = startGrounder({ worker: SLOW_WORKER });
    const report = writtenDocument('report.pdf', ['one two three', 'four five six', 'seven eight nine']);
    const ground = async (page: number, text: string): Promise<void> => {
      await grounder.ground(requestOf(responseOf([1, text]), report, [page], { complete: false }));
    };
    await ground(1, 'one');
    await ground(2, 'four');
    await ground(1, 'two');
    await ground(3, 'nine');
    await ground(1, 'three');
    await ground(2, 'six');
    expect(report.read).toEqual([1, 2, 3, 2]);
  });

  test('grounds on more words than it keeps', async () => {
    const grounder = startGrounder({ worker: SLOW_WORKER });
    const report = writtenDocument('report.pdf', REPORT);
    const both = [1, 2, 3].map((image) => [image, REPORT[image - 1] ?? ''] as const);
    const { grounding } = await grounder.ground(requestOf(responseOf(...both), report, [1, 2, 3]));
    expect(observationsOf(grounding).map(({ status }) => status)).toEqual(['found', 'found', 'found']);
  });
});

describe('a request that is canceled', () => {
  test('is rejected, and reads no further pages', async () => {
    const controller = new AbortController();
    const report = writtenDocument('report.pdf', REPORT);
    const open = (): ReturnType<typeof report.open> => {
      controller.abort();
      return report.open();
    };
    const request = requestOf(responseOf([1, '518.9']), report, [1, 2], { documents: [{ ...report, open }] });
    await expect(shared.ground(request, { signal: controller.signal })).rejects.toMatchObject({
      reason: 'cancelled',
    });
    expect(report.read).toEqual([]);
    expect(report.opened.closed).toBe(report.opened.times);
  });
});
