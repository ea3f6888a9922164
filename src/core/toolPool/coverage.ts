import type { ToolCounts } from './countTools.ts';

/** What the K most used tools cover. */
export interface Coverage {
  readonly k: number;
  /** The share of all uses that are of these tools, where a trajectory is one use of each tool that it uses. */
  readonly uses: number;
  /** The trajectories that use tools, and none but these; and their share among those that use tools. */
  readonly whole: number;
  readonly wholeShare: number;
}

/** The share of uses that a toolbox should cover, if nobody says how many tools it has. */
const ENOUGH = 0.98;

/** What the first K tools cover, for each K from 1 to all of them. */
export function coverageOf({ tools, totals, lists, toolsOf }: ToolCounts): readonly Coverage[] {
  /** Trajectories by the place of the least used of their tools. */
  const byLast = new Float64Array(tools.length);
  for (const [list, trajectories] of lists) {
    let last = -1;
    for (const tool of toolsOf(list)) last = Math.max(last, tool);
    if (last >= 0) byLast[last] = (byLast[last] ?? 0) + trajectories;
  }
  const all = tools.reduce((sum, { trajectories }) => sum + trajectories, 0);
  let uses = 0;
  let whole = 0;
  return tools.map(({ trajectories }, at) => {
    uses += trajectories;
    whole += byLast[at] ?? 0;
    return { k: at + 1, uses: uses / all, whole, wholeShare: whole / totals.withTools };
  });
}

/** The smallest number of tools that cover nearly all uses: what a toolbox has unless a person chooses. 0 without tools. */
export function usualToolboxSize(coverage: readonly Coverage[]): number {
  return coverage.find(({ uses }) => uses >= ENOUGH)?.k ?? 0;
}
