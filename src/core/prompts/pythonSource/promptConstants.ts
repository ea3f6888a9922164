import type { Span } from '../../span.ts';
import { isFormatText, withFields, type Filling } from './formatFields.ts';
import { valueOf, type StringPart } from './placedText.ts';
import { hasFields, readTokens, type StringToken, type Token } from './tokens.ts';

/** A string of Python source, with what it is assigned to and how its fields are filled. */
export interface StringConstant {
  /** As a reader would find it: `SYSTEM_PROMPT`, `TEMPLATES["ocr"]`, `make_prefix()`. */
  readonly name: string;
  /** From its first literal to its last one. */
  readonly span: Span;
  readonly parts: readonly StringPart[];
}

/**
 * The strings of Python source in order: adjacent literals, and literals that are added to each other or to names, as
 * one string. Docstrings, other strings that stand alone, bytes, and keys of dictionaries are left out.
 */
export function findStrings(source: string): readonly StringConstant[] {
  const tokens = readTokens(source);
  const place = new Assignments(source, tokens);
  const filled = filledNames(source);
  const found: StringConstant[] = [];
  for (let index = 0; index < tokens.length; index++) {
    place.pass(index);
    if (tokens[index]?.kind !== 'string') continue;
    const { last, literals, parts } = readSum(source, tokens, index);
    const first = literals[0];
    const end = literals.at(-1);
    const isBytes = literals.some(({ prefix }) => prefix.includes('b'));
    const name = place.name();
    if (
      first !== undefined &&
      end !== undefined &&
      !isBytes &&
      !place.standsAlone(index) &&
      !isKey(tokens, last)
    ) {
      const plain = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
      const filling = literals.some(({ prefix }) => hasFields(prefix))
        ? 'none'
        : fillingOf(filled, tokens, { last, plain, name });
      found.push({
        name,
        span: { start: first.span.start, end: end.span.end },
        parts: withFields(parts, filling),
      });
    }
    index = last;
  }
  return found;
}

interface Sum {
  /** The index of its last token. */
  readonly last: number;
  readonly literals: readonly StringToken[];
  readonly parts: readonly StringPart[];
}

/** The literals from `index` on that are adjacent or added, with names between them as fields. */
function readSum(source: string, tokens: readonly Token[], index: number): Sum {
  const literals: StringToken[] = [];
  const parts: StringPart[] = [];
  let last = index;
  for (let at = index; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind === 'string') {
      literals.push(token);
      parts.push(...valueOf(source, token));
      last = at;
      continue;
    }
    if (!isOperator(token, '+')) break;
    const next = tokens[at + 1];
    if (next?.kind === 'string') continue;
    const isWhole = next?.kind === 'name' && !isOperator(tokens[at + 2], '(', '.', '[');
    if (!isWhole) {
      // Something else is added: its text is not known.
      parts.push({ kind: 'field', name: '', span: token.span });
      break;
    }
    parts.push({ kind: 'field', name: next.text, span: next.span });
    last = at + 1;
    at += 1;
  }
  return { last, literals, parts };
}

const isOperator = (
  token: Token | undefined,
  ...texts: readonly string[]
): token is Token & { kind: 'operator' } => token?.kind === 'operator' && texts.includes(token.text);

const isKey = (tokens: readonly Token[], last: number): boolean => isOperator(tokens[last + 1], ':');

/** Names of fields that hold a question, by which a text for `str.format` is recognized. */
const QUESTION_FIELD =
  /\{(?:\w*(?:question|query|problem|content|instruction|prompt|input|text|context)\w*)\}/i;

/** The names in Python source whose strings are filled later, by how. */
interface FilledNames {
  readonly format: ReadonlySet<string>;
  readonly replace: ReadonlySet<string>;
  readonly percent: ReadonlySet<string>;
}

/** The most characters between a name and the method that fills its string, such as `[key]`, and of a name. */
const FARTHEST_METHOD = 60;
const LONGEST_NAME = 100;

