import type { Span } from '../../../span.ts';
import { findAskedTags, type AskedTag } from './askedTags.ts';
import { findCounterexamples } from './counterexamples.ts';
import { isRefused, LONGEST_SENTENCE } from './refusals.ts';
import { findShownCalls, type ShownCall } from './shownCalls.ts';
import { findOfferedTools } from './offeredTools.ts';
import type { Rendering } from './rendering.ts';
import { findShownParts, type ShownParts } from './shownParts.ts';
import type { OfferedTool } from './toolList.ts';

/** What a rendered prompt asks for, offers, and shows. Spans are in the rendered text. */
export interface Reading extends ShownParts {
  readonly rendering: Rendering;
  readonly text: string;
  readonly asked: readonly AskedTag[];
  readonly calls: readonly ShownCall[];
  readonly offered: readonly OfferedTool[];
  /** What it shows as wrong: no tag, tool, or number in these spans is part of the request. */
  readonly wrong: readonly Span[];
  /** Examples with the text that leads to them: tags and tools in these spans are not part of the request. */
  readonly regions: readonly Span[];
}

/** Words right after a response that call it wrong. */
const CALLED_WRONG =
  /^[\s`*_>(]*(?:the|this)\s+(?:above|previous|preceding|last)?\s*(?:\w+\s+){0,2}(?:is|are|was|would be)\s+(?:wrong|incorrect|invalid|bad|not (?:allowed|valid|acceptable|accepted))\b/i;

/**
 * Reads a rendered prompt.
 * @param known names that are tools wherever they occur
 */
export function readRendering(rendering: Rendering, question: string, known: ReadonlySet<string>): Reading {
  const { text } = rendering;
  const wrong = findCounterexamples(text);
  const parts = findShownParts(text, question, wrong);
  const shown = parts.shown.filter(
    ({ span }) => !CALLED_WRONG.test(text.slice(span.end, span.end + LONGEST_SENTENCE)),
  );
  const isWrong = ({ start, end }: Span): boolean =>
    wrong.some((span) => span.start <= start && end <= span.end) ||
    parts.shown.some((each) => !shown.includes(each) && each.span.start <= start && end <= each.span.end);
  const calls = findShownCalls(text, shown).filter(
    ({ open, example }) => !isWrong(open) && (example !== null || !isRefused(text, open)),
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
      ({ name, span }) => !isWrong(span) && (known.has(name) || !isRefused(text, span)),
    ),
    regions,
    wrong,
  };
}
