import { t } from '@vscode/l10n';
import { isHead, readHead } from '../core/datasets/ownItem.ts';
import { readItem } from '../core/datasets/readItem.ts';
import type { DatasetHead, DatasetItem, ItemProblem } from '../core/datasets/model.ts';
import { isJsonObject } from '../core/records/fieldPath.ts';
import { fileBytes } from '../runs/reading/bytes.ts';
import { LineSplitter } from '../runs/reading/lineSplitter.ts';

/** A problem of a data set, at its line. */
export interface PlacedProblem extends ItemProblem {
  /** From 1. */
  readonly line: number;
}

/** A question of a data set, at its line. */
export interface PlacedItem extends DatasetItem {
  /** From 1. */
  readonly line: number;
}

/** How a data set is read. */
export interface ReadDatasetOptions {
  readonly signal: AbortSignal;
  readonly onProblem: (problem: PlacedProblem) => void;
}

const NO_HEAD: DatasetHead = { name: null, prompt: null, pass: null };

/** What the first line of a data set says of all its questions; nothing if it is a question. */
export async function readDatasetHead(file: string, signal: AbortSignal): Promise<DatasetHead> {
  const splitter = new LineSplitter();
  for await (const chunk of fileBytes(file, signal)) {
    const [first] = splitter.push(chunk);
    if (first === undefined) continue;
    const record = 'text' in first ? parse(first.text) : null;
    return (isJsonObject(record) && isHead(record) ? readHead(record).head : null) ?? NO_HEAD;
  }
  return NO_HEAD;
}

/**
 * The questions of a data set, one after the other, so that it may be larger than memory. A question with a mistake is
 * left out and reported.
 * @throws PageTraceError `file-not-found`, `file-unreadable`, `cancelled`
 */
export async function* readDataset(
  file: string,
  { signal, onProblem }: ReadDatasetOptions,
): AsyncGenerator<PlacedItem> {
  const splitter = new LineSplitter();
  const lineOf = new Map<string, number>();
  const read = function* (pieces: ReturnType<LineSplitter['push']>): Generator<PlacedItem> {
    for (const piece of pieces) {
      const { line } = piece;
      if (!('text' in piece)) {
        onProblem({ code: 'no-record', severity: 'error', message: piece.problem, path: [], line });
        continue;
      }
      if (piece.text.trim() === '') continue;
      const record = parse(piece.text);
      if (!isJsonObject(record)) {
        const message = t('The line is not a JSON object.');
        onProblem({ code: 'no-record', severity: 'error', message, path: [], line });
        continue;
      }
      if (line === 1 && isHead(record)) {
        for (const problem of readHead(record).problems) onProblem({ ...problem, line });
        continue;
      }
      const { item, problems } = readItem(record);
      for (const problem of problems) onProblem({ ...problem, line });
      if (item === null) continue;
      const before = lineOf.get(item.id);
      if (before === undefined) {
        lineOf.set(item.id, line);
        yield { ...item, line };
      } else {
        const message = t('Line {0} has the same id, {1}. Give every question its own.', before, item.id);
        onProblem({ code: 'duplicate-id', severity: 'error', message, path: ['id'], line });
      }
    }
  };
  for await (const chunk of fileBytes(file, signal)) yield* read(splitter.push(chunk));
  yield* read(splitter.end());
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
}
