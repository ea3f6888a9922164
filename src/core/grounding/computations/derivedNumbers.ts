import { NUMBER_MARK, PERCENT_MARK } from './wordings.ts';
import { quantitiesIn, type Quantity } from './quantities.ts';
import { wholeWords } from './wholeWords.ts';

/** How a text says a number of others that it need not name: `7.7% more than in 2023`, `a share of 44.5%`. */
export interface DerivedNumber {
  readonly kind: 'change' | 'share';
  /** Whether it is more (1) or less (-1); 0 for a share, and where the words do not say. */
  readonly direction: -1 | 0 | 1;
  /** Whether it is in percentage points. */
  readonly isInPoints: boolean;
  /** Whether it is said to be right only about. */
  readonly isAbout: boolean;
  /** Whether a page may well say the same: `34% of the shares`. */
  readonly mayBeWritten: boolean;
}

/** Stands for the number that is asked for. */
const ASKED = '\uE003';
/** What may stand between a number and the word that says what it is. */
const UNIT =
  '(?:\\s{0,2}(?:percentage points?|points?|pp|prozentpunkte?|million|billion|thousand|mio\\.?|mrd\\.?|tsd\\.?|euros?|dollars?|pounds?|[€$£]|people|employees|units|百分点|百万|[万亿元人]|欧元)){0,3}';
const ABOUT =
  '(?:(?:about|around|roughly|approximately|nearly|almost|just over|just under|some|over|more than|less than|at least|at most|up to|etwa|rund|knapp|fast|gut|über|mehr als|weniger als|mindestens|höchstens)\\s|[约近]|大约|超过)?';
const UP = 'ahead|more|higher|larger|greater|bigger|above|up|better|mehr|höher|größer';
const DOWN = 'behind|less|lower|fewer|smaller|below|down|worse|weniger|niedriger|kleiner|geringer';
const ROSE =
  'gr[eo]w|grown|growing|rose|risen|rise|increased?|climbed|gained|improved|expanded|jumped|(?<!ma[dk]es? )(?<!made )up|grows|rises|increases|stieg|stiegen|gestiegen|steigt|steigen|wächst|wachsen|wuchs|wuchsen|gewachsen|zugelegt';
const FELL =
  'fell|fallen|fall|decreased?|declined?|dropped|shrank|shrunk|slipped|went\\sdown|down|falls|declines|decreases|sank|sanken|gesunken|sinkt|sinken|fällt|fiel|fielen|gefallen';
const ROSE_NOUN = 'growth(?: rate)?|increase|rise|jump|wachstum|anstieg|zuwachs|zunahme';
const FELL_NOUN = 'decrease|decline|drop|fall|reduction|rückgang|abnahme';
const OF = wholeWords('of|von|by|um|was|is|reached|hit|came\\sto|amounted\\sto|stood\\sat|betrug|beträgt');
/** Words between a verb and a later one of several numbers: `Asia grew by 12.8%, Europe by 4.6%`. */
const FAR = '[^;。；]{0,120}?';
/** Words between a verb and its number, of the same clause and without another number. */
const NEAR = `[^${NUMBER_MARK}${PERCENT_MARK}${ASKED};。；]{0,60}?`;

const SHARE_VERB = wholeWords(
  'account(?:s|ed)? for|ma[dk]es? up|contribut(?:es?|ed)|represent(?:s|ed)?|constitut(?:es?|ed)|macht(?:e|en)?|trug|trägt',
);

interface Form {
  readonly pattern: RegExp;
  readonly kind: DerivedNumber['kind'];
  readonly direction: DerivedNumber['direction'];
  /** Whether only a percentage is said so. */
  readonly isPercent: boolean;
  readonly mayBeWritten?: true;
}

function changes(direction: Form['direction'], sources: readonly string[], isPercent = false): Form[] {
  return sources.map((source) => ({
    pattern: new RegExp(source, 'u'),
    kind: 'change',
    direction,
    isPercent,
  }));
}

