import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { openInput } from '../../src/runs/reading/bytes.ts';
import { inputKind } from '../../src/runs/reading/recognize.ts';
import { createRecordSource, type FoundRecord } from '../../src/runs/reading/recordSource.ts';

/** JSON Lines or a JSON list, compressed or not. */
const VECTORS = /\.(?:jsonl|ndjson|json)(?:\.gz)?$/i;

/** The vector files in a folder and its subfolders, as paths relative to it; or a single file with its folder. */
export function vectorFiles(named: string): { readonly folder: string; readonly files: readonly string[] } {
  if (statSync(named).isFile()) return { folder: dirname(named), files: [basename(named)] };
  const files = readdirSync(named, { recursive: true, encoding: 'utf8' })
    .filter((path) => VECTORS.test(path) && statSync(join(named, path)).isFile())
    .toSorted();
  return { folder: named, files };
}

/**
 * Reads the records of a file as the command line does: as Python's json writes them (NaN and Infinity without quotes),
 * with or without a byte order mark. Only line feeds end a line.
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
