const ENGLISH = [
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen',
  'eighteen nineteen',
]
  .join(' ')
  .split(' ');
const ENGLISH_TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const GERMAN = [
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn',
  'achtzehn neunzehn',
]
  .join(' ')
  .split(' ');
const GERMAN_TENS = ['zwanzig', 'dreissig', 'vierzig', 'fünfzig', 'sechzig', 'siebzig', 'achtzig', 'neunzig'];
const HAN_DIGITS = '零一二三四五六七八九';

/** Number words of one token. The tens of English can be followed by a token of their own. */
const WORDS: ReadonlyMap<string, number> = new Map([
  ...ENGLISH.map((word, value) => [word, value] as const),
  ...ENGLISH_TENS.map((word, index) => [word, 10 * (index + 2)] as const),
  ['hundred', 100],
  ...GERMAN.map((word, value) => [word, value] as const),
  ...GERMAN_TENS.map((word, index) => [word, 10 * (index + 2)] as const),
  ...GERMAN_TENS.flatMap((tens, index) =>
    GERMAN.slice(1, 10).map((unit, at) => {
      const value = 10 * (index + 2) + at + 1;
      return [`${unit === 'eins' ? 'ein' : unit}und${tens}`, value] as const;
    }),
  ),
  ['hundert', 100],
  ['einhundert', 100],
]);
const TENS = new Set(ENGLISH_TENS);

/** A number that is written in words. */
export interface WordNumber {
  readonly value: number;
  /** Index of the token after its last one. */
  readonly to: number;
}

/**
 * The number from 0 to 100 that is written in words from a token on: English (`twenty-one`, `one hundred`), German
 * (`einundzwanzig`) or Chinese (`二十一`). Null if there is none.
 * @param keys the folded words of a text; each Chinese character is a word
 */
export function readWordNumber(keys: readonly string[], from: number): WordNumber | null {
  const first = keys[from] ?? '';
  if (HAN_DIGITS.includes(first) || first === '十') return readHanNumber(keys, from);
  const value = WORDS.get(first);
  if (value === undefined) return null;
  const next = keys[from + 1] ?? '';
  if (value === 1 && next === 'hundred') return { value: 100, to: from + 2 };
  const unit = WORDS.get(next) ?? 0;
  if (TENS.has(first) && unit >= 1 && unit <= 9) return { value: value + unit, to: from + 2 };
  return { value, to: from + 1 };
}

function readHanNumber(keys: readonly string[], from: number): WordNumber | null {
  const digitAt = (at: number): number => {
    const key = keys[at] ?? '';
    return key === '' ? -1 : HAN_DIGITS.indexOf(key);
  };
  let at = from;
  let value = digitAt(at);
  if (value >= 0) at += 1;
  if (keys[at] === '百') return value === 1 ? { value: 100, to: at + 1 } : null;
  if (keys[at] === '十') {
    value = 10 * Math.max(1, value);
    at += 1;
    const unit = digitAt(at);
    if (unit > 0) {
      value += unit;
      at += 1;
    }
  }
  return at === from ? null : { value, to: at };
}
