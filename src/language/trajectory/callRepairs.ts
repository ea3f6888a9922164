import { t } from '@vscode/l10n';
import { KNOWN_TOOLS } from '../../core/trajectory/dialects/registry.ts';
import { TOOL_TAG } from '../../core/trajectory/dialects/tags.ts';
import { findingData } from '../../core/trajectory/findings.ts';
import { foldName } from '../../core/trajectory/nameCharacters.ts';
import type { ToolCall, Trajectory } from '../../core/trajectory/model.ts';
import { mostSimilarName } from '../../core/nearestName.ts';
import {
  insertion,
  replacement,
  endOfInk,
  type Repair,
  type RepairContext,
  type Repairer,
  type Repairers,
} from './repairs.ts';
import { closeContent } from './tagRepairs.ts';

/** The most images that are proposed for args. */
const MOST_IMAGES = 3;

const closeCall: Repairer = ({ response, call }) =>
  call?.close !== null ? [] : [closeContent(response, call.observationSpan, TOOL_TAG)];

const openSelfClosed: Repairer = ({ response, call }) => {
  if (call === null) return [];
  const slash = /(?<!\s)\s*\/>$/.exec(response.slice(call.open.start, call.open.end));
  if (slash === null) return [];
  const span = { start: call.open.end - slash[0].length, end: call.open.end };
  return [replacement(t('Write </{0}> after the call', TOOL_TAG), span, `></${TOOL_TAG}>`)];
};

/** Moves a call into the block for calls: to its beginning if the call is before the block, otherwise to its end. */
const moveCall: Repairer = ({ analysis, response, call, parts }) => {
  const block = parts.named(analysis.dialect.tools?.container);
  if (!call?.close || block === null) return [];
  const text = response.slice(call.span.start, call.span.end);
  const isBefore = call.span.end <= block.open.start;
  const gap = /^[ \t]*\r?\n/.exec(response.slice(call.span.end))?.[0].length ?? 0;
  const cut = { span: { start: call.span.start, end: call.span.end + gap }, newText: '' };
  const isEmpty = response.slice(block.content.start, block.content.end).trim() === '';
  const newLine = isEmpty ? '' : '\n';
  const at = isBefore ? block.content.start : endOfInk(response, block.content);
  const paste = {
    span: { start: at, end: at },
    newText: `${newLine}${text}`,
  };
  const changes = isBefore ? [cut, paste] : [paste, cut];
  return [{ title: t('Move the tool into <{0}>', block.name), changes, preferred: false }];
};

const mendQuotes: Repairer = ({ response, call, finding }) => {
  const attribute = call?.attributes.find(
    ({ valueSpan }) => valueSpan.start <= finding.span.start && finding.span.end <= valueSpan.end,
  );
  if (attribute === undefined) return [];
  const value = response.slice(attribute.valueSpan.start, attribute.valueSpan.end);
  return [
    replacement(
      t('Change the quotes that break the attribute'),
      attribute.valueSpan,
      useTypographicQuotes(value),
    ),
  ];
};

