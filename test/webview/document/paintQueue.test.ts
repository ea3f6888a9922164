// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPaintQueue } from '../../../webview/document/model/paintQueue.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('draws one page at a time, starting with the nearest', async () => {
  const queue = createPaintQueue(10);
  const log: string[] = [];
  const job = (name: string, priority: number) => ({
    priority: () => priority,
    run: async (): Promise<void> => {
      log.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      log.push(`${name} ends`);
    },
  });
  queue.add(job('far', 9));
  queue.add(job('near', 1));
  queue.add(job('middle', 5));
  await vi.advanceTimersByTimeAsync(100);
  expect(log).toEqual(['near begins', 'near ends', 'middle begins', 'middle ends', 'far begins', 'far ends']);
});

it('skips a page that left the view before it was drawn, and aborts one that is being drawn', async () => {
  const queue = createPaintQueue(10);
  const ran: string[] = [];
  let aborted = false;
  const hasty = queue.add({
    priority: () => 0,
    run: () => {
      ran.push('hasty');
      return Promise.resolve();
    },
  });
  await vi.advanceTimersByTimeAsync(5);
  hasty();
  const slow = queue.add({
    priority: () => 0,
    run: (signal) =>
      new Promise((_, reject) => {
        ran.push('slow');
        signal.addEventListener('abort', () => {
          aborted = true;
          reject(new Error('aborted'));
        });
      }),
  });
  await vi.advanceTimersByTimeAsync(20);
  slow();
  queue.add({
    priority: () => 0,
    run: () => {
      ran.push('next');
      return Promise.resolve();
    },
  });
  await vi.advanceTimersByTimeAsync(20);
  expect(ran).toEqual(['slow', 'next']);
  expect(aborted).toBe(true);
});

it('continues with the next page after one that failed to draw', async () => {
  const queue = createPaintQueue(0);
  let drawn = false;
  queue.add({ priority: () => 0, run: () => Promise.reject(new Error('damaged')) });
  queue.add({
    priority: () => 1,
    run: () => {
      drawn = true;
      return Promise.resolve();
    },
  });
  await vi.advanceTimersByTimeAsync(10);
  expect(drawn).toBe(true);
});
