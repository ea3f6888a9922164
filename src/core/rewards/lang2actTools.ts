import type { PythonInt } from '../python/integers.ts';
import { setOrder } from '../python/setOrder.ts';
import { stripSpan } from '../python/strip.ts';
import type { Span } from '../span.ts';
import { beginsWithImage, namedImages } from './images.ts';
import type { Asides, NamedImage } from './images.ts';
import type { FormatCheck } from './lang2actFormat.ts';
import type { EntryParts } from './parts.ts';
import { OPENING_STEPS } from './toolOpening.ts';
import { counted, quoted } from './wording.ts';

/** The toolbox that Lang2Act's second stage offers. */
export const LANG2ACT_TOOLBOX: ReadonlySet<string> = new Set([
  'locate_visual_element',
  'read_text_element',
  'read_numeric_value',
  'identify_entity_attribute',
  'compare_values',
  'infer_missing_information',
  'compute_percentage',
]);

/** The tools that the reward allows: the toolbox, and one more that the prompt does not offer. */
export const LANG2ACT_ALLOWED: ReadonlySet<string> = new Set([...LANG2ACT_TOOLBOX, 'compute_difference']);

/** The allowed tools whose args are numbers, not a place in an image. */
const NUMERIC: ReadonlySet<string> = new Set(['compute_percentage', 'compute_difference']);

/** How many tool calls the reward takes without a deduction. */
export const MOST_TOOLS = 8;

/** A tool call that the reward's pattern matches. Spans are offsets into the response; name, args and body stripped. */
export interface SeenTool {
  readonly span: Span;
  readonly name: Span;
  readonly args: Span;
  readonly body: Span;
}

/** What the tool score is, in the reference's doubles, and the deductions that make it, in the reference's order. */
export interface ToolScore {
  readonly score: number;
  readonly deductions: readonly EntryParts[];
  /** The first image number that was held against the number of images; null when none was. */
  readonly comparedImage: Span | null;
  readonly asides: Asides;
}

/**
 * The tool calls of the description that the reward sees, in order: a whole opening, and a body up to the nearest
 * `</tool>`. Where none follows an opening none follows the later ones, which end later.
 */
export function seenTools(response: string, { openings, marks }: FormatCheck, description: Span): SeenTool[] {
  const tools: SeenTool[] = [];
  let free = description.start;
  const closings = marks.filter(({ name, closes }) => name === 'tool' && closes);
  let next = 0;
  for (const { start, steps, stop, nameStart, nameEnd, argsStart, argsEnd } of openings) {
    if (start < free || steps < OPENING_STEPS.length || stop > description.end) continue;
    while ((closings[next]?.start ?? Infinity) < stop) next++;
    const closing = closings[next];
    if (closing === undefined || closing.end > description.end) break;
    const { end } = closing;
    tools.push({
      span: { start, end },
      name: stripSpan(response, nameStart, nameEnd),
      args: stripSpan(response, argsStart, argsEnd),
      body: stripSpan(response, stop, closing.start),
    });
    free = end;
  }
  return tools;
}

/**
 * Lang2Act's tool score (`validate_tool_content` of its tool stage): 1 less the deductions, tool by tool, not below
 * 0; and 0 when no tool call is seen.
 */
export function scoreTools(
  response: string,
  think: Span,
  tools: readonly SeenTool[],
  numImages: number,
): ToolScore {
  const isInRange = (image: PythonInt): boolean => image >= 1 && image <= numImages;
  const asides: Asides = { tooLong: [], unread: [], lists: [] };
  if (tools.length === 0) return { score: 0, deductions: [NONE_SEEN], comparedImage: null, asides };
  const thought = new Set(namedImages(response, think, isInRange, asides).map(({ image }) => image));
  const deductions: EntryParts[] = [];
  let comparedImage: Span | null = null;
  for (const [index, tool] of tools.entries()) {
    const name = response.slice(tool.name.start, tool.name.end);
    const deduct = (code: string, amount: string, reason: string, span: Span): void => {
      deductions.push({ code, amount, reason, span, tool: index });
    };
    if (!LANG2ACT_ALLOWED.has(name)) {
      const reason = `${quoted(name)} is not one of the eight tools that the reward knows.`;
      deduct('unknown-tool', '-0.3', reason, tool.name);
      continue;
    }
    if (NUMERIC.has(name)) {
      if (tool.args.start === tool.args.end) {
        deduct('args-empty', '-0.2', `The args of ${name} are empty.`, tool.span);
      }
    } else {
      if (!beginsWithImage(response, tool.args)) {
        deduct('args-without-image-prefix', '-0.2', prefixReason(name), argsPlace(tool));
      }
      const named = namedImages(response, tool.args, isInRange, asides);
      const [first] = named;
      if (first === undefined) {
        deduct('args-without-image', '-0.2', `The args of ${name} name no image.`, argsPlace(tool));
      } else comparedImage ??= first.span;
      for (const { image, span } of asPythonSet(named, isInRange)) {
        if (!isInRange(image)) {
          deduct('image-out-of-range', '-0.5', rangeReason(response, span, numImages), span);
        } else if (!thought.has(image)) {
          deduct('image-not-in-think', '-0.1', `Image ${String(image)} is not named in think.`, span);
        }
      }
    }
    if (tool.body.start === tool.body.end) {
      deduct('empty-observation', '-0.1', `The observation of ${name} is empty.`, tool.span);
    }
  }
  const excess = tools[MOST_TOOLS];
  if (excess !== undefined) {
    const reason = `${tools.length} tool calls are seen; the reward takes up to ${MOST_TOOLS}.`;
    deductions.push({ code: 'too-many-tools', amount: '-0.1', reason, span: excess.span, tool: null });
  }
  const score = deductions.reduce((left, { amount }) => left + Number(amount), 1);
  return { score: Math.max(0, score), deductions, comparedImage, asides };
}

const NONE_SEEN: EntryParts = {
  code: 'no-tool-seen',
  amount: '-1',
  reason: 'The reward sees no tool call in the description.',
  span: null,
  tool: null,
};

/** Where args stand; the whole call where stripping left nothing of them. */
const argsPlace = (tool: SeenTool): Span => (tool.args.start === tool.args.end ? tool.span : tool.args);

/**
 * The images in the order in which CPython's set gives them, which shows in the last bit of the score. Three
 * numbers out of range already end at the floor whatever the order; only numbers out of range can be made to
 * collide in the set's table, so that a hostile text cannot make this slow.
 */
function asPythonSet(
  named: readonly NamedImage[],
  isInRange: (image: PythonInt) => boolean,
): readonly NamedImage[] {
  if (named.length < 2) return named;
  let outOfRange = 0;
  for (const { image } of named) if (!isInRange(image)) outOfRange++;
  if (outOfRange > 2) return named;
  const byImage = new Map(named.map((entry) => [entry.image, entry]));
  return setOrder(byImage.keys()).flatMap((image) => byImage.get(image) ?? []);
}

function prefixReason(name: string): string {
  return `The args of ${name} do not begin with \`Image k:\`.`;
}

function rangeReason(response: string, span: Span, numImages: number): string {
  const had = numImages > 0 ? counted(numImages, 'image') : 'no image';
  return `${quoted(response.slice(span.start, span.end))} does not exist: the request has ${had}.`;
}
