/** English letters for each token, with tokenizers such as Qwen's; other scripts take more tokens. */
const LETTERS_A_TOKEN = 4.2;
const OTHERS_A_TOKEN = 1.6;

/** Estimates the number of tokens of a text: within some 20% for English prose with Qwen's tokenizer. */
export function estimateTokens(text: string): number {
  let ascii = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) < 128) ascii++;
  return Math.ceil(ascii / LETTERS_A_TOKEN + (text.length - ascii) / OTHERS_A_TOKEN);
}

/** How far the estimate may be off, as a fraction of it. */
export const ESTIMATE_MARGIN = 0.25;
