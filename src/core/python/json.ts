import type { Span } from '../span.ts';
import { MOST_DIGITS } from './integers.ts';

/**
 * A value as Python's `json.loads` returns it. An int is a bigint and a float a number, so that 1 and 1.0 are
 * different. Lists and objects have spans.
 */
export type PythonJson = null | boolean | string | bigint | number | PythonList | PythonDict;

export interface PythonList {
  readonly kind: 'list';
  readonly items: readonly PythonJson[];
  readonly span: Span;
}

export interface PythonDict {
  readonly kind: 'dict';
  /** For keys that occur more than once, the last value. */
  readonly entries: ReadonlyMap<string, PythonJson>;
  readonly span: Span;
}

/** The result of `json.loads`: a value, or that it raises, with a sentence that says what is wrong and where. */
export type LoadedJson =
  { readonly ok: true; readonly value: PythonJson } | { readonly ok: false; readonly reason: string };

/** The nesting depth at which CPython raises RecursionError when called from near module level. */
const DEEPEST = 992;

/**
 * Python's `json.loads(text)`: JSON, and NaN, Infinity, and -Infinity; for repeated keys, the last value counts. Spans
 * are UTF-16 offsets into `text`.
 */
export function loadJson(text: string): LoadedJson {
  try {
    const reader = new JsonReader(text);
    return { ok: true, value: reader.whole() };
  } catch (error) {
    if (error instanceof JsonFault) return { ok: false, reason: error.message };
    throw error;
  }
}

/** Why a text is rejected, with the offset. */
class JsonFault extends Error {
  constructor(what: string, text: string, at: number) {
    const before = text.slice(0, at).split('\n');
    const place =
      before.length === 1
        ? `at character ${at + 1}`
        : `in line ${before.length}, at character ${(before.at(-1)?.length ?? 0) + 1}`;
    super(`${what} ${place}`);
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?/y;
const SPACE = /[ \t\n\r]*/y;
const [QUOTE, BACKSLASH, FIRST_PRINTED] = [0x22, 0x5c, 0x20] as const;
const HEX = /[0-9a-fA-F]{4}/y;
const NAMES: readonly (readonly [string, PythonJson])[] = [
  ['null', null],
  ['true', true],
  ['false', false],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
];
const ESCAPES: Readonly<Partial<Record<string, string>>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): PythonJson {
    if (this.#text.startsWith('\ufeff')) throw this.#fault('A byte order mark stands');
    this.#skipSpace();
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length) throw this.#fault('Something follows the value');
    return value;
  }

  #value(): PythonJson {
    const first = this.#text.charAt(this.#at);
    if (first === '"') return this.#string();
    if (first === '{') return this.#nested(() => this.#dict());
    if (first === '[') return this.#nested(() => this.#list());
    const number = this.#take(NUMBER);
    if (number !== null) return this.#number(number);
    for (const [name, value] of NAMES) {
      if (!this.#text.startsWith(name, this.#at)) continue;
      this.#at += name.length;
      return value;
    }
    throw this.#fault('No value stands');
  }

  #nested(read: () => PythonJson): PythonJson {
    if (++this.#depth > DEEPEST) throw this.#fault('Values are nested too deep');
    const value = read();
    this.#depth--;
    return value;
  }

  #number([digits, fraction, exponent]: RegExpExecArray): PythonJson {
    if (fraction !== undefined || exponent !== undefined) return Number(digits);
    if (digits.length - (digits.startsWith('-') ? 1 : 0) > MOST_DIGITS)
      throw this.#fault(`A whole number of more than ${MOST_DIGITS} digits ends`);
    return BigInt(digits);
  }

  #list(): PythonList {
    const start = this.#at++;
    const items: PythonJson[] = [];
    this.#skipSpace();
    if (!this.#skip(']')) {
      do {
        this.#skipSpace();
        items.push(this.#value());
        this.#skipSpace();
      } while (this.#skip(','));
      this.#need(']', 'A comma or `]` is missing');
    }
    return { kind: 'list', items, span: { start, end: this.#at } };
  }

  #dict(): PythonDict {
    const start = this.#at++;
    const entries = new Map<string, PythonJson>();
    this.#skipSpace();
    if (!this.#skip('}')) {
      do {
        this.#skipSpace();
        if (this.#text.charAt(this.#at) !== '"') throw this.#fault('A name in double quotes is missing');
        const name = this.#string();
        this.#skipSpace();
        this.#need(':', 'A colon is missing');
        this.#skipSpace();
        entries.set(name, this.#value());
        this.#skipSpace();
      } while (this.#skip(','));
      this.#need('}', 'A comma or `}` is missing');
    }
    return { kind: 'dict', entries, span: { start, end: this.#at } };
  }

  #string(): string {
    const opening = this.#at++;
    let value = '';
    for (;;) {
      value += this.#plain();
      const next = this.#text.charAt(this.#at);
      if (next === '"') {
        this.#at++;
        return value;
      }
      if (next === '') {
        this.#at = opening;
        throw this.#fault('A string that is never closed begins');
      }
      if (next !== '\\') throw this.#fault('A control character stands in a string');
      value += this.#escape();
    }
  }

  /** The part of a string without escapes, up to a quote, a backslash, or a control character. */
  #plain(): string {
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit === QUOTE || unit === BACKSLASH || unit < FIRST_PRINTED) break;
    }
    return this.#text.slice(start, this.#at);
  }

  #escape(): string {
    const letter = this.#text.charAt(this.#at + 1);
    if (letter === 'u') {
      this.#at += 2;
      const hex = this.#take(HEX);
      if (hex === null) throw this.#fault('Four hexadecimal digits are missing');
      return String.fromCharCode(parseInt(hex[0], 16));
    }
    const meant = ESCAPES[letter];
    if (letter === '' || meant === undefined) throw this.#fault('An escape that JSON does not know stands');
    this.#at += 2;
    return meant;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #skipSpace(): void {
    this.#take(SPACE);
  }

  #skip(mark: string): boolean {
    if (this.#text.charAt(this.#at) !== mark) return false;
    this.#at++;
    return true;
  }

  #need(mark: string, what: string): void {
    if (!this.#skip(mark)) throw this.#fault(what);
  }

  #fault(what: string): JsonFault {
    return new JsonFault(what, this.#text, this.#at);
  }
}
