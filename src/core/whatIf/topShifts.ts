/** The positions with the greatest sizes, greatest first; of equal ones, those that came first. */
export class TopShifts {
  readonly #most: number;
  readonly #positions: number[] = [];
  readonly #sizes: number[] = [];

  /** @param most how many are kept */
  constructor(most: number) {
    this.#most = most;
  }

  /** Takes a position with its size, if that is greater than 0 and among the greatest. */
  add(position: number, size: number): void {
    const sizes = this.#sizes;
    const isFull = sizes.length >= this.#most;
    if (!(size > 0) || (isFull && size <= (sizes[this.#most - 1] ?? Infinity))) return;
    let at = sizes.length;
    while (at > 0 && (sizes[at - 1] ?? 0) < size) at -= 1;
    sizes.splice(at, 0, size);
    this.#positions.splice(at, 0, position);
    if (!isFull) return;
    sizes.pop();
    this.#positions.pop();
  }

  get positions(): readonly number[] {
    return this.#positions;
  }
}
