import type { Span } from '../../../span.ts';

/** A tool that a prompt offers, with its place in the rendered text. */
export interface OfferedTool {
  readonly name: string;
  readonly span: Span;
  /** The description of its args in the list; null if there is none. */
  readonly args: string | null;
  readonly argsSpan: Span | null;
}

const ENTRY =
  /^[ \t>]*(?:(?:[-*+•–]|\(?\d+[.)]|\(?[a-z][.)]|\||#{1,6})[ \t]*)?(?:\d+[.)][ \t]*)?[`*_"'[(]*((?:[A-Za-z]\w*\.)?[A-Za-z]\w*)(?!\w)[`*"'\])]*(?:[ \t]*(\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)|\{[^{}\n]*\}|\[[^[\]\n]*\])[`*_"']*|[ \t]+[`*_"']+|_[`*_"']*)?[ \t]*(?::|-{1,2}[ \t>]|–|—|\||=>|→|,[ \t]|$)/;
const SPEAKS_OF_TOOLS =
  /\b(?:tools?|toolbox|toolset|functions?|actions?|operations?|operators?|skills?|APIs?|primitives?)\b/i;
const ARGS_AFTER =
  /\b(?:args?|arguments?|format|usage|input|params?|parameters?)\b["'`*]*[ \t]*[:=][ \t]*(?:["'`]([^"'`\n]+)["'`]|([^"'`)\n| \t][^"'`)\n|]*?)(?:[)|]|\.[ \t]|$|;| [-–—] )|(?<=[ \t])(?:[)|]|$))/im;
const ARGS_COLUMN =
  /\b(?:args?|arguments?|usage|format|input|inputs|params?|parameters?|syntax|signature)\b/i;
/** A list entry that shows a call of its tool. */
const CALL_ENTRY = /^[ \t>]*(?:(?:[-*+•–]|\(?\d+[.)])[ \t]*)?`*<tool[ \t]+name=["']?(\w+)/;
/** Words in parentheses that are not args: "(step by step)". */
const WORDS_IN_BRACKETS = /^\((?!.*\b(?:images?|pages?|args?)\b)[a-z]+(?:[ \t]+[a-z]+)+\)$/i;
/** A line that only underlines the heading above it. */
const UNDERLINE = /^[ \t]*(?:-{3,}|={3,}|\*{3,}|_{3,})[ \t]*$/;
/** The most characters after a name that may describe its tool. */
const LONGEST_ENTRY = 2000;
const BULLET = /^[ \t>]*(?:[-*+•–|]|\(?\d+[.)])/;

/**
 * The tools in lists and tables: lines that begin with a name, below words about tools or in a list that contains a
 * known tool. Lines that are indented deeper than the list describe its tools.
 */
export function listedTools(text: string, known: ReadonlySet<string>): readonly OfferedTool[] {
  const tools: OfferedTool[] = [];
  // Entries of a list that may turn out to be a list of tools.
  let pending: OfferedTool[] = [];
  // Entries that count as tools only if the entries around them do.
  let between: OfferedTool[] = [];
  let isToolList = false;
  let form: EntryForm | null = null;
  let indent: number | null = null;
  let argsColumn = -1;
  let at = 0;
  for (const line of text.split('\n')) {
    const match = ENTRY.exec(line);
    const name = match?.[1] ?? '';
    const depth = line.length - line.trimStart().length;
    const isKnown = known.has(name);
    const isLikeOthers = form === null || form === entryForm(line, name);
    const mayBe =
      match !== null &&
      depth <= (indent ?? depth) &&
      ((name.includes('_') && (form !== 'tag' || saysArgs(line, match[2] ?? ''))) ||
        (isLikeOthers &&
          (looksLikeTool(line, name, match[2] ?? '') || (form === 'row' && isFilledRow(line)))));
    if (match !== null && (isKnown || mayBe)) {
      const start = at + line.indexOf(name);
      const cell = argsColumn < 0 ? null : cellAt(line, argsColumn);
      pending.push(
        cell === null
          ? entryAt(text, start, name, match[2] ?? null)
          : { ...nameWithSpan(start, name), args: cell.text, argsSpan: shiftSpan(cell.span, at) },
      );
      indent ??= depth;
      isToolList ||= isKnown;
      if (isKnown) {
        form = entryForm(line, name);
        for (const tool of between) tools.push(tool);
        between = [];
      }
      if (isToolList) {
        for (const tool of pending) tools.push(tool);
        pending = [];
      }
    } else if (match !== null && form === 'bullet' && isLikeOthers && depth === indent) {
      between.push(entryAt(text, at + line.indexOf(name), name, match[2] ?? null));
    } else if (form === 'row' && line.trim() === '') {
      isToolList = false;
      form = null;
      indent = null;
    } else if (isTableLine(line)) {
      if (/\bname\b/i.test(line) || SPEAKS_OF_TOOLS.test(line)) isToolList = true;
      if (argsColumn < 0) argsColumn = cellsOf(line).findIndex(({ text: cell }) => ARGS_COLUMN.test(cell));
    } else if (line.trim() !== '' && !BULLET.test(line) && depth < 2 && !UNDERLINE.test(line)) {
      isToolList = isHeadingOfTools(line);
      pending = [];
      between = [];
      form = null;
      indent = null;
    }
    if (!isTableLine(line)) argsColumn = -1;
    if (known.has(CALL_ENTRY.exec(line)?.[1] ?? '')) form = 'tag';
    at += line.length + 1;
  }
  return tools;
}

const isTableLine = (line: string): boolean => /^\s*\|/.test(line);

/** Whether a line introduces a list of tools: it mentions tools, and is a heading or ends with a colon. */
const isHeadingOfTools = (line: string): boolean =>
  SPEAKS_OF_TOOLS.test(line) &&
  (/[:：]|^\s*(?:#|\*\*|\d+[.)]|The )/.test(line) || line.trim().split(/\s+/).length <= 4);

interface Cell {
  readonly text: string;
  /** In its line. */
  readonly span: Span;
}

/** The cells of a line of a Markdown table, without the backticks around their text. */
function cellsOf(line: string): Cell[] {
  const cells: Cell[] = [];
  for (const match of line.matchAll(/\|([^|]*)(?=\|)/g)) {
    const cell = match[1] ?? '';
    const text = cell.trim().replace(/^`+|(?<!`)`+$/g, '');
    const start = match.index + 1 + cell.indexOf(text);
    cells.push({ text, span: { start, end: start + text.length } });
  }
  return cells;
}

function cellAt(line: string, column: number): Cell | null {
  const cell = cellsOf(line)[column];
  return cell === undefined || cell.text === '' ? null : cell;
}

const shiftSpan = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

const nameWithSpan = (start: number, name: string): Pick<OfferedTool, 'name' | 'span'> => ({
  name,
  span: { start, end: start + name.length },
});

/** Whether a line gives the args of the name in it, in brackets or after a word for them. */
const saysArgs = (line: string, inBrackets: string): boolean =>
  (inBrackets.startsWith('(') && !WORDS_IN_BRACKETS.test(inBrackets)) || /\bargs?\b/i.test(line);

function looksLikeTool(line: string, name: string, inBrackets: string): boolean {
  // A plain word followed by words in brackets is a remark.
  if (/^[A-Z]?[a-z]+$/.test(name) && WORDS_IN_BRACKETS.test(inBrackets)) return false;
  return inBrackets.startsWith('(') || (isTableLine(line) && line.includes('`'));
}

/** The form that the entries of one list share: rows of a table, bullets, calls, tags, or plain names. */
type EntryForm = 'row' | 'tag' | 'bullet' | 'call' | 'plain';

function entryForm(line: string, name: string): EntryForm {
  if (isTableLine(line)) return 'row';
  if (BULLET.test(line) && !line.trimStart().startsWith('**')) return 'bullet';
  return line.includes(`${name}(`) ? 'call' : 'plain';
}

/** Whether a row describes the name in its first cell; other rows are headings inside the table. */
const isFilledRow = (line: string): boolean => (cellsOf(line)[1]?.text ?? '') !== '';

/** The list entry that names a tool at `start`, with the args that it gives. */
export function entryAt(text: string, start: number, name: string, inBrackets: string | null): OfferedTool {
  const span = { start, end: start + name.length };
  const rest = text.slice(span.end, span.end + LONGEST_ENTRY).split('\n', 1)[0] ?? '';
  const said = ARGS_AFTER.exec(rest);
  let args = said === null ? null : (said[1] ?? said[2] ?? '').trim();
  if (args === null && inBrackets !== null)
    args = inBrackets
      .slice(1, -1)
      .replace(/^\s*args?\s*[:=]\s*/i, '')
      .replace(/^\s*`+|(?<!`)`+\s*$/g, '')
      .trim();
  if (args === null || args === '') return { name, span, args: null, argsSpan: null };
  const argsStart = text.indexOf(args, span.end);
  return {
    name,
    span,
    args,
    argsSpan: argsStart < 0 ? null : { start: argsStart, end: argsStart + args.length },
  };
}
