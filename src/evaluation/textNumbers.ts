import { createHash } from 'node:crypto';

/** The most entries for each place of the table: more of them would make every look-up long. */
const FULLEST = 0.7;

const SMALLEST = 1024;

/**
 * Numbers by texts, for millions of texts: only 96 bits of the hash of a text are kept, so that an entry takes at most
 * 48 bytes, however long the text is. Two of 10 million texts are taken for the same with a probability of 1 to 10¹⁵.
 */
export class TextNumbers {
  #size = 0;
  #places = SMALLEST;
  /** The halves of the hashes, each a whole number of 48 bits, and 1 added to the first, since 0 is an empty place. */
  #first = new Float64Array(SMALLEST);
  #second = new Float64Array(SMALLEST);
  #numbers = new Float64Array(SMALLEST);

  /** How many texts have a number. */
  get size(): number {
    return this.#size;
  }

  get(text: string): number | undefined {
    const [first, second] = halvesOf(text);
    const place = this.#placeOf(first, second);
    return this.#first[place] === 0 ? undefined : this.#numbers[place];
  }

  set(text: string, number: number): void {
    const [first, second] = halvesOf(text);
    const place = this.#placeOf(first, second);
    if (this.#first[place] === 0) this.#size += 1;
    this.#put(place, first, second, number);
    if (this.#size > this.#places * FULLEST) this.#grow();
  }

  #put(place: number, first: number, second: number, number: number): void {
    this.#first[place] = first;
    this.#second[place] = second;
    this.#numbers[place] = number;
  }

  /** The place of a hash, or the empty one where it belongs. */
  #placeOf(first: number, second: number): number {
    let place = first % this.#places;
    while (this.#first[place] !== 0 && (this.#first[place] !== first || this.#second[place] !== second))
      place = (place + 1) % this.#places;
    return place;
  }

  #grow(): void {
    const [firsts, seconds, numbers] = [this.#first, this.#second, this.#numbers];
    this.#places *= 2;
    this.#first = new Float64Array(this.#places);
    this.#second = new Float64Array(this.#places);
    this.#numbers = new Float64Array(this.#places);
    firsts.forEach((first, at) => {
      if (first === 0) return;
      const second = seconds[at] ?? 0;
      this.#put(this.#placeOf(first, second), first, second, numbers[at] ?? 0);
    });
  }
}

function halvesOf(text: string): readonly [first: number, second: number] {
  const hash = createHash('sha256').update(text).digest();
  return [hash.readUIntBE(0, 6) + 1, hash.readUIntBE(6, 6)];
}
