import path from 'node:path';
import { documentProblems, type KnownDocument } from '../../core/datasets/documentProblems.ts';
import type { PageCounts } from '../../documents/pageCounts.ts';
import { readDataset, type ReadDatasetOptions } from '../readDataset.ts';
import { findDataset } from './findDataset.ts';

/** How a data set is checked. */
export interface CheckOptions extends ReadDatasetOptions {
  readonly pageCounts: PageCounts;
  /** Whether a document may be looked at; of others, nothing is said. All may be if it is left out. */
  readonly mayRead?: ((file: string) => Promise<boolean>) | undefined;
}

/** What is known of an image. */
const ONE_PAGE = { pageCount: 1 };

/**
 * Reports everything that is wrong with a data set: its records, its documents, and the pages that it names.
 * @returns the questions that can be asked
 * @throws PageTraceError `file-not-found`, `file-unreadable`, `bad-input`, `cancelled`
 */
export async function checkDataset(dataset: string, options: CheckOptions): Promise<number> {
  const { pageCounts, mayRead, signal, onProblem } = options;
  const { folder } = await findDataset(dataset);
  let questions = 0;
  // Most questions are about the document of the one before.
  let last: { readonly file: string; readonly about: Promise<KnownDocument | null> } | null = null;
  const look = async (file: string): Promise<KnownDocument | null> =>
    (await mayRead?.(file)) === false ? null : pageCounts.of(file, signal);
  for await (const item of readDataset(dataset, options)) {
    const known = await Promise.all(
      item.documents.map(({ path: named, held }) => {
        if (held !== undefined) return Promise.resolve(ONE_PAGE);
        const file = path.resolve(folder, named);
        if (last?.file !== file) last = { file, about: look(file) };
        return last.about;
      }),
    );
    const problems = documentProblems(item, known);
    for (const problem of problems) onProblem({ ...problem, line: item.line });
    if (problems.length === 0) questions += 1;
  }
  return questions;
}

/** Whether a name is that of a file of questions. Other JSON files are mostly settings. */
export const isDatasetFile = (file: string): boolean =>
  /(?:\.(?:jsonl|ndjson|jsonlines|csv|tsv|parquet)|\.dataset\.json|(?:^|[\\/])questions\.json)(?:\.(?:gz|zst))?$/i.test(
    file,
  );
