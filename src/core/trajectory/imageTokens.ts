/**
 * What stands for one image in the text of a chat: the marks of Qwen around any number of pads, which may be cut off at
 * the end of the text, pads that a tokenizer left without their marks, or the word that trainers write.
 */
export const IMAGE_TOKENS =
  /<\|vision_start\|>(?:<\|image_pad\|>)*(?:<\|vision_end\|>|<(?:\|\w*\|?)?$)?|(?<!<\|image_pad\|>)(?:<\|image_pad\|>)+|<image>/g;

/** A text without what stands for images, which is handed to `shown` instead. */
export function splitImageTokens<T>(text: string, shown: (start: number) => T): readonly (string | T)[] {
  const pieces: (string | T)[] = [];
  let from = 0;
  for (const { 0: token, index } of text.matchAll(IMAGE_TOKENS)) {
    pieces.push(text.slice(from, index), shown(index));
    from = index + token.length;
  }
  return [...pieces, text.slice(from)];
}