const closeQuote: Repairer = (context) => {
  const { response, call, finding } = context;
  const attribute = call?.attributes.find(({ valueSpan }) => valueSpan.start === finding.span.start);
  if (attribute === undefined) return [];
  const { valueSpan, quote } = attribute;
  // If the value itself contains quotes, the tag is rewritten.
  if (/["']/.test(attribute.value)) return rewrite(() => t('Close the quotes'))(context);
  if (quote === '') return quoteValue(context, attribute.valueSpan);
  const isOther = /["']/.test(response.charAt(valueSpan.end)) && response.charAt(valueSpan.end) !== quote;
  return [
    replacement(
      isOther ? t('Close the value with the quote that opens it') : t('Close the quotes'),
      { start: valueSpan.end, end: valueSpan.end + (isOther ? 1 : 0) },
      quote,
    ),
  ];
};

function quoteValue(
  { response }: RepairContext,
  span: { readonly start: number; readonly end: number },
): readonly Repair[] {
  const value = response.slice(span.start, span.end);
  return [replacement(t('Put the value in quotes'), span, `"${value}"`)];
}

/** Rewrites the opening tag of a call from its name and args. */
function rewrite(title: () => string): Repairer {
  return ({ call }) => {
    if (call === null || call.name === '') return [];
    return [replacement(title(), call.open, openingOf(call, call.args ?? ''), call.args !== null)];
  };
}

function openingOf(call: ToolCall, args: string): string {
  return `<${TOOL_TAG} name="${useTypographicQuotes(call.name)}" args="${useTypographicQuotes(args)}">`;
}

/** Replaces the quotes that an attribute cannot contain with typographic ones. */
function useTypographicQuotes(value: string): string {
  return value
    .replaceAll(/(?<=^|[\s([{])"/g, '“')
    .replaceAll('"', '”')
    .replaceAll(/(?<=^|[\s([{“])'/g, '‘')
    .replaceAll("'", '’');
}

/** Inserts an image before the args: each image that think names, otherwise each image of the request. */
const nameImage: Repairer = ({ analysis, call }) => {
  if (call === null || call.name === '' || argsFormOf(call, analysis) !== 'image') return [];
  const { args, argsSpan } = call;
  return likelyImages(analysis).map((image, index): Repair => {
    const title = t('Add “Image {0}:”', image);
    const preferred = index === 0 && analysis.numImages === 1;
    if (args === null || argsSpan === null || args.trim() === '')
      return replacement(title, call.open, openingOf(call, `Image ${image}:`), preferred);
    return insertion(title, argsSpan.start, `Image ${image}: `, preferred);
  });
};

function argsFormOf(call: ToolCall, { dialect }: RepairContext['analysis']): string | null {
  const own = dialect.tools === null ? [] : [...dialect.tools.toolbox, ...dialect.tools.alsoAllowed];
  return (own.find(({ name }) => name === call.name) ?? KNOWN_TOOLS.get(call.name))?.args ?? null;
}

const likely = new WeakMap<Trajectory, readonly number[]>();

function likelyImages(analysis: RepairContext['analysis']): readonly number[] {
  const images = likely.get(analysis.trajectory) ?? chooseImages(analysis);
  likely.set(analysis.trajectory, images);
  return images;
}

function chooseImages({ trajectory, numImages, dialect }: RepairContext['analysis']): readonly number[] {
  const think = dialect.blocks.find(({ role }) => role === 'think')?.name;
  const named = trajectory.steps.filter(({ name }) => name === think).flatMap(({ images }) => images);
  const isImageOfRequest = (image: number): boolean =>
    image >= 1 && (numImages === null || image <= numImages);
  const all = Array.from({ length: Math.min(numImages ?? 1, MOST_IMAGES) }, (_, index) => index + 1);
  return [...new Set([...named, ...all])].filter(isImageOfRequest).slice(0, MOST_IMAGES);
}

/** Moves the image that the args name to their beginning, spelled as the reward reads it. */
const imageFirst: Repairer = ({ call, response }) => {
  const image = call?.images[0];
  if (call?.argsSpan === undefined || call.argsSpan === null || image === undefined) return [];
  const { start, end } = call.argsSpan;
  const args = response.slice(start, end);
  const rest = args.slice(image.span.end - start);
  const isFirst = args.slice(0, image.span.start - start).trim() === '';
  const begins = `Image ${image.image}: `;
  const written = isFirst ? begins + rest.replace(/^[\s:,;.-]+/, '') : begins + args.trimStart();
  return [replacement(t('Begin with “Image {0}:”', image.image), call.argsSpan, written)];
};

/** `Image1`, `Images 1`, `Image #1`, `Image (1)` as the reward reads it. */
const spellImage: Repairer = ({ finding, text, response }) => {
  const digits = /(?<!\p{Nd})\p{Nd}+$/u.exec(text)?.[0];
  if (digits === undefined) return [];
  const open = /[([]/.exec(text)?.[0];
  const after = response.charAt(finding.span.end);
  const closes = (open === '(' && after === ')') || (open === '[' && after === ']');
  const span = { start: finding.span.start, end: finding.span.end + (closes ? 1 : 0) };
  return [replacement(t('Write “Image {0}”', digits), span, `Image ${digits}`)];
};

/** Names the image at the end of think. */
const nameInThink: Repairer = ({ analysis, response, finding, parts }) => {
  const image = findingData(finding, 'image-not-in-think')?.image;
  const think = analysis.dialect.blocks.find(({ role }) => role === 'think')?.name;
  const block = parts.named(think);
  if (image === undefined || block === null) return [];
  const at = endOfInk(response, block.content);
  const gap = at === block.content.start ? '' : ' ';
  return [insertion(t('Name Image {0} in <{1}>', image, block.name), at, `${gap}Image ${image}.`, false)];
};

const knownName: Repairer = ({ analysis, call }) => {
  if (call?.nameSpan === undefined || call.nameSpan === null || call.name === '') return [];
  const rule = analysis.dialect.tools;
  const names = [
    ...analysis.toolbox.map(({ name }) => name),
    ...(rule === null ? [] : [...rule.toolbox, ...rule.alsoAllowed].map(({ name }) => name)),
  ];
  const comparableName = (name: string): string => foldName(name).replaceAll(/[\s_-]/g, '');
  const meant = names.find((name) => comparableName(name) === comparableName(call.name));
  const near = meant ?? mostSimilarName(call.name, names);
  return near === null ? [] : [replacement(t('Write {0}', near), call.nameSpan, near, meant !== undefined)];
};

/** Repairs of tool calls. */
export const CALL_REPAIRS: Repairers = {
  'tool-not-closed': closeCall,
  'self-closing-tool': openSelfClosed,
  'tool-outside-description': moveCall,
  'quote-in-attribute': mendQuotes,
  'mismatched-quotes': closeQuote,
  'unclosed-quote': closeQuote,
  'unquoted-attribute': closeQuote,
  'attribute-order': rewrite(() => t('Put name before args')),
  'unknown-attribute': rewrite(() => t('Keep only name and args')),
  'repeated-attribute': rewrite(() => t('Keep the first name and args')),
  'attribute-spacing': rewrite(() => t('Write the tag with single spaces')),
  'tool-tag-unread': rewrite(() => t('Write the tag as the reward reads it')),
  'args-without-image': nameImage,
  'empty-args': nameImage,
  'tool-without-args': nameImage,
  'args-image-not-first': imageFirst,
  'image-reference-unread': spellImage,
  'image-not-in-think': nameInThink,
  'unknown-tool': knownName,
};
