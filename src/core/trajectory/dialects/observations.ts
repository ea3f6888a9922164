import type { Content, Reading } from './reader.ts';
import { IMAGE_TOKENS } from '../imageTokens.ts';
import { trimmedSpan } from './reader.ts';

/** The environment's reply to an action, as one part; `refusal` matches a reply that refuses the action. */
export function readObservation(content: Content, refusal: RegExp): Reading {
  const { text, span, speaker, open } = content;
  const tokens = text.match(IMAGE_TOKENS) ?? [];
  // Pads that stand apart from their mark are no other image.
  const marked = tokens.filter((token) => !token.startsWith('<|image_pad|>'));
  const images = marked.length > 0 ? marked.length : tokens.length;
  const refuses = refusal.test(text);
  const body = trimmedSpan(content);
  return { parts: [{ kind: 'observation', span, speaker, open, body, images, refuses }], findings: [] };
}
