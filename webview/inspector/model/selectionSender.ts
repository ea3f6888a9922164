import type { FromInspector } from '../../../src/protocol/inspector.ts';
import type { Span } from '../../../src/core/span.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import type { Clock } from '../../shared/clock.ts';
import type { ClaimIndex } from './claimIndex.ts';
import type { PagePlace } from './pagePlace.ts';

/** The selected span, and where it was selected, because that view need not scroll to it. */
export interface Selection {
  readonly span: Span;
  readonly origin: 'steps' | 'text' | 'link' | 'host' | 'kept';
}

export interface SelectionSenderOptions {
  readonly post: (message: FromInspector) => void;
  readonly clock: Clock;
  /** How long to wait for a further selection before one is sent, in milliseconds. */
  readonly selectDelay?: number;
  readonly claims: () => ClaimIndex;
  /** The selected step. */
  readonly step: () => Step | null;
  /** The page that a span speaks of; null if it speaks of none. */
  readonly placeOf: (span: Span) => PagePlace | null;
}

/** Tells the extension what the person selects: for the text beside the inspector, and for the document view. */
export class SelectionSender {
  readonly #options: SelectionSenderOptions;
  #stop: (() => void) | null = null;
  /** The claim that the extension considers to be selected. */
  #told: number | null = null;
  /** Whether the person has asked for a page, which then stays in view until they select something. */
  #hasAskedForPage = false;

  constructor(options: SelectionSenderOptions) {
    this.#options = options;
  }

  /** Sends a selection of a sample. `now` skips the wait for a further one. */
  send(sample: number, { span, origin }: Selection, now: boolean): void {
    const { post, clock, claims, step, placeOf, selectDelay = 80 } = this.#options;
    this.stop();
    const send = (): void => {
      const stepEnd = step()?.span.end ?? null;
      post({ type: 'select', sample, span: { start: span.start, end: span.end }, stepEnd });
      const meant = claims().meant(span);
      this.sendClaim(sample, meant?.index ?? null);
      // A claim that stands on a page is shown there by its boxes.
      if (origin === 'text' || (meant?.claim.on ?? null) !== null) return;
      const place = placeOf(span);
      if (place !== null) post({ type: 'followPage', ...place });
    };
    if (now) send();
    else this.#stop = clock.later(send, selectDelay);
  }

  /** Sends which claim is selected, if it is another one than before. */
  sendClaim(sample: number, claim: number | null): void {
    if (claim === null && this.#told === null) return;
    this.#told = claim;
    this.#options.post({ type: 'selectClaim', sample, claim });
  }

  /** Sends the claim that is selected before the person selects anything, unless they have asked for a page. */
  sendFirstClaim(sample: number, claim: number): void {
    if (!this.#hasAskedForPage) this.sendClaim(sample, claim);
  }

  /** Notes what the person has asked for with a message to the extension. */
  note(message: FromInspector): void {
    if (message.type === 'showPage') this.#hasAskedForPage = true;
  }

  /** Forgets the trajectory before. */
  startAnew(): void {
    this.stop();
    this.#hasAskedForPage = false;
  }

  /** Gives up a selection that waits. */
  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }
}
