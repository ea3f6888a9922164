/** How far a sample's response has come. */
export type SampleState = 'waiting' | 'streaming' | 'done' | 'cancelled' | 'failed';

/** Whether more of a sample's response may come. */
export function isRunning({ state }: { readonly state: SampleState }): boolean {
  return state === 'waiting' || state === 'streaming';
}
