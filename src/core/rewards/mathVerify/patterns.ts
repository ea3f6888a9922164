import { DIGIT, ignoringCase, SPACE } from '../../python/patterns.ts';

/**
 * The regular expressions with which Math-Verify 0.5.2 (huggingface/Math-Verify, parser.py) finds numbers,
 * expressions and LaTeX in a text. Python's `.` and `$` differ from JavaScript's; everything else is the same here.
 */

/** A character as Python's `.` matches it. */
const ANY = '[^\\n]';
/** The end as Python's `$` matches it. */
const END = '(?=\\n?$)';
const ANSWER = ignoringCase('answer');
const FINAL_ANSWER = ignoringCase('final answer');
const FINAL_ANSWER_IS = ignoringCase('final answer is');

/** Captures of a number: whole part and decimals in three forms, then a percent sign. */
const NUMBER =
  `(?:(-?${DIGIT}{1,3}(?:[ ,]${DIGIT}{3})+)(\\.${DIGIT}+)?|(-?${DIGIT}+)([.,]${DIGIT}+)|(\\.${DIGIT}+)|(-?${DIGIT}+))` +
  `(${SPACE}*(?:%|[Pp]ercent|${SPACE}*[Pp]ercentage|${SPACE}*[Pp]ct))?`;

const OPERATORS = '+\\-*×/^()÷';
const EXPRESSION_CHARACTER = `[${DIGIT.slice(1, -1)}.${SPACE.slice(1, -1)}${OPERATORS}]`;
/** The one capture of an expression. */
const EXPRESSION = `(-?\\(?-?${DIGIT}${EXPRESSION_CHARACTER}*[${OPERATORS}]${EXPRESSION_CHARACTER}+\\)?)`;

const BEFORE = `(?:^|${SPACE}|=)(?:\\*\\*)?`;
const AFTER = `(?:\\*\\*)?(?:\\.|,|:|${SPACE}|\\)|\\$|${END})`;
const CURRENCY = '[$€£¥₹₽₪₩₫฿₡₢₣₤₥₦₧₨₭₮₯₰₱₲₳₴₵₶₷₸₺₻₼₾₿]?';
const ANCHORED_EXPRESSION = `(?:${BEFORE}${EXPRESSION}${AFTER})`;
const ANCHORED_NUMBER = `(?:${BEFORE}${CURRENCY}${NUMBER})`;
const EXPRESSION_OR_NUMBER = `(?:${ANCHORED_EXPRESSION}|${ANCHORED_NUMBER})`;

type LatexContext = 'plain' | 'boxed';

/** Captures of LaTeX: the contents of five environments, in a plain context a fraction, and a percent sign. */
function latex(context: LatexContext): string {
  const content = (character: string): string =>
    context === 'plain' ? `${character}+?` : `${character}*?\\\\boxed\\{${character}+?\\}${character}*?`;
  const number = `-?${DIGIT}+(?:[.,]${DIGIT}+)?`;
  const environments = [
    `(?<!\\\\)\\$\\$(${content('(?:[^$]|\\$(?!\\$))')})(?<!\\\\)\\$\\$`,
    `(?<!\\\\)\\\\\\[(${content('(?:[^\\\\]|\\\\(?!\\]))')})(?<!\\\\)\\\\\\]`,
    `(?<!\\\\|${DIGIT})\\$(${content('(?:\\\\[$]|[^\\n$])')})(?<!\\\\)\\$`,
    `(?<!\\\\)\\\\\\((${content('(?:[^\\\\\\n]|\\\\(?!\\)))')})(?<!\\\\)\\\\\\)`,
    `${SPACE}\\[(${content('[^\\n\\]\\[]')})\\]${SPACE}`,
    ...(context === 'plain' ? [`(-?\\\\frac\\{${number}\\}\\{${number}\\})`] : []),
  ];
  return `(?:(?:${environments.join('|')})${SPACE}*((?:\\\\?%|[Pp]ercent|[Pp]ercentage|[Pp]ct))?)`;
}

/** Up to six environments that are connected by commas or words. */
const connected = (context: LatexContext): string =>
  `${latex(context)}${`(?:${SPACE}*(?:and|or|,)${SPACE}*${latex(context)})?`.repeat(5)}`;

/** What a pattern finds, in the order of its captures. */
export type Found = 'expressionOrNumber' | 'expression' | 'number' | 'latex' | 'latexAroundBox' | 'box';

