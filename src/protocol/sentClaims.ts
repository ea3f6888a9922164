import type { PageClaim, ToDocument } from './document.ts';
import { SentList } from './sentList.ts';

/** The claims that a view of a document has been sent: whole once, and then only what has changed of them. */
export class SentClaims {
  readonly #claims = new SentList<PageClaim>();

  /** The message to send instead of `message`, which says the same to a view that has received all before it. */
  next(message: ToDocument): ToDocument {
    if (message.type !== 'claims') return message;
    const { shown, selected } = message;
    if (shown === null) {
      this.#claims.forget();
      return message;
    }
    const { claims: all, ...rest } = shown;
    const claims = this.#claims.next(all);
    return claims === null ? message : { type: 'claimChanges', changes: { rest, claims }, selected };
  }
}
