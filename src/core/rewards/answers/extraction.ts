import { stripSpan } from '../../python/strip.ts';
import type { Span } from '../../span.ts';

const BOX = '\\boxed{';

/**
 * The content of the last `\boxed{...}` with balanced braces, stripped (mathruler, `extract_boxed_content`); null if there
 * is none, or if the last one is never closed.
 */
export function boxedContent(text: string): Span | null {
  const open = text.lastIndexOf(BOX);
  if (open < 0) return null;
  const content = bracedContent(text, open + BOX.length);
  return content === null ? null : stripSpan(text, content.start, content.end);
}

/** What stands before the closing brace that is not opened after `start`; null if there is none. */
function bracedContent(text: string, start: number): Span | null {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth < 0) return { start, end: at };
  }
  return null;
}

const BOX_WITH_SPACE = '\\boxed ';

/**
 * The answer in the last box (verl, math_reward.py, `last_boxed_only_string` and `remove_boxed`): what follows the last
 * `\boxed ` up to a dollar sign, or else the content of the last `\boxed{...}` with balanced braces, not stripped; null if
 * there is none.
 */
export function lastBoxContent(text: string): Span | null {
  const spaced = text.lastIndexOf(BOX_WITH_SPACE);
  if (spaced >= 0) {
    const start = spaced + BOX_WITH_SPACE.length;
    const dollar = text.indexOf('$', start);
    return { start, end: dollar < 0 ? text.length : dollar };
  }
  const open = text.lastIndexOf('\\boxed');
  return open >= 0 && text.startsWith(BOX, open) ? bracedContent(text, open + BOX.length) : null;
}

const OPENING = '<answer>';
const CLOSING = '</answer>';

/**
 * The content of the first `<answer>...</answer>` on a single line, stripped (EasyR1, r1v.py, whose pattern does not
 * extend past a line feed); null if there is none.
 */
export function answerOnOneLine(text: string): Span | null {
  let close = -1;
  for (let open = text.indexOf(OPENING); open >= 0;) {
    const start = open + OPENING.length;
    if (close < start) close = text.indexOf(CLOSING, start);
    if (close < 0) return null;
    const line = text.indexOf('\n', start);
    if (line < 0 || close < line) return stripSpan(text, start, close);
    // Every opening tag before the line feed has the same closing tag, which is on another line.
    open = text.indexOf(OPENING, line);
  }
  return null;
}

/** The contents of all complete `<answer>...</answer>`, read from left to right, stripped (Search-R1, qa_em.py). */
export function completeAnswers(text: string): readonly Span[] {
  const found: Span[] = [];
  for (let open = text.indexOf(OPENING); open >= 0;) {
    const start = open + OPENING.length;
    const end = text.indexOf(CLOSING, start);
    if (end < 0) break;
    found.push(stripSpan(text, start, end));
    open = text.indexOf(OPENING, end + CLOSING.length);
  }
  return found;
}

/** The characters (code points) at the end of a response that `hashAnswer` reads. */
const CLIPPED = 300;
const HASH_ANSWER = /#### (-?[0-9.,]+)/g;

/** The last number after `#### ` in the last 300 characters (verl, gsm8k.py, `extract_solution`); null if there is none. */
export function hashAnswer(text: string): Span | null {
  const from = lastCharacters(text, CLIPPED);
  let found: Span | null = null;
  for (const { index, 1: number = '' } of text.slice(from).matchAll(HASH_ANSWER)) {
    const start = from + index + '#### '.length;
    found = { start, end: start + number.length };
  }
  return found;
}

/** The offset of the last `count` code points of a text. */
function lastCharacters(text: string, count: number): number {
  let at = text.length;
  for (let left = count; left > 0 && at > 0; left--) {
    const isPair =
      at > 1 && /[\udc00-\udfff]/.test(text[at - 1] ?? '') && /[\ud800-\udbff]/.test(text[at - 2] ?? '');
    at -= isPair ? 2 : 1;
  }
  return at;
}
