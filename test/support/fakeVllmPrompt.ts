import { imageSize } from 'image-size';

/** The contents of a prompt, as a fake server counts them. */
export interface FakePrompt {
  readonly textTokens: number;
  /** Tokens of each image, by the formula of Qwen2.5-VL (28 x 28 pixels per token, here without limits). */
  readonly images: readonly number[];
  /** The error message for an image that cannot be decoded, or null. */
  readonly badImage: string | null;
}

function parts(messages: unknown): readonly Record<string, unknown>[] {
  if (!Array.isArray(messages)) return [];
  return (messages as { content?: unknown }[]).flatMap(({ content }) =>
    Array.isArray(content)
      ? (content as Record<string, unknown>[])
      : [{ type: 'text', text: String(content) }],
  );
}

/** The number of tokens of a text: one per word. */
export function countTextTokens(text: string): number {
  return text.split(/\s+/u).filter((word) => word !== '').length;
}

/** Reads the messages of a request like the model's tokenizer and image processor. */
export function readPrompt(messages: unknown): FakePrompt {
  let textTokens = 3;
  let badImage: string | null = null;
  const images: number[] = [];
  for (const part of parts(messages)) {
    if (part['type'] === 'text') textTokens += countTextTokens(String(part['text']));
    if (part['type'] !== 'image_url') continue;
    const { url } = part['image_url'] as { url: string };
    try {
      const { width, height } = imageSize(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
      images.push(Math.max(4, Math.round(width / 28) * Math.round(height / 28)));
    } catch {
      badImage = 'Failed to load image: cannot identify image file <_io.BytesIO object>';
    }
    // The template adds a mark before and after each image.
    textTokens += 2;
  }
  return { textTokens, images, badImage };
}
