import MiniSearch from 'minisearch';
import type { Passage } from './passages.ts';
import { soleStems, type Concept, type Question } from './question.ts';
import type { Wording } from './lexicon.ts';
import { findCandidates, hasNumber, type ValueKind } from './values.ts';
import { contentStems, terms } from './words.ts';

/** A passage with how well it fits a question. */
export interface Ranked {
  readonly passage: Passage;
  /** Higher is better; of no meaning between questions. */
  readonly score: number;
  /** The share of what the question speaks of that the passage and its surroundings speak of, 0 to 1. */
  readonly coverage: number;
  /** How well it has the kind of value that is asked for, 0 to 1. */
  readonly fit: number;
  /** Whether a name or number of the question is missing, or what it asks for the value of. */
  readonly lacksRequired: boolean;
  readonly lacksFocus: boolean;
  /** Whether the question speaks of something that no page speaks of in any wording. */
  readonly unheardOf: boolean;
}

/** How much a hit counts by where it stands. */
const FIELD = { body: 1, context: 0.75, before: 0.45, page: 0.25 };
/** How much a hit counts that is no exact one: a beginning in common, or a letter read wrongly. */
const INEXACT = 0.65;
const OTHER_WORDING = 0.85;
const HEADING_FIT = 0.35;
/** Where the greatest or least is asked for, a comparison of a column counts more than a line that happens to fit. */
const EXTREME_FIT = 1.4;
const LOCATIVE =
  /\b(?:in|at|on|behind|near|above|below|beside|between|under|opposite|outside|inside|next to) (?:the|a|an)\b/i;
const MONEY_WORDS =
  /[€$£¥]|\b(?:euros?|pounds?|dollars?|francs?|crowns?|yen|USD|EUR|GBP|million|billion|revenue|income|costs?|prices?|fees?|salar(?:y|ies)|expenses?)\b/i;

interface Document {
  readonly id: number;
  readonly body: string;
  readonly context: string;
  readonly before: string;
}

/** An index over the passages of the pages of one request. */
export class PassageIndex {
  readonly #passages: readonly Passage[];
  readonly #search: MiniSearch<Document>;
  /** Stems of each image's whole text. */
  readonly #pages: ReadonlyMap<number, ReadonlySet<string>>;
  readonly #hits = new Map<string, ReadonlyMap<number, number>>();

  constructor(passages: readonly Passage[], pages: ReadonlyMap<number, string>) {
    this.#passages = passages;
    this.#pages = new Map([...pages].map(([image, text]) => [image, new Set(contentStems(text))]));
    this.#search = new MiniSearch<Document>({
      fields: ['body', 'context', 'before'],
      tokenize: (text) => terms(text).map((term) => term.stem),
      processTerm: (term) => term,
      searchOptions: { tokenize: (text) => [text], boost: { body: 2 } },
    });
    this.#search.addAll(passages.map(({ body, context, before }, id) => ({ id, body, context, before })));
  }

  /** The passages that speak of anything of the question, best first. */
  rank(question: Question): Ranked[] {
    const asked = question.concepts.map((concept) => ({ concept, hits: this.#conceptHits(concept) }));
    const images = [...this.#pages.keys()];
    const unheardOf = asked.some(
      ({ concept, hits }) =>
        concept.weight >= 0.9 &&
        hits.size === 0 &&
        images.every((image) => this.#onPage(concept, image) === 0),
    );
    const whole = asked.reduce((sum, { concept }) => sum + concept.weight, 0);
    const ranked = this.#passages.flatMap((passage, id): Ranked[] => {
      let covered = 0;
      let score = 0;
      let lacksRequired = false;
      let lacksFocus = false;
      for (const { concept, hits } of asked) {
        const hit = hits.get(id) ?? this.#onPage(concept, passage.image);
        covered += concept.weight * hit;
        score += concept.weight * hit * Math.log(1 + this.#passages.length / (hits.size + 0.5));
        lacksRequired ||= concept.required && hit === 0;
        lacksFocus ||= concept.focus && concept.weight >= 0.4 && (hits.get(id) ?? 0) === 0;
      }
      if (covered === 0) return [];
      const coverage = covered / Math.max(whole, 0.5);
      const fit = valueFit(passage, question) * labelFit(passage, question);
      const factor = (0.2 + coverage) * fit * (lacksRequired ? 0.15 : 1) * (lacksFocus ? 0.5 : 1);
      return [{ passage, score: score * factor, coverage, fit, lacksRequired, lacksFocus, unheardOf }];
    });
    return ranked.sort((a, b) => b.score - a.score);
  }

  /** How strongly each passage speaks of a concept, 0 to 1, in any of its wordings. */
  #conceptHits(concept: Concept): Map<number, number> {
    const best = new Map<number, number>();
    for (const [index, wording] of concept.wordings.entries()) {
      const factor = index === 0 || concept.required ? 1 : OTHER_WORDING;
      for (const [id, strength] of this.#wordingHits(wording)) {
        best.set(id, Math.max(best.get(id) ?? 0, factor * strength));
      }
    }
    return best;
  }

  #wordingHits(wording: Wording): Map<number, number> {
    const [first, ...rest] = wording.map((stem) => this.#stemHits(stem));
    const hits = new Map(first ?? []);
    for (const other of rest) {
      for (const [id, strength] of hits) {
        const also = other.get(id);
        if (also === undefined) hits.delete(id);
        else hits.set(id, Math.min(strength, also));
      }
    }
    return hits;
  }

  #stemHits(stem: string): ReadonlyMap<number, number> {
    const known = this.#hits.get(stem);
    if (known !== undefined) return known;
    const exactOnly = hasNumber(stem) || stem.length < 4;
    const hits = new Map<number, number>();
    for (const result of this.#search.search(stem, {
      fuzzy: exactOnly || stem.length < 6 ? false : 0.17,
      prefix: !exactOnly && stem.length > 4,
    })) {
      const exact = result.match[stem];
      const fields = exact ?? Object.values(result.match).flat();
      const field = fields.includes('body')
        ? FIELD.body
        : fields.includes('context')
          ? FIELD.context
          : FIELD.before;
      hits.set(Number(result.id), field * (exact === undefined ? INEXACT : 1));
    }
    this.#hits.set(stem, hits);
    return hits;
  }

  #onPage(concept: Concept, image: number): number {
    const stems = this.#pages.get(image);
    const found =
      stems !== undefined && concept.wordings.some((wording) => wording.every((stem) => stems.has(stem)));
    return found ? FIELD.page : 0;
  }
}

