import type * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import { sentenceWithHint } from './editorHint.ts';
import { showError } from './workbench.ts';

/** A button next to an error: its label and its action. */
export interface Offer {
  readonly title: string;
  readonly run: () => unknown;
}

/** Shows each error to the person once, with what to do next, and writes it to the log. */
export class Notices {
  readonly #log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  /** Shows `error` unless the person caused it by canceling. Never rejects. */
  async error(error: unknown, ...offers: readonly Offer[]): Promise<void> {
    const known = asPageTraceError(error);
    this.#log.error(`${known.reason}: ${known.message}${known.said ? ` | ${known.said}` : ''}`);
    if (known.reason === 'internal' && known.cause instanceof Error) this.#log.error(known.cause.stack ?? '');
    if (known.reason === 'cancelled') return;
    const shown = await showError(sentenceWithHint(known), ...offers.map((offer) => offer.title));
    const offer = offers.find((candidate) => candidate.title === shown);
    if (offer) await offer.run();
  }

  /** Runs `action` and shows its error, if any; for command handlers. */
  readonly guard =
    <A extends readonly unknown[]>(action: (...args: A) => unknown) =>
    async (...args: A): Promise<void> => {
      try {
        await action(...args);
      } catch (error) {
        await this.error(error);
      }
    };
}
