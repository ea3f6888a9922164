/*
 * How sentences compare what tables have, in English, German, and Chinese. The patterns are for texts in lower case; every
 * repetition has a limit.
 */

import { wholeWords } from './wholeWords.ts';

/**
 * What a word compares besides more and less: places, of which the better one has more only where more is better, or
 * sales.
 */
export type ComparedAs = 'rank' | 'sales' | null;

/** What the sides of a comparison are: what it says is more or less, and than what. */
export interface ComparedSides {
  readonly sign: '<' | '>';
  readonly as: ComparedAs;
  readonly subject: string;
  readonly object: string;
}

const MORE =
  'higher|larger|greater|bigger|more|longer|stronger|höher|höhere[rns]?|größer|größere[rns]?|mehr|länger|stärker';
const LESS =
  'lower|smaller|less|fewer|shorter|weaker|niedriger|niedrigere[rns]?|kleiner|kleinere[rns]?|weniger|geringer|geringere[rns]?|kürzer|schwächer';
const MORE_VERB =
  'exceeds?|exceeded|surpass(?:es|ed)?|outnumbers?|outnumbered|übersteigt|überstieg|übertrifft|übertraf|lag über|liegt über|lagen über|(?:is|was|were|are) above';
const LESS_VERB = 'lag unter|liegt unter|lagen unter|(?:is|was|were|are) below';

const AHEAD = 'ahead of|outperform(?:s|ed)?|(?:liegt|liegen|lag|lagen)\\s(?:deutlich\\s|knapp\\s)?vor';
const BEHIND =
  '(?:lag(?:s|ged)?|trail(?:s|ed)?|is|was|are|were|stayed|remained)\\s(?:far\\s|well\\s|just\\s)?behind|trails|trailed|' +
  '(?:liegt|liegen|lag|lagen)\\s(?:deutlich\\s|knapp\\s)?hinter';

type Form = readonly [pattern: RegExp, sign: '<' | '>', as: ComparedAs];
/** `subject`, `middle` and `object` are the sides; the middle belongs to the subject. */
const FORMS: readonly Form[] = (
  [
    [`${wholeWords(MORE)}(?<middle>[^;。；]{0,80}?)${wholeWords('than|als')}(?<object>.*)`, '>', null],
    [`${wholeWords(LESS)}(?<middle>[^;。；]{0,80}?)${wholeWords('than|als')}(?<object>.*)`, '<', null],
    [`(?:${wholeWords(MORE_VERB)}|大于|高于|多于|超过)(?<middle>)(?<object>.*)`, '>', null],
    [`(?:${wholeWords(LESS_VERB)}|小于|低于|少于)(?<middle>)(?<object>.*)`, '<', null],
    ['比(?<object>[^比]{1,40}?)(?:还|更|要)?(?<middle>)(?:高|大|多|长)(?!多少)', '>', null],
    ['比(?<object>[^比]{1,40}?)(?:还|更|要)?(?<middle>)(?:低|小|少|短)(?!多少)', '<', null],
    [`(?:${wholeWords(AHEAD)}|领先于?)(?<middle>)(?<object>.*)`, '>', 'rank'],
    [`(?:${wholeWords(BEHIND)}|落后于?)(?<middle>)(?<object>.*)`, '<', 'rank'],
    [`${wholeWords('outsold|outsells?')}(?<middle>)(?<object>.*)`, '>', 'sales'],
  ] as const
).map(([source, sign, as]) => [new RegExp(source, 'su'), sign, as]);

