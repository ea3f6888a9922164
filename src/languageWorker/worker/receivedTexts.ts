import type { DocumentText, SentText } from '../calls.ts';

/** The last version of each document that was sent to this thread. */
export class ReceivedTexts {
  readonly #texts = new Map<string, { readonly version: number; readonly text: string }>();

  /** The document with its text, which came now or before. */
  complete<D extends DocumentText>(sent: SentText<D>): Omit<D, 'text'> & { readonly text: string } {
    const { uri, version, text } = sent;
    if (text !== null) this.#texts.set(uri, { version, text });
    const known = this.#texts.get(uri);
    if (known?.version !== version) throw new Error('The text of a document was not sent.');
    return { ...sent, text: known.text };
  }

  forget(uri: string): void {
    this.#texts.delete(uri);
  }
}
