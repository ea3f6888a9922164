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

/** `1 image`, `2 images`. */
export function pluralize(count: number, singular: string, plural = `${singular}s`): string {
  return `${count} ${count === 1 ? singular : plural}`;
}

/** `never opened`, `opened once`, `opened 2 times`. */
export function times(done: string, count: number): string {
  if (count === 0) return `never ${done}`;
  return count === 1 ? `${done} once` : `${done} ${count} times`;
}

/** What a reward or a part of it pays while nobody has judged the answer: `0.20 if wrong, 1.00 if right`. */
export function eitherWay(ifWrong: string, ifRight: string): string {
  return `${ifWrong} if wrong, ${ifRight} if right`;
}
