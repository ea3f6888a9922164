import type { GroundedClaim } from '../../../src/core/grounding/model.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import type { ToInspector } from '../../../src/protocol/inspector.ts';
import { ReceivedList } from '../../../src/protocol/sentList.ts';

/** A message with the grounding of a sample, whole or what has changed of it. */
export type GroundingMessage = Extract<ToInspector, { type: 'grounding' | 'groundingChanges' }>;

/** The grounding of a sample as it was received: edits of the text that came after it are not applied. */
export class ReceivedGrounding {
  readonly #claims = new ReceivedList<GroundedClaim>();

  /** The grounding after a message; null if the one that the message changes was not received. */
  take(message: GroundingMessage): GroundingShown | null {
    if (message.type === 'grounding') {
      const { shown } = message;
      this.#claims.take(shown.kind === 'grounded' ? shown.grounding.claims : null);
      return shown;
    }
    const { shown, rest, claims } = message.changes;
    const changed = this.#claims.change(claims);
    return changed === null ? null : { ...shown, grounding: { ...rest, claims: changed } };
  }
}
