import type { AnswerForm } from '../model.ts';

const LABEL = /^[\s*#>-]*(?:question|query)/i;
/** White space around a mark for bold text; each part can be empty. */
const BOLD_MARK = /\s*\**\s*/y;
const LINE_END = /[\r\u2028\u2029]/;

/** The text after `Question:` at the beginning of a line, with or without marks of Markdown; null for other lines. */
function labeledText(line: string): string | null {
  const label = LABEL.exec(line);
  if (label === null) return null;
  const colon = skipMark(line, label[0].length);
  if (line[colon] !== ':') return null;
  const text = line.slice(skipMark(line, colon + 1));
  return LINE_END.test(text) ? null : text.trim();
}

function skipMark(line: string, from: number): number {
  BOLD_MARK.lastIndex = from;
  return from + (BOLD_MARK.exec(line)?.[0].length ?? 0);
}

/**
 * The question in a prompt: the text after the last line that begins with `Question:`. Without such a line, the last
 * paragraph with a question mark; otherwise the last paragraph. Null if the prompt is empty.
 */
export function findQuestion(prompt: string): string | null {
  const lines = prompt.replace(/<image>/g, ' ').split(/\r?\n/);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const rest = labeledText(lines[at] ?? '');
    if (rest === null) continue;
    return rest === ''
      ? (lines
          .slice(at + 1)
          .find((line) => line.trim() !== '')
          ?.trim() ?? null)
      : rest;
  }
  const paragraphs = lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '');
  return paragraphs.findLast((paragraph) => paragraph.includes('?')) ?? paragraphs.at(-1) ?? null;
}

/** The form of answer that a prompt's tags request. */
export function requestedForm(prompt: string): AnswerForm {
  if (/<evidence>/i.test(prompt)) return 'evisrag';
  if (/<description>/i.test(prompt)) return /<tool\b/i.test(prompt) ? 'lang2act' : 'action-rl';
  return /<(?:think|answer)>/i.test(prompt) ? 'think-answer' : 'plain';
}
