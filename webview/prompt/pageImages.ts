import type { PreviewImage } from '../../src/protocol/prompt.ts';

/** Gives the page image that stands for an image, as a data URL. */
export type PageImages = (image: PreviewImage) => Promise<string>;

/** Asks for images, each once as long as the same page stands for it. A failure is asked again. */
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
