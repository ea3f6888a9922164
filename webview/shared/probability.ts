import { displayLocale } from '../../src/core/displayLocale.ts';

/** A probability, given as its natural logarithm, in percent: `83%`, `1.2%`, `< 0.1%`. */
export function percent(logprob: number): string {
  const probability = Math.exp(logprob);
  const digits = probability < 0.0995 || (probability > 0.9 && probability < 1) ? 1 : 0;
  const write = (value: number): string =>
    new Intl.NumberFormat(displayLocale(), { style: 'percent', maximumFractionDigits: digits }).format(value);
  if (probability < 0.001) return `< ${write(0.001)}`;
  if (probability > 0.999 && probability < 1) return `> ${write(0.999)}`;
  return write(probability);
}

/** A token's text with its ends of lines, tabs, and the spaces at its ends visible. */
export function tokenText(text: string): string {
  const inner = text.trim();
  const start = inner === '' ? text.length : text.indexOf(inner);
  const blanks = (part: string): string => part.replaceAll(' ', '␣');
  return `${blanks(text.slice(0, start))}${inner}${blanks(text.slice(start + inner.length))}`
    .replaceAll('\n', '↵')
    .replaceAll('\t', '⇥');
}
