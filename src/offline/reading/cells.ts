import { horizontalOverlap } from './geometry.ts';
import { cellKind } from './headers.ts';
import type { Cell, PageLayout, Segment, Table, TableRow } from './model.ts';
import {
  headingAbove,
  toExcerpt,
  WEIGHTS,
  type CellPassage,
  type Excerpt,
  type ExtremePassage,
  type Part,
  type RowPassage,
} from './passages.ts';
import { deedOf } from './persons.ts';
import { roleOf } from './roles.ts';
import { hasNumber, isQuotable, plainNumber } from './values.ts';

/** Rows whose label is longer are lines of prose. */
const MAX_LABEL_WORDS = 12;
/** Rows that hold the sum or the mean of others. */
const SUMMARY = /^(?:all|(?:grand |group |net )?total|sum|average|mean|overall|subtotal|altogether)\b/i;

/** All lines of a cell. */
function textOf({ segment, rest = [] }: Cell): string {
  return [segment, ...rest].map(({ text }) => text).join(' ');
}

/** Whether a row's label says that it sums up the others. */
export function isSummary(label: string): boolean {
  return SUMMARY.test(label) || /\btotal$/i.test(label);
}

/** The cells of a table, each known by its row and its column, and the labels of its rows. */
export function cellPassages(layout: PageLayout, table: Table, image: number): (CellPassage | RowPassage)[] {
  const { heading, parts } = surroundings(layout, table);
  const labels = labelColumns(table);
  return table.rows.flatMap((row): (CellPassage | RowPassage)[] => {
    if (labels.length > 1)
      return besides(row, labels, layout.text).map((pair) => ({
        ...pair,
        image,
        heading,
        parts: [...pair.parts, ...parts],
      }));
    const first =
      row.cells.find(({ column, segment }) => column === 0 || segment.text === row.label)?.segment ?? null;
    if (first !== null && (first.words.length > MAX_LABEL_WORDS || !isQuotable(first.text))) return [];
    const around = [...parts, { text: row.section, weight: WEIGHTS.section }];
    const others = row.cells.filter(({ segment }) => segment !== first && isQuotable(segment.text));
    const role = roleOf(row.label, layout.text);
    const label = toExcerpt(first ?? others[0]?.segment ?? row.cells[0]?.segment);
    const cells = others.map(({ segment, rest = [], column }): CellPassage => {
      const value = toExcerpt(segment);
      const also = rest.filter(({ text }) => isQuotable(text)).map(toExcerpt);
      const header = table.headers[column] ?? '';
      const siblings = others
        .filter((other) => other.segment !== segment)
        .map((other): Part => {
          const text = textOf(other);
          const weight = cellKind(text) === 'text' ? WEIGHTS.sibling : WEIGHTS.figure;
          return { text, weight };
        });
      return {
        kind: 'cell',
        image,
        heading,
        parts: [
          { text: row.label, weight: WEIGHTS.own },
          { text: header, weight: WEIGHTS.own },
          { text: role, weight: WEIGHTS.own },
          ...siblings,
          ...around,
        ],
        text: [value, ...also].map((piece) => piece.text).join(' '),
        quotes: [value, ...also],
        value,
        also,
        label,
        labelText: row.label,
        role,
        header,
        table,
        row,
        column,
      };
    });
    const done = deedPassages(row, { image, heading }, around);
    if (first === null) return [...cells, ...done];
    const whole: RowPassage = {
      kind: 'row',
      image,
      heading,
      parts: [
        { text: table.headers[0] ?? '', weight: WEIGHTS.own },
        ...others.flatMap((cell): Part[] => [
          { text: textOf(cell), weight: hasNumber(cell.segment.text) ? WEIGHTS.sibling : WEIGHTS.own },
          { text: table.headers[cell.column] ?? '', weight: WEIGHTS.section },
        ]),
        ...around,
      ],
      text: label.text,
      quotes: [label],
      value: label,
      cells: others.map(({ segment }) => toExcerpt(segment)),
      table,
      row,
    };
    return [...cells, ...done, whole];
  });
}

/**
 * The columns of labels. More than one where pairs of label and value stand beside each other: every other column,
 * without numbers, under no header or under one that is the same for all columns of values.
 */
function labelColumns({ columns, headers, rows }: Table): number[] {
  const even = headers.flatMap((_header, column) => (column % 2 === 0 ? [column] : []));
  if (columns < 4 || columns % 2 === 1) return [0];
  const values = new Set(headers.filter((_header, column) => column % 2 === 1));
  if (values.size > 1) return [0];
  const texts = (column: number): string[] =>
    rows.flatMap(({ cells }) =>
      cells.filter((cell) => cell.column === column).map(({ segment }) => segment.text),
    );
  const named = even.every((column) =>
    texts(column).every((text) => /\p{L}{2}/u.test(text) && !/\d{2}/.test(text)),
  );
  return named && even.every((column) => texts(column + 1).length > 0) ? even : [0];
}

/** The values of a row in which several labels stand, each with the label before it. */
function besides(
  row: TableRow,
  labels: readonly number[],
  pageText: string,
): Omit<CellPassage, 'image' | 'heading'>[] {
  return labels.flatMap((column): Omit<CellPassage, 'image' | 'heading'>[] => {
    const label = row.cells.find((cell) => cell.column === column)?.segment;
    const value = row.cells.find((cell) => cell.column === column + 1)?.segment;
    if (label === undefined || value === undefined || !isQuotable(label.text)) return [];
    const role = roleOf(label.text, pageText);
    return [
      {
        kind: 'cell',
        parts: [label.text, role].map((text) => ({ text, weight: WEIGHTS.own })),
        text: value.text,
        quotes: [toExcerpt(value)],
        value: toExcerpt(value),
        also: [],
        label: toExcerpt(label),
        labelText: label.text,
        role,
        header: '',
        table: null,
        row: null,
        column: column + 1,
      },
    ];
  });
}

