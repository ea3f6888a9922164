import type { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { DatasetReader, NO_HEAD, type PlacedProblem } from '../core/datasets/datasetReader.ts';
import type { DatasetHead, DatasetItem } from '../core/datasets/model.ts';
import { PageTraceError } from '../core/errors.ts';
import { isJsonObject } from '../core/records/fieldPath.ts';
import { isHead, readHead } from '../core/datasets/ownItem.ts';
import { NO_INPUT, openInput } from '../runs/reading/bytes.ts';
import { LONGEST_PIECE } from '../runs/reading/pieces.ts';
import type { PlacedRecord } from '../runs/reading/placedRecord.ts';
import { placedRecords } from '../runs/reading/placedRecords.ts';
import { recognizeInput, type TableKind } from '../runs/reading/recognize.ts';
import { readTable } from '../runs/reading/tableRecords.ts';
import type { ImageTable } from './dataset/imageTable.ts';
import { findDataset } from './dataset/findDataset.ts';
import { TextNumbers } from './textNumbers.ts';

/** A question of a data set, at its line. */
export interface PlacedItem extends DatasetItem {
  /** From 1. In a Parquet file, the row. */
  readonly line: number;
}

/** How a data set is read. */
export interface ReadDatasetOptions {
  readonly signal: AbortSignal;
  readonly onProblem: (problem: PlacedProblem) => void;
  /** Whether images in a table beside the questions get their places there, as who shows them needs; true by default. */
  readonly placesImages?: boolean;
}

/**
 * What the first line of a data set says of all its questions; nothing if it is a question.
 * @throws PageTraceError `bad-input` if it has a mistake: the questions would be asked with another prompt, or pass by another
 * rule; `file-not-found`, `file-unreadable`, `cancelled`
 */
export async function readDatasetHead(dataset: string, signal: AbortSignal): Promise<DatasetHead> {
  const { file } = await findDataset(dataset);
  for await (const { record, line } of recordsOf(file, signal)) {
    if (!isJsonObject(record) || !isHead(record)) return NO_HEAD;
    const { head, problems } = readHead(record);
    if (head !== null) return head;
    const why = problems.find(({ severity }) => severity === 'error')?.message ?? '';
    throw new PageTraceError('bad-input', `${file}:${line}: ${why}`, {
      hint: t('Correct that line, which says something of all questions.'),
    });
  }
  return NO_HEAD;
}

/**
 * The questions of a data set, one after the other, so that it may be larger than memory. A question with a mistake is
 * left out and reported.
 * @param dataset its file, or the folder of its documents
 * @throws PageTraceError `file-not-found`, `file-unreadable`, `bad-input`, `cancelled`
 */
export async function* readDataset(
  dataset: string,
  { signal, onProblem, placesImages = true }: ReadDatasetOptions,
): AsyncGenerator<PlacedItem> {
  const { file, images } = await findDataset(dataset);
  const table = images === null || !placesImages ? null : await openImages(images);
  const lines = new TextNumbers();
  const reader = new DatasetReader(lines);
  try {
    for await (const { record, line, problem, isRow } of recordsOf(file, signal)) {
      if (problem !== null) {
        onProblem({ code: 'no-record', severity: 'error', message: problem, path: [], line });
        continue;
      }
      const { item, problems } = reader.read(record, line, isRow ? { file, row: line - 1 } : null);
      for (const each of problems) onProblem({ ...each, line });
      if (item !== null) yield { ...(table === null ? item : table.place(item)), line };
    }
  } finally {
    lines.close();
  }
}

/** What reads Parquet files is large, and loaded when it is first needed. */
async function openImages(file: string): Promise<ImageTable> {
  const { ImageTable: Table } = await import('./dataset/imageTable.ts');
  return Table.open(file);
}

/** A record of the file of a data set, or why there is none. */
interface DatasetRecord {
  readonly record: unknown;
  readonly line: number;
  readonly problem: string | null;
  /** Whether it is a row of a Parquet file. */
  readonly isRow: boolean;
}

async function* recordsOf(file: string, signal: AbortSignal): AsyncGenerator<DatasetRecord> {
  const input = await openInput(file, NO_INPUT, signal);
  try {
    const { kind, encoding } = recognizeInput(file, input, 'records');
    if (kind === 'trajectory') return;
    const options = { kind, encoding, longest: LONGEST_PIECE, readTable: readRows, signal };
    const isRow = kind === 'parquet';
    for await (const found of placedRecords(file, input, options))
      for (const each of found)
        yield 'record' in each
          ? { record: each.record, line: each.line, problem: null, isRow }
          : { record: null, line: each.line, problem: each.problem, isRow };
  } finally {
    await input.close();
  }
}

/** Rows with images that are read together at least. */
const PORTION = 16;

/** A row of a table without its empty cells: what a question does not have is not written there. */
function withoutEmptyCells(placed: PlacedRecord): PlacedRecord {
  if (!('record' in placed) || !isJsonObject(placed.record)) return placed;
  const filled = Object.entries(placed.record).filter(([, value]) => value !== undefined && value !== '');
  return { ...placed, record: Object.fromEntries(filled) };
}

/** The records of a table. Those of a Parquet file say where they have bytes, which stay in the file. */
async function* readRows(
  file: string,
  kind: TableKind,
  bytes: AsyncIterable<Buffer>,
  longest: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly PlacedRecord[]> {
  if (kind !== 'parquet') {
    for await (const found of readTable(file, kind, bytes, longest, signal))
      yield found.map(withoutEmptyCells);
    return;
  }
  const { parquetRecords } = await import('../runs/tables/parquet.ts');
  const placeOfBytes = ({ length }: Uint8Array): unknown => ({ held_bytes: length });
  for await (const found of parquetRecords(file, signal, { placeOfBytes, portion: PORTION }))
    yield found.map((each) => ({ ...each, bytes: null }));
}
