import { throwIfCancelled } from '../core/throwIfCancelled.ts';

/**
 * Does work for items, some at the same time. When the work of one fails, no other begins.
 * @param most how many at the same time
 * @throws what the work of an item throws, when that of the others has ended; PageTraceError `cancelled`
 */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  most: number,
  signal: AbortSignal,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const workInOrder = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        throwIfCancelled(signal);
        await work(item);
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: most }, workInOrder));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
