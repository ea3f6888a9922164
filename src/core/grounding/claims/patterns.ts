/*
 * What prose is searched for, as the sources of regular expressions (for the flags `iu`). Every repetition has a limit,
 * so that the time for a text grows with its length only.
 */

/** The name of a month in English, German, or French, or its abbreviation. */
export const MONTH = String.raw`(?:Jan(?:uary|uar|\.)?|Feb(?:ruary|ruar|\.)?|Mar(?:ch|\.)?|März|Mär\.?|Mrz\.?|Apr(?:il|\.)?|May|Mai|Jun[ei]?\.?|Jul[yi]?\.?|Janv(?:ier|\.)?|F[ée]v(?:rier|r?\.)?|Mars|Avr(?:il|\.)?|Juin|Juil(?:let|\.)?|Ao[ûu]t|Septembre|Octobre|Novembre|D[ée]c(?:embre|\.)?|Aug(?:ust|\.)?|Sep(?:tember|t\.?|\.)?|O[ck]t(?:ober|\.)?|Nov(?:ember|\.)?|De[cz](?:ember|\.)?)`;

/** Not inside a word or a number. */
const BEFORE = String.raw`(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_])`;
const AFTER = String.raw`(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Nd}_])`;

/** `2`, `2 and 3`, `2, 3`, `2-4`, with an image's word perhaps repeated. */
const MORE_IMAGES = String.raw`(?:\s?(?:,|&|-|–|and|und|or|oder|to|bis|和|、)\s?(?:(?:image|bild)\s)?\d{1,3}(?![\p{Nd}.%]|,\d)){0,9}`;

/** `Image 2`, and what a person would read as the same. */
export const IMAGE = String.raw`${BEFORE}(?:images?|bild(?:er)?)\s{0,3}(?:[#(\[_-]\s?)?\d{1,6}(?!\p{Nd}|\.\d)${MORE_IMAGES}|(?:图像|图片|影像)\s?\d{1,6}|第\s?\d{1,6}\s?[张幅](?:图像|图片|图)?`;

/** Numbers that speak of the trajectory and not of a page: list numbers, steps, pages, counts of images, scores. */
export const NOT_CLAIMED = [
  // A number at the beginning of a line.
  String.raw`(?<=^[ \t>*_#(-]{0,12})\d{1,3}(?:\.\d{1,3}){0,4}[.):](?=[\s*_])`,
  String.raw`\((?:\d{1,2}|[a-z]|i{1,3})\)(?=\s)`,
  String.raw`\[\d{1,3}\]`,
  // A box.
  String.raw`[[(]\s?-?\d{1,6}(?:\.\d{1,9})?(?:\s?,\s?-?\d{1,6}(?:\.\d{1,9})?){3}\s?[\])]`,
  String.raw`${BEFORE}(?:steps?|thoughts?|sub-?\s?(?:problems?|questions?|tasks?)|nodes?|branch(?:es)?|paths?|approach(?:es)?|ideas?|hypothes[ie]s|candidates?|iterations?|rounds?|turns?|tool calls?|schritte?|gedanken?|teilprobleme?|teilfragen?)\s{0,2}#?\d{1,3}(?:\.\d{1,3}){0,4}[a-z]?${AFTER}`,
  String.raw`${BEFORE}(?:pages?|pp?\.|seiten?)\s{0,2}\d{1,5}(?:\s?(?:,|-|–|and|und|to|bis)\s?\d{1,5}(?![\p{Nd}.%]|,\d)){0,9}${AFTER}`,
  String.raw`第\s?\d{1,5}\s?[页頁步]|(?:步骤|思路|方案)\s?\d{1,3}`,
  String.raw`${BEFORE}\d{1,4}\s(?:[a-z]{2,12}\s)?(?:images?|pictures?|screenshots?|crops?|pages|steps?|turns?|sub-?problems|thoughts|paths|tools?|tool calls?|bilder[n]?|seiten|schritte[n]?)${AFTER}`,
  String.raw`\d{1,4}\s?[张幅](?:图像|图片|图)`,
  String.raw`${BEFORE}(?:scores?|rating|confidence|evaluation|bewertung|评分)\s{0,2}[:=：]?\s{0,2}\d{1,3}(?:\.\d{1,3})?\s?\/\s?(?:5|10|100)${AFTER}`,
  String.raw`${BEFORE}\d{1,3}(?:st|nd|rd|th)${AFTER}`,
  // A tag.
  String.raw`<\/?[a-z][^<>\n]{0,80}>`,
].join('|');

