import type { SampleTable } from '../summary/sampleTable.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import { countTools, type ToolCounts } from './countTools.ts';
import type { Spellings } from './toolNames.ts';

/** The most rows that are kept as examples of a tool. */
export const EXAMPLES = 5;

/** The most tools that are named as standing together with one. */
const MOST_TOGETHER = 8;

/** How another tool stands together with one. */
export interface ToolBeside {
  /** Its name. */
  readonly name: string;
  /** Trajectories that use both. */
  readonly trajectories: number;
  /** The share of the trajectories with the one tool that use the other as well. */
  readonly share: number;
  /** That share, over the share of all trajectories that use the other: above 1, they stand together more than by chance. */
  readonly lift: number;
}

/** What is known of a tool of the pool. */
export interface PoolTool {
  /** The most frequent spelling. */
  readonly name: string;
  readonly spellings: Spellings;
  /** Trajectories that use it, each counted once. */
  readonly trajectories: number;
  readonly calls: number;
  /** The share of all trajectories that use it. */
  readonly share: number;
  /** Of the trajectories that use it, how many are judged, and how many of those are right. */
  readonly judged: number;
  readonly right: number;
  /** The share of right ones among those judged; null if none is. */
  readonly success: number | null;
  /** The mean of what is compared over the trajectories that use it, and over the others; null without any. */
  readonly meanWith: number | null;
  readonly meanWithout: number | null;
  /** The first rows that use it. */
  readonly examples: readonly number[];
  /** The tools that stand beside it most often. */
  readonly together: readonly ToolBeside[];
}

/** The tools that the trajectories of a run use. */
export interface ToolPool {
  /** All trajectories, those that use any tool, and the calls of all tools. */
  readonly trajectories: number;
  readonly withTools: number;
  readonly calls: number;
  /** What the means are of: `reward` or `score`. */
  readonly compared: string;
  /** The most used ones first. */
  readonly tools: readonly PoolTool[];
  /** What the first K tools cover, for each K from 1. */
  readonly coverage: readonly Coverage[];
}

/**
 * Describes the tools that some rows use. A trajectory counts once for a tool, whatever the number of its calls and
 * spellings.
 * @param rows in the order of the files
 * @param compared the column of numbers whose mean is taken: `reward` or `score`
 */
export function describeToolPool(table: SampleTable, rows: Uint32Array, compared: string): ToolPool {
  const counts = countTools(table, rows, table.numbers(compared));
  const { tools, totals } = counts;
  const examples = findExamples(table, rows, counts);
  return {
    trajectories: totals.trajectories,
    withTools: totals.withTools,
    calls: tools.reduce((sum, { calls }) => sum + calls, 0),
    compared,
    tools: tools.map((tool, id): PoolTool => {
      const { trajectories, calls, judged, right, spellings, valued, sum } = tool;
      const others = totals.valued - valued;
      return {
        name: spellings[0].name,
        spellings,
        trajectories,
        calls,
        share: trajectories / totals.trajectories,
        judged,
        right,
        success: judged === 0 ? null : right / judged,
        meanWith: valued === 0 ? null : sum / valued,
        meanWithout: others === 0 ? null : tool.sumWithout / others,
        examples: examples[id] ?? [],
        together: besideTool(id, counts),
      };
    }),
    coverage: coverageOf(counts),
  };
}

/** The tools that stand beside one, most often first. */
function besideTool(id: number, { tools, totals, pairs }: ToolCounts): readonly ToolBeside[] {
  const own = tools[id]?.trajectories ?? 0;
  return [...(pairs[id] ?? [])]
    .flatMap(([place, trajectories]): readonly ToolBeside[] => {
      const other = tools[place];
      if (other === undefined) return [];
      const share = trajectories / own;
      const lift = share / (other.trajectories / totals.trajectories);
      return [{ name: other.spellings[0].name, trajectories, share, lift }];
    })
    .sort((one, other) => other.trajectories - one.trajectories || (one.name < other.name ? -1 : 1))
    .slice(0, MOST_TOGETHER);
}

/** The first rows that use each tool. */
function findExamples(
  table: SampleTable,
  rows: Uint32Array,
  { tools, toolsOf }: ToolCounts,
): readonly number[][] {
  const examples = tools.map((): number[] => []);
  let missing = tools.reduce((sum, { trajectories }) => sum + Math.min(EXAMPLES, trajectories), 0);
  for (const row of rows) {
    if (missing === 0) break;
    if (!table.isSample(row)) continue;
    for (const tool of toolsOf(table.tools.listOf(row))) {
      const found = examples[tool];
      if (found === undefined || found.length === EXAMPLES) continue;
      found.push(row);
      missing -= 1;
    }
  }
  return examples;
}
