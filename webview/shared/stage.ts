import type { Stage } from '../inspector/model/inspectorModel.ts';

/** The browser's clock, timers and frames. */
export const browserStage: Stage = {
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
