import fs from 'node:fs';

/** One face of a TrueType or OpenType file. */
export interface FontFace {
  /** Offset of the face's table directory; 0 in a file with one face. */
  readonly offset: number;
  readonly family: string;
  /** The 64 code page bits of the OS/2 table; 0 if it has none. */
  readonly codePages: bigint;
}

/** A font file as it is passed to PDFium. */
export interface FontFile {
  readonly path: string;
  readonly size: number;
  readonly isCollection: boolean;
  readonly faces: readonly FontFace[];
}

const COLLECTION = 0x74746366;
const MAX_FACES = 64;
const MAX_TABLES = 256;
const WINDOWS = 3;
const ENGLISH = 0x409;
const FAMILY_NAME = 1;

/**
 * The information in a font file's headers: the family names of its faces and the code pages that they cover. Only the
 * table directory and two tables are read, not the glyphs.
 * @returns null for a file that is not a font or is broken
 */
export function readFontFile(path: string): FontFile | null {
  let file: number | null = null;
  try {
    file = fs.openSync(path, 'r');
    const { size } = fs.fstatSync(file);
    const head = readAt(file, 0, 12);
    const isCollection = head.getUint32(0) === COLLECTION;
    const offsets = isCollection ? collectionOffsets(file, head.getUint32(8)) : [0];
    const from = file;
    return { path, size, isCollection, faces: offsets.map((offset) => readFace(from, offset)) };
  } catch {
    return null;
  } finally {
    if (file !== null) fs.closeSync(file);
  }
}

function collectionOffsets(file: number, count: number): number[] {
  if (count > MAX_FACES) throw new RangeError('too many faces');
  const table = readAt(file, 12, count * 4);
  return Array.from({ length: count }, (_, index) => table.getUint32(index * 4));
}

function readFace(file: number, offset: number): FontFace {
  const count = readAt(file, offset, 12).getUint16(4);
  if (count > MAX_TABLES) throw new RangeError('too many tables');
  const directory = readAt(file, offset + 12, count * 16);
  const tables = new Map<string, { offset: number; length: number }>();
  for (let index = 0; index < count; index++) {
    const at = index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => directory.getUint8(at + byte)));
    tables.set(tag, { offset: directory.getUint32(at + 8), length: directory.getUint32(at + 12) });
  }
  const os2 = tables.get('OS/2');
  const name = tables.get('name');
  return {
    offset,
    family: name ? familyName(readAt(file, name.offset, Math.min(name.length, 65_536))) : '',
    codePages: os2 && os2.length >= 86 ? codePages(readAt(file, os2.offset, 86)) : 0n,
  };
}

/** ulCodePageRange1 and 2, at 78 and 82 since version 1 of the table. */
function codePages(os2: DataView): bigint {
  return os2.getUint16(0) >= 1 ? BigInt(os2.getUint32(78)) | (BigInt(os2.getUint32(82)) << 32n) : 0n;
}

function familyName(table: DataView): string {
  const count = table.getUint16(2);
  const strings = table.getUint16(4);
  let found = '';
  for (let index = 0; index < count; index++) {
    const at = 6 + index * 12;
    if (table.getUint16(at) !== WINDOWS || table.getUint16(at + 6) !== FAMILY_NAME) continue;
    const start = table.byteOffset + strings + table.getUint16(at + 10);
    const bytes = new Uint8Array(table.buffer, start, table.getUint16(at + 8));
    const text = new TextDecoder('utf-16be').decode(bytes);
    if (table.getUint16(at + 4) === ENGLISH) return text;
    found ||= text;
  }
  return found;
}

function readAt(file: number, position: number, length: number): DataView {
  const bytes = new Uint8Array(length);
  if (fs.readSync(file, bytes, 0, length, position) !== length) throw new RangeError('font file ends early');
  return new DataView(bytes.buffer);
}
