import type { DocumentText, PreviewedPrompt, PreviewRequest } from './calls.ts';
import type { LanguageWorker } from './languageWorker.ts';

/** A prompt in an editor, and what it is filled with. */
export interface PreviewOf {
  readonly document: DocumentText;
  readonly question: string;
  readonly numImages: number;
}

/**
 * Previews of prompts, rendered in the language worker. They reject with PageTraceError `timeout` for a prompt that
 * takes too long or too much memory.
 */
export class PromptPreviews {
  readonly #worker: LanguageWorker;

  constructor(worker: LanguageWorker) {
    this.#worker = worker;
  }

  /**
   * A prompt and its preview.
   * @throws PageTraceError `cancelled` if `isNeeded` returns false before it is rendered
   */
  preview(of: PreviewOf, isNeeded: () => boolean): Promise<PreviewedPrompt> {
    return this.#worker.render('previewPrompt', of, {
      request: (thread) => this.#request(of, thread),
      isNeeded,
    });
  }

  /** The offset in the file of a character of the rendered text, or of the tag that produced it. */
  placeOf(at: number, of: PreviewOf): Promise<number | null> {
    return this.#worker.render('placeInPrompt', of, {
      request: (thread) => ({ ...this.#request(of, thread), at }),
    });
  }

  #request({ document, question, numImages }: PreviewOf, thread: number): PreviewRequest {
    return { prompt: this.#worker.unsent(document, thread), question, numImages };
  }
}
