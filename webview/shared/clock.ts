/** The time and timers, passed in so that tests can control them. */
export interface Clock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Runs `work` after `milliseconds`; returns a function that cancels it. */
  later(work: () => void, milliseconds: number): () => void;
}

/** A clock that also knows when the screen is drawn. */
export interface FrameClock extends Clock {
  /** Runs `work` before the next frame is drawn. */
  frame(work: () => void): void;
}

/** The browser's time, timers and frames. */
export const browserClock: FrameClock = {
  now: () => performance.now(),
  later(work, milliseconds) {
    const timer = setTimeout(work, milliseconds);
    return () => {
      clearTimeout(timer);
    };
  },
  frame(work) {
    requestAnimationFrame(work);
  },
};
