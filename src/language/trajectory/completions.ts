import { t } from '@vscode/l10n';
import type { BlockRule, Dialect, ToolForm } from '../../core/trajectory/dialects/dialect.ts';
import { DIALECT_NAMES } from '../../core/trajectory/dialects/names.ts';
import { dialectOf, KNOWN_TOOLS } from '../../core/trajectory/dialects/registry.ts';
import { TOOL_TAG } from '../../core/trajectory/dialects/tags.ts';
import type { Trajectory } from '../../core/trajectory/model.ts';
import { parseTrajectory } from '../../core/trajectory/parser.ts';
import type { Tool } from '../../core/prompts/model.ts';
import type { Completion } from '../model.ts';
import type { Analysis } from './analysis.ts';
import { frontMatterCompletions, frontMatterStart, isInOpenFrontMatter } from './frontMatterCompletions.ts';
import { imageMarkdown, toolText } from './hovers.ts';
import { tagMarkdown } from './tagHover.ts';

/** How many UTF-16 units before the cursor are searched for the beginning of a tag. */
const LONGEST_TAG = 4000;
/** How many images are offered if the front matter does not say how many there are. */
const USUAL_IMAGES = 3;

const CLOSING = /<\/([\w-]*)$/;
const OPENING = /<([\w-]*)$/;
const IN_NAME = /<tool\s[^<]*?\bname\s*=\s*(["'])([^"']*)$/i;
const IN_ARGS = /<tool\s[^<]*?\bargs\s*=\s*(["'])([^"']*)$/i;
const IN_TOOL = /<tool\s+(?:[\w-]+\s*=\s*(?:"[^"]*"|'[^']*')\s+)*([\w-]*)$/i;
const IMAGE_BEGUN = /(?<![\w-])(?:I(?:m(?:a(?:g(?:e(?:\s\d*)?)?)?)?)?)$/i;

/** What can be written at `offset`, the most likely first. */
export function completionsAt(analysis: Analysis, offset: number): readonly Completion[] {
  const at = analysis.offsetInBody(offset);
  if (at === null || isInOpenFrontMatter(analysis, offset)) return frontMatterCompletions(analysis, offset);
  const { response } = analysis.file;
  const before = response.slice(Math.max(0, at - LONGEST_TAG), at);
  const inName = IN_NAME.exec(before);
  if (inName !== null) return toolNames(analysis, offset, inName[2] ?? '', inName[1] ?? '"');
  const inArgs = IN_ARGS.exec(before);
  if (inArgs !== null) return images(analysis, offset, inArgs[2] ?? '', true);
  const attribute = IN_TOOL.exec(before);
  if (attribute !== null) return attributes(offset, attribute[0], attribute[1] ?? '');
  const closing = CLOSING.exec(before);
  if (closing !== null)
    return tags(analysis, at, closing[0].length).filter(({ kind }) => kind === 'closing-tag');
  const opening = OPENING.exec(before);
  if (opening !== null) return tags(analysis, at, opening[0].length);
  const begun = IMAGE_BEGUN.exec(before)?.[0] ?? '';
  if (begun !== '') return images(analysis, offset, begun, false);
  const start = frontMatterStart(analysis, offset);
  return /[\w-]$/.test(before) ? start : [...tags(analysis, at, 0), ...start];
}

/**
 * The tags that may follow at `at`, of which `written` characters exist already: closing tags first, then opening ones.
 */
function tags(analysis: Analysis, at: number, written: number): readonly Completion[] {
  const { dialect, trajectory, file } = analysis;
  const start = at - written;
  const before = parseTrajectory(file.response.slice(0, start), trajectory.context);
  const open = openParts(before);
  const replace = analysis.place({ start, end: tagEnd(file.response, at) });
  const closing = open.map((name): Completion => ({
    label: `</${name}>`,
    kind: 'closing-tag',
    detail: t('closes <{0}>', name),
    documentation: '',
    insert: `</${name}>`,
    replace,
    goesOn: false,
  }));
  const [innermost] = open;
  if (innermost === TOOL_TAG) return closing;
  const rule = dialect.tools;
  const mayCall =
    rule !== null && (rule.container === null ? innermost === undefined : innermost === rule.container);
  const calls = mayCall ? analysis.toolbox.map((tool) => toolCall(analysis, tool, replace)) : [];
  if (innermost !== undefined) return [...calls, ...closing];
  const block = (name: string, { title }: Dialect): Completion => ({
    label: `<${name}>`,
    kind: 'tag',
    detail: title,
    documentation: tagMarkdown(analysis, name),
    insert: `<${name}>$1</${name}>$0`,
    replace,
    goesOn: false,
  });
  const blocks = nextBlocks(dialect, before, trajectory).map((name) => block(name, dialect));
  return [
    ...calls,
    ...blocks,
    ...blocksOfOthers(analysis, start, new Set(blocks.map(({ label }) => label)), block),
  ];
}

/**
 * The blocks that may begin at `start` in other dialects, because the dialect of half a response is often recognized
 * wrongly. None if the dialect is named or certain.
 */
function blocksOfOthers(
  { detected, file, trajectory }: Analysis,
  start: number,
  offered: Set<string>,
  block: (name: string, dialect: Dialect) => Completion,
): readonly Completion[] {
  if (detected === null || detected.sure) return [];
  const names =
    detected.confidence === 0
      ? DIALECT_NAMES.filter((name) => name !== detected.dialect)
      : detected.others.map(({ dialect }) => dialect);
  const found: Completion[] = [];
  for (const name of names) {
    const context = { ...trajectory.context, dialect: name };
    const before = parseTrajectory(file.response.slice(0, start), context);
    const whole = parseTrajectory(file.response, context);
    for (const tag of nextBlocks(dialectOf(name), before, whole)) {
      const completion = block(tag, dialectOf(name));
      if (offered.has(completion.label)) continue;
      offered.add(completion.label);
      found.push(completion);
    }
  }
  return found;
}

/** The blocks that may begin at the end of `before`, the next expected ones first. `whole` is the whole text. */
function nextBlocks({ blocks, flow }: Dialect, before: Trajectory, whole: Trajectory): readonly string[] {
  // The tag at the cursor is not complete yet.
  const at = before.text.length;
  const standing = new Set(whole.blocks.filter(({ open }) => open.start !== at).map(({ name }) => name));
  const isFree = ({ name, occurs }: BlockRule): boolean =>
    occurs === 'some' || occurs === 'any' || !standing.has(name);
  if (flow.kind === 'turns') {
    const last = before.blocks.findLast(
      ({ name }) => name === flow.begins || flow.actions.includes(name),
    )?.name;
    if (last === flow.last) return [];
    return last === flow.begins ? flow.actions : [flow.begins];
  }
  if (flow.kind === 'free') return blocks.filter(isFree).map(({ name }) => name);
  const passed = new Set(before.blocks.map(({ name }) => name));
  const last = blocks.findLastIndex(({ name }) => passed.has(name));
  const next = blocks.filter((rule, index) => index > last && isFree(rule));
  const late = blocks.filter((rule, index) => index <= last && isFree(rule));
  return [...next, ...late].map(({ name }) => name);
}

/** The end of the tag at the cursor: after its name and the `>` that an editor may have inserted. */
function tagEnd(response: string, at: number): number {
  const rest = /^[\w-]*>?/.exec(response.slice(at, at + 40))?.[0] ?? '';
  return rest.endsWith('>') ? at + rest.length : at;
}

/** The names of the tags that are open at the end of the text, the innermost first. */
function openParts({ blocks, tools, text }: Trajectory): readonly string[] {
  const isOpen = (part: { readonly close: unknown; readonly span: { readonly end: number } }): boolean =>
    part.close === null && part.span.end >= text.trimEnd().length;
  return [
    ...(tools.slice(-1).some(isOpen) ? [TOOL_TAG] : []),
    ...blocks.filter(isOpen).map(({ name }) => name),
  ];
}

function toolCall(analysis: Analysis, tool: Tool, replace: Completion['replace']): Completion {
  return {
    label: `<${TOOL_TAG} name="${tool.name}">`,
    kind: 'tool',
    detail: tool.args,
    documentation: toolText(tool),
    insert: `<${TOOL_TAG} name="${snippetText(tool.name)}" args="${argsSnippet(analysis, tool)}">\${9:observation}</${TOOL_TAG}>$0`,
    replace,
    goesOn: false,
  };
}

/** The args of a tool as a snippet: the first image and a place in it, or values as the prompt names them. */
function argsSnippet(analysis: Analysis, { name, args }: Tool): string {
  const form = findToolForm(analysis, name)?.args ?? (/^image\b/i.test(args) ? 'image' : 'values');
  if (form === 'image') return 'Image ${1:1}: ${2:where}';
  const parts = args.split(',').map((part) => part.trim().replaceAll(/[$}\\"']/g, ''));
  return parts.map((part, index) => `\${${index + 1}:${part}}`).join(', ');
}

/** A text in a snippet, where `$CLIPBOARD` would insert the clipboard. */
const snippetText = (text: string): string => text.replaceAll(/[\\$}]/g, String.raw`\$&`);

function findToolForm({ dialect }: Analysis, name: string): ToolForm | null {
  const own = dialect.tools === null ? [] : [...dialect.tools.toolbox, ...dialect.tools.alsoAllowed];
  return own.find((tool) => tool.name === name) ?? KNOWN_TOOLS.get(name) ?? null;
}

function toolNames(
  analysis: Analysis,
  offset: number,
  written: string,
  quote: string,
): readonly Completion[] {
  const { response } = analysis.file;
  const at = offset - analysis.bodyStart;
  const rest = /^[\w-]*/.exec(response.slice(at, at + 100))?.[0] ?? '';
  const isAlone =
    !/^[\w-]*["']/.test(response.slice(at, at + 100)) || !/\bargs\s*=/i.test(lineFrom(response, at));
  // An editor may have inserted the closing quote of the name.
  const closing = isAlone && response.charAt(at + rest.length) === quote ? quote.length : 0;
  return analysis.toolbox.map((tool) => ({
    label: tool.name,
    kind: 'tool',
    detail: tool.args,
    documentation: toolText(tool),
    insert: isAlone
      ? `${snippetText(tool.name)}${quote} args=${quote}${argsSnippet(analysis, tool)}${quote}`
      : snippetText(tool.name),
    replace: { start: offset - written.trimStart().length, end: offset + rest.length + closing },
    goesOn: false,
  }));
}

const lineFrom = (response: string, at: number): string => {
  const end = response.indexOf('>', at);
  return response.slice(at, end < 0 ? at + LONGEST_TAG : end);
};

/** `Image k` for every image of the request; with a colon if it begins the args of a call. */
function images(analysis: Analysis, offset: number, written: string, isArgs: boolean): readonly Completion[] {
  const begun = IMAGE_BEGUN.exec(written)?.[0] ?? '';
  const beginsArgs = isArgs && written.trim() === begun.trim();
  if (isArgs && !beginsArgs && begun === '') return [];
  const count = analysis.numImages ?? USUAL_IMAGES;
  const replace = { start: offset - begun.length, end: offset };
  return Array.from({ length: count }, (_, index) => index + 1).map((image) => ({
    label: beginsArgs ? `Image ${image}:` : `Image ${image}`,
    kind: 'image',
    detail: describePage(analysis, image),
    documentation: imageMarkdown(analysis, image),
    insert: beginsArgs ? `Image ${image}: ` : `Image ${image}`,
    replace,
    goesOn: false,
  }));
}

function describePage({ file }: Analysis, image: number): string {
  const source = file.info.images.find((each) => each.image === image);
  if (source === undefined) return '';
  const path = file.info.documents[source.document]?.path;
  return path === undefined
    ? t('page {0}', source.page)
    : t('{0}, page {1}', path.split('/').at(-1) ?? path, source.page);
}

function attributes(offset: number, tag: string, written: string): readonly Completion[] {
  const has = (name: string): boolean => new RegExp(`\\b${name}\\s*=`, 'i').test(tag);
  return ['name', 'args']
    .filter((name) => !has(name))
    .map((name) => ({
      label: name,
      kind: 'attribute',
      detail: name === 'name' ? t('which tool') : t('what it looks at'),
      documentation: '',
      insert: `${name}="$1"`,
      replace: { start: offset - written.length, end: offset },
      goesOn: true,
    }));
}
