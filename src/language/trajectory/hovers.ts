import { t } from '@vscode/l10n';
import { imagesPhrase } from '../../core/countPhrases.ts';
import { fourPlaces } from '../../core/decimal.ts';
import type { Tool } from '../../core/prompts/model.ts';
import type { Span } from '../../core/span.ts';
import type { ImageReference, ToolCall } from '../../core/trajectory/model.ts';
import type { BoxPart } from '../../core/trajectory/partModel.ts';
import type { Hover } from '../model.ts';
import { inlineCode } from '../../core/inlineCode.ts';
import { escapeMarkdown, sentenceMarkdown } from '../markdown.ts';
import { touches, type Analysis } from './analysis.ts';
import { entryMarkdown, entriesWithPlace } from './deductions.ts';
import { FRONT_MATTER_KEYS, frontMatterKey } from './frontMatterKeys.ts';
import { tagMarkdown } from './tagHover.ts';

/** A paragraph at a place of the response. */
interface Said {
  readonly span: Span;
  readonly markdown: string;
}

/**
 * The hover for the place at `offset`: the tool and what its args must be, the tag and what it must contain, the image,
 * the deductions that point there, or the key of the front matter. Null if there is nothing to show.
 */
export function hoverAt(analysis: Analysis, offset: number): Hover | null {
  const at = analysis.offsetInBody(offset);
  if (at === null) return frontMatterHover(analysis, offset);
  const said = [...aboutPlace(analysis, at), ...aboutDeductions(analysis, at)];
  const [first] = said;
  if (first === undefined) return null;
  return {
    span: analysis.place(first.span),
    markdown: said.map(({ markdown }) => markdown).join('\n\n---\n\n'),
  };
}

function aboutPlace(analysis: Analysis, at: number): readonly Said[] {
  const { blocks, tools, steps } = analysis.trajectory;
  for (const call of tools) {
    if (!touches(call.span, at)) continue;
    if (call.nameSpan !== null && touches(call.nameSpan, at))
      return [aboutTool(analysis, call, call.nameSpan)];
    const named = call.images.find(({ span }) => touches(span, at));
    if (named !== undefined) return [aboutImage(analysis, named)];
    const tag = [call.open, call.close].find((span) => span !== null && touches(span, at));
    if (tag !== undefined && tag !== null)
      return [{ span: tag, markdown: toolMarkdown(analysis, call.name) }];
  }
  for (const { name, open, close } of blocks) {
    const tag = [open, close].find((span) => span !== null && touches(span, at));
    if (tag !== undefined && tag !== null) return [{ span: tag, markdown: tagMarkdown(analysis, name) }];
  }
  const part = partAt(analysis, at);
  if (part !== null) return [part];
  const within = steps.filter(({ span, images }) => images.length > 0 && touches(span, at));
  const image = within.length === 0 ? null : imageAt(analysis, at);
  return image === null ? [] : [aboutImage(analysis, image)];
}

/** The hover of a structured part of the dialect. */
function partAt(analysis: Analysis, at: number): Said | null {
  for (const part of analysis.trajectory.parts) {
    if (part.kind === 'evidence-item' && touches(part.mark, at))
      return { span: part.mark, markdown: imageMarkdown(analysis, part.image) };
    if (part.kind === 'tool-definition' && touches(part.nameSpan, at))
      return { span: part.nameSpan, markdown: toolMarkdown(analysis, part.name) };
    if (part.kind === 'box' && touches(part.span, at))
      return { span: part.span, markdown: boxMarkdown(analysis, part) };
  }
  return null;
}

function boxMarkdown(analysis: Analysis, { box, unit, image, label }: BoxPart): string {
  const [left, top, right, bottom] = box;
  const name = label === null ? t('Box') : t('Box {0}', inlineCode(label));
  const values = [name, left, top, right, bottom, fourPlaces(right - left), fourPlaces(bottom - top)];
  const size =
    unit === 'pixels'
      ? t('{0}: from {1}, {2} to {3}, {4} in pixels ({5} × {6}).', ...values)
      : t('{0}: from {1}, {2} to {3}, {4} in parts of the width and height ({5} × {6}).', ...values);
  return image === null ? size : `${size}\n\n${imageMarkdown(analysis, image)}`;
}

function aboutDeductions(analysis: Analysis, at: number): readonly Said[] {
  const entries = entriesWithPlace(analysis).filter(({ span }) => touches(span, at));
  if (entries.length === 0) return [];
  const [narrowest] = entries.map(({ span }) => span).sort((a, b) => a.end - a.start - (b.end - b.start));
  if (narrowest === undefined) return [];
  const lines = entries.map((entry) => `- ${entryMarkdown(entry)}`);
  return [
    {
      span: narrowest,
      markdown: [t('Reward {0}', inlineCode(analysis.score?.profile ?? '')), '', ...lines].join('\n'),
    },
  ];
}

