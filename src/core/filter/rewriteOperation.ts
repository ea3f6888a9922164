import { kindOfField } from './fields.ts';
import type { WrittenValue } from './grammarNodes.ts';
import { formatName, formatWord, quoteText } from './quoteText.ts';

/** A text after a keyword, or `not` and a text. */
export interface Operand {
  readonly value: WrittenValue;
  readonly isNegated: boolean;
}

/** What to write for an operation of another language, for its opposite, and where it ends. */
export interface Rewritten {
  readonly written: string;
  readonly negated: string;
  readonly end: number;
}

/** An operation whose keyword is known. `isSure`: the word before is a field, or the keyword is one in capital letters. */
interface Operation {
  readonly field: string;
  readonly keyword: WrittenValue;
  readonly operands: readonly Operand[];
  readonly text: string;
  readonly isSure: boolean;
}

/**
 * What to write for the operation of another language that a word, a keyword and what follows it are. Null for ordinary
 * words: the first is no field, and what follows is nothing that only such operations have.
 */
export function rewriteOperation(
  first: WrittenValue,
  keyword: WrittenValue,
  operands: readonly Operand[],
  text: string,
): Rewritten | null {
  const isShouted = keyword.text.length > 1 && keyword.text === keyword.text.toUpperCase();
  const isSure = kindOfField(first.text) !== 'any' || (isShouted && /^\p{L}+$/u.test(keyword.text));
  const operation = { field: first.text, keyword, operands, text, isSure };
  switch (keyword.text.toLowerCase()) {
    case 'in':
      return inList(operation);
    case 'between':
      return between(operation);
    case 'is':
      return isNothing(operation);
    case 'like':
    case 'ilike':
      return like(operation);
    case 'contains':
      return partly(operation, '%', '%');
    case 'startswith':
      return partly(operation, '', '%');
    case 'endswith':
      return partly(operation, '%', '');
    case 'matches':
    case 'regexp':
    case 'rlike':
    case '~':
    case '~*':
      return matching(operation);
    default:
      return null;
  }
}

const LIST = /\s*[([{]([^()[\]{}]*)[)\]}]/y;
const ITEM = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^,]+/g;

function inList({ field, keyword, text, isSure }: Operation): Rewritten | null {
  LIST.lastIndex = keyword.span.end;
  const found = LIST.exec(text);
  const items = (found?.[1] ?? '').match(ITEM)?.map((item) => item.trim()) ?? [];
  const values = items.filter((item) => item !== '').map(writeItem);
  if (values.length === 0 || (values.length === 1 && !isSure)) return null;
  const name = formatName(field);
  return {
    written: values.map((value) => `${name}=${value}`).join(' or '),
    negated: values.map((value) => `${name}!=${value}`).join(' and '),
    end: LIST.lastIndex,
  };
}

function writeItem(item: string): string {
  if (item.startsWith('"')) return item;
  if (item.startsWith("'")) return quoteText(item.slice(1, -1));
  return NUMBER.test(item) ? item : formatWord(item);
}

/** A number as filters and other languages write it. */
export const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i;

function between({ field, operands }: Operation): Rewritten | null {
  const [from, to] = operands.map(({ value }) => value);
  if (from === undefined || to === undefined || !NUMBER.test(from.text) || !NUMBER.test(to.text)) return null;
  return rewritten(`${formatName(field)}:${from.text}..${to.text}`, to);
}

function isNothing({ field, operands, isSure }: Operation): Rewritten | null {
  const [operand] = operands;
  if (operand?.value.type !== 'word') return null;
  const name = formatName(field);
  const { value, isNegated } = operand;
  const word = value.text.toLowerCase();
  const turned = ({ written, negated, end }: Rewritten): Rewritten =>
    isNegated ? { written: negated, negated: written, end } : { written, negated, end };
  if (word === 'nan' && isSure) return turned(rewritten(`${name}=nan`, value));
  if (word !== 'null' && !(isSure && (word === 'none' || word === 'undefined'))) return null;
  return turned({ written: `missing:${name}`, negated: `has:${name}`, end: value.span.end });
}

/** A text with `%` for any characters. */
function like(operation: Operation): Rewritten | null {
  const value = operation.operands[0]?.value;
  if (value === undefined) return null;
  const isPattern = value.type === 'text' && /^%|%$/.test(value.text);
  const isName = ['name', 'list'].includes(kindOfField(operation.field));
  const whole = isName || value.text.includes('%') ? value.text : `%${value.text}%`;
  return operation.isSure || isPattern ? writeLike(operation.field, value, whole) : null;
}

function partly({ field, operands, isSure }: Operation, before: string, after: string): Rewritten | null {
  const value = operands[0]?.value;
  return value === undefined || !isSure ? null : writeLike(field, value, `${before}${value.text}${after}`);
}

function writeLike(field: string, value: WrittenValue, whole: string): Rewritten {
  const name = formatName(field);
  const kind = kindOfField(field);
  if (value.type === 'pattern') return writePattern(field, value);
  if (kind === 'list' || kind === 'name') {
    const wildcard = whole.replaceAll('%', '*');
    return rewritten(
      `${name}:${/^[\p{L}\p{N}_.*-]+$/u.test(wildcard) ? wildcard : quoteText(wildcard)}`,
      value,
    );
  }
  if (kind === 'number' || kind === 'group') return rewritten(`${name}=${value.text}`, value);
  const middle = whole.replace(/^%/, '').replace(/%$/, '');
  if (whole.startsWith('%') && whole.endsWith('%') && !middle.includes('%'))
    return rewritten(`${name}:${formatWord(middle)}`, value);
  const source = middle.split('%').map(escapePattern).join('.*');
  const pattern = `${whole.startsWith('%') ? '' : '^'}${source}${whole.endsWith('%') ? '' : '$'}`;
  return rewritten(`${name}:/${pattern}/s`, value);
}

function matching({ field, operands, isSure }: Operation): Rewritten | null {
  const value = operands[0]?.value;
  return value === undefined || !isSure ? null : writePattern(field, value);
}

function writePattern(field: string, value: WrittenValue): Rewritten {
  const flags = value.type === 'pattern' ? value.flags : '';
  const source = value.type === 'pattern' ? value.text : value.text.replaceAll('/', '\\/');
  return rewritten(`${formatName(field)}:/${source}/${flags}`, value);
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

function rewritten(written: string, { span }: WrittenValue): Rewritten {
  return { written, negated: ['not', written].join(' '), end: span.end };
}
