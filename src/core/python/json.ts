import { t } from '@vscode/l10n';
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

/**
 * The result of `json.loads`: a value, or that it raises, with a clause that says what is wrong and where, such as `a
 * value is missing at character 5`, and whether that is only how deep it is nested.
 */
export type LoadedJson =
  | { readonly ok: true; readonly value: PythonJson }
  | { readonly ok: false; readonly reason: string; readonly isTooDeep?: true };

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
    if (error instanceof JsonFault)
      return {
        ok: false,
        reason: error.message,
        ...(error instanceof DepthFault ? { isTooDeep: true } : {}),
      };
    throw error;
  }
}

/** Says what is wrong at a place, which is given in words. */
type Describe = (place: string) => string;

/** Why a text is rejected, and where. */
class JsonFault extends Error {
  constructor(describe: Describe, text: string, at: number) {
    const before = text.slice(0, at).split('\n');
    super(
      describe(
        before.length === 1
          ? t('character {0}', at + 1)
          : t('line {0}, character {1}', before.length, (before.at(-1)?.length ?? 0) + 1),
      ),
    );
  }
}

/** A text is rejected because its values are nested too deeply. */
class DepthFault extends JsonFault {}

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
    if (this.#text.startsWith('\ufeff'))
      throw this.#fault((place) => t('there is a byte order mark at {0}', place));
    this.#skipSpace();
    const value = this.#value();
    this.#skipSpace();
    if (this.#at < this.#text.length)
      throw this.#fault((place) => t('there is text after the value at {0}', place));
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
    throw this.#fault((place) => t('a value is missing at {0}', place));
  }

  #nested(read: () => PythonJson): PythonJson {
    if (++this.#depth > DEEPEST)
      throw new DepthFault((place) => t('values are nested too deeply at {0}', place), this.#text, this.#at);
    const value = read();
    this.#depth--;
    return value;
  }

  #number([digits, fraction, exponent]: RegExpExecArray): PythonJson {
    if (fraction !== undefined || exponent !== undefined) return Number(digits);
    if (digits.length - (digits.startsWith('-') ? 1 : 0) > MOST_DIGITS)
      throw this.#fault((place) => t('a whole number has more than {0} digits at {1}', MOST_DIGITS, place));
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
      this.#need(']', (place) => t('a comma or `]` is missing at {0}', place));
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
        if (this.#text.charAt(this.#at) !== '"')
          throw this.#fault((place) => t('a name in double quotes is missing at {0}', place));
        const name = this.#string();
        this.#skipSpace();
        this.#need(':', (place) => t('a colon is missing at {0}', place));
        this.#skipSpace();
        entries.set(name, this.#value());
        this.#skipSpace();
      } while (this.#skip(','));
      this.#need('}', (place) => t('a comma or `}` is missing at {0}', place));
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
        throw this.#fault((place) => t('the string that begins at {0} is not closed', place));
      }
      if (next !== '\\')
        throw this.#fault((place) => t('a string contains a control character at {0}', place));
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
      if (hex === null) throw this.#fault((place) => t('four hexadecimal digits are missing at {0}', place));
      return String.fromCharCode(parseInt(hex[0], 16));
    }
    const meant = ESCAPES[letter];
    if (letter === '' || meant === undefined)
      throw this.#fault((place) => t('there is an unknown escape sequence at {0}', place));
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

  #need(mark: string, describe: Describe): void {
    if (!this.#skip(mark)) throw this.#fault(describe);
  }

  #fault(describe: Describe): JsonFault {
    return new JsonFault(describe, this.#text, this.#at);
  }
}
