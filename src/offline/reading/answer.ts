import { setImmediate } from 'node:timers/promises';
import type { Answerer, PageToRead, ReadingEvent } from '../model.ts';
import { beginTrajectory, describeImage, endTrajectory } from './compose.ts';
import { find, seeImage } from './find.ts';
import { textLayerPage } from './textLayerPage.ts';
import type { PageLines } from './pageWords.ts';

/**
 * Creates a function that answers tasks from the text of their pages: the words of the text layer where a page has
 * them, and otherwise what `recognize` reads in its image.
 */
export function createAnswerer(
  recognize: (image: Uint8Array, signal: AbortSignal) => Promise<PageLines>,
): Answerer {
  return async function* ({ pages, question, form }, signal): AsyncGenerator<ReadingEvent> {
    const read = ({ image, words }: PageToRead): PageLines | Promise<PageLines> =>
      words === null ? recognize(image, signal) : textLayerPage(words);
    // All images are queued at once, so that several are recognized at the same time.
    const texts = pages.map(read);
    // If several fail, the error of the first one is reported when its turn comes.
    for (const text of texts) if (text instanceof Promise) text.catch(() => undefined);
    const done: PageLines[] = [];
    yield { type: 'text', text: beginTrajectory(question, form) };
    for (const [index, text] of texts.entries()) {
      yield { type: 'status', status: `Reading page ${index + 1} of ${texts.length}` };
      const page = await text;
      done.push(page);
      yield { type: 'text', text: describeImage(seeImage(page, index + 1), form) };
      // Laying out a page takes time; a closed connection is noticed in between.
      await setImmediate();
      signal.throwIfAborted();
    }
    yield { type: 'text', text: endTrajectory(find(question, done), form) };
  };
}
