import { useEffect, useState } from 'preact/hooks';
import type { TokenGroups } from '../../../src/core/records/tokenProbabilities.ts';
import type { InspectorModel } from '../model/inspectorModel.ts';
import type { Probabilities } from '../model/probabilities.ts';
import type { SampleModel } from '../model/sampleModel.ts';
import type { LookedAt } from './tokenCard.tsx';

/** The tokens of the sample in view, and why they cannot be read. */
export interface ReadTokens {
  readonly tokens: TokenGroups | null;
  readonly failure: string | null;
}

const NOTHING: ReadTokens = { tokens: null, failure: null };

/** Reads the tokens of the sample in view while they are shown. */
export function useTokens(
  model: InspectorModel,
  sample: SampleModel,
  probabilities: Probabilities,
): ReadTokens {
  const [read, setRead] = useState<ReadTokens>(NOTHING);
  const key = model.info.value?.key ?? '';
  const index = model.sampleIndex.value;
  const isWanted = probabilities.shown.value && sample.meta.value.hasProbabilities;
  useEffect(() => {
    let isCurrent = true;
    setRead(NOTHING);
    if (isWanted)
      probabilities.tokens(key, index).then(
        (tokens) => {
          if (isCurrent) setRead({ tokens, failure: null });
        },
        (error: unknown) => {
          if (isCurrent)
            setRead({ tokens: null, failure: error instanceof Error ? error.message : String(error) });
        },
      );
    return () => {
      isCurrent = false;
    };
  }, [key, index, isWanted]);
  return read;
}

/** The token that an element is of; null if it is of none. */
export function tokenAt(target: EventTarget | null): number | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-token]') : null;
  return element === null ? null : Number(element.dataset['token']);
}

/** The token that a key leads to; null for other keys. */
export function tokenAfterKey(
  event: KeyboardEvent,
  looked: LookedAt | null,
  tokens: TokenGroups,
  first: () => number,
): number | null {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0 || tokens.count === 0) return null;
  return looked === null ? first() : Math.max(0, Math.min(tokens.count - 1, looked.token + step));
}

/** The first token that is in the visible part of `frame`. */
export function firstInView(frame: HTMLElement): number {
  const seen = [...frame.querySelectorAll<HTMLElement>('[data-token]')].find((element) => {
    const box = element.getBoundingClientRect();
    return document.elementFromPoint(box.left + 1, box.top + box.height / 2) === element;
  });
  return tokenAt(seen ?? null) ?? 0;
}
