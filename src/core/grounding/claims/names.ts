import type { Span } from '../../span.ts';

/** A word of the text. */
export interface Word {
  readonly text: string;
  readonly start: number;
  /** Whether it begins a sentence, so that its capital says nothing. */
  readonly begins: boolean;
}

/** The most words of a name. */
const MOST_WORDS = 8;

/** Words that may stand inside of a name, in lower case. */
const CONNECTORS: ReadonlySet<string> = new Set(
  'of de del della di du la le von van der den zu zur'.split(' '),
);

/** Words with a capital that are no names, and that do not begin or end one. */
const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those there here it its i we you he she they my our your his her their me us them one two ' +
    'three four five six seven eight nine ten in on at to of as by for from with without within into over under between ' +
    'among about after before during since until while when where which who whose what why how is are was were be been ' +
    'being has have had do does did can could will would shall should may might must let lets and or but nor so if then ' +
    'else than thus hence therefore however moreover furthermore additionally also although though because given ' +
    'according based looking considering comparing using see note now next first second third fourth fifth finally last ' +
    'lastly overall both each every either neither all any some many most more less few several no not yes none only ' +
    'wait ok okay hmm well actually again alternatively instead still yet such same other another similarly likewise ' +
    'image images picture page pages figure table chart graph diagram row rows column columns cell header heading title ' +
    'caption legend label axis section footnote document documents question answer answers final step steps thought ' +
    'thoughts problem sub-problem subproblem sub-question evaluation conclusion reasoning evidence description summary ' +
    'analysis option options tool tools result results calculation calculate find identify check verify read compute ' +
    'compare locate determine extract value values number numbers confidence ' +
    'score true false high medium low top bottom left right ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april june july august september ' +
    'october november december jan feb mar apr jun jul aug sep sept oct nov dec ' +
    'der die das den dem des ein eine einen einem einer es er sie wir ich ihr ihre sein seine im am um auf aus bei mit ' +
    'nach von vor zu zum zur für über unter durch gegen ohne und oder aber also daher somit deshalb jedoch dann wenn ' +
    'weil dass ob wie was wer wo ist sind war waren hat haben wird werden kann bild bilder seite seiten tabelle ' +
    'abbildung zeile spalte zelle frage antwort schritt ja nein nicht kein keine alle beide laut dies diese dieser dieses'
  ).split(' '),
);

/** Words that are frequent in one language and rare in the other. */
const GERMAN = /(?<!\p{L})(?:der|die|das|und|ist|nicht|ein|eine|mit|für|auf|wird|von)(?!\p{L})/giu;
const ENGLISH = /(?<!\p{L})(?:the|of|and|is|was|are|to|that|for|with|from|on)(?!\p{L})/giu;
/** UTF-16 units that show the language of a text. */
const SAMPLE = 4000;

/** Whether a text is German, where every noun has a capital. */
export function isGerman(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  return (sample.match(GERMAN)?.length ?? 0) > (sample.match(ENGLISH)?.length ?? 0);
}

/** Joins words with capitals to names, in the order of the text. */
export class Names {
  readonly #text: string;
  readonly #german: boolean;
  #words: Word[] = [];
  /** Connectors behind the last word, which count only if another word with a capital follows. */
  #pending: Word[] = [];

  constructor(text: string, german: boolean) {
    this.#text = text;
    this.#german = german;
  }

  /** Adds the next word; returns the name that ends before it, if one does. */
  add(word: Word): Span | null {
    const last = this.#pending.at(-1) ?? this.#words.at(-1);
    const isCapital = hasCapital(word.text);
    const follows = last !== undefined && this.#adjoins(last, word) && this.#words.length < MOST_WORDS;
    if (follows && isCapital && !word.begins) {
      this.#words.push(...this.#pending, word);
      this.#pending = [];
      return null;
    }
    if (follows && CONNECTORS.has(word.text) && this.#pending.length < 2) {
      this.#pending.push(word);
      return null;
    }
    const ended = this.end();
    if (isCapital) this.#words = [word];
    return ended;
  }

  /** Ends the name that is being read; returns it if it is one. */
  end(): Span | null {
    const words = this.#words;
    this.#words = [];
    this.#pending = [];
    const isPlain = ({ text }: Word): boolean => PLAIN_WORDS.has(bare(text).toLowerCase());
    const from = words.findIndex((word) => !isPlain(word) && hasCapital(word.text));
    const to = words.findLastIndex((word) => !isPlain(word) && hasCapital(word.text)) + 1;
    const first = words[from];
    const final = words[to - 1];
    if (first === undefined || final === undefined) return null;
    if (to - from === 1 && !this.#isNameAlone(first)) return null;
    return { start: first.start, end: final.start + bare(final.text).length };
  }

  #isNameAlone({ text, begins }: Word): boolean {
    const word = bare(text);
    if (word.length < 2) return false;
    const isAcronym = /\p{Lu}.*\p{Lu}/u.test(word);
    if (isAcronym) return true;
    return !begins && !this.#german && word.length > 2;
  }

  #adjoins(last: Word, next: Word): boolean {
    const gap = this.#text.slice(last.start + last.text.length, next.start);
    if (gap === ' ' || gap === ' & ') return true;
    return gap === '. ' && /^\p{Lu}$/u.test(last.text);
  }
}

function hasCapital(word: string): boolean {
  return /^\p{Ll}{0,2}\p{Lu}/u.test(word);
}

/** A word without the `'s` of its genitive. */
function bare(word: string): string {
  return word.replace(/['’]s?$/u, '');
}