const aboutTool = (analysis: Analysis, call: ToolCall, span: Span): Said => ({
  span,
  markdown: toolMarkdown(analysis, call.name),
});

/** The purpose of a tool, as the prompt describes it, and whether the reward reads its name. */
function toolMarkdown(analysis: Analysis, name: string): string {
  const { toolbox, prompt, profile, dialect } = analysis;
  const tool = toolbox.find((offered) => offered.name === name);
  const takes = profile?.form.tools?.allowed.some((allowed) => allowed.name === name) ?? null;
  const refused =
    takes === false ? [t('The reward {0} does not accept this tool.', inlineCode(profile?.name ?? ''))] : [];
  if (tool !== undefined) return [toolText(tool), ...refused].join('\n\n');
  if (dialect.tools === null) return t('{0}: {1} has no tool calls.', inlineCode(name), dialect.name);
  const offered = toolbox.map((each) => inlineCode(each.name)).join(', ');
  const source =
    prompt === null
      ? t('{0} is not in the toolbox of {1}.', inlineCode(name), dialect.name)
      : t('{0} is not in the toolbox of the prompt {1}.', inlineCode(name), escapeMarkdown(prompt.name));
  const contents = offered === '' ? [] : [t('The toolbox contains {0}.', offered)];
  const accepted =
    takes === true ? [t('The reward {0} accepts it anyway.', inlineCode(profile?.name ?? ''))] : [];
  return [[source, ...contents].join(' '), ...accepted, ...refused].join('\n\n');
}

/** A tool as a prompt describes it. */
export function toolText({ name, args, description }: Tool): string {
  return `**${escapeMarkdown(name)}**\n\n${escapeMarkdown(description)}\n\nargs: ${inlineCode(args)}`;
}

function aboutImage(analysis: Analysis, { image, span }: ImageReference): Said {
  return { span, markdown: imageMarkdown(analysis, image) };
}

/** The page that an image shows, as far as the front matter says. */
export function imageMarkdown({ file, numImages }: Analysis, image: number): string {
  const { images, documents } = file.info;
  const source = images.find((each) => each.image === image);
  if (source === undefined) {
    return numImages === null
      ? t('**Image {0}**: the front matter does not say which page it shows.', image)
      : t('**Image {0}** does not exist: the front matter names {1}.', image, imagesPhrase(numImages));
  }
  const document = documents[source.document]?.path;
  return document === undefined
    ? t('**Image {0}**: page {1}', image, source.page)
    : t('**Image {0}**: page {1} of {2}', image, source.page, inlineCode(document));
}

/** The image that running text names at `at`. */
function imageAt({ file }: Analysis, at: number): ImageReference | null {
  const from = file.response.lastIndexOf('\n', at - 1) + 1;
  const end = file.response.indexOf('\n', at);
  const line = file.response.slice(from, end < 0 ? undefined : end);
  for (const match of line.matchAll(/\bimage\s+(\d{1,9})/giu)) {
    const span = { start: from + match.index, end: from + match.index + match[0].length };
    if (touches(span, at)) return { image: Number(match[1]), span };
  }
  return null;
}

function frontMatterHover({ region }: Analysis, offset: number): Hover | null {
  const at = offset - region.start;
  const start = region.text.lastIndexOf('\n', at - 1) + 1;
  const newline = region.text.indexOf('\n', at);
  const line = region.text.slice(start, newline < 0 ? undefined : newline);
  const [, name = '', gap = '', value = ''] = /^([\w-]+)(:\s*)([\w-]*)/.exec(line) ?? [];
  const key = frontMatterKey(name);
  if (key === null) return null;
  const keySpan = { start: region.start + start, end: region.start + start + name.length };
  if (touches(keySpan, offset)) return { span: keySpan, markdown: keyMarkdown(name) };
  const valueStart = keySpan.end + gap.length;
  const valueSpan = { start: valueStart, end: valueStart + value.length };
  const known = key.values.find((each) => each.value === value);
  if (known === undefined || !touches(valueSpan, offset)) return null;
  return { span: valueSpan, markdown: `**${known.value}**\n\n${sentenceMarkdown(known.description)}` };
}

function keyMarkdown(name: string): string {
  const key = FRONT_MATTER_KEYS.find((each) => each.key === name);
  if (key === undefined) return '';
  const values = key.values.map(({ value }) => `\`${value}\``).join(', ');
  const choices = values === '' ? [] : [t('One of {0}.', values)];
  return [`**${key.key}**`, key.description, ...choices].join('\n\n');
}