/** Who does what, where a cell names both: `Opening, Erik Sandvik`, or the name below it. */
function deedPassages(
  { cells }: TableRow,
  base: Pick<CellPassage, 'image' | 'heading'>,
  around: readonly Part[],
): CellPassage[] {
  return cells.flatMap((cell): CellPassage[] => {
    const deed = deedOf(cell.segment);
    if (deed === null || !isQuotable(cell.segment.text)) return [];
    const siblings = cells
      .filter((other) => other !== cell)
      .map((other): Part => ({ text: textOf(other), weight: WEIGHTS.sibling }));
    return [
      {
        ...base,
        kind: 'cell',
        parts: [{ text: deed.what.text, weight: WEIGHTS.own }, ...siblings, ...around],
        text: deed.who.text,
        quotes: [deed.who],
        value: deed.who,
        also: [],
        label: deed.what,
        labelText: deed.what.text,
        role: '',
        header: '',
        table: null,
        row: null,
        column: cell.column,
      },
    ];
  });
}

interface Measured {
  readonly name: Excerpt;
  readonly value: Excerpt;
  readonly number: number;
}

/** Where the numbers of a column, and those of a row, are greatest and least. */
export function extremePassages(layout: PageLayout, table: Table, image: number): ExtremePassage[] {
  const { heading, parts } = surroundings(layout, table);
  const base = { kind: 'extreme', image, heading } as const;
  const columns = table.headers.flatMap((header, column): ExtremePassage[] => {
    if (column === 0) return [];
    const measured = table.rows.flatMap((row): Measured[] => {
      const first = row.cells.find((cell) => cell.column === 0);
      const cell = row.cells.find((other) => other.column === column);
      if (first === undefined || cell === undefined || isSummary(row.label)) return [];
      return measure(first.segment, cell.segment);
    });
    const own = [
      { text: header, weight: WEIGHTS.own },
      { text: table.headers[0] ?? '', weight: WEIGHTS.own },
    ];
    return extremes(measured).map(({ which, found }) => ({
      ...base,
      which,
      along: 'column',
      name: header,
      parts: [...own, ...parts],
      text: found.name.text,
      quotes: [found.name],
      label: found.name,
      value: found.value,
      table,
      column,
    }));
  });
  const rows = table.rows.flatMap((row): ExtremePassage[] => {
    const measured = row.cells.flatMap(({ segment, column }): Measured[] => {
      const header = table.header.filter(({ text }) => text === table.headers[column]);
      const [only] = header;
      return column === 0 || only === undefined || header.length > 1 ? [] : measure(only, segment);
    });
    const own = [{ text: row.label, weight: WEIGHTS.own }];
    return extremes(measured).map(({ which, found }) => ({
      ...base,
      which,
      along: 'row',
      name: row.label,
      parts: [...own, ...parts, { text: row.section, weight: WEIGHTS.section }],
      text: found.name.text,
      quotes: [found.name],
      label: found.name,
      value: found.value,
      table,
      column: 0,
    }));
  });
  return [...columns, ...rows];
}

function measure(name: Segment, value: Segment): Measured[] {
  const number = plainNumber(value.text);
  if (number === null || !isQuotable(name.text)) return [];
  return [{ name: toExcerpt(name), value: toExcerpt(value), number }];
}

function extremes(all: readonly Measured[]): { which: 'most' | 'least'; found: Measured }[] {
  // A whole number among decimal ones was read without its point.
  const decimal = all.filter(({ value: { text } }) => /\d\.\d/.test(text));
  const measured = decimal.length >= 0.7 * all.length && decimal.length < all.length ? decimal : all;
  if (measured.length < 3) return [];
  const sorted = [...measured].sort((a, b) => b.number - a.number);
  const [greatest] = sorted;
  const least = sorted.at(-1);
  if (greatest === undefined || least === undefined) return [];
  return [
    { which: 'most', found: greatest },
    { which: 'least', found: least },
  ];
}

/** What stands around a table and belongs to all of it: the heading above, its own title, the corner, captions. */
function surroundings(
  layout: PageLayout,
  table: Table,
): { readonly heading: Excerpt | null; readonly parts: readonly Part[] } {
  const above = headingAbove(layout, table.box.top, table, true);
  const heading = table.title === null ? above : toExcerpt(table.title);
  const parts: Part[] = [
    { text: heading?.text ?? '', weight: WEIGHTS.title },
    { text: table.headers[0] ?? '', weight: WEIGHTS.title },
    ...(table.title === null ? introduction(layout, table, above) : []).map((text) => ({
      text,
      weight: WEIGHTS.introduction,
    })),
  ];
  return { heading, parts };
}

/** The sentences between a table and the heading above it. */
function introduction(layout: PageLayout, table: Table, heading: Excerpt | null): string[] {
  const top =
    layout.headings.find(({ segment }) => segment.start === heading?.start)?.segment.box.top ?? -Infinity;
  const reach = 0.12 * (table.box.right - table.box.left) + 60;
  return layout.sentences
    .filter(({ box }) => horizontalOverlap(box, table.box) > 0)
    .filter(({ box }) => box.top >= top && box.bottom <= table.box.top && table.box.top - box.bottom < reach)
    .map(({ text }) => text);
}
