import type { RpcHandlers } from '../../protocol/rpc.ts';
import type { WhatIfMethods } from '../../protocol/runWhatIf.ts';
import type { RunWhatIfs } from '../../runs/index/runWhatIfs.ts';

/** Answers what a run view asks of what-ifs. */
export function whatIfHandlers(whatIfs: RunWhatIfs): RpcHandlers<WhatIfMethods> {
  return {
    filterWhatIf: (asked, signal) => whatIfs.filter(asked, signal),
    rewardWhatIf: ({ change }, signal) => whatIfs.reward(change, signal),
    showWhatIf: async ({ change }) => {
      await whatIfs.show(change);
      return null;
    },
  };
}
