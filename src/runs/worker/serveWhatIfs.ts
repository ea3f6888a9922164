import type { ChannelHandlers } from '../index/channel.ts';
import type { WhatIfCalls } from '../index/whatIfCalls.ts';
import type { WhatIfs } from './whatIfs.ts';

/** Answers the calls about what-ifs. */
export function serveWhatIfs(whatIfs: () => Promise<WhatIfs>): ChannelHandlers<WhatIfCalls> {
  return {
    filterWhatIf: async (asked) => (await whatIfs()).filter(asked),
    rewardWhatIf: async (change) => (await whatIfs()).reward(change),
    showWhatIf: async (change) => {
      (await whatIfs()).show(change);
      return null;
    },
    startTrial: async (start) => {
      (await whatIfs()).start(start);
      return null;
    },
    stopTrial: async (problem) => {
      (await whatIfs()).trial()?.stop(problem);
      return null;
    },
    nextToTry: async (count) => (await (await whatIfs()).trial()?.next(count)) ?? { trial: 0, rows: [] },
    takeTried: async (scores) => {
      (await whatIfs()).trial(scores.trial)?.take(scores);
      return null;
    },
    groupParts: async (asked) => (await whatIfs()).groupParts(asked),
  };
}
