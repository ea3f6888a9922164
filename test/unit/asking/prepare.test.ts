import { describe, expect, it } from 'vitest';
import { prepareQuestion } from '../../../src/asking/prepare.ts';
import { renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { generateRequest } from '../../../src/asking/generateRequest.ts';
import { AskedQuestion } from '../../../src/asking/askedQuestion.ts';
import { unsentPages } from '../../../src/asking/unsentPages.ts';
import type { PageText } from '../../../src/documents/model.ts';
import { memoryDocument, prompt, question, status } from './build.ts';

describe('preparing a question', () => {
  it('numbers images across documents in the order in which they are sent, and records which page each one shows', async () => {
    const documents = [
      { path: '/docs/a.pdf', document: memoryDocument('a.pdf', 9), pages: [7, 2] },
      { path: '/docs/b.pdf', document: memoryDocument('b.pdf', 9), pages: [1] },
    ];
    const { info, images, parts } = await prepareQuestion(question({ documents }), { renderPrompt });
    expect(info.images).toEqual([
      { image: 1, document: 0, page: 7 },
      { image: 2, document: 0, page: 2 },
      { image: 3, document: 1, page: 1 },
    ]);
    expect(images.map(({ image, bytes }) => [image, bytes[0]])).toEqual([
      [1, 7],
      [2, 2],
      [3, 1],
    ]);
    expect(info.documents).toEqual([
      { path: '/docs/a.pdf', sha256: 'hash of a.pdf' },
      { path: '/docs/b.pdf', sha256: 'hash of b.pdf' },
    ]);
    expect(parts.filter((part) => part.type === 'image')).toHaveLength(3);
  });

  it('reads text layers only for the offline reader that was started here, not for a server that claims to be one', async () => {
    const words = Array.from({ length: 9 }, (_, index) => ({
      text: `word${index}`,
      box: { left: 0, top: index * 20, right: 50, bottom: index * 20 + 10 },
      height: 10,
      line: index,
    }));
    const pages: number[] = [];
    const text = (page: number): Promise<PageText> => {
      pages.push(page);
      return Promise.resolve({ page, words: page === 1 ? words : [], pictures: [] });
    };
    const documents = [{ path: '/a.pdf', document: { ...memoryDocument('a.pdf', 2), text }, pages: [1, 2] }];
    const claimed = { ...status, kind: 'offline-reader' as const };
    const other = await prepareQuestion(question({ documents, status: claimed }), { renderPrompt });
    expect(pages).toEqual([]);
    expect(generateRequest(other, new AbortController().signal)).not.toHaveProperty('words');
    const embedded = { ...claimed, address: { ...status.address, isEmbedded: true } };
    const prepared = await prepareQuestion(question({ documents, status: embedded }), { renderPrompt });
    const sent = words.map((word) => ({ text: word.text, box: word.box }));
    expect(generateRequest(prepared, new AbortController().signal).words).toEqual([sent, null]);
    const asked = AskedQuestion.start(prepared, { now: () => 0, request: null, curl: null, forecast: null });
    expect(asked.record.images.map(({ readFrom }) => readFrom)).toEqual(['text-layer', 'ocr']);
    expect(JSON.stringify(asked.record)).not.toContain('word3');
    expect(asked.record.info.sampling).toEqual({});
  });

  it('reports which page is being rendered and how many are done', async () => {
    const told: [string, number][] = [];
    const documents = [{ path: '/a.pdf', document: memoryDocument('a.pdf', 2), pages: [1, 2] }];
    await prepareQuestion(question({ documents }), {
      renderPrompt,
      onProgress: (sentence, done) => told.push([sentence, done]),
    });
    expect(told).toEqual([
      ['Rendering page 1 of a.pdf', 0],
      ['Rendering page 2 of a.pdf', 0.5],
    ]);
  });

  it('renders no page if the prompt cannot be rendered', async () => {
    const rendered: number[] = [];
    const document = memoryDocument('a.pdf', 2, (page) => rendered.push(page));
    const asking = prepareQuestion(
      question({
        documents: [{ path: '/a.pdf', document, pages: [1] }],
        prompt: { ...prompt, template: 'no question' },
      }),
      { renderPrompt },
    );
    await expect(asking).rejects.toMatchObject({ reason: 'prompt-broken' });
    expect(rendered).toEqual([]);
  });

  it('stops rendering between pages when the question is cancelled', async () => {
    const controller = new AbortController();
    const rendered: number[] = [];
    const document = memoryDocument('a.pdf', 3, (page) => {
      rendered.push(page);
      controller.abort();
    });
    const asking = prepareQuestion(
      question({ documents: [{ path: '/a.pdf', document, pages: [1, 2, 3] }] }),
      {
        renderPrompt,
        signal: controller.signal,
      },
    );
    await expect(asking).rejects.toMatchObject({ reason: 'cancelled' });
    expect(rendered).toEqual([1]);
  });

  it('refuses a question without a page', async () => {
    await expect(prepareQuestion(question({ documents: [] }), { renderPrompt })).rejects.toMatchObject({
      reason: 'bad-input',
    });
  });
});

describe('pages of a long document that are not sent', () => {
  const record = (
    ...documents: readonly { readonly pages: readonly number[]; readonly isNarrowed: boolean }[]
  ) =>
    prepareQuestion(
      question({
        documents: documents.map((each, index) => ({
          ...each,
          path: `/docs/${index}.pdf`,
          document: memoryDocument(`${index}.pdf`, 12),
        })),
      }),
      { renderPrompt },
    ).then(
      (prepared) =>
        AskedQuestion.start(prepared, { now: Date.now, request: null, curl: null, forecast: null }).record,
    );

  it('are mentioned with the answer, unless the person chose the pages', async () => {
    expect(unsentPages(await record({ pages: [1], isNarrowed: true }))).toEqual([
      'Only page 1 of 12 was sent.',
    ]);
    expect(unsentPages(await record({ pages: [1, 2, 3], isNarrowed: true }))).toEqual([
      'Only pages 1-3 of 12 were sent.',
    ]);
    expect(unsentPages(await record({ pages: [1], isNarrowed: false }))).toEqual([]);
  });

  it('are mentioned by document if there are several', async () => {
    const both = await record({ pages: [4], isNarrowed: true }, { pages: [1, 2], isNarrowed: true });
    expect(unsentPages(both)).toEqual([
      'Only page 4 of 12 of 0.pdf was sent.',
      'Only pages 1, 2 of 12 of 1.pdf were sent.',
    ]);
  });

  it('are not mentioned for a question that an earlier version kept', async () => {
    const { sentDocuments, ...old } = await record({ pages: [1], isNarrowed: true });
    expect(sentDocuments).toHaveLength(1);
    expect(unsentPages(old)).toEqual([]);
  });
});
