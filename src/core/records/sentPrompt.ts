import { readSentRequest } from './sentRequest.ts';

/**
 * The texts of all messages of a stored request, without white space at the end; null if it is not known. The beginning
 * of a response, which a request that continues one has as its last message, is not part of the prompt.
 */
export function sentPrompt(request: string | null): string | null {
  if (request === null) return null;
  const texts = readSentRequest(request)
    ?.messages.filter(({ role }) => role !== 'assistant')
    .map(({ text }) => text);
  return texts?.join('\n').trimEnd() ?? null;
}

/** A sent prompt with `{question}` in place of its question, and `<image>` in place of what it says of each image. */
export function promptWithoutQuestion(prompt: string, question: string | null): string {
  const withoutImages = prompt.replace(/^<image \d+: .*>$/gm, '<image>');
  return question === null || question === ''
    ? withoutImages
    : withoutImages.replaceAll(question, '{question}');
}
