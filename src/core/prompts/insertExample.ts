import type { Span } from '../span.ts';

/** An answered question that a prompt shows as an example. */
export interface PromptExample {
  readonly question: string;
  readonly response: string;
}

/** The expression that prints the question. */
const CONTENT = /\{\{-?\s*content\b/;

/**
 * The edit that adds an example to the text of a prompt file: before the line of the question, or at the end if the
 * template does not print it.
 */
export function insertExample(
  text: string,
  { question, response }: PromptExample,
): { readonly span: Span; readonly newText: string } {
  const found = CONTENT.exec(text);
  const at = found === null ? text.length : text.lastIndexOf('\n', found.index) + 1;
  const needsBreak = at > 0 && text[at - 1] !== '\n';
  const example = `An example:\n\nQuestion: ${asText(question.trim())}\n${asText(response.trim())}\n\n`;
  return { span: { start: at, end: at }, newText: `${needsBreak ? '\n' : ''}${example}` };
}

/** A text that a template prints as it is, and in which trainers find no place for an image. */
function asText(text: string): string {
  const plain = text.replaceAll('<image>', '< image >');
  if (!/\{[{%#]/.test(plain)) return plain;
  // A block of raw text would end at such a tag in it.
  return `{% raw %}${plain.replaceAll(/\{%(?=[-+]?\s*endraw)/g, '{ %')}{% endraw %}`;
}
