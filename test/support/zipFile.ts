import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';

/** How an entry is packed, by the number that zip archives have for it. */
export type ZipMethod = 0 | 8 | 93;

/** An entry of an archive. */
export interface ZippedEntry {
  readonly name: string;
  readonly text: string;
  readonly method?: ZipMethod;
  /** The bytes that are written in place of the packed text. */
  readonly packed?: Buffer;
  /** The size that the archive says of the text. */
  readonly size?: number;
}

/** A zip archive. Entries in zstd have two frames, as those of Inspect have several. */
export function zipFile(entries: readonly ZippedEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const {
    name,
    text,
    method = 8,
    packed = pack(text, method),
    size = Buffer.byteLength(text),
  } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(zlib.crc32(text), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed]);
    parts.push(local);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, rest, Buffer.from(name)]),
    );
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\u0005\u0006'), end]);
}

function pack(text: string, method: ZipMethod): Buffer {
  if (method === 0) return Buffer.from(text);
  if (method === 8) return zlib.deflateRawSync(text);
  const bytes = Buffer.from(text);
  const half = Math.floor(bytes.length / 2);
  return Buffer.concat(
    [bytes.subarray(0, half), bytes.subarray(half)].map((each) => zlib.zstdCompressSync(each)),
  );
}
