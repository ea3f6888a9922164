import { contentOf } from '../content.ts';
import { tokenize } from '../tokens.ts';
import { namedLines } from './namedLines.ts';
import type { ValueTable } from './valueTables.ts';

/** The most UTF-16 units of a question that is read. */
const LONGEST = 300;
/** A larger number is hardly a count of what a page lists. */
const MOST = 99;
/** A question for how many of something there are in some place, with what is counted. */
const COUNTING =
  /(?<![a-z])(?:(?:how many|what is the (?:number|count) of) (?<noun>(?:[\p{L}-]{1,30} ){1,3}?)(?:(?:are|were|is)(?: there)?(?: (?:listed|shown|named|mentioned|included|displayed))? (?:in|on)|are there(?=[?])|(?:does|do|did) .{1,40} (?:have|list|show|contain|include|name|mention))(?![a-z])|wie viele (?<nomen>(?:[\p{L}-]{1,30} ){1,3}?)(?:sind|stehen|gibt es|hat|enthält|umfasst|nennt|zeigt)(?![a-zäöüß]))/iu;

/**
 * What a question counts that a bare count answers: `How many items are on the invoice?` Null if it counts nothing, if it
 * names a row or a column that has the number, or if the answer is something else than a small number. A small number may
 * stand anywhere on a page, and does then not tell whether so many are there.
 */
export function countedNoun(
  answer: string,
  question: string | null,
  tables: () => readonly ValueTable[],
): string | null {
  if (question === null || question.length > LONGEST || answer.length > LONGEST) return null;
  const { noun, nomen } = COUNTING.exec(question)?.groups ?? {};
  const counted = (noun ?? nomen)?.trim().split(' ').at(-1);
  if (counted === undefined || !isCount(answer, question)) return null;
  const isOfTable = tables().some((table) => {
    const { rows, columns } = namedLines(question.toLowerCase(), table);
    return rows.length + columns.length > 0;
  });
  return isOfTable ? null : counted;
}

/** Whether an answer is a small number alone, or with words of the question. */
function isCount(answer: string, question: string): boolean {
  const said = tokenize(answer);
  const [first, second] = [...said.numbers];
  const value = Number(first?.[1].at(-1)?.values[0]);
  if (first === undefined || second !== undefined || !Number.isInteger(value) || value > MOST) return false;
  const asked = new Set(tokenize(question).keys);
  return contentOf(said).every((at) => said.numbers.has(at) || asked.has(said.keys[at] ?? ''));
}
