import MiniSearch from 'minisearch';
import type { Wording } from './lexicon.ts';
import { hasNumber } from '../../core/layout/cellText.ts';
import { terms } from './words.ts';

/** The weight of an inexact hit: a common beginning, or a letter that was read wrongly. */
const INEXACT = 0.65;

interface Document {
  readonly id: number;
  readonly text: string;
}

/**
 * An index of the texts of pages: labels, headers, headings, sentences. Each text is indexed once, however many
 * passages it describes.
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

  /** The texts with a stem, each with a weight: 1, or less if the stem is only similar to a word of the text. */
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

  /** Adds texts with a word that a stem begins with: "Params" over a column of parameters. */
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
   * How well texts, each with its weight, together contain a wording: the minimum over its stems.
   * @param exact whether similar words do not count
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
