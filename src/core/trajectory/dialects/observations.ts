import type { Content, Reading } from './reader.ts';
import { trimmedSpan } from './reader.ts';

/** An image in the text of a chat: one mark for each image, regardless of how many pads follow. */
const IMAGE_MARK = /<\|vision_start\|>|<image>/g;
/** Pads without their marks, as a tokenizer leaves them. */
const IMAGE_PADS = /(?:<\|image_pad\|>)+/g;

/** The environment's reply to an action, as one part; `refusal` matches a reply that refuses the action. */
export function readObservation(content: Content, refusal: RegExp): Reading {
  const { text, span, speaker, open } = content;
  const images = (text.match(IMAGE_MARK) ?? text.match(IMAGE_PADS) ?? []).length;
  const refuses = refusal.test(text);
  const body = trimmedSpan(content);
  return { parts: [{ kind: 'observation', span, speaker, open, body, images, refuses }], findings: [] };
}
