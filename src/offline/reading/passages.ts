import { cellPassages, extremePassages } from './cells.ts';
import { height, horizontalOverlap } from './geometry.ts';
import type { Heading, PageLayout, Sentence, Table, TableRow } from './model.ts';
import { impliedYear } from './periods.ts';
import { roleOf } from './roles.ts';
import { isQuotable } from './values.ts';

/** A piece of a page's text: offsets into that text, and the text itself. */
export interface Excerpt {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A text that speaks of a passage, and how much a word of a question counts that is found there. */
export interface Part {
  readonly text: string;
  readonly weight: number;
}

/** How much a word counts by where it stands. */
export const WEIGHTS = {
  own: 1,
  sibling: 0.95,
  section: 0.85,
  title: 0.8,
  introduction: 0.6,
  figure: 0.5,
  before: 0.45,
} as const;

/** A heading beside what it heads stands no more than so many of its heights above it. */
const ASIDE = 12;
/** A sentence that begins so goes on about what the one before it speaks of. */
const PRONOUN = /^(?:It|Its|He|His|She|Her|They|Their|This|These|That|Those|Both|There|Here)\b/;

interface PassageBase {
  /** k, from 1. */
  readonly image: number;
  /** Everything that speaks of it, itself included unless it is a value. */
  readonly parts: readonly Part[];
  /** What it could answer with. */
  readonly text: string;
  /** That text as it stands on the page, in one piece unless Tesseract read something else in between. */
  readonly quotes: readonly Excerpt[];
  readonly heading: Excerpt | null;
}

/** A value, known by its row's label and its column's header; one of a pair outside tables has neither table nor row. */
export interface CellPassage extends PassageBase {
  readonly kind: 'cell';
  readonly value: Excerpt;
  /** Further lines of the value. */
  readonly also: readonly Excerpt[];
  /** The label, or its first line. */
  readonly label: Excerpt;
  readonly labelText: string;
  /** Words that a question may use for what stands at this label; empty for most. */
  readonly role: string;
  readonly header: string;
  readonly table: Table | null;
  readonly row: TableRow | null;
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

/** The row in which a column has its greatest or least number, or the column in which a row has it. */
export interface ExtremePassage extends PassageBase {
  readonly kind: 'extreme';
  readonly which: 'most' | 'least';
  readonly along: 'column' | 'row';
  /** The header of that column, or the label of that row. */
  readonly name: string;
  readonly label: Excerpt;
  readonly value: Excerpt;
  readonly table: Table;
  readonly column: number;
}

export type Passage = CellPassage | RowPassage | SentencePassage | ExtremePassage;

/** Everything on a page that can answer a question. `image` is the page's number in the request, from 1. */
export function passagesOf(layout: PageLayout, image: number): Passage[] {
  return [
    ...layout.tables.flatMap((table) => cellPassages(layout, table, image)),
    ...layout.tables.flatMap((table) => extremePassages(layout, table, image)),
    ...pairPassages(layout, image),
    ...sentencePassages(layout, image),
  ].filter(({ text }) => isQuotable(text));
}

function pairPassages(layout: PageLayout, image: number): CellPassage[] {
  return layout.pairs.flatMap(({ label, value, box, role: given }): CellPassage[] => {
    if (!isQuotable(label.text)) return [];
    const heading = headingAbove(layout, box.top, { box }, true);
    const role = given ?? roleOf(label.text, layout.text);
    return [
      {
        kind: 'cell',
        image,
        heading: heading?.start === label.start ? null : heading,
        parts: [
          { text: label.text, weight: WEIGHTS.own },
          { text: role, weight: WEIGHTS.own },
          { text: heading?.text ?? '', weight: WEIGHTS.title },
        ],
        text: value.text,
        quotes: [value],
        value,
        also: [],
        label,
        labelText: label.text,
        role,
        header: '',
        table: null,
        row: null,
        column: 1,
      },
    ];
  });
}

function sentencePassages(layout: PageLayout, image: number): SentencePassage[] {
  const headings = new Set(layout.headings.map(({ segment }) => segment.start));
  return layout.sentences.map((sentence, index): SentencePassage => {
    const before = layout.sentences[index - 1];
    const [first] = sentence.pieces;
    const isHeading = first !== undefined && sentence.pieces.length === 1 && headings.has(first.start);
    const heading = isHeading ? null : headingAbove(layout, sentence.box.top, sentence);
    return {
      kind: 'sentence',
      image,
      parts: [
        { text: sentence.text, weight: WEIGHTS.own },
        { text: heading?.text ?? '', weight: WEIGHTS.title },
        { text: String(impliedYear(sentence.text) ?? ''), weight: WEIGHTS.own },
        {
          text: before?.paragraph === sentence.paragraph ? before.text : '',
          weight: PRONOUN.test(sentence.text) ? WEIGHTS.title : WEIGHTS.before,
        },
      ],
      heading,
      text: sentence.text,
      quotes: sentence.pieces,
      sentence,
      isHeading,
    };
  });
}

/**
 * The nearest heading above that stands over `what`; for a table or a list, which may be set in, also one further to
 * the left. Null when there is none.
 */
export function headingAbove(
  layout: PageLayout,
  top: number,
  what: Pick<Table, 'box'>,
  aside = false,
): Excerpt | null {
  const above = layout.headings.filter(({ segment }) => {
    const over = horizontalOverlap(segment.box, what.box) > 0;
    const left =
      aside && segment.box.left <= what.box.left && top - segment.box.bottom < ASIDE * height(segment.box);
    return isQuotable(segment.text) && segment.box.bottom <= top + 2 && (over || left);
  });
  const nearest = above.reduce<Heading | null>(
    (best, heading) => (best === null || heading.segment.box.top > best.segment.box.top ? heading : best),
    null,
  );
  return nearest === null ? null : toExcerpt(nearest.segment);
}

/** A segment's place and text alone. */
export function toExcerpt(segment: Excerpt | undefined): Excerpt {
  return { text: segment?.text ?? '', start: segment?.start ?? 0, end: segment?.end ?? 0 };
}
