import type { Span } from '../../span.ts';

/** A string literal of Python source. */
export interface StringToken {
  readonly kind: 'string';
  /** From the prefix to the closing quotes. */
  readonly span: Span;
  /** Between the quotes. */
  readonly body: Span;
  /** The letters before the quotes, lowercase. */
  readonly prefix: string;
  /** The replacement fields of an f-string, with their braces, in order. */
  readonly fields: readonly Span[];
}

/** A token of Python source, as far as finding strings and what they are assigned to needs them. */
export type Token =
  | StringToken
  | { readonly kind: 'name' | 'operator'; readonly text: string; readonly span: Span }
  /** The end of a logical line: not inside brackets, and not after a backslash. */
  | { readonly kind: 'newline'; readonly span: Span };

const NAME = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{M}\p{Nd}\p{Pc}·]*/uy;
const NUMBER = /(?:\d|\.\d)[\w.]*/y;
const OPERATOR = /(?:\*\*|\/\/|>>|<<|:|[-+*/%@&|^=!<>])=|->|\*\*|\/\/|./suy;
const STRING_PREFIX = /^(?:[rbuft]|rb|br|fr|rf|tr|rt)$/i;
const QUOTES = /"""|'''|"|'/y;

/** Whether a string has replacement fields. */
export const hasFields = (prefix: string): boolean => /[ft]/.test(prefix);
/** Whether a backslash of a string stands for itself. */
export const isRaw = (prefix: string): boolean => prefix.includes('r');

/** Thrown inside for a string that is not closed. */
class UnclosedError extends Error {}

/**
 * The tokens of Python source (any version up to 3.14: f-strings may be nested with the same quotes). Comments and
 * white space are left out; indentation is not read. Stops at a string that is not closed, and never throws.
 */
export function readTokens(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = source.startsWith('\uFEFF') ? 1 : 0;
  let depth = 0;
  const match = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0] ?? null;
  };
  try {
    while (at < source.length) {
      const char = source.charAt(at);
      if (char === '\n' || char === '\r') {
        if (depth === 0 && tokens.at(-1)?.kind !== 'newline')
          tokens.push({ kind: 'newline', span: { start: at, end: at + 1 } });
        at += 1;
      } else if (/[ \t\f]/.test(char)) at += 1;
      else if (char === '#') at = lineEnd(source, at);
      else if (char === '\\' && /[\r\n]/.test(source.charAt(at + 1))) at = afterLineBreak(source, at + 1);
      else {
        const name = match(NAME);
        const prefix = name !== null && STRING_PREFIX.test(name) ? name : '';
        const quoteStart = at + prefix.length;
        if (/["']/.test(source.charAt(quoteStart)) && (name === null || prefix !== '')) {
          const token = readString(source, at, prefix.toLowerCase());
          tokens.push(token);
          at = token.span.end;
          continue;
        }
        const number = name === null ? match(NUMBER) : null;
        const text = name ?? number ?? match(OPERATOR) ?? char;
        if (/^[([{]$/.test(text)) depth += 1;
        if (/^[)\]}]$/.test(text)) depth = Math.max(0, depth - 1);
        const kind = name === null && number === null ? 'operator' : 'name';
        tokens.push({ kind, text, span: { start: at, end: at + text.length } });
        at += text.length;
      }
    }
  } catch (error) {
    if (!(error instanceof UnclosedError)) throw error;
  }
  return tokens;
}

const LINE_BREAK = /[\r\n]/g;

function lineEnd(source: string, from: number): number {
  LINE_BREAK.lastIndex = from;
  return LINE_BREAK.exec(source)?.index ?? source.length;
}

/** The offset after the line break at `at`. */
export const afterLineBreak = (source: string, at: number): number =>
  source.startsWith('\r\n', at) ? at + 2 : at + 1;

/** The most strings that are nested in the fields of one another. */
const DEEPEST = 50;

/**
 * The string that begins at `start` with its prefix.
 * @throws UnclosedError if it is not closed
 */
function readString(source: string, start: number, prefix: string, depth = 0): StringToken {
  QUOTES.lastIndex = start + prefix.length;
  const quotes = QUOTES.exec(source)?.[0] ?? '"';
  const from = start + prefix.length + quotes.length;
  const fields: Span[] = [];
  let at = from;
  while (!source.startsWith(quotes, at)) {
    const char = source.charAt(at);
    if (char === '' || (quotes.length === 1 && /[\r\n]/.test(char)) || depth > DEEPEST)
      throw new UnclosedError();
    if (char === '\\') {
      const named =
        hasFields(prefix) && !isRaw(prefix) ? /^\\N\{[^{}"']*\}/.exec(source.slice(at, at + 100)) : null;
      const next = source.charAt(at + 1);
      // A backslash does not keep a brace from beginning a field.
      if (named !== null) at += named[0].length;
      else if (hasFields(prefix) && /[{}]/.test(next)) at += 1;
      else at = next === '\r' ? afterLineBreak(source, at + 1) : at + 2;
    } else if (hasFields(prefix) && char === '{') {
      if (source.charAt(at + 1) === '{') at += 2;
      else {
        const end = fieldEnd(source, at, { quotes, depth });
        fields.push({ start: at, end });
        at = end;
      }
    } else at += 1;
  }
  return {
    kind: 'string',
    prefix,
    body: { start: from, end: at },
    span: { start, end: at + quotes.length },
    fields,
  };
}

interface Outer {
  readonly quotes: string;
  readonly depth: number;
}

/**
 * The offset after the closing brace of the field that begins at `start`.
 * @throws UnclosedError if it is not closed
 */
function fieldEnd(source: string, start: number, outer: Outer): number {
  let at = start + 1;
  let brackets = 0;
  while (at < source.length) {
    const char = source.charAt(at);
    if (/["']/.test(char)) {
      // Before Python 3.12, the quotes of the outer string end it here; such source is not valid there.
      const before =
        /(?:^|[^\w])([A-Za-z]{0,2})$/.exec(source.slice(Math.max(start + 1, at - 3), at))?.[1] ?? '';
      const prefix = STRING_PREFIX.test(before) ? before : '';
      at = readString(source, at - prefix.length, prefix.toLowerCase(), outer.depth + 1).span.end;
    } else if (char === '#') at = lineEnd(source, at);
    else if (/[([{]/.test(char)) {
      brackets += 1;
      at += 1;
    } else if (/[)\]]/.test(char)) {
      brackets -= 1;
      at += 1;
    } else if (char === '}') {
      if (brackets <= 0) return at + 1;
      brackets -= 1;
      at += 1;
    } else if (char === ':' && brackets === 0) return specEnd(source, at + 1, outer);
    else if (char === '!' && brackets === 0 && /^![rsa]\s*:/.test(source.slice(at, at + 20)))
      return specEnd(source, source.indexOf(':', at) + 1, outer);
    else at += 1;
  }
  throw new UnclosedError();
}

/** The end of a field from its format specification on, which may have fields of its own. */
function specEnd(source: string, start: number, outer: Outer): number {
  let at = start;
  while (at < source.length && !source.startsWith(outer.quotes, at)) {
    const char = source.charAt(at);
    if (char === '}') return at + 1;
    if (char === '{') {
      if (outer.depth > DEEPEST) break;
      at = fieldEnd(source, at, { ...outer, depth: outer.depth + 1 });
    } else at += 1;
  }
  throw new UnclosedError();
}
