import type { Span } from '../../../span.ts';
import { isSlotName, type ShownCall } from './shownCalls.ts';
import { SpanIndex } from '../../../spanIndex.ts';
import { entryAt, listedTools, type OfferedTool } from './toolList.ts';

const JSON_NAME = /["']name["'][ \t]*:[ \t]*["']([\w.-]+)["']/g;
const YAML_NAME = /^[ \t]*(?:-[ \t]*)?(?:name|tool)[ \t]*:[ \t]*["']?([A-Za-z]\w*)["']?[ \t]*$/gm;
const INLINE_LIST =
  /(?<![</\w"'])\b(?:tools?|toolbox|functions?|actions)\b[^.\n`<]{0,60}?[:—(]?[ \t]*((?:[`"'*]*[A-Za-z][A-Za-z\d]*_\w+[`"'*]*(?:\([^()\n]*\))?[,;/ \t]+(?:and[ \t]+|or[ \t]+|&[ \t]+)?){1,}[`"'*]*[A-Za-z][A-Za-z\d]*_\w+)/gi;

/** A list of names in one line, whatever precedes it. */
const NAMES_IN_A_ROW =
  /(?<![\w.`"'*])[`"'*]*[A-Za-z][A-Za-z\d]*_\w+[`"'*]*(?:[ \t]*,[ \t]*(?:and[ \t]+|or[ \t]+)?[`"'*]*[A-Za-z][A-Za-z\d]*_\w+[`"'*]*){2,}/g;
/** A line that defines a tool, in the form of tool curation. */
const DEFINITION =
  /^[ \t>*-]*`?DEFINE_TOOL[ \t]*:[ \t]*`?([A-Za-z]\w*)`?[ \t]*\|\|(?:[ \t]*([^| \t\r\n\u2028\u2029](?:[ \t]*[^| \t\r\n\u2028\u2029])*))?(?=[ \t]*(?:\|\||$))/gm;

interface Word {
  readonly name: string;
  readonly at: number;
}

/** The names with an underscore in a text, without the digits and underscores before their first letter. */
const namesIn = (text: string): Word[] =>
  [...text.matchAll(/(?<!\w)[\d_]*([A-Za-z][A-Za-z\d]*_\w+)/g)].map(({ 0: word, 1: name = '', index }) => ({
    name,
    at: index + word.length - name.length,
  }));

/**
 * The tools that a prompt offers, read from lists, tables, JSON, sentences, and tool calls outside of examples. Names
 * in `known` count as tools wherever they occur; others only in a list that is about tools.
 */
export function findOfferedTools(
  text: string,
  calls: readonly ShownCall[],
  examples: readonly Span[],
  known: ReadonlySet<string>,
): readonly OfferedTool[] {
  const found = new Map<string, OfferedTool>();
  const inExample = new SpanIndex(examples);
  const add = (tool: OfferedTool): void => {
    if (isSlotName(tool.name) || inExample.hasAt(tool.span.start)) return;
    const before = found.get(tool.name);
    if (before === undefined || (before.args === null && tool.args !== null)) found.set(tool.name, tool);
  };
  const addNames = (names: readonly Word[], from: number): void => {
    for (const { name, at } of names) {
      const start = from + at;
      add({ name, span: { start, end: start + name.length }, args: null, argsSpan: null });
    }
  };
  for (const { name, nameSpan, args, argsSpan, example } of calls) {
    if (example === null && name !== null && nameSpan !== null) add({ name, span: nameSpan, args, argsSpan });
  }
  for (const { 0: line, 1: name = '', 2: args = '', index } of text.matchAll(DEFINITION)) {
    const start = index + line.indexOf(name, line.indexOf(':'));
    const argsStart = index + line.length - args.length;
    const isSaid = args !== '';
    add({
      name,
      span: { start, end: start + name.length },
      args: isSaid ? args : null,
      argsSpan: isSaid ? { start: argsStart, end: argsStart + args.length } : null,
    });
  }
  for (const tool of listedTools(text, known)) add(tool);
  for (const pattern of [JSON_NAME, YAML_NAME]) {
    const entries = [...text.matchAll(pattern)].filter(
      ({ index }) => !/<tool_call>\s*(?:\{\s*)?$/.test(text.slice(Math.max(0, index - 40), index)),
    );
    for (const match of entries)
      add(entryAt(text, match.index + match[0].lastIndexOf(match[1] ?? ''), match[1] ?? '', null));
  }
  for (const match of text.matchAll(INLINE_LIST)) {
    const listStart = match.index + match[0].length - (match[1] ?? '').length;
    const names = namesIn(match[1] ?? '');
    // Names without other evidence are tools if they are announced as such.
    const isAnnounced = /[:(—]\s*$/.test(text.slice(match.index, listStart));
    if (isAnnounced || names.some(({ name }) => known.has(name))) addNames(names, listStart);
  }
  for (const { 0: row, index } of text.matchAll(NAMES_IN_A_ROW)) {
    const names = namesIn(row);
    if (names.filter(({ name }) => known.has(name)).length > 1) addNames(names, index);
  }
  for (const name of known) {
    if (found.has(name)) continue;
    for (const start of placesOf(name, text))
      add({ name, span: { start, end: start + name.length }, args: null, argsSpan: null });
  }
  return [...found.values()].sort((a, b) => a.span.start - b.span.start);
}

/** Where a name is in a text, except within a longer word. A name may have any characters. */
function* placesOf(name: string, text: string): Generator<number> {
  if (name === '') return;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    if (!isWithinWord(text, at) && !isWithinWord(text, end)) yield at;
  }
}

/** Whether the characters before and after an offset belong to one word. */
const isWithinWord = (text: string, at: number): boolean =>
  /\w/.test(text.charAt(at - 1)) && /\w/.test(text.charAt(at));
