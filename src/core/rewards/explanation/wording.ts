import { differentWordsPhrase } from '../../countPhrases.ts';
import { t } from '../../t.ts';

const MOST_QUOTED = 60;

/** Text that needs no quotation in a sentence. */
const PLAIN = /^(?: ?[\w.,:;#()-])*$/;

/** A quotation from a response for a sentence: in backticks, on one line, shortened if it is long. */
export function quote(text: string): string {
  if (text.length <= MOST_QUOTED && PLAIN.test(text)) return `\`${text}\``;
  const head = text.slice(0, MOST_QUOTED * 2);
  const letters = Array.from(head.replace(/\s+/g, ' '));
  const whole = head.length === text.length && letters.length <= MOST_QUOTED;
  return `\`${whole ? letters.join('') : `${letters.slice(0, MOST_QUOTED - 1).join('')}…`}\``;
}

/** `never opened`, `opened once`, `opened 2 times`. */
export function openedPhrase(count: number): string {
  if (count === 0) return t('never opened');
  return count === 1 ? t('opened once') : t('opened {0} times', count);
}

/** `never closed`, `closed once`, `closed 2 times`. */
export function closedPhrase(count: number): string {
  if (count === 0) return t('never closed');
  return count === 1 ? t('closed once') : t('closed {0} times', count);
}

/** How many of the answer's different words are also in the reference. */
export function sharedWords(answer: number, shared: number, reference: number): string {
  const words = differentWordsPhrase(answer);
  return shared === 1
    ? t('Of the answer’s {0}, 1 is among the reference’s {1}.', words, reference)
    : t('Of the answer’s {0}, {1} are among the reference’s {2}.', words, shared, reference);
}

/** How many of the compared characters differ from a quoted reference. */
export function differingCharacters(differing: number, compared: number, reference: string): string {
  return differing === 1
    ? t('1 character of {0} differs from the reference {1}.', compared, reference)
    : t('{0} characters of {1} differ from the reference {2}.', differing, compared, reference);
}

/** From which share of differing characters on an answer pays nothing. */
export function paysNothingFrom(share: number): string {
  return share === 0.5
    ? t('The answer pays nothing if half of the characters or more differ.')
    : t('The answer pays nothing if {0} of the characters or more differ.', percent(share));
}

/** A share with up to six digits: `12.5%`. */
export const percent = (share: number): string => `${Number((share * 100).toPrecision(6))}%`;

/** What a reward or a part of it pays while nobody has judged the answer: `0.20 if wrong, 1.00 if right`. */
export function eitherWay(ifWrong: string, ifRight: string): string {
  return t('{0} if wrong, {1} if right', ifWrong, ifRight);
}
