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

const OPENING = /<tool[ \t]+(?=[^<>]*?\b(?:name|args)[ \t]*=)(?:"[^"<\n]*"|'[^'<\n]*'(?=[\s>])|[^<>\n])*>/gi;
const NAME = /\bname[ \t]*=[ \t]*(["']?)([^"'\s>]*)\1/i;
const ARGS = /\bargs[ \t]*=[ \t]*(?:(["'])(.*)\1|([^\s>"']*))[ \t]*\/?>$/i;
const ARGS_FIRST = /\bargs[ \t]*=[ \t]*(["'])([^"'\n]*)\1/i;

const WORDS_FOR_A_NAME =
  /^(?:(?:your_|the_)?(?:tool|function|action)?_?names?|tools|tool_?id|(?:tool|function|action)(?:_?\w)?|define_tool|end_of_tools|the_tool|some_tool|any_tool|[a-z]|xxx+|[.…]+|\W.*|.*[{}<>[\]\s].*)$/i;

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
  for (const match of text.matchAll(OPENING)) {
    const open = { start: match.index, end: match.index + match[0].length };
    const tag = match[0];
    const name = NAME.exec(tag);
    const args = ARGS.exec(tag) ?? ARGS_FIRST.exec(tag);
    const example = examples[lastNotAbove(exampleStarts, open.start)];
    const value = args === null ? null : (args[2] ?? args[3] ?? '');
    const nameStart =
      name === null
        ? 0
        : open.start +
          name.index +
          name[0].lastIndexOf(name[2] ?? '', name[0].length - (name[1] ?? '').length);
    const argsStart =
      args === null || value === null
        ? 0
        : open.start + tag.indexOf(value, args.index + args[0].search(/=/) + 1);
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
