import { t } from '../../t.ts';
import { SPACE } from '../../python/patterns.ts';

const OPENING = '<think>';
const CLOSING = '</think>';
const ANSWER_END = '</answer>';
const BETWEEN = new RegExp(`${CLOSING}${SPACE}*<answer>`, 'gu');

/**
 * Why a response is not exactly one think block followed by one answer block, with only white space between them: the
 * regular expression `<think>.*?</think>\s*<answer>.*?</answer>`, which must match the whole response (EasyR1, r1v.py).
 * Null if it is.
 */
export function thinkAnswerFault(response: string): string | null {
  if (!response.startsWith(OPENING)) return t('The response does not begin with `<think>`.');
  if (!response.endsWith(ANSWER_END)) return t('The response does not end with `</answer>`.');
  BETWEEN.lastIndex = OPENING.length;
  const between = BETWEEN.exec(response);
  return between !== null && BETWEEN.lastIndex <= response.length - ANSWER_END.length
    ? null
    : t('There is no `</think>` that is followed by `<answer>`, with only white space between them.');
}

/**
 * Why a response does not begin with a think block that is followed by `\boxed{...}`: the regular expression
 * `<think>.*</think>.*\\boxed\{.*\}.*`, which must match the whole response (EasyR1, math.py; verl, geo3k.py). Null if it
 * does.
 */
export function thinkBoxedFault(response: string): string | null {
  if (!response.startsWith(OPENING)) return t('The response does not begin with `<think>`.');
  const closing = response.indexOf(CLOSING, OPENING.length);
  if (closing < 0) return t('There is no `</think>`.');
  const box = response.indexOf('\\boxed{', closing + CLOSING.length);
  return box >= 0 && response.includes('}', box)
    ? null
    : t('There is no `\\boxed{...}` after the first `</think>`.');
}
