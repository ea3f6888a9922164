import { lastNotAbove } from '../../../binarySearch.ts';
import type { Span } from '../../../span.ts';
import type { Shown } from './shownParts.ts';

/** A tool call that a prompt shows: in an example, in a form of the response, or as an entry of its list of tools. */
export interface ShownCall {
  /** Null if it has none that can be read. */
  readonly name: string | null;
  readonly nameSpan: Span | null;
  readonly args: string | null;
  readonly argsSpan: Span | null;
  /** The opening tag. */
  readonly open: Span;
  /** To the end of the closing tag, or of the opening tag if no closing tag follows. */
  readonly span: Span;
  /** The example that contains it; null if it is in a form or a list. */
  readonly example: Shown | null;
}

const OPENING = /<tool[ \t](?=[^<>]*?\b(?:name|args)[ \t]*=)/gi;
const NAME = /\bname[ \t]*=[ \t]*(["']?)([^"'\s>]*)\1/i;
const ARGS_BEGIN = /\bargs[ \t]*=[ \t]*/gi;
const UNQUOTED = /[^\s>"']*/y;
/** The end of a tag after its last value. */
const TAG_END = /(?<![ \t])[ \t]*\/?>$/;
const ARGS_FIRST = /\bargs[ \t]*=[ \t]*(["'])([^"'\n]*)\1/i;

const WORDS_FOR_A_NAME =
  /^(?:(?:your_|the_)?(?:tool|function|action)?_?names?|tools|tool_?id|(?:tool|function|action)(?:_?\w)?|define_tool|end_of_tools|the_tool|some_tool|any_tool|[a-z]|xxx+|[.…]+|\W.*|[^{}<>[\]\s]*[{}<>[\]\s].*)$/i;

/** Whether a name is a placeholder for the name of any tool. */
export const isSlotName = (name: string): boolean => name === '' || WORDS_FOR_A_NAME.test(name);

/** The tool calls of `text`, each with the example in `shown` that contains it. */
export function findShownCalls(text: string, shown: readonly Shown[]): readonly ShownCall[] {
  const calls: ShownCall[] = [];
  const startsOf = (pattern: RegExp): readonly number[] =>
    [...text.matchAll(pattern)].map(({ index }) => index);
  const closings = startsOf(/<\/tool>/gi);
  const openings = startsOf(/<tool\b/gi);
  const nextAfter = (starts: readonly number[], at: number): number => lastNotAbove(starts, at - 1) + 1;
  const examples = shown.filter(({ kind }) => kind === 'example');
  const exampleStarts = examples.map(({ span }) => span.start);
  for (const { 0: begin, index } of text.matchAll(OPENING)) {
    const end = tagEnd(text, index + begin.length);
    if (end === null) continue;
    const open = { start: index, end };
    const tag = text.slice(index, end);
    const name = NAME.exec(tag);
    const args = readArgs(tag);
    const example = examples[lastNotAbove(exampleStarts, open.start)];
    const value = args?.value ?? null;
    const nameStart =
      name === null
        ? 0
        : open.start +
          name.index +
          name[0].lastIndexOf(name[2] ?? '', name[0].length - (name[1] ?? '').length);
    const argsStart =
      args === null || value === null ? 0 : open.start + tag.indexOf(value, tag.indexOf('=', args.start) + 1);
    const closeStart = closings[nextAfter(closings, open.end)] ?? Infinity;
    const closed = closeStart < (openings[nextAfter(openings, open.end)] ?? Infinity);
    calls.push({
      name: name?.[2] ?? null,
      nameSpan: name === null ? null : { start: nameStart, end: nameStart + (name[2] ?? '').length },
      args: value,
      argsSpan: value === null ? null : { start: argsStart, end: argsStart + value.length },
      open,
      span: { start: open.start, end: closed ? closeStart + '</tool>'.length : open.end },
      example: example !== undefined && open.end <= example.span.end ? example : null,
    });
  }
  return calls;
}

/**
 * The end of an opening tag of a tool call, which continues at `from`; null if it does not end. A closing bracket in
 * quotes does not end the tag, unless it has no other. Looks at each character once, from the last to the first: the end
 * of the tag depends only on the place, not on which quotes before it belong together.
 */
function tagEnd(text: string, from: number): number | null {
  let last = from;
  while (last < text.length && text[last] !== '<' && text[last] !== '\n') last++;
  // The end of the tag if it continues after the nearest quote of a kind, and at the current character; -1 for none.
  let [afterDouble, afterSingle, end] = [-1, -1, -1];
  for (let at = last - 1; at >= from; at--) {
    const char = text[at];
    const afterThis = end;
    if (char === '>') end = at + 1;
    else if (char === '"') {
      end = afterDouble < 0 ? afterThis : afterDouble;
      afterDouble = afterThis;
    } else if (char === "'") {
      end = afterSingle < 0 ? afterThis : afterSingle;
      afterSingle = /[\s>]/.test(text.charAt(at + 1)) ? afterThis : -1;
    }
  }
  return end < 0 ? null : end;
}

/** The args of an opening tag, with where they begin to be named: the last value of the tag, otherwise any in quotes. */
function readArgs(tag: string): { readonly value: string; readonly start: number } | null {
  const tailStart = TAG_END.exec(tag)?.index ?? tag.length;
  const [quote, beforeTail] = [tag.charAt(tailStart - 1), tag.slice(0, tailStart - 1)];
  const lastBreak = Math.max(...['\r', '\u2028', '\u2029'].map((mark) => tag.lastIndexOf(mark)));
  // Up to here, a value without quotes is known not to be the last one.
  let refused = 0;
  for (const { 0: begin, index } of tag.matchAll(ARGS_BEGIN)) {
    const from = index + begin.length;
    const first = tag.charAt(from);
    if (first === '"' || first === "'") {
      if (first === quote && tailStart - 1 > from && lastBreak < from)
        return { value: beforeTail.slice(from + 1), start: index };
      continue;
    }
    if (from < refused) continue;
    UNQUOTED.lastIndex = from;
    const value = UNQUOTED.exec(tag)?.[0] ?? '';
    refused = from + value.length;
    if (/^[ \t]*\/?>$/.test(tag.slice(refused))) return { value, start: index };
  }
  const quoted = ARGS_FIRST.exec(tag);
  return quoted === null ? null : { value: quoted[2] ?? '', start: quoted.index };
}
