import { groundTrajectory } from '../../core/grounding/groundTrajectory.ts';
import { parseTrajectory, TrajectoryParser } from '../../core/trajectory/parser.ts';
import type { Trajectory } from '../../core/trajectory/model.ts';
import type { CallHandlers } from '../../workers/serve.ts';
import type { GroundCall, GroundingCalls } from '../calls.ts';
import { PageStore } from './pageStore.ts';

/** A page with fewer words counts as a page without text. */
const FEWEST_WORDS = 3;

/** The most words of all pages that are kept, unless one request needs more: some 300 dense pages. */
const MOST_WORDS = 150_000;

/** The functions of the grounding worker. */
export function groundingHandlers(mostWords = MOST_WORDS): CallHandlers<GroundingCalls> {
  const store = new PageStore(mostWords);
  return {
    ground: (call) => {
      for (const page of call.words) store.add(page);
      const needs = store.missing(call.pages);
      if (needs.length > 0) return { needs };
      const pages = store.use(call.pages);
      store.shrink(call.pages);
      const hasText = pages.map(({ page }) => page.words.length >= FEWEST_WORDS);
      return {
        needs: null,
        grounding: groundTrajectory(
          parse(call),
          { pages: pages.filter((_, at) => hasText[at]), images: call.images },
          call.question,
        ),
        withoutText: call.pages.filter((_, at) => !hasText[at]),
      };
    },
  };
}

function parse({ response, context, complete }: GroundCall): Trajectory {
  if (complete) return parseTrajectory(response, context);
  const parser = new TrajectoryParser(context);
  parser.append(response);
  return parser.snapshot();
}
