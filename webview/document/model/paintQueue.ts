/** A page or thumbnail to be drawn. */
export interface PaintJob {
  /** Smaller is sooner. Called each time the next job is chosen, because the view may have moved since. */
  readonly priority: () => number;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

export interface PaintQueue {
  /** Adds a job; the returned function removes it, or aborts it if it is running. */
  add(job: PaintJob): () => void;
  /** Aborts the running job and removes all others. */
  clear(): void;
}

/**
 * Runs one job at a time, by priority. A job waits at least `patience` milliseconds, so that pages that are only
 * scrolled past are never drawn.
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
        // Jobs report their failures themselves; the queue continues with the next one.
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
