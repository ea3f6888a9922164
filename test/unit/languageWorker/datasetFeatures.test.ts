import { expect, test } from 'vitest';
import type { DocumentText } from '../../../src/languageWorker/calls.ts';
import { DatasetFeatures } from '../../../src/languageWorker/datasetFeatures.ts';
import { startLanguageWorker } from './support.ts';

const TEXT = '{"id": 1, "question": "Q?", "document": "a.pdf", "reference": "x", "pages": [4]}\n{"id": 1}\n';

const dataset = (version: number, text = TEXT): DocumentText => ({ uri: 'a.dataset.jsonl', version, text });

test('answers for a data set in the worker', async () => {
  const features = new DatasetFeatures(startLanguageWorker(), () => true);
  const first = await features.problems(dataset(1), {}, false);
  expect(first.unknown).toEqual(['a.pdf']);
  const { findings } = await features.problems(dataset(1), { 'a.pdf': { pageCount: 3 } }, false);
  expect(findings.map(({ code }) => code)).toEqual(['page-out-of-range', 'missing-key']);
  expect((await features.hover(dataset(1), 3))?.markdown).toContain('Names the question');
  const { completions } = await features.completions(dataset(2, `${TEXT}{"id": 2, }`), TEXT.length + 10);
  expect(completions.map(({ label }) => label)).toContain('gold_boxes');
});

test('is not asked for a text that has changed', async () => {
  const features = new DatasetFeatures(startLanguageWorker(), () => false);
  await expect(features.problems(dataset(1), {}, false)).rejects.toMatchObject({ reason: 'cancelled' });
});
