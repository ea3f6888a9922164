import { isMap, isNode, isScalar } from 'yaml';
import { listedTools } from '../prompts/lint/reading/toolList.ts';
import type { Tool } from '../prompts/model.ts';
import { locatePromptSettings, readPromptFile } from '../prompts/promptFile.ts';
import { parseYaml } from '../records/yamlDocument.ts';
import type { Span } from '../span.ts';
import { toolLine } from './toolLines.ts';
import { toolboxInLine, toolboxSettings } from './toolboxSettings.ts';

/** A prompt file with another toolbox. */
export interface ReplacedToolbox {
  readonly text: string;
  /**
   * How its text names the tools now: `printed` by the template from the settings, `listed` in a list that was replaced, or
   * `nowhere`, so that a person has to name them.
   */
  readonly named: 'printed' | 'listed' | 'nowhere';
}

/**
 * A prompt file that offers other tools: in its settings, and in the list of tools of its text. Everything else stays as it
 * is. Null if its settings cannot be read.
 */
export function replaceToolbox(text: string, tools: readonly Tool[]): ReplacedToolbox | null {
  const file = readPromptFile('', text);
  if (file.problems.some(({ severity }) => severity === 'error')) return null;
  const { template, toolbox } = file.prompt;
  const from = file.templateStart;
  const list = listOfTools(template, new Set(toolbox.map(({ name }) => name)));
  const body =
    list === null
      ? text.slice(from)
      : template.slice(0, list.span.start) +
        tools.map((tool, at) => toolLine(list.prefixOf(at), tool)).join('\n') +
        template.slice(list.span.end) +
        text.slice(from + template.length);
  const settings = withToolbox(text, tools, from);
  if (settings === null) return null;
  const isPrinted = /\{%-?[ \t]*for\b[^%]*\btoolbox\b/.test(template);
  return {
    text: withLineEndsOf(text, settings + body),
    named: list !== null ? 'listed' : isPrinted ? 'printed' : 'nowhere',
  };
}

/** A changed text with the line ends of Windows, if the text before has no others. */
function withLineEndsOf(before: string, text: string): string {
  const isWindows = before.includes('\r\n') && !/(?<!\r)\n/.test(before);
  return isWindows ? text.replace(/\r?\n/g, '\r\n') : text;
}

/** The text before the template with other tools in the settings; null if they cannot be read. */
function withToolbox(text: string, tools: readonly Tool[], templateStart: number): string | null {
  const place = locatePromptSettings(text);
  if (place === null) {
    const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
    return `${mark}{# pagetrace:\n${toolboxSettings(tools)}\n-#}\n`;
  }
  const { start, end } = place.yaml;
  const yaml = text.slice(start, end);
  const written = yamlWithToolbox(yaml, tools, start === 0 ? 0 : columnOf(text, start));
  return written === null ? null : text.slice(0, start) + written + text.slice(end, templateStart);
}

const columnOf = (text: string, at: number): number => at - (text.lastIndexOf('\n', at - 1) + 1);

function yamlWithToolbox(yaml: string, tools: readonly Tool[], firstColumn: number): string | null {
  const { document, error } = parseYaml(yaml);
  const { contents } = document;
  if (error !== null) return null;
  if (contents === null) return `${yaml}${toolboxSettings(tools)}\n`;
  if (!isMap(contents)) return null;
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === 'toolbox');
  const keyRange = pair !== undefined && isNode(pair.key) ? pair.key.range : null;
  if (keyRange == null) {
    if (contents.flow === true) return replaced(yaml, insideOf(contents.range), `${toolboxInLine(tools)}, `);
    const indent = indentOf(yaml, contents.range?.[0] ?? 0, firstColumn);
    return `${yaml.trimEnd()}\n${indent}${toolboxSettings(tools, indent)}\n`;
  }
  const valueEnd = pair !== undefined && isNode(pair.value) ? pair.value.range?.[1] : undefined;
  const span = { start: keyRange[0], end: Math.max(keyRange[1], valueEnd ?? keyRange[1]) };
  if (contents.flow === true) return replaced(yaml, span, toolboxInLine(tools));
  const indent = indentOf(yaml, keyRange[0], firstColumn);
  const isBlock = yaml.slice(span.start, span.end).endsWith('\n');
  return replaced(yaml, span, `${toolboxSettings(tools, indent)}${isBlock ? '\n' : ''}`);
}

/** The place after the bracket that opens a mapping in one line. */
const insideOf = (range: readonly number[] | null | undefined): Span => {
  const start = (range?.[0] ?? 0) + 1;
  return { start, end: start };
};

/** The white space before a key. Settings may begin in the line of the word that opens them. */
function indentOf(yaml: string, at: number, firstColumn: number): string {
  const lineStart = yaml.lastIndexOf('\n', at - 1) + 1;
  return lineStart === 0 && firstColumn > 0 ? '' : yaml.slice(lineStart, at);
}

const replaced = (text: string, { start, end }: Span, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

interface ToolList {
  readonly span: Span;
  /** What is before the name of the tool at a place of the list. */
  prefixOf(at: number): string;
}

/** The lines of a template that list its tools: from the first one to the last. Null without a list. */
function listOfTools(template: string, known: ReadonlySet<string>): ToolList | null {
  const tools = listedTools(template, known).filter(({ span }) => !isInTag(template, span.start));
  const [first] = tools;
  const last = tools.at(-1);
  if (first === undefined || last === undefined) return null;
  const start = template.lastIndexOf('\n', first.span.start) + 1;
  const endOfLast = template.indexOf('\n', last.span.end);
  const end = endOfLast === -1 ? template.length : endOfLast;
  const prefix = template.slice(start, first.span.start);
  const number = /\d+/.exec(prefix)?.[0];
  return {
    span: { start, end },
    prefixOf: (at) =>
      number === undefined ? plainPrefix(prefix) : prefix.replace(number, String(Number(number) + at)),
  };
}

/** A bullet without marks that would have to be closed after the name. */
const plainPrefix = (prefix: string): string => (/^\s*(?:[-*+•]\s*)?$/.test(prefix) ? prefix : '- ');

/** Whether an offset is within a tag of Jinja. */
function isInTag(template: string, at: number): boolean {
  const open = Math.max(template.lastIndexOf('{%', at), template.lastIndexOf('{{', at));
  const close = Math.max(template.lastIndexOf('%}', at), template.lastIndexOf('}}', at));
  return open > close;
}