/** A date or a part of one with its month or quarter; `years` says what a year alone looks like. */
export const DATE = [
  String.raw`${BEFORE}\d{4}[-/.]\d{1,2}[-/.]\d{1,2}${AFTER}`,
  String.raw`${BEFORE}\d{1,2}(?<mark>[./-])\d{1,2}\k<mark>(?:\d{4}|\d{2})(?![\p{Nd}.,]\p{Nd})${AFTER}`,
  String.raw`${BEFORE}\d{1,2}(?:st|nd|rd|th|er|\.)?\s(?:of\s)?${MONTH}${AFTER}(?:,?\s\d{4}${AFTER})?`,
  String.raw`${BEFORE}${MONTH}\s\d{1,2}(?:st|nd|rd|th)?(?![\p{Nd}\p{L}]|[.,]\d)(?:,?\s\d{4}${AFTER})?`,
  String.raw`${BEFORE}${MONTH},?\s\d{4}${AFTER}`,
  String.raw`\d{4}\s?年\s?\d{1,2}\s?月(?:\s?\d{1,2}\s?[日号])?|\d{1,2}\s?月\s?\d{1,2}\s?[日号]`,
  // A page in another language has the year without the character behind it.
  String.raw`\d{4}(?=\s?年)`,
  String.raw`${BEFORE}(?:Q[1-4]|H[12])[\s/-]{0,2}(?:FY\s?)?(?:\d{4}|\d{2})${AFTER}|${BEFORE}FY\s?(?:\d{4}|\d{2})(?:[/-]\d{2,4})?${AFTER}`,
  String.raw`${BEFORE}(?:19|20)\d{2}\/\d{2}(?:\d{2})?(?![\p{Nd}/])${AFTER}`,
  String.raw`${BEFORE}(?:19|20)\d{2}s${AFTER}`,
].join('|');

/** Codes: addresses, labels such as `Table 2`, times, and words with letters and digits. */
export const CODE = [
  String.raw`https?:\/\/[^\s<>"'）】]{1,200}`,
  String.raw`${BEFORE}[\p{L}\p{N}.+-]{1,64}@[\p{L}\p{N}-]{1,64}(?:\.[\p{L}\p{N}-]{1,24}){1,4}`,
  String.raw`${BEFORE}(?:table|figure|fig\.|chart|section|chapter|appendix|exhibit|article|tabelle|abbildung|abb\.|abschnitt|kapitel|anhang|artikel)\s{1,2}[A-Z]?\d{1,3}(?:\.\d{1,3}){0,4}[a-z]?${AFTER}|[图表]\s?\d{1,3}(?:[.-]\d{1,3})?(?![\p{Nd}张幅])`,
  String.raw`${BEFORE}\d{1,2}:\d{2}(?::\d{2})?${AFTER}`,
].join('|');
/** Further codes, which are looked for after numbers. */
export const MIXED_CODE = [
  String.raw`${BEFORE}\d{1,12}(?:[-.]\d{1,12}){2,6}${AFTER}`,
  String.raw`${BEFORE}(?=[A-Z0-9._/-]{0,63}\d)(?=[A-Z0-9._/-]{0,63}[A-Z])[A-Z0-9](?:[A-Z0-9._/-]{0,62}[A-Z0-9])`,
].join('|');

const SCALE = String.raw`(?:thousand|million|billion|trillion|tausend|million(?:en)?|milliarden?|mio\.?|mrd\.?|tsd\.?|mn|bn|[kmb](?<=\d[kmb])|百万|千万|十亿|万亿|[万亿千])`;
const PERCENT = String.raw`(?:\\?%|‰|percent(?:age points?)?|per cent|prozent(?:punkte)?)`;
const CURRENCY = String.raw`(?:[$€£¥₹₩]|US\$|USD|EUR|GBP|CHF|JPY|CNY|RMB|euros?|dollars?|元|欧元|美元)`;
/** Units that may be directly behind a number; they are no part of it. */
const UNIT = String.raw`(?:[kmc]?m[²³]?|[km]?g|t|l|ml|h|min|s|ms|[KMGT]i?B|[kMG]?Hz|[kMGT]?Wh?|m?V|A|px|pt|x|ppm|bps|dpi|rpm|mAh|times|人|个|名|家|次|件|台|辆|项|岁)`;
/** Groups of three digits may be separated by spaces, but `148 161 175` are three numbers. */
const DIGITS = String.raw`(?:\d{1,3}(?:[,.'’\u00a0\u2009\u202f]\d{3}){1,9}(?:[.,]\d{1,12})?|(?<!\d )(?:\d{1,2}(?: \d{3}){1,5}|\d{3} \d{3})(?:[.,]\d{1,12})?(?! \d{3})|\d{1,40}(?:[.,]\d{1,20})?)(?![.,]?\d)`;

/** The power of ten of `1.2e6`, `1.2 × 10^6`, and `1.2·10⁶`. */
const POWER = String.raw`(?:e\+?\d{1,2}(?!\d)|\s?(?:[×x*·⋅]|\\times|\\cdot)\s?10(?:\^\{?\d{1,2}\}?|[⁰¹²³⁴-⁹]{1,2}))`;

/** A number with its currency, percent sign, and scale. */
export const NUMBER = String.raw`(?:(?:US)?[$€£¥₹₩]\s?|${BEFORE}(?:USD|EUR|GBP|CHF|JPY|CNY|RMB)\s?)?(?<![\p{Script=Latin}_]|\d[.,]?)${DIGITS}${POWER}?(?:\s?${SCALE}(?![\p{Script=Latin}\d]))?(?:\s?${PERCENT}(?![\p{Script=Latin}]))?(?:\s?${CURRENCY}(?![\p{Script=Latin}]))?(?=${UNIT}${AFTER}|(?![\p{Script=Latin}_]|[-/.][\p{Script=Latin}]))`;

/** A word of letters, perhaps with digits, hyphens, and apostrophes inside. */
export const WORD = String.raw`[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}](?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{Nd}]|['’-](?=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])){0,63}`;
