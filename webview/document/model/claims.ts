import { batch, signal, type ReadonlySignal } from '@preact/signals';
import type { DocumentClaims, ToDocument } from '../../../src/protocol/document.ts';

/** The claims over the pages, as the extension has them. */
export interface Claims {
  /** Null while no trajectory is shown over the pages. */
  readonly shown: ReadonlySignal<DocumentClaims | null>;
  /** The selected claim, by its index in the grounding. */
  readonly selected: ReadonlySignal<number | null>;
  readonly receive: (message: Extract<ToDocument, { type: 'claims' | 'selectClaim' }>) => void;
}

/** Creates the state of a view without claims. */
export function createClaims(): Claims {
  const shown = signal<DocumentClaims | null>(null);
  const selected = signal<number | null>(null);
  return {
    shown,
    selected,
    receive(message) {
      batch(() => {
        if (message.type === 'claims') {
          shown.value = message.shown;
          selected.value = message.selected;
        } else selected.value = message.claim;
      });
    },
  };
}
