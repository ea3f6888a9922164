import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { Span } from '../../core/span.ts';
import type { Definition, PromptSource, TextEdit } from '../model.ts';
import { definitionsOf, touches, type Analysis } from './analysis.ts';

/** A valid tool name: one that every reward's pattern reads. */
const TOOL_NAME = /^[A-Za-z_][\w-]*$/;

/** Where the prompt offers the tool at `offset`; null if there is no tool, or no known prompt. */
export function definitionAt(analysis: Analysis, offset: number): Definition | null {
  const named = toolAt(analysis, offset);
  if (named === null || analysis.prompt === null) return null;
  return {
    origin: analysis.place(named.span),
    prompt: analysis.prompt,
    span: placeInPrompt(analysis.prompt, named.name),
  };
}

/** The names of all calls of the tool at `offset`, and of its definition in the response, as spans of the document. */
export function referencesAt(analysis: Analysis, offset: number): readonly Span[] {
  const named = toolAt(analysis, offset);
  return named === null
    ? []
    : namesOf(analysis).flatMap(({ name, span }) => (name === named.name ? [analysis.place(span)] : []));
}

/** The span of the tool's name that a rename at `offset` would change; null if there is no tool. */
export function renameSpanAt(analysis: Analysis, offset: number): Span | null {
  const named = toolAt(analysis, offset);
  return named === null ? null : analysis.place(named.span);
}

/** A tool's name and its place in the response. */
interface ToolName {
  readonly name: string;
  readonly span: Span;
}

/** Every name of a tool: of calls, and of definitions. */
function namesOf(analysis: Analysis): readonly ToolName[] {
  const { tools } = analysis.trajectory;
  return [...tools, ...definitionsOf(analysis.trajectory)].flatMap(({ name, nameSpan }) =>
    name === '' || nameSpan === null ? [] : [{ name, span: trimSpan(analysis, nameSpan) }],
  );
}

function toolAt(analysis: Analysis, offset: number): ToolName | null {
  const at = analysis.offsetInBody(offset);
  return at === null ? null : (namesOf(analysis).find(({ span }) => touches(span, at)) ?? null);
}

/**
 * The edits that rename the tool at `offset` everywhere in the file; none if there is no tool.
 * @throws PageTraceError `bad-input` for a text that cannot be the name of a tool
 */
export function renameAt(analysis: Analysis, offset: number, name: string): readonly TextEdit[] {
  if (!TOOL_NAME.test(name)) {
    throw new PageTraceError('bad-input', t('"{0}" cannot be the name of a tool.', name), {
      hint: t('Write letters, digits, _ and -, beginning with a letter or _.'),
    });
  }
  return referencesAt(analysis, offset).map((span) => ({ span, newText: name }));
}

/** The span of a value without the white space around it. */
function trimSpan({ file }: Analysis, { start, end }: Span): Span {
  const value = file.response.slice(start, end);
  const from = start + (value.length - value.trimStart().length);
  return { start: from, end: Math.max(from, start + value.trimEnd().length) };
}

/** Where a prompt's text names a tool, otherwise where it names its toolbox, otherwise its beginning. */
function placeInPrompt({ text }: PromptSource, tool: string): Span {
  const escaped = tool.replaceAll(/[^\w-]/g, String.raw`\$&`);
  const names = new RegExp(String.raw`(?<![\w-])${escaped}(?![\w-])`);
  const match = (tool === '' ? null : names.exec(text)) ?? /^toolbox:.*$/m.exec(text);
  return match === null ? { start: 0, end: 0 } : { start: match.index, end: match.index + match[0].length };
}
