/** The arrays of numbers that grow here. */
export type NumberArray = Uint8Array | Int8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** An array of numbers that grows by a quarter: a run has millions of rows, and half of an array would be empty. */
export class GrowingArray<A extends NumberArray> {
  readonly #create: (size: number) => A;
  #array: A;
  #length = 0;

  constructor(create: (size: number) => A) {
    this.#create = create;
    this.#array = create(256);
  }

  get length(): number {
    return this.#length;
  }

  /** The numbers up to now, without a copy: what is added later may be elsewhere. */
  get values(): A {
    return this.#array.subarray(0, this.#length) as A;
  }

  at(index: number): number {
    return this.#array[index] ?? 0;
  }

  push(value: number): void {
    this.set(this.#length, value);
  }

  /** Sets a number; those between the last one and a new one are 0. */
  set(index: number, value: number): void {
    if (index >= this.#array.length) {
      const larger = this.#create(Math.max(index + 1, Math.ceil(this.#array.length * 1.25)));
      larger.set(this.#array);
      this.#array = larger;
    }
    this.#array[index] = value;
    if (index >= this.#length) this.#length = index + 1;
  }
}
