import { columnFit, rowFit } from './address.ts';
import { isValueOfQuantity, isValueOfAnother } from './attributes.ts';
import { valueFit } from './fit.ts';
import type { Passage } from './passage.ts';
import type { Concept, Question } from './question.ts';
import { UnitIndex } from './unitIndex.ts';
import { contentStems } from './words.ts';

/** A passage, and how well it fits a question. */
export interface Ranked {
  readonly passage: Passage;
  /** Higher is better; scores of different questions cannot be compared. */
  readonly score: number;
  /** The share of the question that the passage and its surroundings cover, 0 to 1. */
  readonly coverage: number;
  /** How well it has the kind of value that the question asks for, 0 to 1. */
  readonly fit: number;
  /** Whether it lacks a name or number of the question, or the thing whose value the question asks for. */
  readonly lacksRequired: boolean;
  readonly lacksFocus: boolean;
  /** Whether the question mentions something that no page mentions in any wording. */
  readonly unheardOf: boolean;
  /**
   * Whether no page mentions the word that narrows the requested thing, so that the pages are about all of them, or
   * about others.
   */
  readonly unheardKind: boolean;
}

/** The weight of a word somewhere else on the page. */
const PAGE = 0.25;
/** The same in the page's first lines, which say what the page is about. */
const TITLED = 0.6;
const OTHER_WORDING = 0.85;
/** How much more a verb counts in a sentence. */
const SPOKEN_VERB = 2;
/** The weight of a value with the unit of the requested thing. */
const IMPLIED = 0.8;
/** The same for a sentence, which has numbers of many kinds. */
const SPOKEN_UNIT = 0.5;
/** The factor on a passage's score for each thing of the question that is only elsewhere on its page. */
const AWAY = 0.7;
/** The fit of a value with the unit of something else. */
const OTHER_UNIT = 0.35;
/** A name that is on the pages this often, or in a title, is what they are about. */
const SUBJECT_COUNT = 3;

/** An index over the passages of the pages of one request. */
export class PassageIndex {
  readonly #passages: readonly Passage[];
  readonly #units: UnitIndex;
  /** How often each stem occurs on each image. */
  readonly #pages: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly #titles: ReadonlySet<string>;

