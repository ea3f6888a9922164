import {
  TokenProbabilitiesBuilder,
  type Alternative,
  type TokenProbabilities,
} from '../core/records/tokenProbabilities.ts';
import { asArray, asNumber, asRecord, asText, type Wire } from './wire.ts';

/** A token as a server reports it. */
export interface WireToken {
  /** UTF-8; several tokens can share a character. Empty if the server reports the character with a later token. */
  readonly bytes: Uint8Array;
  readonly logprob: number;
  readonly alternatives: readonly Alternative[];
}

/** The most alternatives of a token that are kept, and the most characters of each. */
const MOST_ALTERNATIVES = 20;
const LONGEST_ALTERNATIVE = 100;

/** How far to look for the place where tokens and text agree again, and how much farther for each token left out. */
const FAR_TOKENS = 8;
const FAR_BYTES = 128;
const BYTES_PER_TOKEN = 16;
const FARTHEST_BYTES = 1_024;

/** The most bytes of a token, and of text that waits for its tokens to agree with it. */
const MOST_BYTES = 4_096;

/** How many tokens in sequence must agree with the text for their place to be certain, as far as they have arrived. */
const CERTAIN = 3;

/** Space, tab, line feed, carriage return. */
const BLANKS: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];

const encoder = new TextEncoder();

const REPLACEMENT = encoder.encode('\uFFFD');

/** Digits that differ are noise of the computation, and take room. */
function rounded(logprob: number): number {
  return Number(Math.min(0, logprob).toPrecision(6));
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 256;
}

/** The bytes of a token: those that the server names (vLLM and llama.cpp do), otherwise those of its text. */
function bytesOf(token: Wire): Uint8Array {
  const bytes = token['bytes'];
  return Array.isArray(bytes) && bytes.every(isByte)
    ? Uint8Array.from(bytes)
    : encoder.encode(asText(token['token']));
}

function readAlternatives(token: Wire): readonly Alternative[] {
  const read = asArray(token['top_logprobs'])
    .slice(0, MOST_ALTERNATIVES + 1)
    .flatMap((value) => {
      const other = asRecord(value);
      const logprob = asNumber(other?.['logprob']);
      if (other === null || logprob === null) return [];
      return [{ text: asText(other['token']).slice(0, LONGEST_ALTERNATIVE), logprob: rounded(logprob) }];
    });
  // The token itself is among them.
  const own = read.findIndex(({ text }) => text === asText(token['token']).slice(0, LONGEST_ALTERNATIVE));
  return read
    .filter((_, index) => index !== own)
    .slice(0, MOST_ALTERNATIVES)
    .sort((a, b) => b.logprob - a.logprob);
}

/** The tokens in the `logprobs` of a choice; none if it has no probabilities. */
export function readTokens(logprobs: unknown): readonly WireToken[] {
  return asArray(asRecord(logprobs)?.['content']).flatMap((value) => {
    const token = asRecord(value);
    const logprob = asNumber(token?.['logprob']);
    if (token === null || logprob === null) return [];
    const bytes = bytesOf(token);
    return bytes.length > MOST_BYTES
      ? []
      : [{ bytes, logprob: rounded(logprob), alternatives: readAlternatives(token) }];
  });
}

/** The UTF-16 units of the characters that end in `bytes` between `start` and `end`. */
function unitsIn(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) {
    const next = bytes[at + 1];
    if (isContinuation(next)) continue;
    units += (bytes[characterStart(bytes, at)] ?? 0) >= 0xf0 ? 2 : 1;
  }
  return units;
}

/** Whether a byte continues a character of UTF-8. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** The start of the character that the byte at `at` belongs to. */
function characterStart(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > 0 && isContinuation(bytes[start])) start -= 1;
  return start;
}

/** How many bytes of `token` agree with those of `bytes` from `at` on. */
function agreement(token: Uint8Array, bytes: Uint8Array, at: number): number {
  const most = Math.min(token.length, bytes.length - at);
  let length = 0;
  while (length < most && token[length] === bytes[at + length]) length += 1;
  return length;
}

/** Whether bytes are replacement characters only. */
function isReplacement(bytes: Uint8Array): boolean {
  return bytes.length % 3 === 0 && bytes.every((byte, index) => byte === REPLACEMENT[index % 3]);
}

