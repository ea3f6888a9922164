import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { RenderPrompt } from '../core/prompts/model.ts';
import type { ImageSource } from '../core/records/model.ts';
import { readTextLayer } from './textLayer.ts';
import type { PreparedQuestion, Question, SentImage } from './model.ts';

/** How the prompt is filled, what preparing a question reports, and the signal that cancels it. */
export interface PrepareOptions {
  readonly renderPrompt: RenderPrompt;
  /** Called with a sentence about the current step (`Rendering page 3 of report.pdf`) and the progress from 0 to 1. */
  readonly onProgress?: (sentence: string, done: number) => void;
  /** Whether the question may be sent without a page, because the model searches for pages. */
  readonly mayHaveNoPages?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Renders the pages of a question within its pixel budget and fills its prompt.
 * @throws PageTraceError the error of the document, the page, or the prompt; `cancelled` if the signal is aborted
 */
export async function prepareQuestion(
  question: Question,
  options: PrepareOptions,
): Promise<PreparedQuestion> {
  const { renderPrompt, onProgress, mayHaveNoPages = false, signal } = options;
  const sources = imageSources(question);
  if (sources.length === 0 && !mayHaveNoPages) {
    throw new PageTraceError('bad-input', t('No page is chosen.'), {
      hint: t('Choose at least one page to send.'),
    });
  }
  // The prompt comes first: a broken template should fail before fifty pages are rendered.
  const parts = await renderPrompt(question.prompt, question.text, sources.length);
  const { address, kind } = question.status;
  const isEmbedded = address.isEmbedded === true;
  const images: SentImage[] = [];
  for (const source of sources) {
    throwIfCancelled(signal);
    const asked = question.documents[source.document];
    if (!asked) throw new PageTraceError('internal', t('Image {0} names no document.', source.image));
    onProgress?.(
      t('Rendering page {0} of {1}', source.page, asked.document.name),
      images.length / sources.length,
    );
    const { bytes, mediaType, width, height, textHeight } = await asked.document.render(source.page, {
      budget: question.pixels,
      format: 'jpeg',
      ...(signal ? { signal } : {}),
    });
    const words = isEmbedded ? await readTextLayer(asked.document, source.page) : null;
    images.push({ ...source, bytes, mediaType, width, height, textHeight, words });
  }
  const documents = [];
  for (const asked of question.documents) {
    throwIfCancelled(signal);
    documents.push({ path: asked.path, sha256: await asked.document.hash() });
  }
  return {
    question,
    parts,
    images,
    info: {
      question: question.text,
      documents,
      images: sources,
      reference: question.reference,
      verdict: 'unknown',
      toolResults: null,
      retrieval: null,
      responseLength: null,
      dialect: question.prompt.dialect,
      reward: question.prompt.reward,
      prompt: question.prompt.name,
      model: question.model,
      // The offline reader does not sample.
      sampling: kind === 'offline-reader' ? {} : question.sampling,
      pixels: question.pixels,
    },
  };
}

/** The document and page of each image of a question: image k is the k-th page over all documents, in order. */
function imageSources(question: Pick<Question, 'documents'>): readonly ImageSource[] {
  return question.documents
    .flatMap((asked, document) => asked.pages.map((page) => ({ document, page })))
    .map((source, index) => ({ image: index + 1, ...source }));
}

function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted)
    throw new PageTraceError('cancelled', t('The question was canceled before it was sent.'));
}