/** The sides of the only comparison of a clause in lower case; null if it has none or several. */
export function comparedSides(clause: string): ComparedSides | null {
  const found = FORMS.flatMap(([pattern, sign, as]): ComparedSides[] => {
    const match = pattern.exec(clause);
    if (match === null) return [];
    const { middle = '', object = '' } = match.groups ?? {};
    const subject = `${clause.slice(0, match.index)} ${middle}`;
    return [{ sign, as, subject, object }];
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

const HIGHEST = new RegExp(
  `${wholeWords('highest|largest|greatest|biggest|most|strongest|höchste[nrms]?|größte[nrms]?|meisten?|stärkste[nrms]?')}|最高|最大|最多|最强`,
  'gu',
);
const LOWEST = new RegExp(
  `${wholeWords('lowest|smallest|least|fewest|weakest|niedrigste[nrms]?|kleinste[nrms]?|geringste[nrms]?|wenigsten|schwächste[nrms]?')}|最低|最小|最少|最弱`,
  'gu',
);

const FIRST = new RegExp(
  `${wholeWords('c[ao]mes?\\s(?:out\\s(?:on\\stop|ahead)|(?:in\\s)?first)|rank(?:s|ed)\\sfirst|(?:took|takes)\\sfirst\\splace|topp?(?:s|ed)\\sthe\\slist|(?:is|was|are|were)\\sin\\sthe\\slead|(?:liegt|lag|liegen|lagen)\\svorne?')}|(?:排名|位居|位列)第一|居首`,
  'gu',
);
const LAST = new RegExp(
  `${wholeWords('c[ao]mes?\\s(?:in\\s)?last|rank(?:s|ed)\\slast|(?:is|was|are|were)\\sin\\slast\\splace')}|排名最后|垫底`,
  'gu',
);

/** A word that compares, and where it stands. */
export interface PlacedSign {
  readonly sign: '<' | '>';
  readonly as: ComparedAs;
  readonly start: number;
  readonly end: number;
}

/** The only word of a clause in lower case that says that something is the most or the least; null if there is none. */
export function superlativeIn(clause: string): PlacedSign | null {
  const most = onlySign(clause, HIGHEST, LOWEST, null);
  const first = onlySign(clause, FIRST, LAST, 'rank');
  return most === null ? first : first === null ? most : null;
}

const MORE_ALONE = new RegExp(`${wholeWords(MORE)}|更(?:高|大|多|强)`, 'gu');
const LESS_ALONE = new RegExp(`${wholeWords(LESS)}|更(?:低|小|少|弱)`, 'gu');

/** The only word that compares in a question of two or more, such as `Which is larger, Europe or Asia?` */
export function comparisonWordIn(question: string): PlacedSign | null {
  return onlySign(question, MORE_ALONE, LESS_ALONE, null);
}

function onlySign(text: string, more: RegExp, less: RegExp, as: ComparedAs): PlacedSign | null {
  const matches = [
    ...Array.from(text.matchAll(more), (match) => ({ sign: '>' as const, match })),
    ...Array.from(text.matchAll(less), (match) => ({ sign: '<' as const, match })),
  ];
  const [only] = matches;
  if (only === undefined || matches.length > 1) return null;
  const { sign, match } = only;
  return { sign, as, start: match.index, end: match.index + match[0].length };
}

const ROSE = new RegExp(
  `${wholeWords('rose|risen|grew|grown|grows|increased|increases|climbed|improved|went\\sup|gained|(?:was|were|is|are) up|stieg|stiegen|gestiegen|wuchs|wuchsen|gewachsen|zugenommen|erhöhte\\ssich|nahm\\szu')}|增长|增加|上升|上涨|提高`,
  'gu',
);
const FELL = new RegExp(
  `${wholeWords('fell|fallen|decreased|decreases|declined|declines|dropped|shrank|shrunk|(?:was|were|is|are) down|went\\sdown|sank|sanken|gesunken|fiel|fielen|gefallen|abgenommen|zurückgegangen|ging\\szurück|nahm\\sab')}|下降|减少|下滑|降低`,
  'gu',
);
/** The same as a question says them: `Did it rise?` */
const ASKED_ROSE = new RegExp(
  `${ROSE.source}|${wholeWords('rise|grow|increase|climb|improve|go\\sup|steigen|wachsen')}`,
  'gu',
);
const ASKED_FELL = new RegExp(
  `${FELL.source}|${wholeWords('fall|decrease|decline|drop|shrink|go\\sdown|sinken|fallen|zurückgehen')}`,
  'gu',
);

/** The change that a clause in lower case says, with its words; null if it says none or several. */
export function changeIn(clause: string, isQuestion: boolean): { sign: '<' | '>'; words: string } | null {
  const up = [...clause.matchAll(isQuestion ? ASKED_ROSE : ROSE)];
  const down = [...clause.matchAll(isQuestion ? ASKED_FELL : FELL)];
  const [only] = [...up, ...down];
  if (only === undefined || up.length + down.length > 1) return null;
  return { sign: up.length > 0 ? '>' : '<', words: only[0] };
}

const NOT =
  "not|n't|no|never|neither|nor|without|except|excluding|besides|other\\sthan|if|whether|should|would|could|may|might|expects?|expected|" +
  'nicht|kein|keine[rnms]?|nie|ohne|außer|wenn|falls(?= (?:der|die|das|es))|ob|wäre|würde';
const NOT_IN_CHINESE = "n't|不|没|未|非|除|如果|若";
/** What is better if it is less, or no place in an order. */
const LESS_IS_BETTER =
  /cost|expens|debt|loss|time|duration|latenc|delay|error|complaint|accident|injur|emission|churn|defect|fine|price|unemploy|death|rank|place|position|kosten|aufwand|schuld|verlust|dauer|zeit|fehler|unfall|preis|rang|成本|费用|亏损|债务|时间|错误|事故|价格|排名/u;

/** Whether more of something may be worse, so that who is ahead is not known. */
export function isLessBetter(words: string): boolean {
  return LESS_IS_BETTER.test(words);
}

/** Words of tables about what is sold. */
export const SALES_WORDS: ReadonlySet<string> = new Set(
  'revenue sales sold turnover orders umsatz umsatzerlöse erlöse affaires 收 售'.split(' '),
);

/** What makes a text speak of something else than of all that it names. */
export const NOT_WHOLE = new RegExp(
  `${wholeWords(`${NOT}|second|third|among|one of|at least|at most|(?:more|less|fewer) than(?= \\d)|mindestens|höchstens`)}|${NOT_IN_CHINESE}|第二|第三|之一`,
  'u',
);
const VAGUE =
  'second|third|fourth|next|among|one of|combined|together|sum|average|twice|times|half|double[ds]?|tripled?|almost|nearly|equally|same|at least|at most|' +
  'zweit\\w{0,8}|dritt\\w{0,8}|zusammen|summe|durchschnitt|doppelt|halb|fast|gleich';
const VAGUE_IN_CHINESE = '第二|第三|之一|总和|之和|合计|平均|倍|一半|几乎';
/** What makes a clause say something else than a plain comparison. */
export const NOT_PLAIN = new RegExp(
  `${wholeWords(
    `${NOT}|${VAGUE}|` +
      'share|percentage|proportion|growth|margins?|rates?|per|change|difference|ratio|faster|fastest|slower|slowest|' +
      'anteil|wachstum|rate|pro|differenz|veränderung|schneller|am\\sschnellsten',
  )}|${NOT_IN_CHINESE}|${VAGUE_IN_CHINESE}|占比|比例|比率|增速|增幅|增长率|差`,
  'u',
);
/** What makes a clause say something else than a plain comparison of growths. */
export const NOT_GROWTH = new RegExp(
  `${wholeWords(`${NOT}|${VAGUE}|share|points?|margins?|per|difference|ratio|anteil|pro|differenz`)}|${NOT_IN_CHINESE}|${VAGUE_IN_CHINESE}|占比|比例|比率|差`,
  'u',
);
/** Words of questions and sentences that say nothing of what is compared. */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  (
    'year years financial compared vs both do does did overall group ' +
    'company million billion thousand euros euro reported according table page report ' +
    'data figures figure number numbers what where when whose how many much all every each any yes ' +
    'previous prior last following same during between while level he she we our us total thus ' +
    'therefore answer result time period recorded posted made earned generated ' +
    'contributed brought bring came finished ranked stayed remained reached stood clearly well far slightly just jahr jahre jahren verglichen gegenüber ' +
    'konzern unternehmen millionen mio milliarden laut tabelle seite bericht daten zahl ' +
    'zahlen wo wann welche welcher welches welchen welchem viele viel alle jede jeder jedes ja vorjahr ' +
    'gesamt wert werte hatte hatten gab lag lagen liegt liegen zwischen 吗 呢 逐 三 两 相 较 同 去 前 从 到 至 由 哪 个 什 么 多 少 总 共 于 其 该 ' +
    '公 司 集 团 全 都 每 各 百 万 千 亿 欧 元'
  ).split(' '),
);
