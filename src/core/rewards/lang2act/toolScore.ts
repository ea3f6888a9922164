import { once } from '../../once.ts';
import { t } from '../../t.ts';
import type { PythonInt } from '../../python/integers.ts';
import { setOrder } from '../../python/setOrder.ts';
import { stripSpan } from '../../python/strip.ts';
import type { Span } from '../../span.ts';
import { beginsWithImage, findImageWords, isInRange, namedImages } from './namedImages.ts';
import type { ImageWords, NamedImage, UncountedImages } from './namedImages.ts';
import type { FormatCheck } from './formatCheck.ts';
import { LANG2ACT_ALLOWED } from './form.ts';
import type { CostCode } from './form.ts';
import type { Lang2ActRules } from './toolRules.ts';
import { closingEnd } from './tagPlaces.ts';
import type { EntryParts } from '../explanation/entry.ts';
import { OPENING_STEPS } from './toolOpenings.ts';
import { imagesPhrase } from '../../countPhrases.ts';
import { quote } from '../explanation/wording.ts';

/**
 * A tool call that the reward's pattern matches. Spans are offsets into the response; name, args, and body are
 * stripped.
 */
export interface SeenTool {
  readonly span: Span;
  readonly name: Span;
  readonly args: Span;
  readonly body: Span;
}

/** The tool score in the reference's doubles, and its deductions in the reference's order. */
export interface ToolScore {
  readonly score: number;
  readonly deductions: readonly EntryParts[];
  /** The first image number that was compared with the number of images; null if none was. */
  readonly comparedImage: Span | null;
  /** The tool calls whose names are not among the allowed tools. */
  readonly unknown: readonly SeenTool[];
  readonly uncountedImages: UncountedImages;
}

/**
 * The tool calls of the description that the reward sees, in order: a complete opening tag, and a body up to the
 * nearest `</tool>`. If none follows an opening, then none follows the later ones either, because they end later.
 */
export function findSeenTools(
  response: string,
  { openings, tagPlaces }: FormatCheck,
  description: Span,
): SeenTool[] {
  const tools: SeenTool[] = [];
  if (openings.length === 0) return tools;
  let free = description.start;
  const closings = tagPlaces.toolClosings;
  let next = 0;
  for (const { start, steps, stop, nameStart, nameEnd, argsStart, argsEnd } of openings) {
    if (start < free || steps < OPENING_STEPS || stop > description.end) continue;
    while ((closings[next] ?? Infinity) < stop) next++;
    const closing = closings[next];
    if (closing === undefined) break;
    const end = closingEnd('tool', closing);
    if (end > description.end) break;
    tools.push({
      span: { start, end },
      name: stripSpan(response, nameStart, nameEnd),
      args: stripSpan(response, argsStart, argsEnd),
      body: stripSpan(response, stop, closing),
    });
    free = end;
  }
  return tools;
}

/**
 * Lang2Act's tool score (`validate_tool_content` of its tool stage): 1 minus the deductions, tool by tool, at least 0;
 * and 0 if no tool call is seen.
 */
export function scoreTools(
  response: string,
  think: Span,
  tools: readonly SeenTool[],
  numImages: number,
  rules: Lang2ActRules,
): ToolScore {
  const uncountedImages: UncountedImages = { tooLong: [], unread: [], lists: [] };
  if (tools.length === 0)
    return { score: 0, deductions: [noneSeen()], comparedImage: null, unknown: [], uncountedImages };
  const images = findImageWords(response);
  const thought = new Set<PythonInt>();
  for (const { image } of namedImages(images, think, numImages, uncountedImages)) thought.add(image);
  const deductions: EntryParts[] = [];
  const scoring: Scoring = {
    rules,
    response,
    images,
    thought,
    numImages,
    deductions,
    uncountedImages,
    unknown: [],
    score: 1,
    comparedImage: null,
  };
  for (const [index, tool] of tools.entries()) deductTool(scoring, tool, index);
  const excess = rules.most === null ? undefined : tools[rules.most];
  if (excess !== undefined) {
    const reason = t('{0} tool calls are seen; the reward takes up to {1}.', tools.length, rules.most ?? '');
    deduct(scoring, 'too-many-tools', reason, excess.span, null);
  }
  const { unknown, comparedImage } = scoring;
  return { score: Math.max(0, scoring.score), deductions, comparedImage, unknown, uncountedImages };
}

const noneSeen = once((): EntryParts => ({
  code: 'no-tool-seen',
  amount: '-1',
  reason: t('The reward sees no tool call in the description.'),
  span: null,
  tool: null,
}));

