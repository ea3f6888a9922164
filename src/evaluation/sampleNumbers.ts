/** Numbers of samples by their items, in little memory: a bit for each number. */
export class SampleNumbers {
  readonly #bits = new Map<string, bigint>();
  #count = 0;

  /** How many there are. */
  get count(): number {
    return this.#count;
  }

  has(item: string, sample: number): boolean {
    return (((this.#bits.get(item) ?? 0n) >> BigInt(sample)) & 1n) === 1n;
  }

  add(item: string, sample: number): void {
    if (this.has(item, sample)) return;
    this.#bits.set(item, (this.#bits.get(item) ?? 0n) | (1n << BigInt(sample)));
    this.#count += 1;
  }
}