/** How much of a cell's label the question speaks of: "Debt per inhabitant" is not what "inhabitants" asks for. */
function labelFit(passage: Passage, { concepts }: Question): number {
  if (passage.kind !== 'cell') return 1;
  const asked = new Set(concepts.flatMap(({ wordings }) => wordings.flat()));
  const label = contentStems(passage.label.text);
  if (label.length === 0) return 1;
  return 0.6 + (0.4 * label.filter((stem) => asked.has(stem)).length) / label.length;
}

/** How well a passage has what a kind of question asks for. */
export function valueFit(passage: Passage, question: Question): number {
  const own = new Set(contentStems(question.text));
  const stems = contentStems(passage.text);
  // A value that only says the question again answers nothing.
  if (stems.length > 0 && stems.every((stem) => own.has(stem))) return 0.1;
  if (passage.kind === 'extreme') return passage.which === question.extreme ? EXTREME_FIT : 0;
  if (passage.kind === 'sentence') {
    return sentenceFit(passage.text, question) * (passage.isHeading ? HEADING_FIT : 1);
  }
  const fit = cellFit(passage.text, question.kind);
  if (passage.kind === 'row') return fit * rowFit(question);
  const money =
    question.kind === 'money' && !MONEY_WORDS.test(`${passage.body} ${passage.context} ${passage.text}`);
  return money ? 0.7 * fit : fit;
}

/** A row's label is asked for by "which" and "who" more than by anything else. */
function rowFit({ text, kind }: Question): number {
  return /\b(?:which|who|whose|where|what)\b/i.test(text) && ['text', 'person', 'place'].includes(kind)
    ? 0.8
    : 0.1;
}

function cellFit(value: string, kind: ValueKind): number {
  const number = hasNumber(value);
  switch (kind) {
    case 'text':
      return 1;
    case 'person':
    case 'place':
      return number ? 0.15 : 1;
    case 'date':
      return findCandidates(value, 'date').length > 0 ? 1 : 0.3;
    case 'frequency':
      return findCandidates(value, 'frequency').length > 0 ? 1 : 0.4;
    case 'percent':
      return value.includes('%') ? 1.1 : number ? 0.9 : 0.2;
    case 'duration':
      return findCandidates(value, 'duration').length > 0 ? 1.1 : number ? 0.7 : 0.2;
    case 'money':
    case 'number':
      return number ? (value.includes('%') && kind === 'money' ? 0.6 : 1) : 0.2;
  }
}

/** The candidates in a sentence that the question does not itself hold. */
export function newCandidates(
  sentence: string,
  question: Question,
  kind: ValueKind = question.kind,
): ReturnType<typeof findCandidates> {
  const own = new Set(terms(question.text).map((term) => term.stem));
  return findCandidates(sentence, kind).filter(({ text }) => terms(text).some((term) => !own.has(term.stem)));
}

function sentenceFit(text: string, question: Question): number {
  const { kind } = question;
  if (kind === 'text') return 0.95;
  if (kind === 'place') return newCandidates(text, question).length > 0 || LOCATIVE.test(text) ? 1 : 0.4;
  if (newCandidates(text, question).length > 0) return countsSomethingElse(text, question) ? 0.5 : 1;
  const number = newCandidates(text, question, 'number').length > 0;
  if (kind === 'money' || kind === 'percent') return number ? 0.55 : 0.2;
  if (kind === 'duration') return number ? 0.35 : 0.2;
  return kind === 'frequency' ? 0.45 : kind === 'date' ? 0.25 : 0.3;
}

/** Whether "how many pupils" meets only numbers that count something else: none has `pupils` right behind it. */
function countsSomethingElse(text: string, question: Question): boolean {
  const focus = question.concepts.find((concept) => concept.focus);
  if (focus === undefined || !/\bhow many\b/i.test(question.text)) return false;
  const stems = soleStems(focus);
  return newCandidates(text, question).every(({ start, end }) => {
    const counted = terms(text.slice(start, end + 60))
      .filter((term) => term.start >= end - start || !hasNumber(term.word))
      .slice(0, 2);
    return !counted.some(({ stem }) => stems.has(stem));
  });
}
