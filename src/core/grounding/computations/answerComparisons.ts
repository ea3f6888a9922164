import type { Span } from '../../span.ts';
import { splitSentences } from '../claims/sentences.ts';
import type { TableComparison } from './cellPairs.ts';
import { comparisonWordIn, superlativeIn } from './comparisonWords.ts';
import { namedLines } from './namedLines.ts';
import { compareGrowth, mayCompareGrowth } from './growthComparisons.ts';
import { compareMultiple, maySayMultiple } from './multipliedComparisons.ts';
import { compareColumns, compareInTables, compareRows, isExplained, mayCompare } from './tableComparisons.ts';
import { compareWithThreshold, maySayThreshold } from './thresholdComparisons.ts';
import type { ValueTable } from './valueTables.ts';

/** A comparison that an answer says, and where. */
export interface StatedComparison extends TableComparison {
  readonly span: Span;
}

/** What separates two statements of a sentence. */
const CLAUSES = /[;；]|,?\s(?:while|whereas|but|während|aber|wohingegen)\s|，(?:而|但)/giu;
/** The most UTF-16 units of an answer or a question that are read. */
const LONGEST = 4000;

/**
 * The comparisons by labels that an answer says, such as `Asia had the lowest revenue.`
 * @param start where the answer starts
 * @param tablesOf reads the tables, which takes long
 */
export function statedComparisons(
  answer: string,
  start: number,
  tablesOf: () => readonly ValueTable[],
): StatedComparison[] {
  if (answer.length > LONGEST) return [];
  return splitSentences(answer, 0)
    .flatMap((sentence) => clausesOf(answer, sentence))
    .flatMap((span) => {
      const clause = answer.slice(span.start, span.end);
      if (!mayBeCompared(clause, false)) return [];
      const found = compareClause(clause, tablesOf(), false);
      return found === null ? [] : [{ ...found, span: { start: start + span.start, end: start + span.end } }];
    });
}

function clausesOf(text: string, { start, end }: Span): Span[] {
  const spans: Span[] = [];
  let from = start;
  for (const { index, 0: separator } of text.slice(start, end).matchAll(CLAUSES)) {
    spans.push({ start: from, end: start + index });
    from = start + index + separator.length;
  }
  return [...spans, { start: from, end }];
}

/** What a question of yes or no compares: `Is revenue higher in 2024 than in 2023?` Null if it cannot be decided. */
export function askedInTables(
  question: string,
  tablesOf: () => readonly ValueTable[],
): TableComparison | null {
  return question.length <= LONGEST && mayBeCompared(question, true)
    ? compareClause(question.replace(/[?？]\s*$/u, ''), tablesOf(), true)
    : null;
}

/** Whether a text has words that compare numbers, growths, or numbers with one that it says. */
export function mayBeCompared(clause: string, isQuestion: boolean): boolean {
  return (
    mayCompare(clause, isQuestion) ||
    mayCompareGrowth(clause) ||
    maySayThreshold(clause) ||
    maySayMultiple(clause)
  );
}

function compareClause(
  clause: string,
  tables: readonly ValueTable[],
  isQuestion: boolean,
): TableComparison | null {
  return (
    compareWithThreshold(clause, tables) ??
    compareGrowth(clause, tables) ??
    compareMultiple(clause, tables) ??
    compareInTables(clause, tables, isQuestion)
  );
}

/** Questions that another word than yes or no answers. */
const WHICH =
  /(?<![a-z])(?:which|what|who|where|when|whose|welche[rsnm]?|was|wer|wo|wann)(?![a-zäöüß])|哪|什么|谁|何/iu;

/**
 * Whether the row or column that answers a question has the most: `Which region had the highest revenue?`, `Which was
 * larger in 2024, Europe or Asia?` Null if the question or the answer is something else.
 */
export function answeredInTables(
  question: string,
  answer: string,
  tablesOf: () => readonly ValueTable[],
): TableComparison | null {
  const text = question.toLowerCase();
  if (question.length > LONGEST || answer.length > LONGEST || !WHICH.test(text)) return null;
  const superlative = superlativeIn(text);
  const word = superlative ?? comparisonWordIn(text);
  if (word === null) return null;
  const asked = `${text.slice(0, word.start)} ${text.slice(word.end)}`;
  const found = tablesOf().flatMap((table) => {
    const said = namedLines(answer, table);
    const named = namedLines(asked, table);
    const count = said.rows.length + said.columns.length;
    if (count !== 1 || said.others.length > 0 || !isExplained(named.others, table)) return [];
    const isRow = said.rows.length === 1;
    const lines = isRow
      ? { rows: said.rows, columns: named.columns }
      : { rows: named.rows, columns: said.columns };
    const among = isRow ? named.rows : named.columns;
    const [line] = isRow ? said.rows : said.columns;
    const compare = isRow ? compareRows : compareColumns;
    if (superlative !== null) return among.length > 0 ? [] : (compare(lines, word.sign, table) ?? []);
    const others = among.filter((one) => one !== line);
    return others.length === among.length || others.length === 0
      ? []
      : (compare(lines, word.sign, table, others) ?? []);
  });
  const [first] = found;
  return first !== undefined && found.every(({ holds }) => holds === first.holds) ? first : null;
}
