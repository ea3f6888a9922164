/** A piece of work on the one place where pages are drawn. */
export interface PaintJob {
  /** Smaller is sooner; asked each time the next job is chosen, since the view moves meanwhile. */
  readonly priority: () => number;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

export interface PaintQueue {
  /** Adds a job; the function returned takes it out again, or aborts it when it runs. */
  add(job: PaintJob): () => void;
  /** Aborts and forgets everything. */
  clear(): void;
}

/**
 * Draws one page at a time, the one nearest to what is looked at first. A job waits at least `patience`
 * milliseconds, so that pages which only fly by while scrolling are never drawn.
 */
export function createPaintQueue(patience: number): PaintQueue {
  const waiting = new Map<PaintJob, number>();
  let running: { readonly job: PaintJob; readonly controller: AbortController } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;

  const pump = (): void => {
    if (running !== null || timer !== null || waiting.size === 0) return;
    const now = performance.now();
    let best: PaintJob | null = null;
    let soonest = Infinity;
    for (const [job, since] of waiting) {
      const wait = since + patience - now;
      if (wait > 0) soonest = Math.min(soonest, wait);
      else if (best === null || job.priority() < best.priority()) best = job;
    }
    if (best === null) {
      timer = setTimeout(() => {
        timer = null;
        pump();
      }, soonest);
      return;
    }
    waiting.delete(best);
    const current = { job: best, controller: new AbortController() };
    running = current;
    current.job
      .run(current.controller.signal)
      .catch(() => {
        // A job says itself what went wrong; the queue only goes on.
      })
      .finally(() => {
        if (running === current) running = null;
        pump();
      });
  };

  return {
    add(job) {
      waiting.set(job, performance.now());
      pump();
      return () => {
        waiting.delete(job);
        if (running?.job === job) running.controller.abort();
      };
    },
    clear() {
      waiting.clear();
      running?.controller.abort();
    },
  };
}
