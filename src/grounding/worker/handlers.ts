import { groundTrajectory } from '../../core/grounding/groundTrajectory.ts';
import { indexPage, type PageIndex } from '../../core/grounding/pageIndex.ts';
import type { Trajectory } from '../../core/trajectory/model.ts';
import { TrajectoryParser } from '../../core/trajectory/parser.ts';
import type { CallHandlers } from '../../workers/serve.ts';
import type { GroundCall, GroundingCalls, SentPage } from '../calls.ts';

/** The most words whose indices are kept; the pages that were used longest ago are forgotten. */
const MOST_WORDS = 600_000;

/** The functions of the grounding worker. */
export function groundingHandlers(): CallHandlers<GroundingCalls> {
  const indices = new PageIndices();
  return {
    ground: (call) => {
      const { pages, needs } = indices.take(call.pages);
      if (needs.length > 0) return { needs, grounding: null };
      return { needs: null, grounding: groundTrajectory(parse(call), { pages, images: call.images }) };
    },
  };
}

function parse({ response, context, complete }: GroundCall): Trajectory {
  const parser = new TrajectoryParser(context);
  parser.append(response);
  if (complete) parser.end();
  return parser.snapshot();
}

/** The indices of pages, by their keys. */
class PageIndices {
  readonly #kept = new Map<string, PageIndex>();
  #words = 0;

  /** The indices of `pages`, and the keys of those whose words are not known. */
  take(sent: readonly SentPage[]): {
    readonly pages: readonly PageIndex[];
    readonly needs: readonly string[];
  } {
    const pages: PageIndex[] = [];
    const needs: string[] = [];
    for (const { key, page } of sent) {
      const index = this.#kept.get(key) ?? (page && indexPage(page));
      if (index === null) needs.push(key);
      else {
        pages.push(index);
        this.#keep(key, index);
      }
    }
    this.#forgetOldest(pages.length);
    return { pages, needs };
  }

  #keep(key: string, index: PageIndex): void {
    if (!this.#kept.delete(key)) this.#words += index.page.words.length;
    this.#kept.set(key, index);
  }

  #forgetOldest(inUse: number): void {
    for (const [key, { page }] of this.#kept) {
      if (this.#words <= MOST_WORDS || this.#kept.size <= inUse) return;
      this.#kept.delete(key);
      this.#words -= page.words.length;
    }
  }
}
