import { showProgress } from '../shared/workbench.ts';

/**
 * The progress of a question in a notification of the window. It is shown only while no view shows the question,
 * because every view shows the progress itself, with a button to cancel.
 */
export class WindowProgress {
  readonly #cancel: () => void;
  #message = '';
  #views = 0;
  #isOver = false;
  #report: ((message: string) => void) | null = null;
  #hide: (() => void) | null = null;

  constructor(cancel: () => void) {
    this.#cancel = cancel;
    this.#update();
  }

  report(message: string): void {
    this.#message = message;
    this.#report?.(message);
  }

  /** A view of the question was opened (1) or closed (-1). */
  countViews(change: 1 | -1): void {
    this.#views += change;
    this.#update();
  }

  /** The question has been answered, or has failed. */
  end(): void {
    this.#isOver = true;
    this.#update();
  }

  #update(): void {
    const isShown = this.#hide !== null;
    const shows = !this.#isOver && this.#views === 0;
    if (shows && !isShown) this.#show();
    if (!shows && isShown) {
      this.#hide?.();
      this.#hide = null;
      this.#report = null;
    }
  }

  #show(): void {
    const hidden = new Promise<void>((resolve) => {
      this.#hide = resolve;
    });
    void showProgress('PageTrace', (report, token) => {
      token.onCancellationRequested(this.#cancel);
      this.#report = report;
      if (this.#message !== '') report(this.#message);
      return hidden;
    });
  }
}
