import type { ComputationKind } from '../model.ts';
import type { Quantity } from './quantities.ts';

/** A form in which a sentence says a computation. */
interface Wording {
  readonly pattern: RegExp;
  /** What it says of the numbers in the words that fit the pattern, in their order; null if it says nothing. */
  readonly read: (numbers: readonly Quantity[], words: string) => Reading | null;
}

/** A computation that a sentence says. */
export interface Reading {
  readonly kind: ComputationKind;
  /** In the order of the formula: for a change, the later number first. */
  readonly operands: readonly Quantity[];
  readonly said: Quantity;
  /** Whether the result must be positive (1) or negative (-1), as `grew` and `fell` say; 0 if the words do not say. */
  readonly direction: -1 | 0 | 1;
}

/** A letter of a text in lower case. Classes of Unicode would make the patterns take long to compile. */
const LETTER = '[a-zäöüß]';
const WORD_EDGE = `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`;

/** The pattern of a source in which `\b` and `\w` mean letters of English and German, for texts in lower case. */
export function pattern(source: string): RegExp {
  return new RegExp(source.replaceAll('\\b', WORD_EDGE).replaceAll('\\w', LETTER));
}

/** The most operands of a sum or an average. */
const MOST_OPERANDS = 20;

/*
 * A sentence is read with a mark in place of each number: one of those for a number, for a percentage, and for what may be
 * a year. Every repetition has a limit, so that the time for a text grows with its length only.
 */
export const NUMBER_MARK = '\uE000';
export const PERCENT_MARK = '\uE001';
export const YEAR_MARK = '\uE002';
export const N = `[${NUMBER_MARK}${PERCENT_MARK}]`;
const P = PERCENT_MARK;
/** Words between two numbers of a computation: no other number, and no other clause. */
const GAP = `(?:(?!\\b(?:while|whereas|but|although|während|aber)\\b)[^${NUMBER_MARK}${PERCENT_MARK};。；]){0,60}?`;
/** The same, without a word that begins another clause. */
const CLAUSE = `(?:(?!\\b(?:and|while|whereas|but|und|aber)\\b)[^${NUMBER_MARK}${PERCENT_MARK};。；]){0,60}?`;
/** The same within a phrase, without a comma. */
const NEAR = `(?:(?!\\b(?:and|while|whereas|but|und|aber)\\b)[^${NUMBER_MARK}${PERCENT_MARK},;，。；]){0,40}?`;
/** Several operands. */
const LIST = `${N}(?:(?=[^${NUMBER_MARK}${PERCENT_MARK}]{0,60}(?:,|、|;|\\b(?:and|und|plus)\\b|[和与加及+&]))[^${NUMBER_MARK}${PERCENT_MARK}。；]{1,60}${N}){1,${MOST_OPERANDS - 1}}`;
const IS =
  '(?:\\b(?:is|are|was|were|equals?|gives?|makes?|yields?|comes? to|amounts? to|totals?|results? in|would be|ist|sind|war|waren|beträgt|betrug|betragen|ergibt|ergeben|entspricht|macht|(?:you|we) get|kommt man auf|liegt bei|lag bei)\\b|=|:|等于|是|为|得)';
const UP = pattern(
  '\\b(?:gr[eo]w\\w{0,3}|growth|increas\\w{1,3}|r[oi]se[sn]?|rising|climb\\w{0,3}|gain\\w{0,3}|jump\\w{0,3}|up|higher|more|greater|larger|above|exceed\\w{0,2}|stieg|gestiegen|steig\\w{1,5}|wuchs|gewachsen|wachstum|anstieg|zunahme|erhöht\\w{0,3}|zugenommen|mehr|höher|größer|über|übersteigt)\\b|增长|增加|上升|提高|多|高|大',
);
const DOWN = pattern(
  '\\b(?:f[ae]ll\\w{0,3}|decreas\\w{1,3}|declin\\w{1,3}|dr[oe]p\\w{0,4}|shr[aiu]nk\\w{0,3}|reduc\\w{2,5}|down|lower|less|fewer|smaller|below|sank|gesunken|sinken|fiel|gefallen|rückgang|abnahme|abgenommen|weniger|niedriger|kleiner|geringer|unter)\\b|下降|减少|降低|少|低|小',
);
const POINTS = pattern('percentage points?|\\bpp\\b|prozentpunkte?|百分点');
function directionOf(words: string): -1 | 0 | 1 {
  const isUp = UP.test(words);
  return isUp === DOWN.test(words) ? 0 : isUp ? 1 : -1;
}

