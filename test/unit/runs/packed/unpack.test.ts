import { Buffer } from 'node:buffer';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { packingOf, unpack } from '../../../../src/runs/packed/unpack.ts';
import { zstdChunks } from '../../../../src/runs/packed/zstd.ts';

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

/** What was unpacked, and whether all could be. */
async function unpacked(
  chunks: AsyncGenerator<Buffer>,
): Promise<{ readonly text: Buffer; readonly isWhole: boolean }> {
  const found: Buffer[] = [];
  try {
    for await (const chunk of chunks) found.push(chunk);
    return { text: Buffer.concat(found), isWhole: true };
  } catch {
    return { text: Buffer.concat(found), isWhole: false };
  }
}

const SKIPPED = Buffer.concat([Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 3, 0, 0, 0]), Buffer.from('abc')]);

const checksum = { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } };
const frame = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => ({ text: Buffer.from(bytes), isChecked: true })),
  fc.nat(400_000).map((length) => ({ text: Buffer.alloc(length, 'x'), isChecked: false })),
);

describe('zstd', () => {
  it('is unpacked from frames of any kind in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(frame, fc.boolean()), { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 5000 }),
        async (frames, size) => {
          const packed = Buffer.concat(
            frames.flatMap(([{ text, isChecked }, isFollowed]) => [
              zlib.zstdCompressSync(text, isChecked ? checksum : {}),
              ...(isFollowed ? [SKIPPED] : []),
            ]),
          );
          const found = await unpacked(unpack('zstd', pieces(packed, size), null));
          expect(found.isWhole).toBe(true);
          expect(found.text.equals(Buffer.concat(frames.map(([each]) => each.text)))).toBe(true);
        },
      ),
      propertyRuns(),
    );
  });

  it('is unpacked as on Node 20, which has only a library for it', async () => {
    const text = Buffer.from('{"response": "a"}\n'.repeat(20_000));
    const packed = Buffer.concat([zlib.zstdCompressSync(text), zlib.zstdCompressSync(text)]);
    for (const chunks of [zstdChunks(pieces(packed, 100)), unpack('zstd', pieces(packed, 100), null)]) {
      const found = await unpacked(chunks);
      expect(found.isWhole).toBe(true);
      expect(found.text.equals(Buffer.concat([text, text]))).toBe(true);
    }
  });

  it('is not whole if bytes follow that are no frame', async () => {
    const packed = Buffer.concat([zlib.zstdCompressSync('text'), Buffer.from('no frame')]);
    expect(await unpacked(unpack('zstd', pieces(packed, 5), null))).toMatchObject({ isWhole: false });
  });
});

describe.each([
  ['gzip', zlib.gzipSync],
  ['zstd', zlib.zstdCompressSync],
] as const)('%s', (name, pack) => {
  // Bytes that cannot be packed well.
  const text = Buffer.from(Array.from({ length: 400_000 }, (_, n) => Math.imul(n * n, 2654435761) >>> 24));
  const packed = pack(text);

  it('is recognized', () => {
    expect(packingOf(packed)).toBe(name);
    expect(packingOf(text)).toBeNull();
  });

  it('has what comes before the place where it is cut off', async () => {
    const cut = await unpacked(unpack(name, pieces(packed.subarray(0, -20_000), 1000), null));
    expect(cut.isWhole).toBe(false);
    expect(cut.text.length).toBeGreaterThan(250_000);
    expect(cut.text.equals(text.subarray(0, cut.text.length))).toBe(true);
  });

  it('is closed when nothing more of it is wanted', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Buffer> {
      try {
        yield* pieces(packed, 1000);
      } finally {
        isClosed = true;
      }
    }
    for await (const chunk of unpack(name, source(), null)) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await expect.poll(() => isClosed).toBe(true);
  });
});

describe('gzip that is damaged', () => {
  const member = (letter: string, lines: number): string =>
    Array.from({ length: lines }, (_, n) => `${letter}${Math.imul(n * n, 2654435761) >>> 0}\n`).join('');
  const [one, two] = [member('a', 300), member('b', 300)];
  const whole = Buffer.concat([zlib.gzipSync(one), zlib.gzipSync(two)]);

  it.each([
    ['a word', Buffer.from('garbage')],
    ['zeros and a word', Buffer.from('\0\0\0garbage')],
    ['many bytes', Buffer.alloc(40_000, 'x')],
  ])('has all of its members before %s', async (_, behind) => {
    const packed = Buffer.concat([whole, behind]);
    const bytes = (): AsyncGenerator<Buffer> => pieces(packed, 100_000);
    const found = await unpacked(unpack('gzip', bytes(), bytes));
    expect(found.isWhole).toBe(true);
    expect(found.text.toString()).toBe(one + two);
  });

  it('has what comes before damaged bytes, as far as a byte', async () => {
    const first = zlib.gzipSync(one);
    const packed = Buffer.from(whole);
    // What follows the header of a member begins with the kind of its first block, of which there are three.
    packed[first.length + 10] = 0xff;
    const bytes = (): AsyncGenerator<Buffer> => pieces(packed, 100_000);
    const found = await unpacked(unpack('gzip', bytes(), bytes));
    expect(found.isWhole).toBe(false);
    expect(found.text.toString()).toBe(one);
  });

  it('has all of a member with a wrong checksum', async () => {
    const packed = Buffer.from(whole);
    packed.fill(0, packed.length - 8, packed.length - 4);
    const bytes = (): AsyncGenerator<Buffer> => pieces(packed, 100_000);
    const found = await unpacked(unpack('gzip', bytes(), bytes));
    expect(found).toMatchObject({ isWhole: false });
    expect(found.text.toString()).toBe(one + two);
  });

  it('loses no more than a piece if it can be read only once', async () => {
    const hard = member('c', 30_000);
    const packed = Buffer.concat([zlib.gzipSync(hard), Buffer.from('garbage')]);
    const found = await unpacked(unpack('gzip', pieces(packed, 1_000_000), null));
    expect(found.isWhole).toBe(false);
    expect(hard.startsWith(found.text.toString())).toBe(true);
    expect(found.text.length).toBeGreaterThan(0);
  });
});
