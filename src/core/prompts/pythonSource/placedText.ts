import type { Span } from '../../span.ts';
import { afterLineBreak, hasFields, isRaw, type StringToken } from './tokens.ts';

/** A part of the value of a string: text, with the place of each of its UTF-16 units, or a replacement field. */
export type StringPart =
  | { readonly kind: 'text'; readonly text: string; readonly places: readonly Span[] }
  | { readonly kind: 'field'; readonly name: string; readonly span: Span };

const SIMPLE: Readonly<Record<string, string>> = {
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};
const ESCAPE =
  /\\(?:(\r\n|[\r\n])|([\\'"abfnrtv])|([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(N\{[^{}]*\}))/y;
/** What stands for a character that is given by its name. */
const NAMED = '\uFFFD';

/** The value of a string literal: its text with escapes resolved, and the fields of an f-string. */
export function valueOf(source: string, { body, prefix, fields }: StringToken): readonly StringPart[] {
  const parts: StringPart[] = [];
  let text = '';
  let places: Span[] = [];
  const flush = (): void => {
    if (text !== '') parts.push({ kind: 'text', text, places });
    text = '';
    places = [];
  };
  const add = (piece: string, start: number, end: number): void => {
    text += piece;
    const place = { start, end };
    places.push(place);
    if (piece.length > 1) places.push(place);
  };
  const nextField = fields.values();
  let field = nextField.next().value;
  let at = body.start;
  while (at < body.end) {
    if (field?.start === at) {
      flush();
      parts.push({ kind: 'field', name: fieldName(source.slice(at + 1, field.end - 1)), span: field });
      at = field.end;
      field = nextField.next().value;
      continue;
    }
    const char = source.charAt(at);
    ESCAPE.lastIndex = at;
    const escape = char === '\\' && !isRaw(prefix) ? ESCAPE.exec(source) : null;
    if (escape !== null) {
      const [all, lineBreak, simple, octal, two, four, eight, named] = escape;
      const end = at + all.length;
      const code =
        octal === undefined ? Number.parseInt(two ?? four ?? eight ?? '', 16) : Number.parseInt(octal, 8);
      if (simple !== undefined) add(SIMPLE[simple] ?? '', at, end);
      else if (named !== undefined || code > 0x10_ff_ff) add(NAMED, at, end);
      else if (lineBreak === undefined) add(String.fromCodePoint(code), at, end);
      at = end;
    } else if (hasFields(prefix) && /[{}]/.test(char) && source.charAt(at + 1) === char) {
      add(char, at, at + 2);
      at += 2;
    } else if (char === '\r') {
      const end = afterLineBreak(source, at);
      add('\n', at, end);
      at = end;
    } else {
      add(char, at, at + 1);
      at += 1;
    }
  }
  flush();
  return parts;
}

/** The name of a field: the expression without conversion and format, if it is a name or the key of one. */
function fieldName(expression: string): string {
  const keyed = /^\s*[\w.]*\[\s*["'](\w+)["']\s*\]/.exec(expression)?.[1];
  return keyed ?? /^\s*(?:\w+\.)*(\w+)\s*(?:[!:=]|$)/.exec(expression)?.[1] ?? '';
}
