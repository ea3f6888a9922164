import type { PromptPart } from '../prompts/model.ts';

/**
 * What stands for an image in the texts of prompts: the mark of trainers, the line of requests that PageTrace keeps, and
 * the tokens of Qwen's chat template.
 */
const IMAGE_MARK = /<image>|^<image \d+: [^\n]*>$|<\|vision_start\|>(?:<\|image_pad\|>)+<\|vision_end\|>/gm;

/**
 * The parts of a prompt that was sent as a text. Images that it does not mention come first, as chat templates put them.
 * @returns null if it mentions another number of images
 */
export function partsOfText(text: string, images: number): readonly PromptPart[] | null {
  const texts = text.split(IMAGE_MARK);
  const mentioned = texts.length - 1;
  if (mentioned !== 0 && mentioned !== images) return null;
  if (mentioned === 0)
    return [...Array.from({ length: images }, (_, at) => imagePart(at + 1)), ...textParts(text)];
  return texts.flatMap((each, at) => [...(at === 0 ? [] : [imagePart(at)]), ...textParts(each)]);
}

/** A text without what stands for images in it. */
export const withoutImages = (text: string): string => text.replaceAll(IMAGE_MARK, '').trimStart();

const imagePart = (image: number): PromptPart => ({ type: 'image', image });

const textParts = (text: string): readonly PromptPart[] => (text === '' ? [] : [{ type: 'text', text }]);

/** A prompt as one text, with `<image>` for each image, which LLaMA-Factory, EasyR1 and verl expect. */
export const markedText = (parts: readonly PromptPart[]): string =>
  parts.map((part) => (part.type === 'image' ? '<image>' : withoutMark(part.text))).join('');

/** A text without the mark itself, which would ask for an image that is not there. */
export const withoutMark = (text: string): string => text.replaceAll('<image>', '< image >');

/** A prompt as the content of a message in parts, which TRL expects. */
export const contentParts = (
  parts: readonly PromptPart[],
): readonly ({ readonly type: 'image' } | { readonly type: 'text'; readonly text: string })[] =>
  parts.map((part) => (part.type === 'image' ? { type: 'image' } : { type: 'text', text: part.text }));