  constructor(passages: readonly Passage[], pages: ReadonlyMap<number, string>) {
    this.#passages = passages;
    this.#pages = new Map([...pages].map(([image, text]) => [image, countStems(text)]));
    this.#titles = new Set(
      [...pages].flatMap(([, text]) => contentStems(text.trim().split('\n').slice(0, 3).join(' '))),
    );
    this.#units = new UnitIndex(passages.flatMap(({ parts }) => parts.map(({ text }) => text)));
  }

  /** The passages that mention anything of the question, best first. */
  rank(question: Question): Ranked[] {
    const asked = question.concepts.map((concept) => {
      const hits = this.#passages.map((passage) => this.#strength(passage, concept));
      return { concept, hits, count: hits.filter((hit) => hit > 0).length };
    });
    const nowhere = asked.filter(
      ({ concept, count }) =>
        concept.weight >= 0.9 &&
        count === 0 &&
        ![...this.#pages.keys()].some((image) => this.#isOn(concept, image)),
    );
    const unheardOf = nowhere.some(({ concept }) => !asksForUnit(question, concept));
    const unheardKind = nowhere.some(({ concept }) => concept.narrows);
    const ranked = this.#passages.flatMap((passage, id): Ranked[] => {
      let covered = 0;
      let score = 0;
      let lacksRequired = false;
      let lacksFocus = false;
      let unit = 1;
      let away = 1;
      let whole = 0;
      for (const { concept, hits, count } of asked) {
        // A sentence says what is done; a table and a list of values leave it out.
        const weight = concept.weight * (concept.isVerb && passage.kind === 'sentence' ? SPOKEN_VERB : 1);
        whole += weight;
        const said = hits[id] ?? 0;
        const implied = impliedBy(passage, concept, asksForUnit(question, concept));
        const own = Math.max(said, implied);
        const hit = own > 0 ? own : this.#elsewhere(concept, passage);
        covered += weight * hit;
        score += weight * hit * Math.log(1.5 + this.#passages.length / (count + 0.5));
        lacksRequired ||= concept.required && hit === 0;
        lacksFocus ||=
          concept.focus &&
          concept.weight >= 0.4 &&
          (passage.kind === 'sentence' && !asksForUnit(question, concept) ? said : own) === 0;
        if (concept.weight >= 0.9 && own === 0 && hit < TITLED) away *= AWAY;
        if (concept.focus && said === 0 && isOfAnotherUnit(passage, concept)) unit = OTHER_UNIT;
      }
      if (covered === 0) return [];
      const coverage = covered / Math.max(whole, 0.5);
      const fit =
        unit *
        valueFit(passage, question) *
        rowFit(passage, question, unheardOf) *
        columnFit(passage, question);
      const factor = (0.2 + coverage) * fit * away * (lacksRequired ? 0.15 : 1) * (lacksFocus ? 0.5 : 1);
      return [
        { passage, score: score * factor, coverage, fit, lacksRequired, lacksFocus, unheardOf, unheardKind },
      ];
    });
    return ranked.sort((a, b) => b.score - a.score);
  }

  /** How strongly a passage mentions a concept, 0 to 1, in any of its wordings. */
  #strength({ parts }: Passage, { wordings, required }: Concept): number {
    return wordings.reduce(
      (best, wording, index) =>
        Math.max(
          best,
          (index === 0 || required ? 1 : OTHER_WORDING) * this.#units.strength(parts, wording, index > 0),
        ),
      0,
    );
  }

  /** The weight of a concept elsewhere on the passage's page. */
  #elsewhere(concept: Concept, passage: Passage): number {
    if (!this.#isOn(concept, passage.image)) return 0;
    const [own = []] = concept.wordings;
    if (!concept.required) return own.every((stem) => this.#titles.has(stem)) ? TITLED : PAGE;
    // A name that the page is about need not be repeated; any other name, year, or number must be.
    const subject = own.every(
      (stem) =>
        !/\d/.test(stem) &&
        (this.#titles.has(stem) || (this.#pages.get(passage.image)?.get(stem) ?? 0) >= SUBJECT_COUNT),
    );
    const titled = own.every((stem) => this.#titles.has(stem));
    return subject || titled || (passage.kind === 'sentence' && !own.some((stem) => /\d/.test(stem)))
      ? PAGE
      : 0;
  }

  #isOn({ wordings }: Concept, image: number): boolean {
    const stems = this.#pages.get(image);
    return stems !== undefined && wordings.some((wording) => wording.every((stem) => stems.has(stem)));
  }
}

/** A quantity need not be named if its value has the unit: "price" next to "3.80 euros". */
function impliedBy(passage: Passage, { wordings }: Concept, isAsked: boolean): number {
  if (passage.kind === 'extreme' || passage.kind === 'row') return 0;
  const implied = wordings[0]?.some((own) => isValueOfQuantity(own, passage.text)) === true;
  return implied ? (passage.kind === 'sentence' && !isAsked ? SPOKEN_UNIT : IMPLIED) : 0;
}

/** Whether a question asks for the form of a value: "how fast" for a speed, "which days" for days of the week. */
function asksForUnit({ text }: Question, { focus }: Concept): boolean {
  return focus && (/^how (?!many|much)/i.test(text) || /\b(?:which|what) (?:week)?days?\b/i.test(text));
}

/** Whether a cell's value has the unit of a quantity other than the requested one: minutes instead of a price. */
function isOfAnotherUnit({ kind, text }: Passage, { wordings }: Concept): boolean {
  return kind === 'cell' && wordings[0]?.some((own) => isValueOfAnother(own, text)) === true;
}

function countStems(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of contentStems(text)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}