/** A pattern, with what its captures are. */
export interface Pattern {
  readonly found: Found;
  readonly expression: RegExp;
}

/** Patterns that are tried together: the match that ends last comes first, whichever pattern found it. */
type Group = readonly Pattern[];

const pattern = (found: Found, source: string, flags = ''): Pattern => ({
  found,
  expression: new RegExp(source, `gu${flags}`),
});

// In the patterns with LaTeX, `.` also matches a line feed.
const latexGroups = (): readonly Group[] => [
  [pattern('latex', `${FINAL_ANSWER_IS}:?${SPACE}*${connected('plain')}\\.?${SPACE}?I hope`)],
  [
    pattern('latex', `${FINAL_ANSWER}[^]{0,100}?${SPACE}+is:?${SPACE}*${connected('plain')}`),
    pattern('latexAroundBox', connected('boxed')),
    pattern('box', '(\\\\boxed\\{.+\\})', 's'),
  ],
  [pattern('latex', `${ANSWER}:[^]{0,50}?${connected('plain')}`)],
  [pattern('latex', `${ANSWER}[^]{0,50}?${connected('plain')}`)],
  [pattern('latex', connected('plain'))],
];

const afterAnswer = (colon: string): Pattern =>
  pattern(
    'expressionOrNumber',
    `${ANSWER}${colon}(?:${ANY}{0,100}=${SPACE}*|${ANY}{0,50}?)${EXPRESSION_OR_NUMBER}(?!${SPACE}*=)`,
  );

const plainGroups = (): readonly Group[] => [
  [pattern('expressionOrNumber', `${FINAL_ANSWER_IS}:?${SPACE}*${EXPRESSION_OR_NUMBER}\\.?${SPACE}?I hope`)],
  [pattern('expressionOrNumber', `${FINAL_ANSWER}${ANY}{0,100}?${SPACE}+is:?${EXPRESSION_OR_NUMBER}`)],
  [afterAnswer(':')],
  [afterAnswer('')],
  [pattern('expression', ANCHORED_EXPRESSION), pattern('number', ANCHORED_NUMBER)],
];

// The expressions are long and take milliseconds to create, so they are created when they are first needed.
let plain: readonly Group[] | undefined;
let withLatex: readonly Group[] | undefined;

/** The groups of patterns, in the order in which they are tried. */
export function patternGroups(hasLatex: boolean): readonly Group[] {
  const found = (plain ??= plainGroups());
  if (!hasLatex) return found;
  withLatex ??= latexGroups().map((group, index) => [...group, ...(found[index] ?? [])]);
  return withLatex;
}

/** The most characters of numbers, operators and white space in one piece that the patterns are tried on. */
const LONGEST_PIECE = 400;
const LONG_PIECE = new RegExp(`[${EXPRESSION_CHARACTER.slice(1, -1)},%]{${LONGEST_PIECE + 1}}`, 'u');

/** Openings of LaTeX that can extend over several lines, and of LaTeX that ends with its line. */
const DISPLAY_OPENING = /\$\$|\\\[/g;
const INLINE_OPENING = new RegExp(`\\$|\\\\\\(|\\\\frac\\{|${SPACE}\\[`, 'gu');
const BOX_OPENING = /\\boxed\{/g;
/** The most steps that the patterns with LaTeX can take. */
const MOST_STEPS = 1e8;

/** Whether a text contains LaTeX, and whether the patterns can take too long on it. */
export function textKind(text: string): 'plain' | 'latex' | 'tooLong' {
  if (LONG_PIECE.test(text)) return 'tooLong';
  const boxes = count(text, BOX_OPENING);
  const displays = count(text, DISPLAY_OPENING);
  if (boxes + displays + count(text, INLINE_OPENING) === 0) return 'plain';
  let steps = (boxes + displays * waysIn(text)) * text.length;
  for (const line of text.split('\n')) steps += count(line, INLINE_OPENING) * waysIn(line) * line.length;
  return steps > MOST_STEPS ? 'tooLong' : 'latex';
}

const count = (text: string, expression: RegExp): number => text.match(expression)?.length ?? 0;

/** In how many ways a pattern can try boxes and their ends in a text. */
const waysIn = (text: string): number => 1 + count(text, BOX_OPENING) * count(text, /\}/g);
