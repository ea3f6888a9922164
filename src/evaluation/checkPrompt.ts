import type { DatasetItem, ItemDocument } from '../core/datasets/model.ts';
import { asPageTraceError, type PageTraceError } from '../core/errors.ts';
import type { Prompt, RenderPrompt } from '../core/prompts/model.ts';
import { chosenItems, type ChosenItems } from './chosenItems.ts';

/**
 * What is sent with questions: the pages that the data set names, pages that are found for them, or none, because the model
 * searches for them.
 */
export type SentPages = 'named' | 'found' | 'none';

/**
 * What is sent with questions.
 * @param isSearching whether the model searches for pages itself
 * @param isChoosing whether pages are found for each question
 */
export function sentPages(isSearching: boolean, isChoosing: boolean): SentPages {
  if (isSearching) return 'none';
  return isChoosing ? 'found' : 'named';
}

/** For what a prompt is checked. */
export interface CheckPromptOptions extends ChosenItems {
  readonly dataset: string;
  readonly pages: SentPages;
  readonly renderPrompt: RenderPrompt;
  readonly signal: AbortSignal;
}

/** The most questions for which a prompt is filled. One that fails for so many is taken for one that always does. */
const MOST_TRIED = 1000;

/** Milliseconds after which a prompt is not filled for another question: one that takes long does so for all of them. */
const LONGEST = 5000;

/** Numbers of pages for which a prompt is filled where the number is not known before documents are opened. */
const PAGE_COUNTS = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 32, 64];

/**
 * Fills a prompt for the questions of a data set until one of them could be asked: most prompts need only one.
 * @throws PageTraceError `prompt-broken` for a prompt with which none can be asked; the errors of `readDataset`
 */
export async function checkPrompt(prompt: Prompt, options: CheckPromptOptions): Promise<void> {
  const { dataset, pages, renderPrompt, signal } = options;
  const reading = { signal, onProblem: () => undefined, placesImages: false };
  let fault: PageTraceError | null = null;
  let tried = 0;
  const begun = performance.now();
  for await (const item of chosenItems(dataset, options, reading)) {
    for (const count of pages === 'none' ? [0] : pageCounts(item, pages)) {
      try {
        await renderPrompt(prompt, item.question, count);
        return;
      } catch (thrown) {
        const error = asPageTraceError(thrown);
        if (error.reason !== 'prompt-broken') return;
        fault ??= error;
        if (performance.now() - begun > LONGEST) throw fault;
      }
    }
    tried += 1;
    if (tried === MOST_TRIED) break;
  }
  if (fault !== null) throw fault;
}

const IMAGE_FILE = /\.(?:png|jpe?g|webp)$/i;

/** How many pages may be sent with a question. */
function pageCounts({ documents }: DatasetItem, pages: SentPages): readonly number[] {
  const counts = documents.map((document) => pagesOf(document));
  const isKnown = pages === 'named' && counts.every((count) => count !== null);
  return isKnown ? [counts.reduce((sum, count) => sum + count, 0)] : PAGE_COUNTS;
}

/** How many pages of a document are sent; null if that is not known before it is opened. */
function pagesOf({ path, pages, held }: ItemDocument): number | null {
  return pages?.length ?? (held !== undefined || IMAGE_FILE.test(path) ? 1 : null);
}
