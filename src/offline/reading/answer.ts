import type { Answerer } from '../model.ts';
import type { OcrPage } from '../../ocr/model.ts';
import { compose } from './compose.ts';
import { find } from './find.ts';

/** Creates a function that answers tasks from what `read` reads in their images. */
export function createAnswerer(read: (image: Uint8Array, signal: AbortSignal) => Promise<OcrPage>): Answerer {
  return async ({ images, question, form }, signal) => {
    const pages = await Promise.all(images.map((image) => read(image, signal)));
    return compose(find(question, pages), form);
  };
}
