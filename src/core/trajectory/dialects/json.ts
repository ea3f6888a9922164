import { t } from '../../t.ts';
import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Node, ParseError } from 'jsonc-parser';
import { deeperAt } from '../../jsonDepth.ts';
import type { Span } from '../../span.ts';

/** The first place at which JSON is invalid. */
export interface JsonFault {
  readonly span: Span;
  /** The parser's name for the error, or `TooDeep`. */
  readonly code: string;
}

/** JSON in a trajectory: its tree, and the first place that is invalid. */
export interface JsonText {
  /** Where the text begins; the offsets of the tree are relative to it. */
  readonly base: number;
  /** What could be read, even if the text is broken or half-written; null if there is nothing. */
  readonly root: Node | null;
  readonly fault: JsonFault | null;
}

/** What is wrong with the JSON, in a sentence; `code` is that of the fault. */
export function jsonFaultText(code: string): string {
  switch (code) {
    case 'InvalidSymbol':
      return t('This is not JSON; strings must be in double quotes.');
    case 'InvalidNumberFormat':
    case 'UnexpectedEndOfNumber':
      return t('This is not a valid JSON number.');
    case 'PropertyNameExpected':
      return t('A name in double quotes is expected here, without a comma before a closing bracket.');
    case 'ValueExpected':
      return t('A value is expected here, without a comma before a closing bracket.');
    case 'ColonExpected':
      return t('A colon is expected here.');
    case 'CommaExpected':
      return t('A comma is expected here.');
    case 'CloseBraceExpected':
      return t('A } is expected here.');
    case 'CloseBracketExpected':
      return t('A ] is expected here.');
    case 'EndOfFileExpected':
      return t('Nothing may follow the JSON.');
    case 'UnexpectedEndOfString':
      return t('A closing double quote is missing.');
    case TOO_DEEP:
      return t('The JSON is nested too deeply.');
    default:
      return t('This is not JSON.');
  }
}

/**
 * The deepest nesting that is read: the papers' models write five levels, and the parser recurses once for each level.
 */
const DEEPEST = 100;
const TOO_DEEP = 'TooDeep';

/** Reads the JSON in `text`, which starts at `start`. Never throws. */
export function readJson(text: string, start: number): JsonText {
  let from = 0;
  let to = text.length;
  while (from < to && isJsonSpace(text.charCodeAt(from))) from++;
  while (to > from && isJsonSpace(text.charCodeAt(to - 1))) to--;
  const ink = text.slice(from, to);
  const base = start + from;
  const deep = deeperAt(ink, DEEPEST);
  if (deep >= 0) {
    const span = { start: base + deep, end: base + deep + 1 };
    return { base, root: null, fault: { span, code: TOO_DEEP } };
  }
  const errors: ParseError[] = [];
  const root = parseTree(ink, errors, { disallowComments: true, allowTrailingComma: false }) ?? null;
  const [first] = errors;
  if (first === undefined) return { base, root, fault: null };
  const at = Math.min(base + first.offset, base + ink.length);
  const end = Math.max(at, Math.min(at + first.length, base + ink.length));
  return { base, root, fault: { span: { start: at, end }, code: printParseErrorCode(first.error) } };
}

/** The span of a node of `json` in the trajectory. */
export function spanOfNode({ base }: JsonText, node: Node): Span {
  return { start: base + node.offset, end: base + node.offset + node.length };
}

/**
 * The value of `name` in an object, the last one if the name occurs twice, as in Python; undefined if there is none.
 */
export function memberNode(node: Node | null, name: string): Node | undefined {
  if (node?.type !== 'object') return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === name)?.children?.[1];
}

/** The numbers of a list of exactly `count` numbers; null for anything else. */
export function nodeNumbers(node: Node | undefined, count: number): readonly number[] | null {
  if (node?.type !== 'array' || node.children?.length !== count) return null;
  const values: unknown[] = node.children.map((child) => child.value as unknown);
  return values.every((value) => typeof value === 'number') ? values : null;
}

/** The text of a string node; null for anything else. */
export function nodeText(node: Node | undefined): string | null {
  const value: unknown = node?.value;
  return typeof value === 'string' ? value : null;
}

/** Whether JSON treats a character as white space: fewer characters than Python's `strip`. */
function isJsonSpace(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13;
}