/** A change; the numbers are those of the words at these indices. */
function changeReading(from: number, to: number, said: number): Wording['read'] {
  return (numbers, words) => {
    const [earlier, later, result] = [numbers[from], numbers[to], numbers[said]];
    if (earlier === undefined || later === undefined || result === undefined) return null;
    const inPoints = POINTS.test(result.text.toLowerCase()) || POINTS.test(words);
    const kind = result.isPercent && !inPoints ? 'growth' : 'difference';
    return { kind, operands: [later, earlier], said: result, direction: directionOf(words) };
  };
}

/** A computation of two numbers; the numbers are those of the words at these indices. */
function pairReading(
  kind: ComputationKind,
  one: number,
  other: number,
  said: number,
  direction: Reading['direction'] = 0,
): Wording['read'] {
  return (numbers) => {
    const [first, second, result] = [numbers[one], numbers[other], numbers[said]];
    if (first === undefined || second === undefined || result === undefined) return null;
    const isShare = kind === 'ratio' && result.isPercent;
    return { kind: isShare ? 'share' : kind, operands: [first, second], said: result, direction };
  };
}

const CHANGE_NOUN =
  '(?:increase|decrease|growth|decline|drop|fall|rise|gain|change|difference|reduction|jump|improvement|anstieg|rückgang|zuwachs|wachstum|zunahme|abnahme|änderung|veränderung|differenz)';
const BY = `(?:\\bby\\b|\\bum\\b|${CHANGE_NOUN}\\s{1,3}(?:rate\\s{1,3})?(?:of|von|um|is|was)\\b|\\b(?:is|was|equals|beträgt|betrug)\\b|\\bi\\.e\\.|\\bup\\b|\\bdown\\b|\\+|\\(|增长了?|增加了?|上升了?|下降了?|减少了?|降低了?|增幅为?|降幅为?)`;

