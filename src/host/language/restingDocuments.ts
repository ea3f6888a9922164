import type * as vscode from 'vscode';

/** Runs work for a document once its typing rests: what is asked for anew before then waits anew. */
export class RestingDocuments implements vscode.Disposable {
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #work: (document: vscode.TextDocument) => Promise<void>;

  constructor(work: (document: vscode.TextDocument) => Promise<void>) {
    this.#work = work;
  }

  /** @param delay milliseconds of rest */
  soon(document: vscode.TextDocument, delay: number): void {
    const key = document.uri.toString();
    clearTimeout(this.#waiting.get(key));
    this.#waiting.set(
      key,
      setTimeout(() => {
        this.#waiting.delete(key);
        void this.#work(document);
      }, delay),
    );
  }

  dispose(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
  }
}