const FORMS: readonly Form[] = [
  ...changes(1, [
    `${ASKED}${UNIT}\\s{0,2}${wholeWords(UP)}`,
    `${ASKED}${UNIT}[\\s-]{0,2}(?:year-on-year |annual )?${wholeWords(ROSE_NOUN)}`,
    `${wholeWords(ROSE)}${NEAR}${wholeWords('by|um')}\\s${ABOUT}${ASKED}`,
    `${wholeWords(ROSE_NOUN)}${NEAR}${OF}\\s${ABOUT}${ASKED}`,
    `${wholeWords('ahead|exceed(?:s|ed)?|surpass(?:es|ed)?|outsold|higher|above')}${NEAR}${wholeWords('by')}\\s${ABOUT}${ASKED}`,
    `${wholeWords('um')}\\s${ABOUT}${ASKED}${UNIT}\\s${wholeWords('zu|gestiegen|gewachsen')}`,
    `${wholeWords('kam|kamen')}${NEAR}${ASKED}${NEAR}${wholeWords('hinzu|dazu')}`,
    `${wholeWords(ROSE)}${FAR}${wholeWords('by|um')}\\s${ABOUT}${ASKED}`,
    `${wholeWords('growth')}\\s${FAR}${wholeWords('from|to|after|von|auf')}\\s${ABOUT}${ASKED}`,
    `(?:增长|增加|上升|提高|多|高)了?${ABOUT}${ASKED}`,
  ]),
  ...changes(-1, [
    `${ASKED}${UNIT}\\s{0,2}${wholeWords(DOWN)}`,
    `${ASKED}${UNIT}[\\s-]{0,2}(?:year-on-year |annual )?${wholeWords(FELL_NOUN)}`,
    `${wholeWords(FELL)}${NEAR}${wholeWords('by|um')}\\s${ABOUT}${ASKED}`,
    `${wholeWords(FELL_NOUN)}${NEAR}${OF}\\s${ABOUT}${ASKED}`,
    `${wholeWords('behind|lower|below')}${NEAR}${wholeWords('by')}\\s${ABOUT}${ASKED}`,
    `${wholeWords('um')}\\s${ABOUT}${ASKED}${UNIT}\\s${wholeWords('ab|gesunken|gefallen')}`,
    `${wholeWords(FELL)}${FAR}${wholeWords('by|um')}\\s${ABOUT}${ASKED}`,
    `(?:下降|减少|降低|少|低)了?${ABOUT}${ASKED}`,
  ]),
  ...changes(1, [`${wholeWords(ROSE)}\\s${ABOUT}${ASKED}`], true),
  ...changes(-1, [`${wholeWords(FELL)}\\s${ABOUT}${ASKED}`], true),
  ...changes(0, [
    `${wholeWords('change|difference|gap|veränderung|differenz')}\\s${OF}\\s${ABOUT}${ASKED}`,
    `${wholeWords('differ(?:s|ed)? by|unterscheiden sich um')}\\s${ABOUT}${ASKED}`,
  ]),
  ...[
    `${SHARE_VERB}\\s${PERCENT_MARK}(?:,|\\s(?:and|und)\\s)${FAR}${ASKED}`,
    `${wholeWords('share|proportion|anteil')}\\s${NEAR}${wholeWords('of|von|was|is|at|betrug|beträgt|bei')}\\s${ABOUT}${ASKED}`,
    `${wholeWords('share|proportion|anteil')}\\s[^;。；]{0,60}?${wholeWords('from|von')}\\s(?:${PERCENT_MARK}\\s(?:to|auf)\\s)?${ASKED}`,
    `${ASKED}\\s${wholeWords('share|anteil')}`,
    `${SHARE_VERB}\\s${ABOUT}${ASKED}`,
    `占[^${NUMBER_MARK}${PERCENT_MARK}${ASKED};。；]{0,20}?${ASKED}`,
  ].map((source): Form => ({
    pattern: new RegExp(source, 'u'),
    kind: 'share',
    direction: 0,
    isPercent: true,
  })),
  {
    pattern: new RegExp(`${ASKED}\\s${wholeWords('of|von|der|des')}`, 'u'),
    kind: 'share',
    direction: 0,
    isPercent: true,
    mayBeWritten: true,
  },
];
/** So many UTF-16 units on each side of a number are read. */
const AROUND = 160;
const POINTS = /percentage points?|(?<![a-z])pp(?![a-z])|prozentpunkte?|百分点/u;
const ABOUT_BEFORE = new RegExp(`${ABOUT.replace(/\?$/, '')}\\s{0,2}$`, 'u');

const DERIVING = new RegExp(`^(?:${[UP, DOWN, ROSE, FELL, ROSE_NOUN, FELL_NOUN].join('|')}|%)$`, 'u');

/** Whether a word in lower case says that a number is derived: `grew`, `more`, `increase`. */
export function isDerivingWord(word: string): boolean {
  return DERIVING.test(word);
}

/**
 * How a text says a number of others that it need not name; null if it says it as it may stand on a page.
 * @param number one of the text, which starts at `start`
 */
export function derivedNumber(text: string, start: number, number: Quantity): DerivedNumber | null {
  const from = number.span.start - start;
  const to = from + number.text.length;
  const before = masked(text.slice(Math.max(0, from - AROUND), from).toLowerCase());
  const after = masked(text.slice(to, to + AROUND).toLowerCase());
  const clause = `${before}${ASKED}${after}`;
  const form = FORMS.find(
    ({ pattern, isPercent }) => (!isPercent || number.isPercent) && pattern.test(clause),
  );
  if (form === undefined) return null;
  return {
    kind: form.kind,
    direction: form.direction,
    isInPoints: POINTS.test(`${number.text.toLowerCase()} ${after.slice(0, 24)}`),
    isAbout: ABOUT_BEFORE.test(before),
    mayBeWritten: form.mayBeWritten === true,
  };
}

function masked(text: string): string {
  return quantitiesIn(text, 0)
    .filter(({ isYear }) => !isYear)
    .toReversed()
    .reduce(
      (words, { span, isPercent }) =>
        `${words.slice(0, span.start)}${isPercent ? PERCENT_MARK : NUMBER_MARK}${words.slice(span.end)}`,
      text,
    );
}