/** Whether a token writes nothing if it is not in the text, such as the end of a turn. */
function isSpecial({ bytes }: WireToken): boolean {
  return bytes.length > 2 && bytes.length < 64 && bytes[0] === 0x3c && bytes.at(-1) === 0x3e;
}

/** Where tokens and text agree again: after so many tokens, and so many bytes of text. */
interface Resumption {
  readonly tokens: number;
  readonly bytes: number;
}

/**
 * Finds the text of each token of a response while both arrive. The text of a token can come later than the token: vLLM
 * holds back what could become a stop string, and a character whose bytes are not complete. Tokens that are not in the
 * text, and text that has no tokens, are recognized where both agree again. The time grows with the length of the
 * stream only.
 */
export class TokenAlignment {
  readonly #builder: TokenProbabilitiesBuilder;
  /** Tokens whose text has not been found yet. */
  #waiting: WireToken[] = [];
  /** Text, in UTF-8, whose tokens have not been found yet, from `#at` on. */
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;
  /** The units of the text so far. */
  #units = 0;
  /** Text that is not the server's: how many units, before which unit of the server's text. */
  readonly #inserted: { readonly before: number; readonly length: number }[] = [];
  /** How many tokens may still come, and how many were left out since tokens and text agreed. */
  #tokensLeft: number;
  #leftOut = 0;

  /** @param most the most tokens that are kept, and the most alternatives of all tokens together */
  constructor(most: number) {
    this.#builder = new TokenProbabilitiesBuilder(most);
    this.#tokensLeft = most;
  }

