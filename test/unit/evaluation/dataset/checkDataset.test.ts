import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PlacedProblem } from '../../../../src/core/datasets/datasetReader.ts';
import { PageTraceError } from '../../../../src/core/errors.ts';
import type { Documents } from '../../../../src/documents/model.ts';
import { PageCounts } from '../../../../src/documents/pageCounts.ts';
import { checkDataset, isDatasetFile } from '../../../../src/evaluation/dataset/checkDataset.ts';
import { temporaryFolder } from '../../../support/files.ts';
import { memoryDocument } from '../../asking/build.ts';

/** Documents of three pages, but for those that are damaged; counts how many are open. */
function countedDocuments(): Pick<Documents, 'open'> & { readonly opened: string[]; open_: number } {
  const documents = {
    opened: [] as string[],
    open_: 0,
    open: (source: Parameters<Documents['open']>[0]) => {
      const name = path.basename(source.kind === 'path' ? source.path : source.name);
      documents.opened.push(name);
      if (name.startsWith('damaged'))
        return Promise.reject(new PageTraceError('document-damaged', `${name} is damaged.`));
      documents.open_ += 1;
      const close = (): Promise<void> => {
        documents.open_ -= 1;
        return Promise.resolve();
      };
      return Promise.resolve({ ...memoryDocument(name, 3), close });
    },
  };
  return documents;
}

describe('the check of a data set', () => {
  const whole = { question: 'Q?', reference: 'x' };

  it('reports documents and pages that are not there, at their lines', async () => {
    const folder = temporaryFolder();
    const records = [
      { ...whole, id: 1, document: 'a.pdf', pages: [3, 4], gold_pages: [1, 9] },
      { ...whole, id: 2, documents: ['a.pdf', { path: 'none.pdf', pages: [1] }] },
      { ...whole, id: 3, images: ['p.png'], gold_boxes: [{ page: 2, box: [1, 2, 3, 4] }] },
      { ...whole, id: 4, document: 'damaged.pdf' },
      { ...whole, id: 5, document: 'a.pdf', pages: 3 },
    ];
    const dataset = path.join(folder, 'q.jsonl');
    fs.writeFileSync(dataset, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    for (const name of ['a.pdf', 'p.png', 'damaged.pdf']) fs.writeFileSync(path.join(folder, name), '');
    const documents = countedDocuments();
    const found: string[] = [];
    const onProblem = ({ line, code, path: place }: PlacedProblem): void => {
      found.push([line, code, ...place].join(' '));
    };
    const { signal } = new AbortController();
    const pageCounts = new PageCounts((path, signal) => documents.open({ kind: 'path', path }, { signal }));
    expect(await checkDataset(dataset, { pageCounts, signal, onProblem })).toBe(1);
    expect(found).toEqual([
      '1 page-out-of-range pages 1',
      '1 page-out-of-range gold_pages 1',
      '2 file-missing documents 1',
      '3 page-out-of-range gold_boxes 0 page',
      '4 file-unreadable document',
    ]);
    expect(documents.opened).toEqual(['a.pdf', 'damaged.pdf']);
    expect(documents.open_).toBe(0);
    // A document that was replaced is counted again.
    fs.writeFileSync(path.join(folder, 'a.pdf'), 'longer');
    await checkDataset(dataset, { pageCounts, signal, onProblem });
    expect(documents.opened).toEqual(['a.pdf', 'damaged.pdf', 'a.pdf']);
    // Nothing is said of documents that may not be looked at.
    const silent: string[] = [];
    await checkDataset(dataset, {
      pageCounts,
      signal,
      mayRead: () => Promise.resolve(false),
      onProblem: ({ code }) => silent.push(code),
    });
    expect(silent).toEqual([]);
  });

  it.each([
    ['a.jsonl', true],
    ['d/questions.json', true],
    ['a.dataset.json', true],
    ['a.CSV', true],
    ['a.jsonl.gz', true],
    ['pagetrace.prompts.json', false],
    ['my-questions.json', false],
    ['prompt.jinja', false],
  ])('knows %s by its name: %s', (name, expected) => {
    expect(isDatasetFile(name)).toBe(expected);
  });
});
