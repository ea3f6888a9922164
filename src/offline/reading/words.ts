import { stemmer } from 'stemmer';

/** Words with their irregular forms. */
const IRREGULAR = `
bear bore, become became, begin began begun, break broke broken, breed bred, bring brought, build built,
bus buses, buy bought, catch caught, child children, choose chose chosen, come came, deal dealt,
die died dying, draw drew drawn, drive drove driven, eat ate eaten, exceed exceeded exceeding,
fall fell fallen, feed fed, few fewer, fight fought, find found, fly flew flown, foot feet, gas gases, get got,
give gave given, go gone went, grow grew grown, have had has, heavy heaviest, hide hid hidden, hold held,
keep kept, know knew known, lay laid, lead led, lend lent, lose lost, make made, man men, mean meant, meet met,
mouse mice, pay paid, person people, ride rode ridden, rise risen rose, run ran, say said, see saw seen,
seek sought, sell sold, send sent, shoot shot, show shown, sing sang sung, sink sank sunk, sit sat,
speak spoke spoken, spend spent, stand stood, steal stole stolen, strike struck, succeed succeeded succeeding,
swim swam, take taken took, teach taught, tell told, think thought, throw threw thrown, tooth teeth, wear wore,
weigh weighs, win won, woman women, write wrote written
`;
const baseForms = new Map(
  IRREGULAR.trim()
    .split(/,\s+/)
    .flatMap((line) => {
      const [base = '', ...forms] = line.split(' ');
      return forms.map((form) => [form, base] as const);
    }),
);

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');

/** Words of a question that are not about its subject. */
const STOP = new Set(
  `a about an and any are as at be been being but by can could did do does doing done each every for from had has have having he her here hers
  him his how i if in into is it its itself let many may me might more most much must my no nor not of off on or our ours
  out over own please say says shall she should so some such tell than that the their theirs them then there these they
  this those through to too under until up upon very was we were what when where which while who whom whose why will with
  within would you your yours s t according`.split(/\s+/),
);

/** A word of a text, and the stem by which it is looked up. */
export interface Term {
  /** As in the text, lowercase. */
  readonly word: string;
  /** The common part of related words; numbers without thousands separators. */
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:(?:[.,'’&/-]|\s?&\s?(?=\p{Lu}\b))[\p{L}\p{N}]+)*/gu;

/** The words of a text, including stop words. Compounds also yield their parts. */
export function terms(text: string): Term[] {
  const found: Term[] = [];
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    const word = match[0]
      .toLowerCase()
      .replace(/['’]s$/u, '')
      .replace(/\s/g, '');
    found.push({ word, stem: stem(word), start, end: start + match[0].length });
    if (!/^[\p{L}]+(?:[-/'’][\p{L}]+)+$/u.test(word)) continue;
    for (const part of word.split(/[-/'’]/)) {
      if (part.length > 2) found.push({ word: part, stem: stem(part), start, end: start + match[0].length });
    }
  }
  return found;
}

/** The stem of a word (lowercase): Porter's stem, or the number that it means. */
export function stem(word: string): string {
  const ordinal = ORDINALS.indexOf(word);
  if (ordinal >= 0) return String(ordinal + 1);
  if (/^\d+(?:st|nd|rd|th)$/.test(word)) return String(parseInt(word, 10));
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(word)) return word.replaceAll(',', '');
  if (/\d/.test(word)) return word;
  return stemmer(american(baseForm(word)));
}

/** The base form of an irregular word (`got`: `get`); any other word unchanged. */
export function baseForm(word: string): string {
  return baseForms.get(word) ?? word;
}

/** A word in American spelling, as far as rules allow: `metre`, `colour`, `programme`, `analyse`. */
function american(word: string): string {
  return word
    .replace(/(?<=[^aeiou])re(s?)$/, 'er$1')
    .replace(/(?<=\p{L}{3})our(s?)$/u, 'or$1')
    .replace(/(?<=gram)me(s?)$/, '$1')
    .replace(/lys(?=e[drs]|ing)/, 'lyz')
    .replace(/(?<=\p{L}{3}i)s(?=e[drs]?$|ing$|ation)/u, 'z');
}

/** Whether a word says nothing about the subject of a question. */
export function isStopWord(word: string): boolean {
  return STOP.has(word);
}

/** The stems of the words of a text that are not stop words. */
export function contentStems(text: string): string[] {
  return terms(text)
    .filter(({ word }) => !isStopWord(word))
    .map((term) => term.stem);
}

/** Whether two stems are related by a common beginning: `manag` and `manager`. */
export function areAlike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  return shorter >= 5 && one.slice(0, shorter) === other.slice(0, shorter);
}
