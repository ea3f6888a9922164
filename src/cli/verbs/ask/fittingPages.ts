import type { AskedDocument } from '../../../asking/model.ts';
import type { PageChoice } from '../../../core/records/pageChoice.ts';
import { choosePages, narrowToChoice } from '../../../retrieval/choosePages.ts';
import { searchOpen } from '../../../retrieval/searchedDocument.ts';
import { openRetriever } from '../../retrieval/openRetriever.ts';
import type { RetrieverValues } from '../../retrieval/retrieverOptions.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** A question's documents with the pages that fit it, and how these were chosen. */
export interface FittingPages {
  readonly documents: readonly AskedDocument[];
  readonly choice: PageChoice;
}

/**
 * Finds the pages of opened documents that fit a question, and says which ones are sent.
 * @throws PageTraceError for options that are wrong, and documents that cannot be read
 */
export async function findFittingPages(
  question: string,
  opened: readonly AskedDocument[],
  most: number,
  values: RetrieverValues,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<FittingPages> {
  const { retriever, close } = await openRetriever(values, environment, terminal, signal);
  try {
    const searched = await Promise.all(opened.map(({ document }) => searchOpen(document)));
    const all = await choosePages(question, searched, { retriever, most }, signal);
    const { documents, choice } = narrowToChoice(opened, all);
    const sent = choice.pages.filter(({ isSent }) => isSent);
    const names = sent.map(
      ({ document, page }) => `page ${page} of ${documents[document]?.from.document.name ?? ''}`,
    );
    terminal.say(
      sent.every(({ score }) => score === null)
        ? `No page fits the question. Sent: ${names.join(', ')}.`
        : `The pages that fit the question best: ${names.join(', ')}.`,
    );
    return { documents: documents.map(({ from, pages }) => ({ ...from, pages })), choice };
  } finally {
    await close();
  }
}
