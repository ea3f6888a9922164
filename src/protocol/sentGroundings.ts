import type { GroundedClaim } from '../core/grounding/model.ts';
import type { ToInspector } from './inspector.ts';
import { SentList } from './sentList.ts';

/**
 * The groundings that a view of a trajectory has been sent. While a response streams, a view gets a grounding again and
 * again that is mostly the same: its claims are sent whole once, and then only what has changed.
 */
export class SentGroundings {
  /** The claims by sample. */
  readonly #sent = new Map<number, SentList<GroundedClaim>>();

  /** The message to send instead of `message`, which says the same to a view that has received all before it. */
  next(message: ToInspector): ToInspector {
    if (message.type === 'state') this.#sent.clear();
    if (message.type !== 'grounding') return message;
    const { sample, shown } = message;
    if (shown.kind !== 'grounded') {
      this.forget(sample);
      return message;
    }
    const list = this.#sent.get(sample) ?? new SentList();
    this.#sent.set(sample, list);
    const {
      grounding: { claims: all, ...rest },
      ...more
    } = shown;
    const claims = list.next(all);
    return claims === null
      ? message
      : { type: 'groundingChanges', sample, changes: { shown: more, rest, claims } };
  }

  /** The view has not received the grounding of a sample: it is sent whole again. */
  forget(sample: number): void {
    this.#sent.delete(sample);
  }
}
