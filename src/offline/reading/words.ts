import { stemmer } from 'stemmer';

/** Forms of words that no rule takes to their stem. */
const IRREGULAR: Readonly<Record<string, string>> = {
  became: 'become',
  began: 'begin',
  got: 'get',
  begun: 'begin',
  bought: 'buy',
  brought: 'bring',
  built: 'build',
  buses: 'bus',
  weighs: 'weigh',
  gases: 'gas',
  came: 'come',
  children: 'child',
  chose: 'choose',
  chosen: 'choose',
  drew: 'draw',
  drawn: 'draw',
  fell: 'fall',
  fallen: 'fall',
  feet: 'foot',
  fewer: 'few',
  found: 'find',
  gave: 'give',
  given: 'give',
  gone: 'go',
  grew: 'grow',
  grown: 'grow',
  had: 'have',
  has: 'have',
  held: 'hold',
  kept: 'keep',
  knew: 'know',
  known: 'know',
  laid: 'lay',
  led: 'lead',
  lent: 'lend',
  lost: 'lose',
  made: 'make',
  meant: 'mean',
  men: 'man',
  met: 'meet',
  mice: 'mouse',
  paid: 'pay',
  people: 'person',
  ran: 'run',
  risen: 'rise',
  rose: 'rise',
  said: 'say',
  sat: 'sit',
  saw: 'see',
  seen: 'see',
  sent: 'send',
  sold: 'sell',
  sought: 'seek',
  spent: 'spend',
  spoke: 'speak',
  spoken: 'speak',
  stood: 'stand',
  taken: 'take',
  taught: 'teach',
  teeth: 'tooth',
  thought: 'think',
  told: 'tell',
  took: 'take',
  went: 'go',
  women: 'woman',
  won: 'win',
  wore: 'wear',
  wrote: 'write',
  written: 'write',
  heaviest: 'heavy',
  ate: 'eat',
  eaten: 'eat',
  bore: 'bear',
  bred: 'breed',
  broke: 'break',
  broken: 'break',
  caught: 'catch',
  dealt: 'deal',
  died: 'die',
  dying: 'die',
  drove: 'drive',
  driven: 'drive',
  fed: 'feed',
  flew: 'fly',
  flown: 'fly',
  fought: 'fight',
  hid: 'hide',
  hidden: 'hide',
  rode: 'ride',
  ridden: 'ride',
  sang: 'sing',
  sung: 'sing',
  sank: 'sink',
  sunk: 'sink',
  shot: 'shoot',
  shown: 'show',
  stole: 'steal',
  stolen: 'steal',
  struck: 'strike',
  succeeded: 'succeed',
  succeeding: 'succeed',
  exceeded: 'exceed',
  exceeding: 'exceed',
  swam: 'swim',
  threw: 'throw',
  thrown: 'throw',
  analyser: 'analyzer',
  analysers: 'analyzer',
  labour: 'labor',
  metre: 'meter',
  metres: 'meter',
  centre: 'center',
  centres: 'center',
  colour: 'color',
  programme: 'program',
  programmes: 'program',
  litre: 'liter',
  litres: 'liter',
};

const ORDINALS: Readonly<Record<string, string>> = {
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
  sixth: '6',
  seventh: '7',
  eighth: '8',
  ninth: '9',
  tenth: '10',
  '1st': '1',
  '2nd': '2',
  '3rd': '3',
  '4th': '4',
};

/** Words that a question is made of beside what it asks about. */
const STOP = new Set(
  `a about an and any are as at be been being but by can could did do does doing done each every for from had has have having he her here hers
  him his how i if in into is it its itself let many may me might more most much must my no nor not of off on or our ours
  out over own please say says shall she should so some such tell than that the their theirs them then there these they
  this those through to too under until up upon very was we were what when where which while who whom whose why will with
  within would you your yours s t according`.split(/\s+/),
);

/** A word of a text and what it is looked up by. */
export interface Term {
  /** As it stands, lower case. */
  readonly word: string;
  /** What words of one stem share; numbers without thousands separators. */
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}]+(?:(?:[.,'’&/-]|\s?&\s?(?=\p{Lu}\b))[\p{L}\p{N}]+)*/gu;

/** The words of a text, stop words too. Compounds of letters give their parts as well. */
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

/** What a word (lower case) is looked up by: Porter's stem, or the number it stands for. */
export function stem(word: string): string {
  const ordinal = ORDINALS[word];
  if (ordinal !== undefined) return ordinal;
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(word)) return word.replaceAll(',', '');
  if (/\d/.test(word)) return word;
  return stemmer(IRREGULAR[word] ?? word);
}

/** The base form of an irregular word (`got`: `get`); any other word as it is. */
export function baseForm(word: string): string {
  return IRREGULAR[word] ?? word;
}

/** Whether a word says nothing of what a question is about. */
export function isStopWord(word: string): boolean {
  return STOP.has(word);
}

/** The stems of the words of a text that are no stop words. */
export function contentStems(text: string): string[] {
  return terms(text)
    .filter(({ word }) => !isStopWord(word))
    .map((term) => term.stem);
}

/** Whether two stems are of one family, with a beginning in common: `manag` and `manager`. */
export function areAlike(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  return shorter >= 5 && one.slice(0, shorter) === other.slice(0, shorter);
}
