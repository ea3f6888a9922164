/** How far a sample's response has come. */
export type SampleState = 'waiting' | 'streaming' | 'done' | 'cancelled' | 'failed';

/** Whether more of a sample's response may come. */
export function isRunning({ state }: { readonly state: SampleState }): boolean {
  return state === 'waiting' || state === 'streaming';
}

/**
 * Whether a sample's response is only its beginning: more may come, or it was canceled or broken off. Its score is
 * that of what has arrived so far, not of what the model would have written.
 */
export function isPartial({ state }: { readonly state: SampleState }): boolean {
  return state !== 'done';
}
