import { isSummary } from './cells.ts';
import type { CellPassage, Passage } from './passage.ts';
import type { Question } from './question.ts';
import { isYear } from '../../core/layout/cellText.ts';
import { areAlike, contentStems, terms } from './words.ts';

/** The weight of a cell whose row the question does not mention. */
const NO_ROW = 0.25;
/** The same if the row summarizes the others, which is what a question without a row asks for. */
const SUMMED = 0.9;
/** The weight of a value outside tables whose whole label is in the question. */
const PAIR = 1.2;
/** Headers of columns whose numbers are only references. */
const REFERENCE = /^(?:notes?|pos\.?|position|no\.?|nr\.?|ref\.?|#|item|page|rank)$/i;
const CHANGE =
  /^(?:change|changes|[+/−–-]+|%|%\s*change|change\s*\(?%\)?|difference|diff\.?|variance|delta|Δ|yoy|growth)$/i;
/** The headers of the total amount, for items with a unit price and a total amount. */
const FOR_ALL = /^(?:(?:line |net |gross )?(?:total|amount|sum|value)(?: price| cost)?)\b/i;
const FOR_ONE = /\b(?:unit|each|single|per (?:piece|item|unit))\b|^(?:price|rate)$/i;
const ASKS_FOR_ALL =
  /\b(?:in all|altogether|all together|in total|overall)\b|\b(?:total|sum)\b(?! number)|\bamount (?:for|of)\b/i;
const ASKS_FOR_ONE = /\b(?:each|apiece|per (?:piece|item|unit)|a piece|unit (?:price|cost)|single)\b/i;
/** The weight of the column, of these two, that the question asks for, and of any other column of numbers. */
const ASKED_COLUMN = 1.2;
const OTHER_COLUMN = 0.4;
/** How much less each older year counts if the question names none. */
const OLDER = 0.04;

/**
 * How well a question describes a cell's row, 0 to 1. "Debt per inhabitant" does not fit a question about
 * "inhabitants".
 */
export function rowFit(passage: Passage, question: Question, unheardOf: boolean): number {
  if (passage.kind !== 'cell') return 1;
  const { label, otherNames, table, row } = passage;
  const stems = contentStems(label);
  const asked = stems.filter((stem) => mentionsStem(question, stem)).length;
  const pure = stems.length === 0 ? 1 : 0.6 + (0.4 * asked) / stems.length;
  if (unheardOf && isSummary(label)) return NO_ROW;
  if (contentStems(otherNames).some((stem) => mentionsStem(question, stem))) return table === null ? PAIR : 1;
  if (asked > 0) return table === null && pure === 1 ? PAIR : pure;
  if (table === null || row === null) return NO_ROW;
  if (table.rows.length === 1 && table.headers.some((header) => header !== '')) return 1;
  const named = row.cells.some(
    ({ text, column }) =>
      column !== passage.column &&
      column > 0 &&
      contentStems(text).some((stem) => mentionsStem(question, stem)),
  );
  if (named) return 0.95;
  return isSummary(label) ? SUMMED : NO_ROW;
}

function mentionsStem({ concepts }: Question, stem: string): boolean {
  return concepts.some(({ wordings, weight }) =>
    weight < 0.3
      ? wordings[0]?.includes(stem) === true
      : wordings.some((wording) => wording.some((own) => own === stem || areAlike(own, stem))),
  );
}

/**
 * How well a cell's column fits the question, about 1: the newest period if none is named, the total if no part is,
 * never a column of references.
 */
export function columnFit(passage: Passage, question: Question): number {
  if (passage.kind === 'extreme') return isNewest(passage.name, passage.table.headers, question) ? 1 : 0.9;
  if (passage.kind !== 'cell' || passage.table === null) return 1;
  const { header, table } = passage;
  const wanted = itemColumn(table.headers, question);
  if (wanted !== null) return wanted.test(header) ? ASKED_COLUMN : OTHER_COLUMN;
  const named = contentStems(header).some((stem) => mentionsStem(question, stem));
  if (!named && REFERENCE.test(header.trim())) return 0.3;
  if (!named && CHANGE.test(header.trim())) return question.kind === 'percent' ? 0.8 : 0.5;
  if (!named && isSummary(header)) return 1.03;
  return recencyWeight(passage, question);
}

/**
 * A pattern for the header of the requested column, if items have a unit price and a total amount; null if the question
 * does not say.
 */
function itemColumn(headers: readonly string[], { text }: Question): RegExp | null {
  const isBoth = [FOR_ALL, FOR_ONE].every((pattern) => headers.some((header) => pattern.test(header.trim())));
  if (!isBoth) return null;
  return ASKS_FOR_ONE.test(text) ? FOR_ONE : ASKS_FOR_ALL.test(text) ? FOR_ALL : null;
}

function recencyWeight({ header, table }: CellPassage, question: Question): number {
  if (question.years.length > 0 || table === null) return 1;
  const own = yearOf(header);
  if (own === null) return 1;
  const years = [...new Set(table.headers.flatMap((other) => yearOf(other) ?? []))].sort((a, b) => b - a);
  return 1 - OLDER * years.indexOf(own);
}

function isNewest(name: string, headers: readonly string[], question: Question): boolean {
  const own = yearOf(name);
  if (own === null || question.years.length > 0) return true;
  return headers.every((header) => (yearOf(header) ?? own) <= own);
}

/** The year that a header names; the last one if it names several. */
function yearOf(header: string): number | null {
  const years = terms(header).flatMap(({ word }) => (isYear(word) ? [Number(/\d{4}/.exec(word)?.[0])] : []));
  return years.at(-1) ?? null;
}
