import type { Buffer } from 'node:buffer';
import type { RecordProblem } from '../../core/records/problemReason.ts';
import type { ByteRange } from './pieces.ts';
import type { InputKind, TableKind } from './recognize.ts';
import type { FoundRecord } from './recordSource.ts';

/** The place of a record in its file; `bytes` is null if it has none of its own there. */
export interface RecordPlace {
  readonly line: number;
  readonly bytes: ByteRange | null;
  /** The position among the records of the file, from 1, if others are on the same line and positions are asked for. */
  readonly item?: number;
  /** The entry of an archive. */
  readonly entry?: string;
  /** The bytes in the text of a packed file, as UTF-8. */
  readonly unpacked?: ByteRange;
}

/** A record or why it cannot be read, with its place. */
export type PlacedRecord = RecordPlace & ({ readonly record: unknown } | RecordProblem);

/** The place alone. */
export function placeOfRecord({ line, bytes, item, entry, unpacked }: RecordPlace): RecordPlace {
  return {
    line,
    bytes,
    ...(item === undefined ? {} : { item }),
    ...(entry === undefined ? {} : { entry }),
    ...(unpacked === undefined ? {} : { unpacked }),
  };
}

/** A record of the text of a packed file, which is at no place in the file itself. */
export function inPackedFile(found: FoundRecord): PlacedRecord {
  return { ...found, bytes: null, unpacked: found.bytes };
}

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
