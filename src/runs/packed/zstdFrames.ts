import { Buffer } from 'node:buffer';

/** The first bytes of a frame, and of one that holds nothing of the text. */
const FRAME = 0xfd2fb528;
const SKIPPED = 0x184d2a50;

/** The kind of block whose one byte is repeated. */
const REPEATED = 1;

/** What the next bytes of a frame are. */
type Part = 'magic' | 'descriptor' | 'block' | 'skipped';

/**
 * Divides zstd where its frames end, as the bytes arrive: Node unpacks one frame, and then stops if more bytes come with
 * its end. The headers of the blocks say where that is, without unpacking them.
 */
export class ZstdFrames {
  #part: Part = 'magic';
  /** Bytes of the part so far, and how many it has. */
  #held = Buffer.alloc(0);
  #length = 4;
  /** Bytes until the next part. */
  #rest = 0;
  /** Whether the frame ends with those bytes. */
  #isLast = false;
  #hasChecksum = false;
  /** Whether nothing that is known follows; the bytes are no frame then, which whoever unpacks them finds out. */
  #isUnknown = false;

  /** The parts of the bytes that belong to frames; each is of one frame. */
  push(bytes: Buffer): readonly Buffer[] {
    const parts: Buffer[] = [];
    let from = 0;
    let at = 0;
    while (at < bytes.length && !this.#isUnknown) {
      const moved = Math.min(this.#rest, bytes.length - at);
      this.#rest -= moved;
      at += moved;
      if (this.#rest > 0) break;
      if (this.#isLast) {
        parts.push(bytes.subarray(from, at));
        from = at;
        this.#begin();
        continue;
      }
      const taken = bytes.subarray(at, at + this.#length - this.#held.length);
      this.#held = Buffer.concat([this.#held, taken]);
      at += taken.length;
      if (this.#held.length === this.#length) this.#take();
    }
    if (from < bytes.length) parts.push(bytes.subarray(from));
    return parts;
  }

  #begin(): void {
    this.#isLast = false;
    this.#expect('magic', 4);
  }

  #expect(part: Part, length: number): void {
    this.#part = part;
    this.#held = Buffer.alloc(0);
    this.#length = length;
  }

  #take(): void {
    const held = this.#held;
    switch (this.#part) {
      case 'magic': {
        const magic = held.readUInt32LE();
        if (magic === FRAME) this.#expect('descriptor', 1);
        else if ((magic & 0xfffffff0) === SKIPPED) this.#expect('skipped', 4);
        else this.#isUnknown = true;
        return;
      }
      case 'skipped':
        this.#rest = held.readUInt32LE();
        this.#isLast = true;
        return;
      case 'descriptor': {
        const descriptor = held.readUInt8();
        const isSingle = (descriptor & 0x20) !== 0;
        const window = isSingle ? 0 : 1;
        const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
        const size = [isSingle ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
        this.#hasChecksum = (descriptor & 4) !== 0;
        this.#rest = window + dictionary + size;
        this.#expect('block', 3);
        return;
      }
      case 'block': {
        const header = held.readUIntLE(0, 3);
        const isRepeated = ((header >> 1) & 3) === REPEATED;
        this.#rest = isRepeated ? 1 : header >> 3;
        this.#isLast = (header & 1) === 1;
        if (this.#isLast && this.#hasChecksum) this.#rest += 4;
        this.#expect('block', 3);
      }
    }
  }
}
