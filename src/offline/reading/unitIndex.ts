import MiniSearch from 'minisearch';
import type { Wording } from './lexicon.ts';
import { hasNumber } from '../../core/layout/cellText.ts';
import { terms } from './words.ts';

/** How much a hit counts that is no exact one: a beginning in common, or a letter read wrongly. */
const INEXACT = 0.65;

interface Document {
  readonly id: number;
  readonly text: string;
}

/**
 * An index over the texts that pages are made of: labels, headers, headings, sentences. Each text is indexed once,
 * however many passages it speaks of.
 */
export class UnitIndex {
  readonly #search: MiniSearch<Document>;
  readonly #texts: readonly string[];
  readonly #stems: readonly (readonly string[])[];
  readonly #hits = new Map<string, ReadonlyMap<string, number>>();

  constructor(texts: Iterable<string>) {
    this.#texts = [...new Set(texts)].filter((text) => text !== '');
    this.#stems = this.#texts.map((text) => terms(text).map((term) => term.stem));
    this.#search = new MiniSearch<Document>({
      fields: ['text'],
      tokenize: (text) => terms(text).map((term) => term.stem),
      processTerm: (term) => term,
      searchOptions: { tokenize: (text) => [text] },
    });
    this.#search.addAll(this.#texts.map((text, id) => ({ id, text })));
  }

  /** The texts that have a stem, each with how well: 1, or less where the stem is only much like a word of it. */
  hits(stem: string): ReadonlyMap<string, number> {
    const known = this.#hits.get(stem);
    if (known !== undefined) return known;
    const exactOnly = hasNumber(stem) || stem.length < 4;
    const hits = new Map<string, number>();
    for (const { id, match } of this.#search.search(stem, {
      fuzzy: exactOnly || stem.length < 7 ? false : 0.15,
      prefix: !exactOnly && stem.length > 4,
    })) {
      const text = this.#texts[Number(id)];
      if (text !== undefined) hits.set(text, match[stem] === undefined ? INEXACT : 1);
    }
    if (!exactOnly && stem.length >= 6) this.#addAbbreviations(stem, hits);
    this.#hits.set(stem, hits);
    return hits;
  }

  /** Texts with a word that a stem begins with: "Params" over a column of parameters. */
  #addAbbreviations(stem: string, hits: Map<string, number>): void {
    for (const [index, stems] of this.#stems.entries()) {
      const text = this.#texts[index];
      if (
        text !== undefined &&
        !hits.has(text) &&
        stems.some((own) => own.length >= 4 && stem.startsWith(own))
      )
        hits.set(text, INEXACT);
    }
  }

  /**
   * How well texts, each with its weight, have a wording together: all its stems, the worst of them.
   * @param exact Whether words that are only much alike do not count.
   */
  strength(
    parts: readonly { readonly text: string; readonly weight: number }[],
    wording: Wording,
    exact: boolean,
  ): number {
    let worst = wording.length === 0 ? 0 : 1;
    for (const stem of wording) {
      const hits = this.hits(stem);
      if (hits.size === 0) return 0;
      let best = 0;
      for (const { text, weight } of parts) {
        const hit = hits.get(text) ?? 0;
        if (!exact || hit === 1) best = Math.max(best, weight * hit);
      }
      worst = Math.min(worst, best);
      if (worst === 0) return 0;
    }
    return worst;
  }
}
