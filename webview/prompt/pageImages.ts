import type { PreviewImage } from '../../src/protocol/prompt.ts';

/** Returns the page image for an image, as a data URL. */
export type PageImages = (image: PreviewImage) => Promise<string>;

/** Requests images, each once as long as its page does not change. A failed request is repeated. */
export function pageImages(ask: (image: number) => Promise<string>): PageImages {
  const asked = new Map<number, { readonly page: string; readonly answer: Promise<string> }>();
  return ({ image, page }) => {
    const name = JSON.stringify(page);
    const known = asked.get(image);
    if (known?.page === name) return known.answer;
    const answer = ask(image);
    asked.set(image, { page: name, answer });
    answer.catch(() => {
      if (asked.get(image)?.answer === answer) asked.delete(image);
    });
    return answer;
  };
}
