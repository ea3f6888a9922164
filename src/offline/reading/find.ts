import type { OcrPage } from '../../ocr/model.ts';
import { isValueOf } from './attributes.ts';
import { extract } from './extract.ts';
import { layOut } from './layout.ts';
import {
  passagesOf,
  type CellPassage,
  type Excerpt,
  type Passage,
  type SentencePassage,
} from './passages.ts';
import { analyse, boundedQuestion, splitQuestion, type Question } from './question.ts';
import { PassageIndex, type Ranked } from './rank.ts';
import { hasNumber, isQuotable, type Candidate } from './values.ts';

/** What was found of one page, as far as it is worth a word. */
export interface SeenImage {
  /** k, from 1. */
  readonly image: number;
  /** Its first heading or line; null when nothing legible was read. */
  readonly title: Excerpt | null;
}

/** An answer to one part of a question, with what it was taken from. */
export interface Finding {
  readonly passage: Passage;
  /**
   * What answers: the value of a cell or a part of a sentence. More than one where cells are compared, none where the
   * whole sentence answers.
   */
  readonly values: readonly FoundValue[];
}

/** A text that answers, as it stands on the page. */
export interface FoundValue {
  readonly excerpt: Excerpt;
  /** Further lines of it. */
  readonly also?: readonly Excerpt[];
  /** The header of its column; empty without one. */
  readonly column: string;
}

export interface Reading {
  readonly question: string;
  readonly images: readonly SeenImage[];
  /** One an answered part of the question; empty when nothing was found. */
  readonly findings: readonly Finding[];
  /** Parts of the question that the pages do not answer. */
  readonly unanswered: readonly string[];
}

/** The least share of a question that a passage must speak of to be taken for its answer. */
const MIN_COVERAGE = 0.52;
/** The same where the passage lacks the very word that is asked for. */
const MIN_COVERAGE_WITHOUT_FOCUS = 0.85;
/** The same where the question speaks of something that stands on no page. */
const MIN_COVERAGE_UNHEARD_OF = 0.7;
const MIN_FIT = 0.3;

/** Looks the question up in pages that were read; the k-th page is image k. */
export function find(question: string, pages: readonly OcrPage[]): Reading {
  const layouts = pages.map(layOut);
  const passages = layouts.flatMap((layout, index) => passagesOf(layout, index + 1));
  const index = new PassageIndex(passages, new Map(pages.map(({ text }, at) => [at + 1, text])));
  const findings: Finding[] = [];
  const unanswered: string[] = [];
  for (const part of splitQuestion(boundedQuestion(question))) {
    const asked = analyse(part);
    const best = index.rank(asked).find(isAnswer);
    if (best === undefined) unanswered.push(part);
    else findings.push(toFinding(best.passage, asked));
  }
  return {
    question,
    images: layouts.map((layout, at) => ({
      image: at + 1,
      title: layout.wordCount === 0 ? null : titleOf(layout),
    })),
    findings,
    unanswered,
  };
}

function isAnswer(ranked: Ranked): boolean {
  const { coverage, fit, lacksRequired, lacksFocus, unheardOf, unheardKind } = ranked;
  const least = lacksFocus ? MIN_COVERAGE_WITHOUT_FOCUS : unheardOf ? MIN_COVERAGE_UNHEARD_OF : MIN_COVERAGE;
  return !lacksRequired && !unheardKind && fit >= MIN_FIT && coverage >= least;
}

function titleOf({ headings, sentences, tables }: ReturnType<typeof layOut>): Excerpt | null {
  const first = [
    ...headings.map(({ segment }) => segment),
    ...sentences.flatMap(({ pieces }) => pieces),
    ...tables.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.map(({ segment }) => segment))),
  ].find(({ text }) => isQuotable(text));
  return first === undefined ? null : { text: first.text, start: first.start, end: first.end };
}

function toFinding(passage: Passage, question: Question): Finding {
  if (passage.kind === 'cell') return { passage, values: comparedCells(passage, question) };
  if (passage.kind === 'extreme') {
    const asked = /\b(?:which|who|where|whose)\b/i.test(question.text) ? passage.label : passage.value;
    return { passage, values: [{ excerpt: asked, column: passage.name }] };
  }
  if (passage.kind === 'row')
    return { passage, values: [{ excerpt: passage.value, column: passage.table.headers[0] ?? '' }] };
  const part = extract(passage.text, question);
  const excerpt = part === null ? null : onPage(passage, part);
  if (excerpt === null) return { passage, values: [] };
  return { passage, values: [{ excerpt, column: '' }] };
}

/** Of a cell with several values, the one with the unit that is asked for: "6 W" of "24 V direct current, 6 W". */
function askedPart(value: Excerpt, { concepts }: Question): Excerpt {
  const parts = [...value.text.matchAll(/[^,;]+/g)].map((match) => ({
    text: match[0].trim(),
    at: match.index + match[0].length - match[0].trimStart().length,
  }));
  const asked = concepts.filter(({ focus }) => focus).flatMap(({ wordings }) => wordings[0] ?? []);
  const fitting = parts.filter(({ text }) => asked.some((stem) => isValueOf(stem, text)));
  const [only] = fitting;
  if (only === undefined || fitting.length > 1 || parts.length < 2 || /\d,\d/.test(value.text)) return value;
  const start = value.start + only.at;
  return { text: only.text, start, end: start + only.text.length };
}

/** Where a part of a sentence stands on its page; null when it is torn apart there. */
function onPage({ sentence }: SentencePassage, { start, end }: Candidate): Excerpt | null {
  const piece = sentence.pieces.find(({ at, text }) => start >= at && end <= at + text.length);
  if (piece === undefined) return null;
  const from = start - piece.at;
  return {
    text: piece.text.slice(from, end - piece.at),
    start: piece.start + from,
    end: piece.start + end - piece.at,
  };
}

/** The cell, and where the question names several years, its neighbours under those years. */
function comparedCells(passage: CellPassage, question: Question): Finding['values'] {
  const { years } = question;
  const own = {
    excerpt: askedPart(passage.value, question),
    column: passage.header,
    ...(passage.also.length > 0 ? { also: passage.also } : {}),
  };
  const { table, row } = passage;
  if (years.length < 2 || table === null || row === null) return [own];
  const named = row.cells.flatMap(({ segment, column }) => {
    const header = table.headers[column] ?? '';
    const year = years.findIndex((one) => header.toLowerCase().includes(one));
    return year === -1 || !hasNumber(segment.text) ? [] : [{ year, excerpt: segment, column: header }];
  });
  if (named.length < 2) return [own];
  return named
    .sort((a, b) => a.year - b.year)
    .map(({ excerpt: { text, start, end }, column }) => ({ excerpt: { text, start, end }, column }));
}
