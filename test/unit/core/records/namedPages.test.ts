import { expect, it } from 'vitest';
import { namedPages } from '../../../../src/core/records/namedPages.ts';
import { recordedResponse } from '../../../../src/core/records/recordedResponse.ts';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import { sampleOf } from '../../../../src/core/records/sample.ts';
import type { Sample } from '../../../../src/core/records/sample.ts';

function sampleIn(record: unknown): Sample {
  const reading = readRecord(record);
  const first = 'problem' in reading ? undefined : reading.samples[0];
  if (first === undefined) throw new Error('The record has no sample.');
  return first;
}

it.each([
  [
    'page images',
    { images: ['a/1.png', 'a/2.png', 'a/1.png'] },
    ['a/1.png', 'a/2.png'],
    [
      [0, 1],
      [1, 1],
      [0, 1],
    ],
  ],
  ['one page image', { image_path: 'a/1.png' }, ['a/1.png'], [[0, 1]]],
  [
    'a document and its pages',
    { file_name: 'a.pdf', reference_page: [3, '4', 'x'] },
    ['a.pdf'],
    [
      [0, 3],
      [0, 4],
    ],
  ],
  ['a document', { file_name: 'a.pdf' }, ['a.pdf'], null],
  ['only what was retrieved', { retrieved_images: ['r.png'], file_name: 'a.pdf' }, ['r.png'], [[0, 1]]],
  ['nothing', {}, [], null],
] as const)('a record names %s', (_, keys, documents, images) => {
  const named = namedPages(sampleIn({ response: 'r', ...keys }));
  expect(named.documents.map(({ path }) => path)).toEqual(documents);
  expect(named.images?.map(({ document, page }) => [document, page]) ?? null).toEqual(images);
  expect(named.isRecorded).toBe(false);
});

it('an asked question has recorded its documents and pages', () => {
  const record = {
    documents: [{ path: 'a.pdf', sha256: 'f'.repeat(64) }],
    images: [{ document: 1, page: 7 }],
    samples: [{ text: 'r' }],
  };
  expect(namedPages(sampleIn(record))).toEqual({
    documents: [{ path: 'a.pdf', sha256: 'f'.repeat(64) }],
    images: [{ image: 1, document: 0, page: 7 }],
    isRecorded: true,
  });
});

it('a sample of a run keeps everything that rewards depend on when it is shown', () => {
  const record = {
    input: [{ role: 'user', content: 'q' }],
    output: '<answer>1</answer>',
    gts: ['1', 'one'],
    num_images: 5,
    tool_results: '[]',
    response_length: 9,
    score: 0.5,
  };
  const sample = sampleIn(record);
  const { documents, images } = namedPages(sample);
  const shown = sampleOf(recordedResponse(sample, documents, images));
  const { response, question, sentPrompt, numImages, reference, references, groundTruth } = sample;
  expect(shown).toMatchObject({
    response,
    question,
    sentPrompt,
    numImages,
    reference,
    references,
    groundTruth,
  });
  expect(shown.toolResults).toBe('[]');
  expect(shown.responseLength).toBe(9);
});
