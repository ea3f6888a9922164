import { MOST_DIGITS, readInt } from '../python/integers.ts';
import { isSpace } from '../python/strip.ts';
import { DIGIT_ZEROS } from '../python/tables.ts';
import type { ImageReference } from './model.ts';
import { partitionPoint } from '../binarySearch.ts';

const WORD = 'image';
const AFTER_WORD = WORD.length;
/** After a mark, where only a digit may follow. */
const BEFORE_DIGITS = AFTER_WORD + 1;
const DIGITS = AFTER_WORD + 2;

/**
 * Finds image references in a growing text, looking at each character once.
 *
 * `references` holds what the papers' pattern matches (Python's `Image\s+(\d+)`, ignoring case). `nearMisses` holds
 * what a person would read as a reference but the pattern does not match: `Image1`, `Images 1`, `Image #1`, `Image-1`,
 * `Image (1)`.
 */
export class ImageScan {
  readonly references: ImageReference[] = [];
  readonly nearMisses: ImageReference[] = [];
  #state = 0;
  #position = 0;
  #start = 0;
  #end = 0;
  #spaced = false;
  #marked = false;
  #digits = '';
  #high = 0;

  feed(chunk: string): void {
    for (let index = 0; index < chunk.length; index++) {
      if (this.#state === 0 && this.#high === 0) index = nextWord(chunk, index);
      if (index >= chunk.length) break;
      const unit = chunk.charCodeAt(index);
      if (this.#state === 0 && this.#high === 0) {
        if (isI(unit)) {
          this.#state = 1;
          this.#start = this.#position + index;
        }
        continue;
      }
      this.#take(unit, this.#position + index);
    }
    this.#position += chunk.length;
  }

  /** Marks the end of the text: a number at its end is complete. */
  end(): void {
    this.#finish();
  }

  #take(unit: number, at: number): void {
    if (this.#high !== 0) {
      const point = (this.#high - 0xd800) * 0x400 + (unit - 0xdc00) + 0x10000;
      const isPair = unit >= 0xdc00 && unit <= 0xdfff;
      const high = this.#high;
      this.#high = 0;
      if (isPair && isDigit(point)) {
        this.#digit(String.fromCharCode(high, unit), at);
        return;
      }
      this.#finish();
      this.#restart(unit, at);
      return;
    }
    if (this.#state < AFTER_WORD) {
      if ((unit | 32) === WORD.charCodeAt(this.#state) && unit < 128) this.#state++;
      else this.#restart(unit, at);
      return;
    }
    if (unit >= 0xd800 && unit <= 0xdbff) {
      this.#high = unit;
    } else if (isDigit(unit)) {
      this.#digit(String.fromCharCode(unit), at);
    } else if (this.#state === AFTER_WORD && isSpace(unit)) {
      this.#spaced = true;
    } else if (this.#state === AFTER_WORD && !this.#spaced && !this.#marked && (unit | 32) === 115) {
      this.#marked = true;
    } else if (
      this.#state === AFTER_WORD &&
      (this.#spaced ? '#([' : '#([-_').includes(String.fromCharCode(unit))
    ) {
      this.#marked = true;
      this.#state = BEFORE_DIGITS;
    } else {
      this.#finish();
      this.#restart(unit, at);
    }
  }

  #digit(digit: string, at: number): void {
    this.#state = DIGITS;
    this.#digits += digit;
    this.#end = at + 1;
  }

  #finish(): void {
    if (this.#state === DIGITS) {
      const span = { start: this.#start, end: this.#end };
      const reference = { image: readNumber(this.#digits), span };
      if (this.#spaced && !this.#marked) this.references.push(reference);
      else this.nearMisses.push(reference);
    }
    this.#reset();
  }

  #restart(unit: number, at: number): void {
    this.#reset();
    if (!isI(unit)) return;
    this.#state = 1;
    this.#start = at;
  }

  #reset(): void {
    this.#state = 0;
    this.#spaced = false;
    this.#marked = false;
    this.#digits = '';
    this.#high = 0;
  }
}

/** The references within a span, among the first `count` of `references`, which are in text order. */
export function referencesWithin(
  references: readonly ImageReference[],
  start: number,
  end: number,
  count = references.length,
): ImageReference[] {
  const first = partitionPoint(count, (index) => (references[index]?.span.start ?? 0) < start);
  const found: ImageReference[] = [];
  for (let index = first; index < count; index++) {
    const reference = references[index];
    if (reference === undefined || reference.span.start >= end) break;
    if (reference.span.end <= end) found.push(reference);
  }
  return found;
}

/** The distinct numbers of `references`, in order of first appearance. */
export function distinctImages(references: readonly ImageReference[]): number[] {
  const images = references.map((reference) => reference.image);
  return images.length < 2 ? images : [...new Set(images)];
}

function readNumber(digits: string): number {
  if (digits.length > MOST_DIGITS) return Number.MAX_SAFE_INTEGER;
  return Math.min(Number(readInt(digits)), Number.MAX_SAFE_INTEGER);
}

const WORDS = /[iI\u0130\u0131][mM][aA][gG][eE]/g;

/** Where `image` stands next in a text, as Python finds it when it ignores case; -1 if nowhere. */
export function findImageWord(text: string, from: number): number {
  WORDS.lastIndex = from;
  return WORDS.test(text) ? WORDS.lastIndex - WORD.length : -1;
}

/** Where the word is next in a chunk; the beginning of the characters that may be its first ones if it has no other. */
function nextWord(chunk: string, from: number): number {
  const found = findImageWord(chunk, from);
  return found === -1 ? Math.max(from, chunk.length - WORD.length + 1) : found;
}

/** Whether Python's re.IGNORECASE treats a character as an `i`, which includes the dotted and dotless ones. */
function isI(unit: number): boolean {
  return (unit | 32) === 105 ? unit < 128 : unit === 0x130 || unit === 0x131;
}

function isDigit(point: number): boolean {
  if (point < 0x660) return point >= 0x30 && point <= 0x39;
  return DIGIT_ZEROS.some((zero) => point >= zero && point < zero + 10);
}
