import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { DatasetReader } from '../../../src/core/datasets/datasetReader.ts';
import type { DatasetItem } from '../../../src/core/datasets/model.ts';
import type { Word } from '../../../src/core/geometry/word.ts';
import { shareDocuments } from '../documents/support.ts';

const FOLDER = path.join(root, 'media/sample');

const items: DatasetItem[] = [];
const documents = shareDocuments();
const wordsOfPages: (readonly Word[])[] = [];

describe('the sample data set', () => {
  beforeAll(async () => {
    const reader = new DatasetReader();
    const text = fs.readFileSync(path.join(FOLDER, 'annual-report.dataset.jsonl'), 'utf8');
    for (const [at, line] of text.trimEnd().split('\n').entries()) {
      const { item, problems } = reader.read(JSON.parse(line), at + 1);
      expect(problems).toEqual([]);
      if (item !== null) items.push(item);
    }
    const report = await documents.open({ kind: 'path', path: path.join(FOLDER, 'annual-report.pdf') });
    for (let page = 1; page <= report.pageCount; page += 1)
      wordsOfPages.push((await report.text(page)).words);
    await report.close();
  });

  it('has boxes around what its answers are read from', () => {
    const boxed = items.filter(({ goldBoxes }) => goldBoxes.length > 0);
    expect(boxed.length).toBeGreaterThan(30);
    for (const { id, goldBoxes, goldPages, references, tags } of boxed) {
      const texts = goldBoxes.map(({ page, box }) =>
        (wordsOfPages[page - 1] ?? [])
          .filter(({ box: { left, top, right, bottom } }) => {
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            return x > box.left && x < box.right && y > box.top && y < box.bottom;
          })
          .map(({ text }) => text)
          .join(' '),
      );
      expect(texts, id).not.toContain('');
      expect(goldPages?.map(({ page }) => page) ?? [], id).toEqual(
        expect.arrayContaining(goldBoxes.map(({ page }) => page)),
      );
      const [read = ''] = texts;
      const isRead = references.some((reference) => read.includes(reference) || reference.includes(read));
      if (tags.includes('lookup')) expect(isRead, `${id}: ${read}`).toBe(true);
    }
  });

  it('has questions of every kind', () => {
    expect(items.length).toBeGreaterThanOrEqual(40);
    const kinds = new Set(items.flatMap(({ buckets }) => buckets['evidence'] ?? []));
    expect([...kinds].sort()).toEqual(['Chart', 'Layout', 'Table', 'Text']);
    const tags = new Set(items.flatMap((item) => item.tags));
    for (const tag of ['multi-page', 'unanswerable', 'arithmetic', 'comparison']) expect(tags).toContain(tag);
    const unanswerable = items.filter(({ sufficient }) => sufficient === false);
    expect(unanswerable.map(({ tags: own }) => own)).toEqual(unanswerable.map(() => ['unanswerable']));
  });
});