/** The forms of computations with a result. Of those that share a number, the first counts. */
export const WORDINGS: readonly Wording[] = [
  {
    pattern: pattern(
      `(?:\\bfrom\\b|\\bvon\\b|从|由)${NEAR}${N}${NEAR}(?:\\bto\\b|\\bauf\\b|\\bbis\\b|到|至|增长到|增加到|下降到)${NEAR}${N}${CLAUSE}${BY}${NEAR}${N}`,
    ),
    read: changeReading(0, 1, 2),
  },
  {
    pattern: pattern(
      `(?:\\bby\\b|\\bum\\b|\\b(?:grew|rose|fell|increased|decreased|declined|dropped|climbed|gained|lost|shrank|went up|went down|stieg|sank|wuchs|fiel)\\b|${CHANGE_NOUN}\\s{1,3}(?:of|von|um)\\b|\\b(?:is|was|betrug|beträgt)\\b)${NEAR}${N}${NEAR},?\\s{0,3}(?:\\bfrom\\b|\\bvon\\b)${NEAR}${N}${NEAR}(?:\\bto\\b|\\bauf\\b)${NEAR}${N}`,
    ),
    read: changeReading(1, 2, 0),
  },
  {
    pattern: pattern(
      `(?:\\b(?:sum|total|sums?|summe|gesamtsumme)\\b${NEAR}(?:\\bof\\b|\\bvon\\b|\\baus\\b)|\\badding\\b|\\badd\\b|\\baddiert\\b)${GAP}${LIST}${GAP}${IS}${NEAR}${N}`,
    ),
    read: listReading('sum'),
  },
  {
    pattern: pattern(
      `${LIST}${NEAR}(?:,?\\s{1,3}(?:which|that|these|they|and|die|und)\\b){0,2}\\s{0,3}(?:\\badd(?:s)? up to\\b|\\bsum(?:s)? (?:up )?to\\b|\\btotals?\\b|\\btogether (?:is|are|make|give|equal|total)s?\\b|\\bcombined (?:is|are|make|give|total)s?\\b|\\bergeben zusammen\\b|\\bzusammen (?:ergeben|sind|macht|machen)\\b|的?(?:总和|之和|和|合计)(?:等于|是|为))${NEAR}${N}`,
    ),
    read: listReading('sum'),
  },
  {
    pattern: pattern(
      `${N}(?:${NEAR}(?:\\bplus\\b|加上?)${NEAR}${N}){1,${MOST_OPERANDS - 1}}${NEAR}${IS}${NEAR}${N}`,
    ),
    read: listReading('sum'),
  },
  {
    pattern: pattern(
      `(?:\\b(?:average|mean|durchschnitt|mittelwert|mittel)\\b${NEAR}(?:\\bof\\b|\\bvon\\b|\\baus\\b)|\\baveraging\\b)${GAP}${LIST}${GAP}${IS}${NEAR}${N}`,
    ),
    read: listReading('average'),
  },
  {
    pattern: pattern(
      `${LIST}${NEAR}(?:\\baverage(?:s)?(?: out)?(?: to)?\\b|的?平均(?:值|数)?(?:等于|是|为))${NEAR}${N}`,
    ),
    read: listReading('average'),
  },
  {
    pattern: pattern(
      `\\b(?:difference|differenz|unterschied|gap)\\b${NEAR}(?:\\bbetween\\b|\\bof\\b|\\bzwischen\\b|\\bvon\\b|\\baus\\b)${NEAR}${N}${GAP}(?:\\band\\b|\\bund\\b)${NEAR}${N}${GAP}${IS}${NEAR}${N}`,
    ),
    read: ([one, other, said]) =>
      one && other && said && (!said.isPercent || (one.isPercent && other.isPercent))
        ? {
            kind: 'difference',
            operands: [one, other],
            said,
            direction: 0,
          }
        : null,
  },
  {
    pattern: pattern(
      `${LIST}${NEAR},?\\s{0,3}(?:\\b(?:for a (?:combined )?total of|(?:which )?totall?ing|(?:al)?together|combined,?|zusammen(?:, kommt man auf)?|insgesamt|zusammen also)\\b|合计|总计|共计|一共|总共)\\s{0,3}${NUMBER_MARK}`,
    ),
    read: listReading('sum'),
  },
  {
    pattern: pattern(
      `${N}${NEAR}\\b(?:and|und|versus|vs\\.|compared (?:to|with)|gegenüber)\\s${NEAR}${N}${NEAR},?\\s{0,3}\\b(?:a|the|eine|die)\\s(?:difference|gap|differenz)\\s(?:of|is|was|von|ist|beträgt)\\b${NEAR}${N}`,
    ),
    read: pairReading('difference', 0, 1, 2),
  },
  {
    pattern: pattern(
      `${N}${NEAR}[与和跟]${NEAR}${N}${NEAR}(?:的?(?:差额|差值|差距|差)|之差|相差)(?:等于|是|为|了)?${NEAR}${N}`,
    ),
    read: pairReading('difference', 0, 1, 2),
  },
  {
    pattern: pattern(`${N}${NEAR}(?:\\bminus\\b|\\bless\\b|减去?)${NEAR}${N}${NEAR}${IS}${NEAR}${N}`),
    read: pairReading('difference', 0, 1, 2, 1),
  },
  {
    pattern: pattern(
      `\\b(?:compared (?:to|with)|gegenüber)\\b${NEAR}${N}${NEAR},${NEAR}${N}${NEAR}\\b(?:up|down|(?:${CHANGE_NOUN}) (?:of|von|um))\\b${NEAR}${N}`,
    ),
    read: changeReading(0, 1, 2),
  },
  {
    pattern: pattern(`\\badd(?:ing)?\\b${NEAR}${N}${NEAR}\\bto\\b${NEAR}${N}${GAP}${IS}${NEAR}${N}`),
    read: listReading('sum'),
  },
  {
    pattern: pattern(`(?:\\bsubtract(?:ing)?)${NEAR}${N}${NEAR}\\bfrom\\b${NEAR}${N}${GAP}${IS}${NEAR}${N}`),
    read: pairReading('difference', 1, 0, 2, 1),
  },
  {
    pattern: pattern(
      `${N},?${NEAR}\\b(?:is|was|are|were|ist|war|sind|waren|liegt|lag)\\b${NEAR}${N}${NEAR}\\b(?:more|less|higher|lower|greater|larger|smaller|fewer|above|below|mehr|weniger|höher|niedriger|größer|kleiner|über|unter)\\b${NEAR}(?:\\bthan\\b|\\bals\\b|\\babove\\b|\\bbelow\\b|\\büber\\b|\\bunter\\b)?${NEAR}${N}`,
    ),
    read: changeReading(2, 0, 1),
  },
  {
    pattern: pattern(
      `${N}${NEAR}(?:\\bexceed(?:s|ed)?\\b|\\bübersteigt\\b)${NEAR}${N}${NEAR}(?:\\bby\\b|\\bum\\b)${NEAR}${N}`,
    ),
    read: changeReading(1, 0, 2),
  },
  {
    pattern: pattern(
      `${N}${GAP}(?:比|较)${NEAR}${N}${NEAR}(?:多|少|高|低|大|小|增加|增长|上升|提高|下降|减少|降低)了?(?:出)?${NEAR}${N}`,
    ),
    read: changeReading(1, 0, 2),
  },
  {
    pattern: pattern(
      `${NUMBER_MARK}${NEAR}(?:\\bout of\\b|\\bof\\b|\\bvon\\b)${NEAR}${NUMBER_MARK}${NEAR},?\\s{0,3}(?:${IS}|\\bshare of\\b|\\bproportion of\\b|\\bor\\b|\\()${NEAR}${P}`,
    ),
    read: pairReading('share', 0, 1, 2),
  },
  {
    pattern: pattern(
      `${NUMBER_MARK}${NEAR}(?:\\b(?:is|are|was|were|represents?|represented|accounts? for|accounted for|makes? up|made up|equals|corresponds to|constitutes?|ist|sind|war|waren|entspricht|entsprechen|macht|machen)\\b)${NEAR}${P}${NEAR}(?:\\bof\\b|\\bvon\\b|\\bder\\b|\\bdes\\b)${NEAR}${NUMBER_MARK}`,
    ),
    read: pairReading('share', 0, 2, 1),
  },
  {
    pattern: pattern(
      `\\b(?:share|proportion|percentage|anteil)\\b${NEAR}(?:\\bof\\b|\\bvon\\b)${NEAR}${NUMBER_MARK}${NEAR}(?:\\bin\\b|\\bof\\b|\\bto\\b|\\ban\\b|\\bout of\\b)${NEAR}${NUMBER_MARK}${GAP}${IS}${NEAR}${P}`,
    ),
    read: pairReading('share', 0, 1, 2),
  },
  {
    pattern: pattern(`${NUMBER_MARK}${NEAR}占${NEAR}${NUMBER_MARK}${NEAR}的?${NEAR}${P}`),
    read: pairReading('share', 0, 1, 2),
  },
  {
    pattern: pattern(
      `${P}\\s{1,3}(?:\\bof\\b|\\bvon\\b)${NEAR}${NUMBER_MARK}${NEAR}${IS}${NEAR}${NUMBER_MARK}`,
    ),
    read: pairReading('share', 2, 1, 0),
  },
  {
    pattern: pattern(
      `\\b(?:ratio|verhältnis)\\b${NEAR}(?:\\bof\\b|\\bbetween\\b|\\bvon\\b|\\bzwischen\\b)${NEAR}${N}${GAP}(?:\\bto\\b|\\band\\b|\\bzu\\b|\\bund\\b)${NEAR}${N}${GAP}${IS}${NEAR}${N}(?!\\s{0,2}(?:to\\b|:|zu\\b))`,
    ),
    read: pairReading('ratio', 0, 1, 2),
  },
  {
    pattern: pattern(
      `${N}${NEAR}[与和跟]${NEAR}${N}${NEAR}(?:的?(?:比率|比值|比例)|之比)(?:等于|是|为)${NEAR}${N}(?!\\s{0,2}[:：比])`,
    ),
    read: pairReading('ratio', 0, 1, 2),
  },
  {
    pattern: pattern(
      `${N}${NEAR}(?:\\bdivided by\\b|\\bgeteilt durch\\b|\\bdurch\\b|除以)${NEAR}${N}${NEAR}${IS}${NEAR}${N}`,
    ),
    read: pairReading('ratio', 0, 1, 2),
  },
  {
    pattern: pattern(
      `${NUMBER_MARK}\\s{0,2}(?:times|mal|x)\\b(?!\\s(?:more|higher|larger|greater))[^${NUMBER_MARK}${PERCENT_MARK}(;]{0,60}\\(\\s?${NUMBER_MARK}\\s{0,2}[/÷]\\s{0,2}${NUMBER_MARK}\\s?\\)`,
    ),
    read: pairReading('ratio', 1, 2, 0),
  },
  {
    pattern: pattern(
      `${NUMBER_MARK}${NEAR}\\b(?:is|was|are|were|ist|war)\\b${NEAR}${NUMBER_MARK}\\s{0,2}(?:times|mal|x)\\b(?!\\s(?:more|higher|larger|greater))${NEAR}${NUMBER_MARK}(?!\\s{0,2}[-+*×/÷])`,
    ),
    read: pairReading('ratio', 0, 2, 1),
  },
  {
    pattern: pattern(`${NUMBER_MARK}${NEAR}是${NEAR}${NUMBER_MARK}${NEAR}的${NEAR}${NUMBER_MARK}\\s{0,2}倍`),
    read: pairReading('ratio', 0, 1, 2),
  },
  {
    pattern: pattern(
      `${NUMBER_MARK}${NEAR}(?:\\btimes\\b|\\bmultiplied by\\b|\\bmal\\b|乘以?)${NEAR}${NUMBER_MARK}${NEAR}${IS}${NEAR}${NUMBER_MARK}`,
    ),
    read: pairReading('product', 0, 1, 2),
  },
];

