import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import { changeGrounding, type GroundedShown } from '../../../src/protocol/groundingChanges.ts';
import type { ToInspector } from '../../../src/protocol/inspector.ts';

/** A message with the grounding of a sample, whole or what has changed of it. */
export type GroundingMessage = Extract<ToInspector, { type: 'grounding' | 'groundingChanges' }>;

/** The grounding of a sample as it was received: edits of the text that came after it are not applied. */
export class ReceivedGrounding {
  #last: { readonly shown: GroundedShown; readonly number: number } | null = null;

  /** The grounding after a message; null if the one that the message changes was not received. */
  take(message: GroundingMessage): GroundingShown | null {
    if (message.type === 'grounding') {
      const { shown } = message;
      this.#last = shown.kind === 'grounded' ? { shown, number: 0 } : null;
      return shown;
    }
    if (this.#last === null || message.number !== this.#last.number + 1) return null;
    const shown = changeGrounding(this.#last.shown, message.changes);
    this.#last = { shown, number: message.number };
    return shown;
  }
}
