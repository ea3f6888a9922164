import { horizontalOverlap } from './geometry.ts';
import type { Heading, PageLayout, PlacedWord, Segment, Sentence, Table, TableRow } from './model.ts';
import { hasNumber, isQuotable, plainNumber } from './values.ts';

/** Rows whose label is longer are lines of prose. */
const MAX_LABEL_WORDS = 10;

/** A piece of a page's text: offsets into that text, and the text itself. */
export interface Excerpt {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface PassageBase {
  /** k, from 1. */
  readonly image: number;
  /** What the passage itself says, to be searched. */
  readonly body: string;
  /** What stands around it and belongs to it: headings, the table's title. */
  readonly context: string;
  /** The sentence before it. */
  readonly before: string;
  /** What it could answer with. */
  readonly text: string;
  /** That text as it stands on the page, in one piece unless Tesseract read something else in between. */
  readonly quotes: readonly Excerpt[];
  readonly heading: Excerpt | null;
}

/** A cell of a table, known by its row's label and its column's header. */
export interface CellPassage extends PassageBase {
  readonly kind: 'cell';
  readonly value: Excerpt;
  readonly label: Excerpt;
  readonly header: string;
  readonly table: Table;
  readonly row: TableRow;
  readonly column: number;
}

/** The label of a table's row, known by the row's other cells. */
export interface RowPassage extends PassageBase {
  readonly kind: 'row';
  readonly value: Excerpt;
  readonly cells: readonly Excerpt[];
  readonly table: Table;
  readonly row: TableRow;
}

export interface SentencePassage extends PassageBase {
  readonly kind: 'sentence';
  readonly sentence: Sentence;
  /** A heading names what follows and seldom answers. */
  readonly isHeading: boolean;
}

/** The row in which a column has its greatest or least number. */
export interface ExtremePassage extends PassageBase {
  readonly kind: 'extreme';
  readonly which: 'most' | 'least';
  readonly label: Excerpt;
  readonly value: Excerpt;
  readonly header: string;
}

export type Passage = CellPassage | RowPassage | SentencePassage | ExtremePassage;

/** Everything on a page that can answer a question. `image` is the page's number in the request, from 1. */
export function passagesOf(layout: PageLayout, image: number): Passage[] {
  return [
    ...layout.tables.flatMap((table) => tablePassages(layout, table, image)),
    ...layout.tables.flatMap((table) => extremePassages(layout, table, image)),
    ...sentencePassages(layout, image),
  ].filter(({ text }) => isQuotable(text));
}

function tablePassages(layout: PageLayout, table: Table, image: number): Passage[] {
  const heading = headingAbove(layout, table.box.top, table);
  const corner = table.headers[0] ?? '';
  const around = [heading?.text ?? '', corner, ...introduction(layout, table)].join(' ');
  return table.rows.flatMap((row): Passage[] => {
    const [first, ...others] = row.cells;
    if (first?.column !== 0) return [];
    const label = clean(first.segment);
    if (first.segment.words.length > MAX_LABEL_WORDS || !isQuotable(label.text)) return [];
    const context = `${around} ${row.section}`;
    const cells = others.map(({ segment, column }): CellPassage => ({
      kind: 'cell',
      image,
      body: `${label.text} ${table.headers[column] ?? ''}`,
      context,
      before: '',
      heading,
      text: clean(segment).text,
      quotes: [clean(segment)],
      value: clean(segment),
      label,
      header: table.headers[column] ?? '',
      table,
      row,
      column,
    }));
    const whole: RowPassage = {
      kind: 'row',
      image,
      body: others.map(({ segment, column }) => `${table.headers[column] ?? ''} ${segment.text}`).join(' '),
      context,
      before: '',
      heading,
      text: label.text,
      quotes: [label],
      value: label,
      cells: others.map(({ segment }) => clean(segment)).filter(({ text }) => isQuotable(text)),
      table,
      row,
    };
    return hasNumber(label.text) && !/\p{L}/u.test(label.text) ? cells : [...cells, whole];
  });
}

/** Rows that hold the sum or the mean of others. */
const SUMMARY = /^(?:all|total|sum|average|mean|overall|subtotal)\b/i;

function extremePassages(layout: PageLayout, table: Table, image: number): ExtremePassage[] {
  const heading = headingAbove(layout, table.box.top, table);
  const context = [heading?.text ?? '', table.headers[0] ?? '', ...introduction(layout, table)].join(' ');
  return table.headers.flatMap((header, column) => {
    if (column === 0 || header === '') return [];
    const numbered = table.rows.flatMap((row) => {
      const first = row.cells.find((cell) => cell.column === 0);
      const cell = row.cells.find((other) => other.column === column);
      const number = cell === undefined ? null : plainNumber(clean(cell.segment).text);
      if (first === undefined || cell === undefined || number === null) return [];
      const label = clean(first.segment);
      return SUMMARY.test(label.text) || !isQuotable(label.text)
        ? []
        : [{ label, value: clean(cell.segment), number }];
    });
    if (numbered.length < 3) return [];
    const sorted = [...numbered].sort((a, b) => b.number - a.number);
    return (['most', 'least'] as const).flatMap((which): ExtremePassage[] => {
      const found = which === 'most' ? sorted[0] : sorted.at(-1);
      if (found === undefined) return [];
      const { label, value } = found;
      return [
        {
          kind: 'extreme',
          which,
          image,
          body: header,
          context,
          before: '',
          heading,
          text: label.text,
          quotes: [label],
          label,
          value,
          header,
        },
      ];
    });
  });
}

/** The sentences between a table and the heading above it, and the caption right below it. */
function introduction(layout: PageLayout, table: Table): string[] {
  const heading = headingAbove(layout, table.box.top, table);
  const top = heading === null ? -Infinity : topOf(layout, heading);
  const reach = 0.12 * (table.box.right - table.box.left) + 60;
  return layout.sentences
    .filter(({ box }) => horizontalOverlap(box, table.box) > 0)
    .filter(({ box }) => box.top >= top && box.bottom <= table.box.top && table.box.top - box.bottom < reach)
    .map(({ text }) => text);
}

function topOf(layout: PageLayout, { start }: Excerpt): number {
  return layout.headings.find(({ segment }) => segment.start === start)?.segment.box.top ?? -Infinity;
}

function sentencePassages(layout: PageLayout, image: number): SentencePassage[] {
  const headings = new Set(layout.headings.map(({ segment }) => segment.start));
  return layout.sentences.map((sentence, index): SentencePassage => {
    const before = layout.sentences[index - 1];
    const [first] = sentence.pieces;
    const isHeading = first !== undefined && sentence.pieces.length === 1 && headings.has(first.start);
    const heading = isHeading ? null : headingAbove(layout, sentence.box.top, sentence);
    const previous = before?.paragraph === sentence.paragraph ? before.text : '';
    return {
      kind: 'sentence',
      image,
      body: sentence.text,
      context: heading?.text ?? '',
      before: previous,
      heading,
      text: sentence.text,
      quotes: sentence.pieces,
      sentence,
      isHeading,
    };
  });
}

/** The nearest heading above that stands over `what`; the page's first heading when none does. */
function headingAbove(layout: PageLayout, top: number, what: Pick<Table, 'box'>): Excerpt | null {
  const above = layout.headings.filter(
    ({ segment }) =>
      isQuotable(segment.text) &&
      segment.box.bottom <= top + 2 &&
      horizontalOverlap(segment.box, what.box) > 0,
  );
  const nearest = above.reduce<Heading | null>(
    (best, heading) => (best === null || heading.segment.box.top > best.segment.box.top ? heading : best),
    null,
  );
  return nearest === null ? null : excerpt(nearest.segment);
}

function excerpt({ text, start, end }: Segment): Excerpt {
  return { text, start, end };
}

/** A cell without what Tesseract makes of bars and rules beside its text. */
function clean(segment: Segment): Excerpt {
  const isNoise = ({ text, confidence }: PlacedWord): boolean =>
    !/[\p{L}\p{N}]/u.test(text) ||
    /^[Il|[\](){}!]{1,2}[,.]?$/.test(text) ||
    (confidence < 40 && text.length < 3);
  const first = segment.words.findIndex((word) => !isNoise(word));
  const last = segment.words.findLastIndex((word) => !isNoise(word));
  const start = segment.words[first]?.start ?? segment.start;
  const end = segment.words[last]?.end ?? segment.end;
  return { text: segment.text.slice(start - segment.start, end - segment.start), start, end };
}
