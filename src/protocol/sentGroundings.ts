import { groundingChanges } from './groundingChanges.ts';
import type { ToInspector } from './inspector.ts';

/** What a view has of the grounding of a sample. */
interface Sent {
  /** Its claims, each as JSON. */
  readonly claims: readonly string[];
  /** How many changes were sent since it was sent whole. */
  readonly number: number;
}

/**
 * The groundings that a view of a trajectory has been sent. While a response streams, a view gets a grounding again and
 * again that is mostly the same: it is sent whole once, and then only what has changed.
 */
export class SentGroundings {
  /** By sample. */
  readonly #sent = new Map<number, Sent>();

  /** The message to send instead of `message`, which says the same to a view that has received all before it. */
  next(message: ToInspector): ToInspector {
    if (message.type === 'state') this.#sent.clear();
    if (message.type !== 'grounding') return message;
    const { sample, shown } = message;
    if (shown.kind !== 'grounded') {
      this.#sent.delete(sample);
      return message;
    }
    const past = this.#sent.get(sample);
    const claims = shown.grounding.claims.map((claim) => JSON.stringify(claim));
    const number = past === undefined ? 0 : past.number + 1;
    this.#sent.set(sample, { claims, number });
    if (past === undefined) return message;
    return {
      type: 'groundingChanges',
      sample,
      number,
      changes: groundingChanges(past.claims, shown, claims),
    };
  }

  /** The view has not received the grounding of a sample: it is sent whole again. */
  forget(sample: number): void {
    this.#sent.delete(sample);
  }
}
