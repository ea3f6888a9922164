import { readTextList } from '../textList.ts';

/**
 * The number that a text is as a whole, white space around it aside: `1,024`, `-3.5`, `2e3`. Null for any other text.
 * Only numbers as people write them are read: neither `0x10` nor an empty text is one.
 */
export function numberOfText(text: string): number | null {
  const plain = text.trim();
  if (plain.length > 40) return null;
  if (/^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i.test(plain)) return Number(plain);
  return /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? Number(plain.replaceAll(',', '')) : null;
}

/** Whether a text has an uppercase letter: then its case matters where it is searched. */
function hasUppercase(text: string): boolean {
  return /\p{Lu}/u.test(text);
}

/**
 * A test whether a text contains `searched`. Texts are compared in Unicode's normal form NFC, and without their case
 * unless `searched` has an uppercase letter.
 */
export function containsText(searched: string): (text: string) => boolean {
  const needle = searched.normalize('NFC');
  return hasUppercase(needle)
    ? (text) => text.normalize('NFC').includes(needle)
    : (text) => text.normalize('NFC').toLowerCase().includes(needle);
}

/**
 * A test whether a text is the same as `written`: white space around them aside, numbers by their values, and without
 * their case unless `written` has an uppercase letter.
 */
export function sameAs(written: string): (text: string) => boolean {
  const number = numberOfText(written);
  const plain = written.normalize('NFC').trim();
  const isExact = hasUppercase(plain);
  return (text) => {
    if (number !== null && numberOfText(text) === number) return true;
    const other = text.normalize('NFC').trim();
    return (isExact ? other : other.toLowerCase()) === plain;
  };
}

/**
 * Whether two texts of a record are the same, as `sameAs` compares them; their case never matters. Of several references,
 * which are a list in JSON, one is enough.
 */
export function areSame(left: string, right: string): boolean {
  const [these, those] = [readTextList(left), readTextList(right)];
  if (Array.isArray(these) !== Array.isArray(those))
    return [these].flat().some((one) => [those].flat().some((other) => areEqual(String(one), String(other))));
  return areEqual(left, right);
}

function areEqual(left: string, right: string): boolean {
  const number = numberOfText(left);
  if (number !== null && number === numberOfText(right)) return true;
  const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase();
  return plain(left) === plain(right);
}

/** A test whether a name is `written`, in any case. */
export function isNamed(written: string): (name: string) => boolean {
  const plain = written.normalize('NFC').toLowerCase();
  return (name) => name === written || name.normalize('NFC').toLowerCase() === plain;
}

/** A test whether a name fits `written`, whose `*` stands for any characters; in any case. In linear time. */
export function fitsWildcards(written: string): (name: string) => boolean {
  const parts = written.normalize('NFC').toLowerCase().split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  const between = parts.slice(1, -1).filter((part) => part !== '');
  return (name) => {
    const plain = name.normalize('NFC').toLowerCase();
    if (plain.length < first.length + last.length || !plain.startsWith(first) || !plain.endsWith(last))
      return false;
    let at = first.length;
    for (const part of between) {
      const found = plain.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= plain.length - last.length;
  };
}
