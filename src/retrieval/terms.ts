import { stemmer } from 'stemmer';

/** Scripts that are written without spaces between words. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]`;
const UNSPACED_OR_MARK = UNSPACED.replace(/\]$/u, String.raw`\p{M}]`);
const SPACED = String.raw`(?:(?!${UNSPACED})[\p{L}\p{M}\p{N}])`;

/** Text in a script without spaces, or a word or number, with the points and commas between its digits. */
const TOKEN = new RegExp(
  String.raw`(?<unspaced>${UNSPACED}${UNSPACED_OR_MARK}*)|${SPACED}+(?:(?<=\p{N})[.,](?=\p{N})${SPACED}+)*`,
  'gu',
);

/** Finds words by dictionaries of all of these scripts, whatever its language. */
const SEGMENTER = new Intl.Segmenter('zh', { granularity: 'word' });

/** Words that English has and hardly another language; English texts consist of them by a fifth. */
const ENGLISH = new Set(
  'the of and to that with which this from are by what how has who when where'.split(' '),
);

/** The share of these words from which a text counts as English, also with tables of names in it. */
const ENGLISH_SHARE = 0.05;

/** Words of an English question that are not about its subject. A page that happens to ask something would fit them. */
const STOP = new Set(
  `a about an and any are as at be been by can could did do does for from had has have how i if in into is it its many
  may me much of on or please s t than that the their them there these they this those to under was we were what when
  where which while who whom whose why will with would you your according`.split(/\s+/),
);

/** A new number where terms are made in another way. A dictionary of another version may find other words. */
export const TERMS_VERSION = `1 ${process.versions['icu'] ?? ''}`;

/**
 * The words of a text of any language, lowercase and in normal width. Numbers stay as they are written. Words of scripts
 * without spaces are found by dictionary.
 */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  // A soft hyphen is only seen where a line breaks.
  const folded = text.replaceAll('\u00ad', '').normalize('NFKC').toLowerCase();
  for (const match of folded.matchAll(TOKEN)) {
    if (match.groups?.['unspaced'] === undefined) words.push(match[0]);
    else for (const { segment } of SEGMENTER.segment(match[0])) words.push(segment);
  }
  return words;
}

/** Whether words are those of an English text. */
export function isEnglish(words: readonly string[]): boolean {
  let plain = 0;
  let english = 0;
  for (const word of words) {
    if (/\p{N}/u.test(word)) continue;
    plain += 1;
    if (ENGLISH.has(word)) english += 1;
  }
  return english > 0 && english >= ENGLISH_SHARE * plain;
}

/** The stem of an English word; what has digits has none. */
export const stemOf = (word: string): string => (/^\p{Script=Latin}+$/u.test(word) ? stemmer(word) : word);

/** A term of a question. */
export interface QuestionTerm {
  /** As the question has it. */
  readonly term: string;
  /** By which it is looked up in English documents. */
  readonly stem: string;
  /** By which it is looked up in others: the words of the question with this stem. */
  readonly words: readonly string[];
}

/**
 * The different terms of a question. Words that say nothing of its subject are left out of an English one, unless it has
 * no others.
 */
export function questionTerms(question: string): readonly QuestionTerm[] {
  const all = wordsOf(question);
  const about = isEnglish(all) ? all.filter((word) => !STOP.has(word)) : all;
  const terms = new Map<string, { term: string; stem: string; words: string[] }>();
  for (const word of new Set(about.length === 0 ? all : about)) {
    const stem = stemOf(word);
    const known = terms.get(stem);
    if (known === undefined) terms.set(stem, { term: word, stem, words: [word] });
    else known.words.push(word);
  }
  return [...terms.values()];
}
