import { t } from '../../t.ts';
import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { deeperAt } from '../../jsonDepth.ts';
import { MOST_DEPTH } from '../../nesting.ts';
import type { Span } from '../../span.ts';

/** A syntax error of a JSON text, at its place. */
export interface JsonFault {
  readonly span: Span;
  readonly message: string;
}

/** A JSON text with the place of each of its parts. */
export interface PlacedJson {
  /** Undefined if nothing could be read. */
  readonly value: unknown;
  readonly faults: readonly JsonFault[];
  /** The place of the value at `path`; that of the nearest enclosing value if there is none. */
  place(path: readonly (string | number)[]): Span;
  /** The place of the key at `path`; that of its value if it is not a member of an object. */
  keyPlace(path: readonly (string | number)[]): Span;
  /** The place of characters `start` to `end` of the text value at `path`. */
  textPlace(path: readonly (string | number)[], start: number, end: number): Span;
}

const FAULTS: Readonly<Record<string, string>> = {
  get InvalidSymbol() {
    return t('This is not a JSON value; a text needs double quotes.');
  },
  get InvalidNumberFormat() {
    return t('This is not a number as JSON writes it.');
  },
  get PropertyNameExpected() {
    return t('A key in double quotes is missing here.');
  },
  get ValueExpected() {
    return t('A value is missing here.');
  },
  get ColonExpected() {
    return t('A colon is missing here.');
  },
  get CommaExpected() {
    return t('A comma is missing here.');
  },
  get CloseBraceExpected() {
    return t('A closing brace is missing here.');
  },
  get CloseBracketExpected() {
    return t('A closing bracket is missing here.');
  },
  get EndOfFileExpected() {
    return t('The JSON value has ended; nothing may follow it.');
  },
  get InvalidCommentToken() {
    return t('JSON has no comments.');
  },
  get UnexpectedEndOfComment() {
    return t('This comment never ends.');
  },
  get UnexpectedEndOfString() {
    return t('This text never ends; a double quote is missing.');
  },
  get UnexpectedEndOfNumber() {
    return t('This number never ends.');
  },
  get InvalidUnicode() {
    return t('Four hexadecimal digits must follow \\u.');
  },
  get InvalidEscapeCharacter() {
    return t('JSON has no such escape sequence; a backslash is written as \\\\.');
  },
  get InvalidCharacter() {
    return t('This character must be written as an escape sequence.');
  },
};

/**
 * Reads a JSON text: `faults` has its errors, and `value` what could be read despite them. Nothing is read of a text
 * that is nested more than `MOST_DEPTH` levels deep. Never throws.
 */
export function readJson(text: string): PlacedJson {
  const deep = deeperAt(text, MOST_DEPTH);
  const errors: ParseError[] = [];
  const root =
    deep === -1 ? parseTree(text, errors, { disallowComments: true, allowTrailingComma: false }) : undefined;
  const whole: Span = { start: 0, end: text.length };
  const node = (path: readonly (string | number)[]): Node | undefined =>
    root && findNodeAtLocation(root, [...path]);
  const place = (path: readonly (string | number)[]): Span => {
    for (let length = path.length; length >= 0; length--) {
      const found = node(path.slice(0, length));
      if (found) return nodeSpan(found);
    }
    return whole;
  };
  return {
    value: root === undefined ? undefined : (getNodeValue(root) as unknown),
    faults:
      deep === -1
        ? errors.map(({ error, offset, length }) => ({
            // A comment that never ends has its error after the end of the text.
            span: { start: offset, end: Math.min(offset + length, text.length) },
            message: FAULTS[printParseErrorCode(error)] ?? t('This is not JSON.'),
          }))
        : [
            {
              span: { start: deep, end: deep + 1 },
              message: t('This is nested more than {0} levels deep.', MOST_DEPTH),
            },
          ],
    place,
    keyPlace: (path) => {
      const property = node(path)?.parent;
      const key = property?.type === 'property' ? property.children?.[0] : undefined;
      return key ? nodeSpan(key) : place(path);
    },
    textPlace: (path, start, end) => {
      const found = node(path);
      if (found?.type !== 'string') return place(path);
      const places = characterPlaces(text.slice(found.offset + 1, found.offset + found.length - 1));
      const at = (index: number): number => found.offset + 1 + (places[index] ?? places.at(-1) ?? 0);
      return { start: at(start), end: at(end) };
    },
  };
}

const nodeSpan = ({ offset, length }: Node): Span => ({ start: offset, end: offset + length });

/** The offset between the quotes of each character of a text value, and of its end: an escape is one character. */
function characterPlaces(written: string): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < written.length;) {
    places.push(at);
    at += written[at] !== '\\' ? 1 : written[at + 1] === 'u' ? 6 : 2;
  }
  return [...places, written.length];
}