/** What a tool call is checked against, and the results of the previous calls. */
interface Scoring {
  readonly rules: Lang2ActRules;
  readonly response: string;
  readonly images: ImageWords;
  /** The images that think names. */
  readonly thought: ReadonlySet<PythonInt>;
  readonly numImages: number;
  readonly deductions: EntryParts[];
  readonly uncountedImages: UncountedImages;
  readonly unknown: SeenTool[];
  /** In the reference's doubles, reduced in its order. */
  score: number;
  comparedImage: Span | null;
}

function deduct(scoring: Scoring, code: CostCode, reason: string, span: Span, tool: number | null): void {
  const { amount, cost } = scoring.rules.costs[code];
  scoring.score -= cost;
  scoring.deductions.push({ code, amount, reason, span, tool });
}

function deductTool(scoring: Scoring, tool: SeenTool, index: number): void {
  const { response } = scoring;
  const name = response.slice(tool.name.start, tool.name.end);
  const args = scoring.rules.allowed.get(name);
  if (args === undefined) {
    deduct(scoring, 'unknown-tool', unknownReason(name, scoring.rules), tool.name, index);
    scoring.unknown.push(tool);
    return;
  }
  if (args === 'image') deductPlace(scoring, tool, name, index);
  else if (args === 'filled' && tool.args.start === tool.args.end) {
    const reason = t('The args of {0} are empty.', name);
    deduct(scoring, 'args-empty', reason, tool.span, index);
  }
  if (tool.body.start === tool.body.end) {
    const reason = t('The observation of {0} is empty.', name);
    deduct(scoring, 'empty-observation', reason, tool.span, index);
  }
}

function unknownReason(name: string, { allowed }: Lang2ActRules): string {
  const quoted = quote(name);
  if (allowed.size === 1) return t('{0} is not the one tool that the reward knows.', quoted);
  return allowed.size === LANG2ACT_ALLOWED.size
    ? t('{0} is not one of the eight tools that the reward knows.', quoted)
    : t('{0} is not one of the {1} tools that the reward knows.', quoted, allowed.size);
}

/** The deductions for args that must name a place in an image. */
function deductPlace(scoring: Scoring, tool: SeenTool, name: string, index: number): void {
  const { response, images, thought, numImages } = scoring;
  // If the stripped args are empty, the span is that of the call.
  const place = tool.args.start === tool.args.end ? tool.span : tool.args;
  if (!beginsWithImage(response, tool.args)) {
    const reason = t('The args of {0} do not begin with `Image k:`.', name);
    deduct(scoring, 'args-without-image-prefix', reason, place, index);
  }
  const named = namedImages(images, tool.args, numImages, scoring.uncountedImages);
  const [first] = named;
  if (first === undefined) {
    const reason = t('The args of {0} name no image.', name);
    deduct(scoring, 'args-without-image', reason, place, index);
    return;
  }
  scoring.comparedImage ??= first.span;
  for (const { image, span } of asPythonSet(named, numImages)) {
    if (!isInRange(image, numImages)) {
      const reason = rangeReason(response, span, numImages);
      deduct(scoring, 'image-out-of-range', reason, span, index);
    } else if (!thought.has(image)) {
      const reason = t('Image {0} is not named in think.', String(image));
      deduct(scoring, 'image-not-in-think', reason, span, index);
    }
  }
}

/** Sets up to this size are always put in CPython's order. */
const SMALL_SET = 256;

/**
 * The images in the iteration order of CPython's set, which affects the last bit of the score. Three numbers out of
 * range reduce the score to its floor in any order, and only numbers out of range can be made to collide in the set's
 * table. So a large set of them keeps its order, and a hostile text cannot make this slow.
 */
function asPythonSet(named: readonly NamedImage[], numImages: number): readonly NamedImage[] {
  if (named.length < 2) return named;
  if (named.length > SMALL_SET) {
    let outOfRange = 0;
    for (const { image } of named) if (!isInRange(image, numImages)) outOfRange++;
    if (outOfRange > 2) return named;
  }
  const byImage = new Map(named.map((entry) => [entry.image, entry]));
  return setOrder(byImage.keys()).flatMap((image) => byImage.get(image) ?? []);
}

function rangeReason(response: string, span: Span, numImages: number): string {
  const image = quote(response.slice(span.start, span.end));
  return numImages > 0
    ? t('{0} does not exist: the request has {1}.', image, imagesPhrase(numImages))
    : t('{0} does not exist: the request has no image.', image);
}
