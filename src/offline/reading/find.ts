import { hasNumber } from '../../core/layout/cellText.ts';
import { isValueOfQuantity } from './attributes.ts';
import { extract } from './extract.ts';
import { readPage, type ReadPage } from './page.ts';
import type { PageLines } from './pageWords.ts';
import type { CellPassage, Passage, SentencePassage } from './passage.ts';
import { passagesOf } from './passages.ts';
import { analyze, boundedQuestion, splitQuestion, type Question } from './question.ts';
import { PassageIndex, type Ranked } from './rank.ts';
import { isQuotable, type Candidate } from './values.ts';

/** What was found on one page. */
export interface SeenImage {
  /** k, from 1. */
  readonly image: number;
  /** Its first heading or line, as in the page's text; null if nothing legible was read. */
  readonly title: string | null;
}

/** An answer to one part of a question, with its source. */
export interface Finding {
  readonly passage: Passage;
  /**
   * The answering values: the value of a cell or a part of a sentence. There are several if cells are compared, and
   * none if the whole sentence answers.
   */
  readonly values: readonly FoundValue[];
}

/** A text that answers the question. */
export interface FoundValue {
  /** As in the page's text: one quote for each line. */
  readonly quotes: readonly string[];
  /** The header of its column; empty if there is none. */
  readonly column: string;
}

/** What the pages say about a question. */
export interface Reading {
  readonly question: string;
  readonly images: readonly SeenImage[];
  /** One finding for each answered part of the question; empty if nothing was found. */
  readonly findings: readonly Finding[];
  /** Parts of the question that the pages do not answer. */
  readonly unanswered: readonly string[];
}

/** The smallest share of a question that a passage must cover to count as its answer. */
const MIN_COVERAGE = 0.52;
/** The same if the passage lacks the word that the question asks for. */
const MIN_COVERAGE_WITHOUT_FOCUS = 0.85;
/** The same if the question mentions something that is on no page. */
const MIN_COVERAGE_UNHEARD_OF = 0.7;
const MIN_FIT = 0.3;

/** Searches for the answer in pages that were read; the k-th page is image k. */
export function find(question: string, pages: readonly PageLines[]): Reading {
  const read = pages.map(readPage);
  const passages = read.flatMap((page, index) => passagesOf(page, index + 1));
  const index = new PassageIndex(passages, new Map(pages.map(({ text }, at) => [at + 1, text])));
  const findings: Finding[] = [];
  const unanswered: string[] = [];
  for (const part of splitQuestion(boundedQuestion(question))) {
    const asked = analyze(part);
    const best = index.rank(asked).find(isAnswer);
    if (best === undefined) unanswered.push(part);
    else findings.push(toFinding(best.passage, asked, passages));
  }
  const images = pages.map((page, at) => seeImage(page, at + 1));
  return { question, images, findings, unanswered };
}

/** What can be said about a page before the others have been read. */
export function seeImage(page: PageLines, image: number): SeenImage {
  return { image, title: titleOf(readPage(page)) };
}

function isAnswer(ranked: Ranked): boolean {
  const { coverage, fit, lacksRequired, lacksFocus, unheardOf, unheardKind } = ranked;
  const least = lacksFocus ? MIN_COVERAGE_WITHOUT_FOCUS : unheardOf ? MIN_COVERAGE_UNHEARD_OF : MIN_COVERAGE;
  return !lacksRequired && !unheardKind && fit >= MIN_FIT && coverage >= least;
}

function titleOf({ layout, words }: ReadPage): string | null {
  const first = [...layout.headings, ...layout.lines].find(({ text }) => isQuotable(text));
  return words.quoteOf(first ?? null);
}

function toFinding(passage: Passage, question: Question, all: readonly Passage[]): Finding {
  if (passage.kind === 'cell') return { passage, values: comparedCells(passage, question, all) };
  if (passage.kind === 'extreme') {
    const asked = /\b(?:which|who|where|whose)\b/i.test(question.text) ? passage.text : passage.value;
    return { passage, values: [{ quotes: [asked], column: passage.name }] };
  }
  if (passage.kind === 'row')
    return { passage, values: [{ quotes: passage.quotes, column: passage.table.headers[0] ?? '' }] };
  const part = extract(passage.text, question);
  const quote = part === null ? null : quoteCandidate(passage, part);
  return { passage, values: quote === null ? [] : [{ quotes: [quote], column: '' }] };
}

/** For a cell with several values, the one with the requested unit: "6 W" of "24 V direct current, 6 W". */
function askedPart(value: string, { concepts }: Question): string {
  const parts = value.split(/[,;]/).map((part) => part.trim());
  const asked = concepts.filter(({ focus }) => focus).flatMap(({ wordings }) => wordings[0] ?? []);
  const [only, ...more] = parts.filter((part) => asked.some((stem) => isValueOfQuantity(stem, part)));
  return only === undefined || more.length > 0 || /\d,\d/.test(value) ? value : only;
}

/** A part of a sentence as in the page's text; null if it is divided there. */
function quoteCandidate({ sentence }: SentencePassage, { start, end }: Candidate): string | null {
  const stretch = sentence.stretches.find(({ at, text }) => start >= at && end <= at + text.length);
  return stretch?.text.slice(start - stretch.at, end - stretch.at) ?? null;
}

/** The cell and, if the question names several years, its neighbors under those years. */
function comparedCells(
  passage: CellPassage,
  question: Question,
  all: readonly Passage[],
): readonly FoundValue[] {
  const { years } = question;
  const { header, row } = passage;
  const [first = '', ...more] = passage.quotes;
  const own = { quotes: [askedPart(first, question), ...more], column: header };
  if (years.length < 2 || row === null) return [own];
  const named = all.flatMap((other) => {
    if (other.kind !== 'cell' || other.row !== row || !hasNumber(other.text)) return [];
    const year = years.findIndex((one) => other.header.toLowerCase().includes(one));
    return year === -1 ? [] : [{ year, quotes: other.quotes, column: other.header }];
  });
  return named.length < 2 ? [own] : named.sort((a, b) => a.year - b.year);
}