  /** Takes the tokens of a chunk, before its text. */
  addTokens(tokens: readonly WireToken[]): void {
    for (const token of tokens.slice(0, this.#tokensLeft)) this.#waiting.push(token);
    this.#tokensLeft = Math.max(0, this.#tokensLeft - tokens.length);
  }

  /** Takes the text of a chunk. */
  addText(text: string): void {
    const kept = characterStart(this.#bytes, this.#at);
    this.#bytes = joinBytes(this.#bytes.subarray(kept), encoder.encode(text));
    this.#at -= kept;
    this.#units += text.length;
    this.#settle(false);
  }

  /** Notes that `length` units that the server did not send follow the text so far. */
  insert(length: number): void {
    this.#inserted.push({ before: this.#units, length });
  }

  /** Notes that `length` units that the server did not send come before all text. */
  insertBefore(length: number): void {
    this.#inserted.unshift({ before: 0, length });
  }

  /** The tokens of the whole response, when it has ended; null if the server reported none. */
  end(): TokenProbabilities | null {
    this.#settle(true);
    const read = this.#builder.build();
    return read === null ? null : withInserted(read, this.#inserted);
  }

  #settle(ended: boolean): void {
    let taken = 0;
    for (let token = this.#waiting[0]; token !== undefined; token = this.#waiting[taken]) {
      const rest = this.#bytes.length - this.#at;
      const length = agreement(token.bytes, this.#bytes, this.#at);
      // Tokens of SentencePiece are reported without the blank that they begin with.
      const blanks = length === 0 && token.bytes.length > 0 ? this.#blanksBefore(token) : 0;
      if (length === token.bytes.length || blanks > 0) {
        this.#put(token, blanks + token.bytes.length);
        this.#leftOut = 0;
        taken += 1;
      } else if (length === rest && !ended) break;
      else if (isSpecial(token)) taken += 1;
      else {
        const skipped = this.#findResumption(taken) ?? this.#giveUp(this.#waiting.length - taken, ended);
        if (skipped === null) break;
        this.#skip(this.#waiting.slice(taken, taken + skipped.tokens), skipped.bytes);
        taken += skipped.tokens;
      }
    }
    this.#waiting.splice(0, taken);
    // Text never comes before its tokens.
    if (this.#waiting.length === 0) this.#skip([], this.#bytes.length - this.#at);
  }

  /** What to skip of `waiting` tokens that do not agree with the text; null to wait for more. */
  #giveUp(waiting: number, ended: boolean): Resumption | null {
    const rest = this.#bytes.length - this.#at;
    if (ended && this.#leftOut === 0 && waiting <= FAR_TOKENS && rest <= FAR_BYTES)
      return { tokens: waiting, bytes: rest };
    if (!ended && waiting <= FAR_TOKENS && rest <= MOST_BYTES) return null;
    const tokens = Math.min(waiting, FAR_TOKENS);
    this.#leftOut += tokens;
    return { tokens, bytes: 0 };
  }

  /** Appends a token that wrote the next `length` bytes. */
  #put({ logprob, alternatives }: WireToken, length: number): void {
    this.#builder.add(unitsIn(this.#bytes, this.#at, this.#at + length), logprob, alternatives);
    this.#at += length;
  }

  /** Appends tokens that wrote the next `length` bytes together, or nothing; without tokens, text without them. */
  #skip(tokens: readonly WireToken[], length: number): void {
    if (tokens.length === 0) {
      const end = this.#at + length;
      const units = unitsIn(this.#bytes, this.#at, end);
      // Bytes that became no character are replaced in the text, but not in their tokens, which vLLM reports as empty.
      const isReplaced = length > 0 && isReplacement(this.#bytes.subarray(this.#at, end));
      if (!isReplaced || !this.#builder.fillLast(units)) this.#builder.add(units, null);
      this.#at = end;
    } else if (length > 0)
      tokens.forEach((token, index) => {
        this.#put(token, index === tokens.length - 1 ? length : 0);
      });
  }

  /** The length of the blanks that come next, if the token follows them; 0 otherwise. */
  #blanksBefore({ bytes }: WireToken): number {
    let length = 0;
    while (BLANKS.includes(this.#bytes[this.#at + length] ?? 0)) length += 1;
    return agreement(bytes, this.#bytes, this.#at + length) === bytes.length ? length : 0;
  }

  #findResumption(from: number): Resumption | null {
    let best: (Resumption & { readonly cost: number }) | null = null;
    const far = Math.min(FAR_BYTES + this.#leftOut * BYTES_PER_TOKEN, FARTHEST_BYTES);
    const mostBytes = Math.min(far, this.#bytes.length - this.#at - 1);
    for (let tokens = 0; tokens <= FAR_TOKENS && from + tokens < this.#waiting.length; tokens++) {
      for (let bytes = 0; bytes <= mostBytes; bytes++) {
        const cost = 4 * tokens + bytes;
        if (best !== null && cost >= best.cost) break;
        if (tokens + bytes > 0 && this.#agreesFrom(from + tokens, this.#at + bytes))
          best = { tokens, bytes, cost };
      }
    }
    return best;
  }

  /** Whether the tokens from index `from` on wrote the bytes from `at` on, as far as both have arrived. */
  #agreesFrom(from: number, at: number): boolean {
    let place = at;
    let whole = 0;
    for (const token of this.#waiting.slice(from, from + CERTAIN)) {
      const length = agreement(token.bytes, this.#bytes, place);
      place += length;
      if (length < token.bytes.length) return whole > 0 && (place === this.#bytes.length || isSpecial(token));
      if (length > 0) whole += 1;
    }
    return whole > 0;
  }
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** The tokens of a response into which text without tokens was inserted; ascending places. */
function withInserted(
  read: TokenProbabilities,
  inserted: readonly { readonly before: number; readonly length: number }[],
): TokenProbabilities {
  if (inserted.length === 0) return read;
  const lengths: number[] = [];
  const logprobs: (number | null)[] = [];
  const counts: number[] = [];
  const put = (length: number, logprob: number | null, count: number): void => {
    lengths.push(length);
    logprobs.push(logprob);
    counts.push(count);
  };
  let units = 0;
  let next = 0;
  read.lengths.forEach((length, index) => {
    const logprob = read.logprobs[index] ?? null;
    let rest = length;
    for (let place = inserted[next]; place !== undefined; place = inserted[next]) {
      const before = place.before - units;
      // A token on both sides of inserted text, which no server sends, is that of the text after it.
      if (before > rest || (before === rest && rest > 0)) break;
      if (before > 0) put(before, null, 0);
      put(place.length, null, 0);
      rest -= before;
      units += before;
      next += 1;
    }
    put(rest, logprob, read.counts[index] ?? 0);
    units += rest;
  });
  for (const { length } of inserted.slice(next)) put(length, null, 0);
  return { ...read, lengths, logprobs, counts };
}
