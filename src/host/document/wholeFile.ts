/** The state of a file; `ends` says whether its last bytes are those of a PDF. */
export interface Probe {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly ends: boolean;
}

/** Waits in milliseconds. */
export interface WholeLimits {
  /** Between two checks of the file. */
  readonly poll: number;
  /** A file that does not end like a PDF is opened anyway after it has not changed for this long. */
  readonly stable: number;
  /** After this long, it is opened in any case. */
  readonly limit: number;
}

export const WHOLE_LIMITS: WholeLimits = { poll: 150, stable: 2000, limit: 60_000 };

export interface WholeClock {
  now(): number;
  /** Resolves after a time, or as soon as `signal` aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const realClock: WholeClock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    }),
};

/**
 * Waits until a file that is being written is complete: two consecutive checks find it unchanged and ending like a PDF.
 * `waiting` is called once, when a check finds it incomplete. Resolves with the last check, or null if the file no
 * longer exists or `signal` is aborted.
 */
export async function waitUntilWhole(
  probe: () => Promise<Probe | null>,
  options: {
    readonly limits: WholeLimits;
    readonly clock: WholeClock;
    readonly signal: AbortSignal;
    readonly waiting: () => void;
  },
): Promise<Probe | null> {
  const { limits, clock, signal, waiting } = options;
  const started = clock.now();
  let said = false;
  let past: Probe | null = null;
  let since = started;
  while (!signal.aborted) {
    const look = await probe();
    if (look === null) return null;
    const now = clock.now();
    const same = past?.size === look.size && past.modified === look.modified;
    if (!same) since = now;
    if (same && look.ends) return look;
    if (same && now - since >= limits.stable) return look;
    if (now - started >= limits.limit) return look;
    if (!look.ends && !said) {
      said = true;
      waiting();
    }
    past = look;
    await clock.sleep(limits.poll, signal);
  }
  return null;
}

/** How many bytes at the end of a file are checked. */
export const TAIL_BYTES = 1024;

/** Whether the last bytes of a file are those of a complete PDF: `startxref` and `%%EOF`, in this order. */
export function endsAsPdf(tail: Uint8Array): boolean {
  const text = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength).toString('latin1');
  const end = text.lastIndexOf('%%EOF');
  return end >= 0 && text.lastIndexOf('startxref', end) >= 0;
}
