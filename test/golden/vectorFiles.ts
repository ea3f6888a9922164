import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { openInput } from '../../src/runs/reading/bytes.ts';
import { inputKind } from '../../src/runs/reading/recognize.ts';
import { createRecordSource, type FoundRecord } from '../../src/runs/reading/recordSource.ts';

/** JSON, a record a line or as a list, packed or not. */
const VECTORS = /\.(?:jsonl|ndjson|json)(?:\.gz)?$/i;

/** A folder's files of vectors, those of its own folders too, as paths from it; or one such file, and where it lies. */
export function vectorFiles(named: string): { readonly folder: string; readonly files: readonly string[] } {
  if (statSync(named).isFile()) return { folder: dirname(named), files: [basename(named)] };
  const files = readdirSync(named, { recursive: true, encoding: 'utf8' })
    .filter((path) => VECTORS.test(path) && statSync(join(named, path)).isFile())
    .toSorted();
  return { folder: named, files };
}

/**
 * The records of a file, read as the command line reads them: as Python's json writes them (NaN and Infinity bare), with
 * a byte order mark or without, and with line feeds alone ending a line.
 */
export async function* vectorRecords(path: string): AsyncGenerator<FoundRecord> {
  const isPacked = path.toLowerCase().endsWith('.gz');
  const stream = createReadStream(path);
  const { head, encoding, bytes } = await openInput('-', isPacked ? stream.pipe(createGunzip()) : stream);
  const name = isPacked ? path.slice(0, -'.gz'.length) : path;
  const kind = inputKind(name, head, 'records') === 'lines' ? 'lines' : 'values';
  const records = createRecordSource(kind, { encoding });
  for await (const chunk of bytes) yield* records.push(chunk);
  yield* records.end();
}