function filledNames(source: string): FilledNames {
  const [format, replace] = [new Set<string>(), new Set<string>()];
  for (const { 1: method, index } of source.matchAll(/\.(format(?:_map)?|replace)\s*\(/g)) {
    const near = source.slice(Math.max(0, index - FARTHEST_METHOD - LONGEST_NAME), index);
    const before = near.slice(Math.max(near.lastIndexOf('\n'), near.lastIndexOf('=')) + 1);
    for (const { 0: name, index: start } of before.matchAll(/\b[A-Za-z_]\w*\b/g))
      if (before.length - start - name.length <= FARTHEST_METHOD)
        (method === 'replace' ? replace : format).add(name);
  }
  const percent = new Set([...source.matchAll(/\b([A-Za-z_]\w*)\b\s*%/g)].map(([, name = '']) => name));
  return { format, replace, percent };
}

function fillingOf(
  filled: FilledNames,
  tokens: readonly Token[],
  { last, plain, name }: { readonly last: number; readonly plain: string; readonly name: string },
): Filling {
  if (!/[{}%]/.test(plain)) return 'none';
  let next = last + 1;
  while (isOperator(tokens[next], ')')) next += 1;
  const method = tokens[next + 1];
  const called = isOperator(tokens[next], '.') && method?.kind === 'name' ? method.text : '';
  if (called === 'format' || called === 'format_map') return 'format';
  if (isOperator(tokens[next], '%')) return 'percent';
  const base = /^[A-Za-z_]\w*/.exec(name)?.[0] ?? '';
  if (filled.format.has(base) && isFormatText(plain)) return 'format';
  if (filled.replace.has(base)) return 'replace';
  if (filled.percent.has(base) && /%\(\w+\)s/.test(plain)) return 'percent';
  if (isFormatText(plain) && (QUESTION_FIELD.test(plain) || /\{\{|\}\}/.test(plain))) return 'format';
  return QUESTION_FIELD.test(plain) ? 'replace' : 'none';
}

/** What the strings of a file are assigned to, found while its tokens are passed in order. */
class Assignments {
  readonly #source: string;
  readonly #tokens: readonly Token[];
  /** For each open bracket, and the statement around them: the target, and the key of a dictionary. */
  #levels: { target: string | null; key: string | null }[] = [{ target: null, key: null }];
  #statement = 0;
  #function: string | null = null;
  #passed = -1;

  constructor(source: string, tokens: readonly Token[]) {
    this.#source = source;
    this.#tokens = tokens;
  }

  /** Passes all tokens up to the one at `index`. */
  pass(index: number): void {
    while (this.#passed < index) this.#passOne(++this.#passed);
  }

  #passOne(index: number): void {
    const token = this.#tokens[index];
    const level = this.#levels.at(-1);
    if (token === undefined || level === undefined) return;
    if (token.kind === 'newline') {
      this.#levels = [{ target: null, key: null }];
      this.#statement = index + 1;
    } else if (isOperator(token, '(', '[', '{')) this.#levels.push({ target: null, key: null });
    else if (isOperator(token, ')', ']', '}') && this.#levels.length > 1) this.#levels.pop();
    else if (isOperator(token, ',')) {
      level.key = null;
      if (this.#levels.length > 1) level.target = null;
    } else if (isOperator(token, '=', '+=', ':=')) level.target = this.#targetBefore(index);
    else if (isOperator(token, ':')) {
      const key = this.#tokens[index - 1];
      if (this.#levels.length > 1 && key?.kind === 'string')
        level.key = this.#source.slice(key.body.start, key.body.end);
    } else if (token.kind === 'name' && token.text === 'def') {
      const name = this.#tokens[index + 1];
      if (name?.kind === 'name') this.#function = name.text;
    } else if (token.kind === 'name' && token.text === 'return' && index === this.#statement)
      level.target = this.#function === null ? null : `${this.#function}()`;
  }

  /** The name before the operator of an assignment, without its annotation. */
  #targetBefore(index: number): string | null {
    const begins = (token: Token | undefined): boolean =>
      token?.kind === 'string' || isOperator(token, ',', '(', '[', '{', ';', '=', '+=', ':=');
    let start = index - 1;
    while (start > this.#statement && !begins(this.#tokens[start])) start -= 1;
    if (start > this.#statement) start += 1;
    else start = this.#statement;
    let name = '';
    for (let at = start; at < index; at++) {
      const token = this.#tokens[at];
      if (token?.kind === 'name' || isOperator(token, '.')) name += token.text;
      else break;
    }
    return name === '' ? null : name;
  }

  /** What the string at hand is assigned to; empty if nothing says so. */
  name(): string {
    let name = '';
    for (const { target, key } of this.#levels) {
      if (target !== null && name === '') name = target;
      else if (target !== null) name += `.${target}`;
      if (key !== null) name = name === '' ? key : `${name}["${key}"]`;
    }
    return name;
  }

  /** Whether the string at `index` is a statement of its own, as docstrings are. */
  standsAlone(index: number): boolean {
    return index === this.#statement;
  }
}
