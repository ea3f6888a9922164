import type { Choices } from './choices.ts';

/** Characters that Python treats as white space. */
export const SPACES = [
  ...[' ', ' ', ' ', '\n', '\t', '\r', '\x0b', '\x0c'],
  ...['\x1c', '\x1d', '\x1e', '\x1f', '\x85', '\xa0'],
] as unknown as readonly [string, ...string[]];
export const WIDE_SPACES = [
  '\u1680',
  '\u2000',
  '\u2003',
  '\u200a',
  '\u2028',
  '\u2029',
  '\u202f',
  '\u205f',
  '\u3000',
] as const;
/** Characters that JavaScript or a person may treat as white space, and Python does not. */
export const NO_SPACES = ['\ufeff', '\u200b', '\u180e', '\u2060', '\0', '\x08', '\x1b'] as const;

/** Usually a space, rarely other white space of Python, very rarely a character that only looks like white space. */
export function space(choose: Choices): string {
  if (choose.chance(0.03)) return choose.pick(NO_SPACES);
  if (choose.chance(0.1)) return choose.pick(WIDE_SPACES);
  return choose.chance(0.7) ? ' ' : choose.pick(SPACES);
}

/** `least` or more pieces of white space, usually at most one. */
export function spaces(choose: Choices, least: number): string {
  return choose.repeat(least, choose.chance(0.8) ? Math.max(1, least) : 4, () => space(choose));
}

/** Words of many scripts and planes that differ in case, articles, punctuation or code points. */
export const WORDS = [
  'the',
  'a',
  'an',
  'The',
  'A',
  'AN',
  'revenue',
  'Revenue',
  '5.4',
  '54',
  'million',
  "it's",
  'its',
  'na\u00efve',
  'I\u0301',
  'a\u0301',
  'th\u00e9',
  '_the_',
  'the-a',
  'a.n',
  'A\u00b7the',
  '\u0391\u03a3',
  '\u03a3',
  '\u0391\u03a3.',
  '\u03c2',
  'STRASSE',
  'stra\u00dfe',
  '\u1e9e',
  '\u0130',
  'i\u0307',
  '\u212a',
  'k',
  '\u017fo',
  '\u10a0\u1c90',
  '\u13a0\uab70',
  '\u{10400}\u{10428}',
  '\u{1d400}',
  '\u{1d7d8}3',
  '\u0663',
  '\uff21',
  '\u{1f600}',
  '\ud83d',
  '\ude00',
  '\ud83d.\ude00',
  '\u00aa',
  '\u00b2',
  '\u0e01\u0e33',
  '\u4e00',
  '(2020)',
  '$1,000',
  '\u20ac7,5',
  '...',
  '\u2019s',
] as const;

/** Letters added to Unicode after version 14, which CPython 3.11 leaves unchanged. */
export const NEW_LETTERS = ['\u1c89', '\ua7cb', '\ua7da', '\u{10d50}', '\u{11f04}the'] as const;

/** Some words, separated by white space of all kinds. */
export function sentence(choose: Choices, most: number): string {
  return choose
    .list(choose.below(most + 1), () => {
      const word = choose.chance(0.02) ? choose.pick(NEW_LETTERS) : choose.pick(WORDS);
      return `${word}${choose.chance(0.9) ? ' ' : spaces(choose, 0)}`;
    })
    .join('')
    .trimEnd();
}

/** A variation of `text` with some words omitted, doubled, reversed or in another case. */
export function variation(choose: Choices, text: string): string {
  if (choose.chance(0.3)) return text;
  const words = text.split(' ').flatMap((word) => {
    if (choose.chance(0.15)) return [];
    if (choose.chance(0.1)) return [word, word];
    if (choose.chance(0.1)) return [word.toUpperCase()];
    return [choose.chance(0.1) ? choose.pick(WORDS) : word];
  });
  return (choose.chance(0.1) ? words.toReversed() : words).join(' ');
}

/** A tag that is rarely omitted, doubled, in another case or has something inside. */
export function tag(choose: Choices, name: string, closes: boolean, harm = 0.01): string {
  const mark = closes ? '/' : '';
  const whole = `<${mark}${name}>`;
  if (choose.chance(harm)) return '';
  if (choose.chance(harm)) return whole + whole;
  if (choose.chance(harm)) return `<${mark}${name.toUpperCase()}>`;
  if (choose.chance(harm)) return `<${mark}${name}${choose.pick([' ', '\t', '/', ' id="1"'])}>`;
  return choose.chance(harm) ? whole.slice(0, -1) : whole;
}
