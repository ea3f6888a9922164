import { TextNumbers } from './textNumbers.ts';

/** The bits of a whole number that are exact in a double. */
const BITS = 53;

/**
 * Numbers of samples by their items, a bit for each, in constant memory. Close it when it is no longer needed.
 */
export class SampleNumbers {
  readonly #bits = new TextNumbers();
  #count = 0;

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  has(item: string, sample: number): boolean {
    const { key, bit } = placeOf(item, sample);
    return hasBit(this.#bits.get(key) ?? 0, bit);
  }

  add(item: string, sample: number): void {
    const { key, bit } = placeOf(item, sample);
    const bits = this.#bits.get(key) ?? 0;
    if (hasBit(bits, bit)) return;
    this.#bits.set(key, bits + 2 ** bit);
    this.#count += 1;
  }

  close(): void {
    this.#bits.close();
  }
}

/** Where the bit of a sample is: an item with more samples than bits has several entries. */
function placeOf(item: string, sample: number): { readonly key: string; readonly bit: number } {
  const entry = Math.floor(sample / BITS);
  return { key: `${entry} ${item}`, bit: sample % BITS };
}

const hasBit = (bits: number, bit: number): boolean => Math.floor(bits / 2 ** bit) % 2 === 1;
