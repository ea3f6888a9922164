import type { Span } from '../../span.ts';
import { readJson, spanOfNode } from '../../trajectory/dialects/json.ts';
import type { JsonText } from '../../trajectory/dialects/json.ts';
import type { NamedComputation } from '../computations/arithmetic.ts';
import { cutComputations } from './computedParts.ts';
import { DATE } from './patterns.ts';
import { splitSentences } from './sentences.ts';

/** Answers that say nothing of a page. */
const WITHOUT_CLAIM =
  /^(?:yes|no|true|false|none|n\/a|unknown|ja|nein|keine?|是|否|对|不是|没有|insufficient to answer|no relevant information|not answerable|unanswerable|(?:i )?(?:cannot|can't) (?:be )?(?:answer|determine)(?:ed|d)?|not (?:enough|sufficient) information)[.!。]?$/iu;
/** What introduces an answer. */
const LEAD =
  /^(?:\s{0,4}(?:so|thus|therefore|hence|and|or|also|also daher|und|sowie|oder|以及)[,，]?\s{1,3})?(?:(?:the )?(?:final )?(?:answer|result)(?: is|:|：| =)|(?:die )?(?:endgültige )?antwort(?: ist| lautet|:)|(?:最终)?答案(?:是|为|：|:))\s{0,4}|^\s{0,4}(?:and|or|und|sowie|oder)\s{1,3}|^\s{0,4}(?:以及|和)/iu;
/** A part that is a year alone says no more: `In 2024, revenue rose`. */
const BEFORE_YEAR =
  /^(?:in|during|for|im jahr|in den jahren)\s(?:the\s)?(?:(?:financial |fiscal )?year\s)?(?=(?:19|20)\d\d$)/iu;
/** Marks around a part that are not part of it. */
const LEFT_MARKS = /^(?:[\s*_`"'“„‘«「『•]|-(?!\d)){1,12}(?=\S)/u;
const RIGHT_MARKS = /[\s*_`"'”“’»」』,;:.!。；，]{1,12}$/u;
const LATEX_TEXT = /^\\(?:text|mathrm|mathbf|textbf|boxed)\{([^{}]*)\}$/u;
const LIST_LETTER = /^\(?[a-z]\)\s{1,4}|^\(\d{1,2}\)\s{1,4}/i;
const FENCE = /^\s{0,8}```[^\n`]{0,20}\n|\n?```\s{0,8}$/g;
const LIST = /^(\s*)\[([^[\]]*)\](\s*)$/;
/** What separates two parts: a comma that is not inside a number, a semicolon, `and`. */
const SEPARATOR =
  /,(?=\s)(?!\s(?:Inc|Ltd|LLC|Corp|Co|Jr|Sr)\b)|[，、；;](?!\d{3})|(?<=\s)(?:and|und|sowie)(?=\s)|以及|\s和\s|(?<=[\d%”」』])和/gu;
/** What stands before a statement and belongs to it: `In 2024, revenue rose`. */
const INTRODUCTION =
  /^(?:in|on|since|by|during|at|over|until|compared (?:with|to)|relative to|adjusted for|im|seit|bis|bei|gegenüber|im vergleich zu)\s[^,;]{1,40}$/iu;
const OPENING = '([{（「『“„';
const CLOSING = ')]}）」』”“';
const DATES = new RegExp(DATE, 'giu');
/** `between 5 and 10` is one part. */
const BETWEEN = /(?:between|zwischen)\s[^,;\n]{1,40}$/iu;

/**
 * The parts of an answer, in order: what a list, a line, a sentence, a comma, or an `and` separates, and the numbers of
 * its computations.
 * @param computations that the answer names, in text order
 */
export function splitAnswer(
  text: string,
  start: number,
  computations: readonly NamedComputation[] = [],
): Span[] {
  const unfenced = text.replaceAll(FENCE, (marks) => ' '.repeat(marks.length));
  const json = /^\s{0,8}[[{]/.test(unfenced) ? readJson(unfenced, start) : null;
  // A list in Python's notation is no JSON.
  const inside = unfenced.replace(
    LIST,
    (_, before: string, items: string, after: string) => `${before} ${items} ${after}`,
  );
  const leaves = json?.fault === null ? leavesOf(json) : [];
  const pieces =
    leaves.length > 0
      ? leaves
      : splitSentences(inside, start).flatMap((sentence) => splitSentence(inside, start, sentence));
  return cutComputations(pieces, computations, inside, start).flatMap((piece) => {
    const ink = inkOf(inside.slice(piece.start - start, piece.end - start), piece.start);
    return ink === null ? [] : [ink];
  });
}

function splitSentence(text: string, base: number, { start, end }: Span): Span[] {
  const sentence = text.slice(start - base, end - base);
  const whole = depths(sentence);
  const dates = [...sentence.matchAll(DATES)].map(({ index, 0: date }) => ({
    start: index,
    end: index + date.length,
  }));
  const spans: Span[] = [];
  let from = 0;
  let date = 0;
  for (const { index, 0: separator } of sentence.matchAll(SEPARATOR)) {
    while ((dates[date]?.end ?? Infinity) <= index) date++;
    if ((dates[date]?.start ?? Infinity) < index || whole.has(index)) continue;
    if (from === 0 && INTRODUCTION.test(sentence.slice(0, index))) continue;
    if (/^(?:and|und)$/u.test(separator) && BETWEEN.test(sentence.slice(Math.max(from, index - 56), index)))
      continue;
    spans.push({ start: start + from, end: start + index });
    from = index + separator.length;
  }
  spans.push({ start: start + from, end });
  return spans;
}

/** The offsets inside of brackets or curly quotes that close in the text. */
function depths(text: string): ReadonlySet<number> {
  const inside = new Set<number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const from = CLOSING.includes(character) ? open.pop() : undefined;
    if (from !== undefined && open.length === 0 && from > 0)
      for (let each = from; each < at; each++) inside.add(each);
    else if (from === undefined && OPENING.includes(character)) open.push(at);
  }
  return inside;
}

/** The strings and numbers of a JSON text, without the names of members. */
function leavesOf(json: JsonText): Span[] {
  const spans: Span[] = [];
  const stack = json.root === null ? [] : [json.root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'string' || node.type === 'number') spans.push(spanOfNode(json, node));
    const children = node.type === 'property' ? (node.children?.slice(1) ?? []) : (node.children ?? []);
    stack.push(...children.toReversed());
  }
  return spans;
}

function inkOf(piece: string, start: number): Span | null {
  let from = 0;
  for (const pattern of [LEFT_MARKS, LIST_LETTER, LEAD, LEFT_MARKS]) {
    from += pattern.exec(piece.slice(from))?.[0].length ?? 0;
  }
  const rest = piece.slice(from);
  let to = from + rest.length - (RIGHT_MARKS.exec(rest)?.[0].length ?? 0);
  const words = LATEX_TEXT.exec(piece.slice(from, to))?.[1];
  if (words !== undefined) {
    to -= 1;
    from = to - words.length;
  }
  from += BEFORE_YEAR.exec(piece.slice(from, to))?.[0].length ?? 0;
  const ink = piece.slice(from, to);
  const begin = from + (ink.length - ink.trimStart().length);
  if (!/[\p{L}\p{N}]/u.test(ink) || WITHOUT_CLAIM.test(ink)) return null;
  return { start: start + begin, end: start + to };
}
