/** How fake servers continue the assistant's turn of a request. */

/**
 * What a server does with a turn that it should continue: continues the trajectory that begins with it, without the
 * white space at its end, answers from the beginning, or refuses.
 */
export type Continues = 'exactly' | 'trimmed' | 'ignores' | 'refuses';

/** The error of Transformers for a template that drops a part of the turn. */
export const TURN_REFUSED =
  'continue_final_message is set but the final message does not appear in the chat after applying the chat template! This can happen if the chat template deletes portions of the final message.';

/** The text that a server continues for the body of a request; null if it begins a new turn. */
export function continuedTurn(
  body: Readonly<Record<string, unknown>> | null,
  continues: Continues,
): string | null {
  if (body?.['continue_final_message'] !== true || continues === 'ignores') return null;
  const text = (body['messages'] as { readonly content: string }[]).at(-1)?.content ?? '';
  return continues === 'trimmed' ? text.trimEnd() : text;
}

/** The tokens of a turn that is continued: one for each character, from this number on. */
const LETTERS = 1000;

/** The tokens of a prompt that ends with a turn to continue. */
export function turnTokens(turn: string): number[] {
  return [1, ...Array.from(turn, (character) => LETTERS + (character.codePointAt(0) ?? 0))];
}

/** The text of tokens: those of a turn that is continued, and those with which templates begin a turn. */
export function tokensText(tokens: readonly number[]): string {
  return tokens
    .map((token) =>
      token >= LETTERS
        ? String.fromCodePoint(token - LETTERS)
        : ['x', '<|im_start|>assistant\n', '<|im_start|>assistant\n<think>\n'][token],
    )
    .join('');
}
