import type { Buffer } from 'node:buffer';
import type { RecordProblem } from '../../core/records/problemReason.ts';
import type { ByteRange } from './pieces.ts';
import type { InputKind, TableKind } from './recognize.ts';

/** A record or why it cannot be read, with its place in its file; `bytes` is null if it has none of its own there. */
export type PlacedRecord = {
  readonly line: number;
  readonly bytes: ByteRange | null;
  /** The entry of an archive. */
  readonly entry?: string;
} & ({ readonly record: unknown } | RecordProblem);

const TABLES: ReadonlySet<InputKind> = new Set<TableKind>(['commas', 'semicolons', 'tabs', 'parquet', 'zip']);

/** Whether a file of a kind is read as a table, rather than in pieces of text. */
export function isTableKind(kind: InputKind): kind is TableKind {
  return TABLES.has(kind);
}

/** Reads the records of a table or an archive, as `readTable` does. */
export type ReadTable = (
  file: string,
  kind: TableKind,
  bytes: AsyncIterable<Buffer>,
  longest: number,
  signal?: AbortSignal,
) => AsyncIterable<readonly PlacedRecord[]>;
