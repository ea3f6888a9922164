import { MOST_DIGITS } from '../../python/integers.ts';
import { strip } from '../../python/strip.ts';

/** `\text{...}` around a whole answer; Python's `$` also matches before a line feed at the end. */
const TEXT = /^\\text\{([^\n]+?)\}(?=\n?$)/;

/** The content of a `\text{...}` that encloses the whole answer; otherwise the answer. */
export function withoutText(answer: string): string {
  return TEXT.exec(answer)?.[1] ?? answer;
}

/**
 * An answer as MATH's string comparison reads it (mathruler, math_normalize.py, `normalize_answer`, after Hendrycks et
 * al.). Where the reference fails on an answer, it takes the answer as it is.
 */
export function normalizedMath(written: string): string {
  const stripped = strip(written);
  const inner = withoutText(stripped);
  const answer = inner === stripped ? stripped : strip(inner);
  return withoutNotation(answer, ['\\%', '%']) ?? answer;
}

/**
 * Whether two answers are the same as MATH's string comparison reads them (verl, math_reward.py, `is_equiv`, after
 * Hendrycks et al.). Where the reference fails on one of them, it compares them as they are.
 */
export function sameMathText(answer: string, reference: string): boolean {
  const read = (text: string): string | null => withoutNotation(text, ['\\\\%', '\\%']);
  const [a, b] = [read(answer), read(reference)];
  return a === null || b === null ? answer === reference : a === b;
}

const remove = (text: string, part: string): string => text.replaceAll(part, '');

/**
 * An answer without the differences in notation that do not count; null where the reference raises an exception.
 * @param percents the percent signs that are removed
 */
function withoutNotation(answer: string, percents: readonly string[]): string | null {
  let text = answer;
  for (const part of ['\n', '\\!']) text = remove(text, part);
  text = text.replaceAll('\\\\', '\\').replaceAll('tfrac', 'frac').replaceAll('dfrac', 'frac');
  for (const part of ['\\left', '\\right', '^{\\circ}', '^\\circ', '\\$']) text = remove(text, part);
  const units = text.split('\\text{ ');
  if (units.length > 2) return null;
  text = units[0] ?? '';
  for (const part of percents) text = remove(text, part);
  text = text.replaceAll(' .', ' 0.').replaceAll('{.', '{0.');
  if (text === '') return '';
  if (text.startsWith('.')) text = `0${text}`;
  const sides = text.split('=');
  if (sides.length === 2 && Array.from(sides[0] ?? '').length <= 2) text = sides[1] ?? '';
  const rooted = withBracedRoots(text);
  if (rooted === null) return null;
  const fractions = withBracedFractions(remove(rooted, ' '));
  if (fractions === null) return null;
  return slashAsFraction(fractions === '0.5' ? '\\frac{1}{2}' : fractions);
}

/** `\sqrt3` as `\sqrt{3}`; null if nothing follows a root. */
function withBracedRoots(text: string): string | null {
  const [head = '', ...rest] = text.split('\\sqrt');
  let whole = head;
  for (const part of rest) {
    const [first] = part;
    if (first === undefined) return null;
    whole += first === '{' ? `\\sqrt${part}` : `\\sqrt{${first}}${part.slice(first.length)}`;
  }
  return whole;
}

/** `\frac12` as `\frac{1}{2}`; null if nothing follows a fraction. */
function withBracedFractions(text: string): string | null {
  const [head = '', ...rest] = text.split('\\frac');
  let whole = head;
  for (const part of rest) {
    const [first, second] = part;
    if (first === undefined) return null;
    whole += '\\frac';
    if (first === '{') whole += part;
    else if (second === undefined) return text;
    else {
      const after = part.slice(first.length + second.length);
      whole += second === '{' ? `{${first}}${second}${after}` : `{${first}}{${second}}${after}`;
    }
  }
  return whole;
}

const WHOLE = /^(?:0|-?[1-9][0-9]*)$/;

/** `1/2`, with two whole numbers as Python prints them, as `\frac{1}{2}`. */
function slashAsFraction(text: string): string {
  const [a = '', b, ...more] = text.split('/');
  if (b === undefined || more.length > 0) return text;
  const isWhole = [a, b].every((part) => WHOLE.test(part) && part.replace('-', '').length <= MOST_DIGITS);
  return isWhole ? `\\frac{${a}}{${b}}` : text;
}
