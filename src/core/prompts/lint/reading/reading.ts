import type { Span } from '../../../span.ts';
import { findAskedTags, type AskedTag } from './askedTags.ts';
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
  /** Examples with the text that leads to them: tags and tools in these spans are not part of the request. */
  readonly regions: readonly Span[];
}

const SAID_TO_BE_WRONG =
  /^[\s>*#_`❌✗-]*(?:(?:an? |the )?(?:wrong|incorrect|bad|invalid)\b[^:：]{0,60}|(?:do not|don['’]t|never) (?:do |write )?(?:(?:it|this|like|such|as|that)\b[^:：]{0,20})+)[:：][\s*_`]*$/i;

/** Whether the text at `at` is shown as a bad example: the words before it, on its line or above it, say so. */
function isSaidToBeWrong(text: string, at: number): boolean {
  const before = text.slice(0, at).replace(/\s*(?:`{3,}\w*\s*|`)?$/, '');
  return SAID_TO_BE_WRONG.test(before.slice(before.lastIndexOf('\n') + 1));
}

/**
 * Reads a rendered prompt.
 * @param known names that are tools wherever they occur
 */
export function readRendering(rendering: Rendering, question: string, known: ReadonlySet<string>): Reading {
  const { text } = rendering;
  const parts = findShownParts(text, question);
  const wrong = parts.shown.filter(({ span }) => isSaidToBeWrong(text, span.start));
  const calls = findShownCalls(text, parts.shown).filter(
    ({ open }) =>
      !isSaidToBeWrong(text, open.start) &&
      !wrong.some(({ span }) => span.start <= open.start && open.end <= span.end),
  );
  const regions = parts.shown.filter(({ kind }) => kind === 'example').map(({ region }) => region);
  return {
    ...parts,
    shown: parts.shown.filter((each) => !wrong.includes(each)),
    rendering,
    text,
    asked: findAskedTags(text, parts),
    calls,
    offered: findOfferedTools(text, calls, regions, known),
    regions,
  };
}
