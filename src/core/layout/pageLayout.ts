import { boxHeight, type Box, type BoxUnit } from '../geometry/box.ts';
import { findProseBesideTables } from './besideTables.ts';
import { findCaption } from './captions.ts';
import { findColumns, findParagraphs } from './columns.ts';
import { findHeadings } from './headings.ts';
import { joinJustified } from './justified.ts';
import { findLines, type Lines } from './lines.ts';
import type { LayoutWord, PageLayout, Pair, Phrase, Table } from './model.ts';
import { findPairs, findStacks } from './pairs.ts';
import { toRows } from './phrases.ts';
import { replaceWords } from './replaceWords.ts';
import { isRunningText } from './runningText.ts';
import { findSlope, straighten } from './slope.ts';
import { findTables } from './tables.ts';

/** What a caller can add to the general rules of layout. */
export interface LayoutOptions {
  /** Selects lines that are not in a table, such as the addresses of a letter, from all lines of the page. */
  readonly keepApart?: (lines: Lines<BoxUnit>) => Iterable<Phrase>;
}

/**
 * Finds the layout of a page from its words and their boxes alone. The words may be given in any order and in any unit,
 * as long as x grows to the right and y downward. A page that was scanned at a slant is read as if it were upright; the
 * boxes of the result are around the original words. Never throws.
 */
export function layOut<Unit extends BoxUnit>(
  words: readonly LayoutWord<Unit>[],
  options: LayoutOptions = {},
): PageLayout<Unit> {
  const lines = findLines(words);
  const slope = findSlope(lines.lines);
  if (slope === 0) return arrange(lines, options);
  const given = new Map(words.map((word) => [straighten(word, slope), word]));
  return replaceWords(arrange(findLines([...given.keys()]), options), given);
}

function arrange<Unit extends BoxUnit>(read: Lines<Unit>, { keepApart }: LayoutOptions): PageLayout<Unit> {
  const found = joinJustified(read);
  const lines = toRows(found.lines).flatMap((row) => row.lines);
  const apart = new Set<Phrase>(keepApart?.({ ...found, lines }) ?? []);
  const stacks = findStacks(lines, found.wordHeight);
  const form = findForm(stacks);
  const inRows = lines.filter((line) => !form.has(line) && !apart.has(line));
  const prose = findProseBesideTables(inRows);
  const tables = findTables(inRows.filter((line) => !prose.has(line)));
  const inTable = new Set(tables.flatMap(linesOf).flatMap((line) => line.words));
  const free = lines.filter((line) => !line.words.some((word) => inTable.has(word)));
  const columns = findColumns(free);
  return {
    lines,
    marks: found.marks,
    tables: tables.map((table) => ({ ...table, caption: findCaption(table, free, tables) })),
    pairs: findPairs(
      lines,
      free.filter((line) => !apart.has(line)),
      [...prose, ...columns.flatMap((column) => (isRunningText(column.lines) ? column.lines : []))],
      stacks,
      found.wordHeight,
    ),
    columns,
    paragraphs: findParagraphs(columns),
    headings: findHeadings(columns, found.wordHeight),
    wordHeight: found.wordHeight,
  };
}

function linesOf<Unit extends BoxUnit>({ headerLines, rows }: Table<Unit>): Phrase<Unit>[] {
  return [...headerLines, ...rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.lines))];
}

/** The box of the upper one of a label and its value. */
function upperBox({ label, value }: Pair): Box<BoxUnit> {
  return label.box.top < value.box.top ? label.box : value.box;
}

/** The lines of labels above their values that are next to others of their kind: a form, not a table. */
function findForm<Unit extends BoxUnit>(stacks: readonly Pair<Unit>[]): Set<Phrase<Unit>> {
  const byTop = stacks
    .map((stack) => ({ stack, box: upperBox(stack) }))
    .filter(({ box }) => boxHeight(box) > 0)
    .sort((one, other) => one.box.top - other.box.top);
  let bottom = -Infinity;
  return new Set(
    byTop.flatMap(({ stack: { label, value }, box }, at) => {
      const isBeside = box.top < bottom || (byTop[at + 1]?.box.top ?? Infinity) < box.bottom;
      bottom = Math.max(bottom, box.bottom);
      return isBeside ? [label, value] : [];
    }),
  );
}
