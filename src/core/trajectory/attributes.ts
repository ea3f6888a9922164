import { isSpace } from '../python/strip.ts';
import type { Attribute } from './model.ts';
import { foldName, isLetter, isNameUnit, isQuote, isToolAttribute } from './nameCharacters.ts';

/** How an attribute's value is written if it is not properly quoted. */
export type AttributeFault = 'mismatched-quotes' | 'unclosed-quote' | 'unquoted';

/** The attributes of a tag, and how their values were written. */
export interface Attributes {
  readonly list: readonly Attribute[];
  /** By position in `list`. */
  readonly faults: readonly (AttributeFault | null)[];
  /** Whether something among the attributes is not an attribute. */
  readonly junk: boolean;
}

/**
 * The attributes of the opening tag `tag` (from `<` to `>`, or to where the tag breaks off), which starts at `base`. A
 * quote closes a value if the tag ends or another attribute begins after it; otherwise it is part of the value. If no
 * quote of that kind closes the value, one of the other kind may; if neither does, the value extends to the end of the
 * tag. Never throws.
 */
export function readAttributes(tag: string, base: number): Attributes {
  const end = contentEnd(tag);
  const list: Attribute[] = [];
  const faults: (AttributeFault | null)[] = [];
  let junk = false;
  let at = 1;
  while (at < end && (isNameUnit(tag.charCodeAt(at)) || isSpace(tag.charCodeAt(at)))) {
    if (isSpace(tag.charCodeAt(at)) && isNameUnit(tag.charCodeAt(at - 1))) break;
    at++;
  }
  while (at < end) {
    const unit = tag.charCodeAt(at);
    if (!isLetter(unit) && unit !== 95) {
      if (!isSpace(unit)) junk = true;
      at++;
      continue;
    }
    const nameStart = at;
    while (at < end && isNameUnit(tag.charCodeAt(at))) at++;
    const nameEnd = at;
    const equals = skipSpace(tag, at, end);
    if (tag.charCodeAt(equals) !== 61 || equals >= end) {
      junk = true;
      continue;
    }
    const value = readValue(tag, skipSpace(tag, equals + 1, end), end);
    list.push({
      name: tag.slice(nameStart, nameEnd),
      nameSpan: { start: base + nameStart, end: base + nameEnd },
      value: tag.slice(value.start, value.end),
      valueSpan: { start: base + value.start, end: base + value.end },
      quote: value.quote,
    });
    faults.push(value.fault);
    at = value.next;
  }
  return { list, faults, junk };
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly next: number;
  readonly quote: Attribute['quote'];
  readonly fault: AttributeFault | null;
}

/** Where the attributes end: before `>` or `/>`, or at the end of a tag that breaks off before them. */
function contentEnd(tag: string): number {
  if (!tag.endsWith('>')) return tag.length;
  return tag.endsWith('/>') ? tag.length - 2 : tag.length - 1;
}

function readValue(tag: string, start: number, end: number): Value {
  const first = tag.charCodeAt(start);
  if (start >= end || !isQuote(first)) return unquotedValue(tag, start, end);
  const quote = first === 34 ? '"' : "'";
  const same = findClosing(tag, first, start + 1, end, false);
  // The other kind of quote closes the value if its own kind does not, or if it comes earlier and `name` or `args`
  // follows it.
  const other = findClosing(tag, first === 34 ? 39 : 34, start + 1, same < 0 ? end : same, same >= 0);
  if (other >= 0) return { start: start + 1, end: other, next: other + 1, quote, fault: 'mismatched-quotes' };
  if (same >= 0) return { start: start + 1, end: same, next: same + 1, quote, fault: null };
  return { start: start + 1, end: trimEnd(tag, start + 1, end), next: end, quote, fault: 'unclosed-quote' };
}

/** An unquoted value extends to the next attribute or to the end of the tag, because args contain white space. */
function unquotedValue(tag: string, start: number, end: number): Value {
  let at = start;
  while (at < end) {
    const isStart = isLetter(tag.charCodeAt(at)) && at > start && isSpace(tag.charCodeAt(at - 1));
    if (isStart && beginsToolAttribute(tag, at, end)) break;
    at++;
  }
  return { start, end: trimEnd(tag, start, at), next: at, quote: '', fault: 'unquoted' };
}

function beginsToolAttribute(tag: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && at - start <= 4 && isNameUnit(tag.charCodeAt(at))) at++;
  if (!isToolAttribute(foldName(tag.slice(start, at)))) return false;
  const equals = skipSpace(tag, at, end);
  return equals < end && tag.charCodeAt(equals) === 61;
}

/** The first quote of the kind `quote` before `end` that can close a value, or -1. */
function findClosing(
  tag: string,
  quote: number,
  start: number,
  end: number,
  mustLeadToAttribute: boolean,
): number {
  const sign = quote === 34 ? '"' : "'";
  for (let at = tag.indexOf(sign, start); at !== -1 && at < end; at = tag.indexOf(sign, at + 1)) {
    if (closesAt(tag, at + 1, mustLeadToAttribute)) return at;
  }
  return -1;
}

/**
 * Whether an attribute begins at `start`, ignoring white space, or (unless an attribute is required) the tag ends
 * there.
 */
function closesAt(tag: string, start: number, mustLeadToAttribute: boolean): boolean {
  const end = contentEnd(tag);
  let at = skipSpace(tag, start, end);
  if (at >= end) return !mustLeadToAttribute;
  const nameStart = at;
  if (!isLetter(tag.charCodeAt(at)) && tag.charCodeAt(at) !== 95) return false;
  while (at < end && isNameUnit(tag.charCodeAt(at))) at++;
  const name = foldName(tag.slice(nameStart, at));
  at = skipSpace(tag, at, end);
  if (at >= end || tag.charCodeAt(at) !== 61) return false;
  const isQuoted = isQuote(tag.charCodeAt(skipSpace(tag, at + 1, end)));
  return mustLeadToAttribute ? isToolAttribute(name) && isQuoted : isToolAttribute(name) || isQuoted;
}

function skipSpace(tag: string, start: number, end: number): number {
  let at = start;
  while (at < end && isSpace(tag.charCodeAt(at))) at++;
  return at;
}

function trimEnd(tag: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(tag.charCodeAt(at - 1))) at--;
  return at;
}