function listReading(kind: 'sum' | 'average'): Wording['read'] {
  return (numbers) => {
    const operands = numbers.slice(0, -1);
    const said = numbers.at(-1);
    if (said === undefined || operands.length < 2) return null;
    const isMixed = operands.some(({ isPercent }) => isPercent !== said.isPercent);
    return isMixed ? null : { kind, operands, said, direction: 0 };
  };
}

const VERB = '\\b(?:is|was|are|were|ist|war|sind|waren|liegt|lag)\\b';
/** The forms of comparisons of two numbers. */
export const COMPARATORS: readonly (readonly [RegExp, '<' | '>'])[] = [
  [
    pattern(
      `${N},?${NEAR}(?:${VERB}${NEAR}\\b(?:larger|greater|higher|bigger|more|größer|höher|mehr)\\b\\s{1,3}(?:than|als)\\b|\\bexceed(?:s|ed)?\\b|\\bübersteigt\\b|大于|高于|多于)${NEAR}${N}`,
    ),
    '>',
  ],
  [
    pattern(
      `${N},?${NEAR}(?:${VERB}${NEAR}\\b(?:smaller|less|lower|fewer|kleiner|niedriger|weniger|geringer)\\b\\s{1,3}(?:than|als)\\b|小于|低于|少于)${NEAR}${N}`,
    ),
    '<',
  ],
];
/** The forms of comparisons of several numbers with the last one: `91.5, 99.8 and 112.6, all above 90`. */
export const ALL_COMPARED: readonly (readonly [RegExp, '<' | '>'])[] = (
  [
    ['(?:more|greater|higher|larger) than|above|over|mehr als|über', '超过|高于|大于', '>'],
    ['(?:less|lower|smaller) than|below|under|weniger als|unter', '低于|少于|小于', '<'],
  ] as const
).map(([words, chinese, sign]) => [
  pattern(
    `${LIST}[^${NUMBER_MARK}${PERCENT_MARK};。；]{0,40}?(?:\\b(?:all|each|both|alle|beide)\\b|[均都])${NEAR}(?:\\b(?:${words})\\b|${chinese})\\s{0,2}${N}`,
  ),
  sign,
]);
const MORE_THAN = '(?:more than|over|mehr als|über)\\s';
/** The forms of changes that are said as a multiple, `more than doubled from 91.5 to 200`, and the multiple. */
export const MULTIPLIED: readonly (readonly [RegExp, number])[] = (
  [
    ['doubled|verdoppelte\\w{0,2}', 2],
    ['tripled|verdreifachte\\w{0,2}', 3],
    ['halved|halbierte\\w{0,2}', 0.5],
  ] as const
).map(([words, value]) => [
  pattern(
    `(?<more>${MORE_THAN})?\\b(?:${words})\\b${NEAR}\\b(?:from|von)\\b${NEAR}${NUMBER_MARK}${NEAR}\\b(?:to|auf)\\b${NEAR}${NUMBER_MARK}`,
  ),
  value,
]);

/** The forms of ratios of two numbers that are said in a word, and what they come to. */
export const MULTIPLES: readonly (readonly [RegExp, number])[] = (
  [
    ['twice|double|doppelt so \\w{1,12} wie|das doppelte von', '两倍|2倍|二倍', 2],
    ['triple|three times|dreimal so \\w{1,12} wie|das dreifache von', '三倍', 3],
    ['four times|viermal so \\w{1,12} wie', '四倍', 4],
    ['half|halb so \\w{1,12} wie|die hälfte von', '一半', 0.5],
    ['(?:a|one) third|ein drittel', '三分之一', 1 / 3],
    ['(?:a|one) quarter|ein viertel', '四分之一', 0.25],
  ] as const
).map(([words, chinese, value]) => [
  pattern(
    `${NUMBER_MARK}${NEAR}\\b(?:is|was|are|were|ha[ds]|ist|war|hat|hatte)\\b\\s{0,3}(?:exactly\\s|genau\\s)?(?:${words})\\b${NEAR}${NUMBER_MARK}|${NUMBER_MARK}${NEAR}是${NEAR}${NUMBER_MARK}${NEAR}的(?:${chinese})`,
  ),
  value,
]);
