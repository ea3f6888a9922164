import type { Span } from '../../../span.ts';
import { findAskedTags, type AskedTag } from './askedTags.ts';
import { findCounterexamples } from './counterexamples.ts';
import { isRefused, LONGEST_SENTENCE } from './refusals.ts';
import { findShownCalls, type ShownCall } from './shownCalls.ts';
import { findOfferedTools } from './offeredTools.ts';
import type { Rendering } from './rendering.ts';
import { findShownParts, type Shown, type ShownParts } from './shownParts.ts';
import { SpanIndex } from '../../../spanIndex.ts';
import type { OfferedTool } from './toolList.ts';

/** What a rendered prompt asks for, offers, and shows. Spans are in the rendered text. */
export interface Reading extends ShownParts {
  readonly rendering: Rendering;
  readonly text: string;
  readonly asked: readonly AskedTag[];
  readonly calls: readonly ShownCall[];
  readonly offered: readonly OfferedTool[];
  /** Examples with the text that leads to them. */
  readonly regions: readonly Span[];
  /** The same, and what the prompt shows as wrong: no tag, tool, or number there is part of the request. */
  readonly notAsked: SpanIndex;
}

/** Words right after a response that call it wrong. */
const CALLED_WRONG =
  /^[\s`*_>(]*(?:the|this)\s+(?:(?:above|previous|preceding|last)\s*)?(?:\w+\s+){0,2}(?:is|are|was|would be)\s+(?:wrong|incorrect|invalid|bad|not (?:allowed|valid|acceptable|accepted))\b/i;

/**
 * Reads a rendered prompt.
 * @param known names that are tools wherever they occur
 */
export function readRendering(rendering: Rendering, question: string, known: ReadonlySet<string>): Reading {
  const { text } = rendering;
  const marked = findCounterexamples(text);
  const parts = findShownParts(text, question, new SpanIndex(marked));
  const isCalledWrong = ({ span }: Shown): boolean =>
    CALLED_WRONG.test(text.slice(span.end, span.end + LONGEST_SENTENCE));
  const shown = parts.shown.filter((each) => !isCalledWrong(each));
  const wrong = new SpanIndex([...marked, ...parts.shown.filter(isCalledWrong).map(({ span }) => span)]);
  const calls = findShownCalls(text, shown).filter(
    ({ open, example }) => !wrong.hasAround(open) && (example !== null || !isRefused(text, open)),
  );
  const regions = shown.filter(({ kind }) => kind === 'example').map(({ region }) => region);
  return {
    ...parts,
    shown,
    rendering,
    text,
    asked: findAskedTags(text, parts),
    calls,
    offered: findOfferedTools(text, calls, regions, known).filter(
      ({ name, span }) => !wrong.hasAround(span) && (known.has(name) || !isRefused(text, span)),
    ),
    regions,
    notAsked: new SpanIndex([...regions, ...marked]),
  };
}
