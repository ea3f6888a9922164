import type { AnswerForm } from '../model.ts';

const QUESTION_LINE = /^[\s*#>-]*(?:question|query)\s*\**\s*:\s*\**\s*(.*)$/i;

/**
 * The question in a prompt: the text after the last line that begins with `Question:`. Without such a line, the last
 * paragraph with a question mark; otherwise the last paragraph. Null if the prompt is empty.
 */
export function findQuestion(prompt: string): string | null {
  const lines = prompt.replace(/<image>/g, ' ').split(/\r?\n/);
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const rest = QUESTION_LINE.exec(lines[at] ?? '')?.[1]?.trim();
    if (rest === undefined) continue;
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
