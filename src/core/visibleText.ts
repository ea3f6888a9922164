import { once } from './once.ts';
import type { Span } from './span.ts';

/**
 * Characters that people do not see: controls, characters that change the direction of text, invisible ones, separators
 * of lines and paragraphs, and tags.
 */
const HIDDEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\uFFF9-\uFFFB]/u;

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = ['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Samaritan', 'Mandaic', 'Adlam']
  .map((script) => String.raw`\p{Script=${script}}`)
  .join('');

/** Letters of scripts that have no spaces between words, in which an invisible one says where a line may break. */
const WITHOUT_SPACES = String.raw`[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]`;

/** What may stand between a direction mark and the right-to-left text that it belongs to. */
const BETWEEN = String.raw`[\p{M}\p{P}\p{S}\p{N} ]{0,4}`;

/**
 * What is written with invisible characters but seen: flags of regions, emoji that are joined or have a variant, variants
 * of letters, letters of scripts that join, separate or break lines with them, direction marks beside right-to-left text,
 * and line breaks and tabs.
 */
const SEEN = [
  String.raw`[\n\t]`,
  // The flags of England, Scotland and Wales. Other tags could spell any text.
  String.raw`\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F}`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
  // A variant on every letter could spell any text.
  String.raw`(?<=\p{Emoji})[\uFE0E\uFE0F]`,
  String.raw`(?<=[\p{Script=Han}\p{Sm}])[\uFE00-\uFE02]`,
  String.raw`(?<=\p{Script=Mongolian})[\u180B-\u180F]`,
  String.raw`(?<=${WITHOUT_SPACES})\u200B(?=${WITHOUT_SPACES})`,
  String.raw`(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=[${[
    'Arabic',
    'Syriac',
    'Nko',
    'Mongolian',
    'Devanagari',
    'Bengali',
    'Gurmukhi',
    'Gujarati',
    'Oriya',
    'Tamil',
    'Telugu',
    'Kannada',
    'Malayalam',
    'Sinhala',
    'Khmer',
    'Myanmar',
  ]
    .map((script) => String.raw`\p{Script=${script}}`)
    .join('')}])[\u200C\u200D]`,
  String.raw`(?<=(?!\u061C)[${RIGHT_TO_LEFT}]${BETWEEN})[\u200E\u200F\u061C]`,
  String.raw`[\u200E\u200F\u061C](?=${BETWEEN}(?!\u061C)[${RIGHT_TO_LEFT}])`,
  // See plainText in plainText.ts.
  String.raw`(?<=[\]$@])\u2060`,
].join('|');

/** Made when a text first has something hidden, since reading its properties of characters takes some milliseconds. */
const seenOrHidden = once(() => new RegExp(`(${SEEN})|${HIDDEN.source}`, 'gu'));

/** Text in which nothing can be hidden, which is told without the properties of all characters. */
const PLAIN = /^[\n\t -~]*$/;

const hasHidden = (text: string): boolean => !PLAIN.test(text) && HIDDEN.test(text);

/**
 * Shows what is hidden in `text`: ASCII control characters become Unicode's pictures of them, and other invisible
 * characters `\u` and four digits for each UTF-16 unit, which JSON reads as the original. A text could otherwise control
 * a terminal, seem to be in another order, or hide a part of itself. Line breaks, tabs, right-to-left letters and joined
 * emoji stay.
 */
export function visibleText(text: string): string {
  if (!hasHidden(text)) return text;
  return text.replace(seenOrHidden(), (character, seen: string | undefined) => {
    if (seen !== undefined) return seen;
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`)
      .join('');
  });
}

/**
 * The spans of `text` in which every character is hidden, each as long as possible, for a view that marks them and keeps
 * the true text. They are what `visibleText` shows, apart from the CR of a line that ends with CR and LF.
 */
export function hiddenSpans(text: string): readonly Span[] {
  if (!hasHidden(text)) return [];
  const spans: { start: number; end: number }[] = [];
  for (const { 0: character, 1: seen, index } of text.matchAll(seenOrHidden())) {
    if (seen !== undefined || (character === '\r' && text[index + 1] === '\n')) continue;
    const last = spans.at(-1);
    if (last?.end === index) last.end += character.length;
    else spans.push({ start: index, end: index + character.length });
  }
  return spans;
}

/** The code point of a character as people write it: `U+202E`. */
export function characterCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
