import { quantitiesIn, type Quantity } from './quantities.ts';
import { wholeWords } from './wholeWords.ts';
import { NUMBER_MARK } from './wordings.ts';

/** What numbers are said to be: `more than 100`, `at least 5%`. */
export interface Threshold {
  readonly sign: '<' | '>';
  /** Whether the number itself is also meant. */
  readonly isInclusive: boolean;
  readonly quantity: Quantity;
  /** Whether it is how much something grew (or fell): `by more than 5%`. */
  readonly change: -1 | 0 | 1;
  /** The clause without the words of the threshold. */
  readonly rest: string;
}

const MORE = `${wholeWords('(?:more|greater|higher|larger|bigger) than|over|above|exceed(?:s|ed|ing)?|surpass(?:es|ed)?|pass(?:es|ed)|topp(?:s|ed)|crossed|mehr als|über|oberhalb von|übersteigt|überstieg')}|超过|高于|大于|多于`;
const LESS = `${wholeWords('(?:less|fewer|lower|smaller) than|under|below|weniger als|unter|unterhalb von')}|低于|少于|小于`;
const LEAST = `${wholeWords('at\\sleast|mindestens|wenigstens')}|至少`;
const MOST = `${wholeWords('at\\smost|höchstens|maximal')}|至多|最多`;
type Form = readonly [pattern: RegExp, sign: '<' | '>', isInclusive: boolean];
const FORMS: readonly Form[] = [
  [new RegExp(`(?:${MORE})\\s{0,2}${NUMBER_MARK}`, 'u'), '>', false],
  [new RegExp(`(?:${LESS})\\s{0,2}${NUMBER_MARK}`, 'u'), '<', false],
  [
    new RegExp(`(?:${LEAST})\\s{0,2}${NUMBER_MARK}|${NUMBER_MARK}\\s(?:or|oder)\\s(?:more|higher|mehr)`, 'u'),
    '>',
    true,
  ],
  [
    new RegExp(
      `(?:${MOST})\\s{0,2}${NUMBER_MARK}|${NUMBER_MARK}\\s(?:or|oder)\\s(?:less|fewer|lower|weniger)`,
      'u',
    ),
    '<',
    true,
  ],
];
const ROSE =
  /(?<![a-zäöüß])(?:gr[eo]w|grown|rose|rise|risen|increased?|climbed|gained|wuchs|wuchsen|gewachsen|stieg|stiegen|gestiegen)(?![a-zäöüß])|增长|增加|上升/u;
const FELL =
  /(?<![a-zäöüß])(?:fell|fall|fallen|declined?|decreased?|dropped|shrank|sank|sanken|gesunken|fiel|fielen|gefallen)(?![a-zäöüß])|下降|减少/u;
const GROWTH = /(?<![a-zäöüß])(?:growth|wachstum)(?![a-zäöüß])/u;
const BY =
  /(?<![a-zäöüß])(?:by|um)\s{0,2}$|(?:growth|wachstum) (?:rate )?(?:of|von|was|is)\s{0,2}$|了\s?$|增长\s?$|下降\s?$/u;
/** What makes a clause say something else. */
const NOT_SAID =
  /(?<![a-zäöüß])(?:not|no|never|none|neither|nor|n't|without|except|excluding|if|whether|should|would|could|may|might|expects?|expected|almost|nearly|most|many|some|several|few|about|roughly|around|half|twice|times|share|portion|average|total of|combined|together|sum|difference|between|since|per (?:year|annum|quarter|month)|a year|annually|than (?:in|the|its)|nicht|kein\w{0,2}|ohne|außer|wenn|ob|würde|fast|meisten|viele|einige|etwa|rund|zusammen|anteil|zwischen)(?![a-zäöüß])|n't|不|没|未|非|除|如果|几乎|大约|平均|合计|之和|占/u;
/** The most UTF-16 units of a clause that is read. */
const LONGEST = 300;
/** So many UTF-16 units on each side of a number say whether it is one. */
const AROUND = 40;

/** The only threshold that a clause says of some numbers; null if it says none, several, or something else besides. */
export function thresholdIn(clause: string): Threshold | null {
  const text = clause.toLowerCase();
  if (text.length > LONGEST || NOT_SAID.test(text)) return null;
  const found = quantitiesIn(text, 0).flatMap((quantity): Threshold[] => {
    const { start, end } = quantity.span;
    const masked = `${text.slice(0, start)}${NUMBER_MARK}${text.slice(end)}`;
    return FORMS.flatMap(([pattern, sign, isInclusive]): Threshold[] => {
      const match = pattern.exec(masked);
      if (match === null) return [];
      const before = masked.slice(0, match.index);
      const rest = `${before} ${masked.slice(match.index + match[0].length)}`;
      const change = changeOf(before, rest);
      if (change === null) return [];
      return [{ sign, isInclusive, quantity, change, rest: change === 0 ? rest : withoutChange(rest) }];
    });
  });
  const [only] = found;
  return found.length === 1 && only?.quantity.isYear === false ? only : null;
}

/** The numbers of a text that it says others are above or below of, whatever else it says. */
export function thresholdNumbers(text: string): Quantity[] {
  const lower = text.toLowerCase();
  return quantitiesIn(lower, 0).filter(({ span: { start, end } }) => {
    const masked = `${lower.slice(Math.max(0, start - AROUND), start)}${NUMBER_MARK}${lower.slice(end, end + AROUND)}`;
    return FORMS.some(([pattern]) => pattern.test(masked));
  });
}

/** Which change a threshold is of; 0 for none, null if it is not known. */
function changeOf(before: string, rest: string): Threshold['change'] | null {
  const isUp = ROSE.test(rest) || GROWTH.test(rest);
  const isDown = FELL.test(rest);
  if (!isUp && !isDown) return 0;
  return isUp === isDown || !BY.test(before) ? null : isUp ? 1 : -1;
}

function withoutChange(text: string): string {
  return [ROSE, FELL, GROWTH].reduce((rest, words) => rest.replace(words, ' '), text);
}
