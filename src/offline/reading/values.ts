/** Whether a text can be put inside a tag, because a page may itself mention tags. */
export function isQuotable(text: string): boolean {
  return !/<[/!a-z]/i.test(text);
}

/** The number of a cell that has only signs and a unit besides it; null otherwise. Brackets make it negative. */
export function plainNumber(text: string): number | null {
  const match = /^[€$£¥]?\s*(\(?[-−+]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(e[-−+]?\d+)?\)?\s*%?$/i.exec(
    text.trim(),
  );
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', power = ''] = match;
  const number = Number(`${whole.replaceAll(',', '')}${fraction}${power.replace('−', '-')}`);
  return /[-−(]/.test(sign) ? -number : number;
}

const MONTH =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
/** The exponent, as in `2e-5`, `2 x 10^-5`, and `10^-4`. */
const EXPONENT =
  '(?:e[-−+]?\\d+(?!\\w)|\\s?[x×·]\\s?10(?:\\^[-−+]?\\d+|[-−]\\d+|⁻?[⁰¹²³⁴-⁹]+)|\\^[-−+]?\\d+|⁻?[⁰¹²³⁴-⁹]+)';
const NUMBER = `[-−+]?\\d+(?:[.,]\\d+)*${EXPONENT}?`;
/** A number from its first digit. Trying each of its digits would take time that grows with the square of its length. */
const WHOLE_NUMBER = `(?:(?=[-−+])|(?<!\\d[.,]?))${NUMBER}`;
/** The year and the first word of "in 2021 to 15", which is not a range. */
const YEAR_TO = '(?:1[89]|20|21)\\d{2}\\s+to\\s+\\d{1,3}(?![\\d,.])';
const NUMBER_WORD =
  '(?:a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|half|hundred|thousand)';
const SCALE = '(?:\\s?(?:million|billion|trillion|thousand|hundred|bn|mn|m|k|b)\\b)?';
const CURRENCY =
  '(?:euros?|pounds?|dollars?|francs?|yen|yuan|crowns?|kroner|kronor|rupees?|cents?|pence|EUR|USD|GBP|CHF|JPY)';
const TIME_UNIT =
  '(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?|months?|quarters?|years?|decades?|centuries|nights?|ms|min|mins|hrs?|h|s)';
const UNIT =
  '(?:%|per\\s?cent|percentage points?|°\\s?[CF]|degrees?(?:\\s(?:Celsius|Fahrenheit))?|km/h|m/s|mph|knots?|k?m2?|cm|mm|km|kg|g|mg|t|tonnes?|tons?|l|litres?|liters?|ml|kWh?|MWh?|GWh?|W|V|A|mA|Hz|kHz|MHz|GHz|bar|Pa|kPa|MB|GB|TB|KB|dB|metres?|meters?|kilometres?|kilometers?|miles?|feet|inch(?:es)?|kilograms?|grams?|kilometres an hour|people|employees|cubic metres(?: an hour)?|watts?|volts?)';

const MONEY = new RegExp(
  `[€$£¥]\\s?${NUMBER}${SCALE}|${WHOLE_NUMBER}${SCALE}\\s?(?:[€$£¥]|${CURRENCY}\\b)`,
  'gi',
);

/** What a question can ask for. */
export type ValueKind =
  | 'person'
  | 'date'
  | 'duration'
  | 'frequency'
  | 'percent'
  | 'money'
  | 'number'
  | 'place'
  | 'text';

const PATTERNS: Readonly<Record<Exclude<ValueKind, 'person' | 'place' | 'text'>, readonly RegExp[]>> = {
  date: [
    new RegExp(
      `\\b(?:\\d{1,2}(?:st|nd|rd|th)?\\s+)?${MONTH}\\s+(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s+)?\\d{4}\\b`,
      'g',
    ),
    new RegExp(
      `\\b\\d{1,2}(?:st|nd|rd|th)?\\s+${MONTH}(?!\\w)|\\b${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?\\b`,
      'g',
    ),
    /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b/g,
    /\b(?:1[5-9]|20|21)\d{2}\b/g,
    new RegExp(`\\b(?:${MONTH}|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)s?(?!\\w)`, 'g'),
    /\b\d{1,2}(?::\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.|o'clock)|\b\d{1,2}:\d{2}\b/gi,
  ],
  duration: [
    new RegExp(
      `(?:${WHOLE_NUMBER}|\\b${NUMBER_WORD})(?:\\s(?:to|or|and a half)\\s?(?:${NUMBER}|${NUMBER_WORD})?)?[\\s-](?:(?:working|business|calendar|full|consecutive)\\s)?${TIME_UNIT}\\b`,
      'gi',
    ),
  ],
  percent: [
    new RegExp(`${WHOLE_NUMBER}\\s?(?:%|per\\s?cent\\b|percentage points?)`, 'gi'),
    new RegExp(
      `\\b(?:a|one|two|three)\\s(?:half|third|quarter|fifth|tenth)s?\\b|\\b(?:one|two|three)[\\s-](?:thirds?|quarters?|fifths?|tenths?)\\b|\\bone \\w+ in \\w+\\b`,
      'gi',
    ),
  ],
  frequency: [
    new RegExp(
      `\\b(?:every|each)\\s(?:[\\w.]+\\s){0,2}?(?:${TIME_UNIT}|morning|evening|night|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\\b`,
      'gi',
    ),
    /\b(?:once|twice|\w+ times)(?:\s(?:a|an|per|each|every|in)\s(?:\w+\s)?\w+)?/gi,
    /\b(?:hourly|daily|weekly|fortnightly|monthly|quarterly|yearly|annually|never|always)\b/gi,
  ],
  money: [MONEY],
  number: [
    MONEY,
    /(?<![\p{L}\d])v\d+(?:\.\d+)*/giu,
    new RegExp(
      `(?<![\\p{L}\\d]|\\p{L}\\d[.,]|\\d\\^)(?!${YEAR_TO})${NUMBER}${SCALE}(?:\\s?(?:to|–|-)\\s?${NUMBER})?(?:\\s?${UNIT}(?![\\p{L}]))?`,
      'giu',
    ),
    new RegExp(`\\b${NUMBER_WORD.replace('a|an|', '')}(?:\\s(?:million|billion|thousand|hundred))?\\b`, 'gi'),
  ],
};

/** A text in a sentence that may be what a question asks for. */
export interface Candidate {
  readonly text: string;
  /** Offsets into the sentence. */
  readonly start: number;
  readonly end: number;
}

/** The candidates of a kind in `sentence`, from left to right. None for `text`. */
export function findCandidates(sentence: string, kind: ValueKind): Candidate[] {
  if (kind === 'text') return [];
  if (kind === 'person' || kind === 'place') return names(sentence);
  const found: Candidate[] = [];
  for (const pattern of PATTERNS[kind]) {
    for (const match of sentence.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (!found.some((other) => start < other.end && end > other.start))
        found.push({ text: match[0], start, end });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

const NO_NAME = new RegExp(
  `^(?:The|A|An|It|He|She|We|They|In|On|At|Of|For|And|But|This|That|These|Our|Its|Since|Between|By|From|With|To|As|If|When|There|All|No|Not|Each|Every|One|Two|I|You|Dear|${MONTH}|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)$`,
);
const TITLE =
  /^(?:Dr|Mr|Mrs|Ms|Prof|Professor|Sir|Dame|Lady|Lord|Mayor|Captain|Judge|Bishop|Chancellor|Senator|Minister|Inspector)\.?$/;

/** Sequences of capitalized words, without months, titles, and words that only begin a sentence. */
function names(sentence: string): Candidate[] {
  const found: Candidate[] = [];
  const sequence =
    /\p{Lu}[\p{L}'’.-]*(?:\s+(?:(?:de|van|von|der|den|la|le|di|da|del|bin|al|of|for|of the|for the)\s+)*(?:\p{Lu}[\p{L}'’.-]*|(?:&|and)\s\p{Lu}[\p{L}]*))*/gu;
  for (const match of sentence.matchAll(sequence)) {
    let start = match.index;
    const words = match[0].split(/(\s+)/);
    while (
      words.length > 0 &&
      (NO_NAME.test(words[0] ?? '') || TITLE.test(words[0] ?? '') || (words[0] ?? '').trim() === '')
    ) {
      start += (words.shift() ?? '').length;
    }
    const text = words
      .join('')
      .replace(/(?<![.'’])[.'’]+$/u, '')
      .replace(/['’]s$/u, '');
    // A single capitalized word at the beginning of a sentence is rarely a name.
    const opens =
      /(?:^|[.!?]\s+)$/.test(sentence.slice(0, start)) && !/\s/.test(text) && /\s\p{Ll}/u.test(sentence);
    if (text.length > 1 && !opens) found.push({ text, start, end: start + text.length });
  }
  return found;
}
