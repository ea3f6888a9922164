import type { Numbers } from '../summary/groupMembers.ts';
import type { NameColumn, SampleTable } from '../summary/sampleTable.ts';
import { groupSpellings, type NameUse, type Spellings } from './toolNames.ts';

/** How often a tool is used, and how the trajectories that use it end. */
export interface CountedTool {
  readonly spellings: Spellings;
  /** Trajectories that use it, each counted once. */
  trajectories: number;
  calls: number;
  judged: number;
  right: number;
  /** Of the trajectories that use it: how many have a finite number, and the sum of these. */
  valued: number;
  sum: number;
  /** The sum over the trajectories that do not use it. */
  sumWithout: number;
}

/** The tools of some rows, the most used first, and what is counted over all rows. */
export interface ToolCounts {
  readonly tools: readonly CountedTool[];
  readonly totals: {
    readonly trajectories: number;
    readonly withTools: number;
    readonly valued: number;
  };
  /** How many trajectories use two tools, by the places of both in `tools`. */
  readonly pairs: readonly ReadonlyMap<number, number>[];
  /** How many trajectories have each list of tools, for the lists that occur. */
  readonly lists: Iterable<readonly [list: number, trajectories: number]>;
  /** The places in `tools` of the tools in a list, each once. */
  readonly toolsOf: (list: number) => Iterable<number>;
}

const NONE = new Uint32Array(0);

/**
 * Counts tools by the lists that rows share first, so that a run of many rows with few different lists takes hardly longer
 * than reading its rows.
 */
export function countTools(table: SampleTable, rows: Uint32Array, numbers: Numbers | undefined): ToolCounts {
  const byList = countLists(table, rows, numbers);
  const names = readNames(table.tools, byList);
  const spellings = groupSpellings(names.uses);
  const groupOfName = new Map(
    spellings.flatMap((each, group) => each.map(({ name }) => [name, group] as const)),
  );
  const groups = names.uses.map(({ name }) => groupOfName.get(name) ?? 0);

  const unsorted = spellings.map((each): CountedTool => {
    const calls = each.reduce((sum, spelling) => sum + spelling.calls, 0);
    return { spellings: each, trajectories: 0, calls, judged: 0, right: 0, valued: 0, sum: 0, sumWithout: 0 };
  });
  const toolsIn = new Map<number, Uint32Array>();
  let withTools = 0;
  for (const list of byList.used) {
    const own = distinct(names.idsOf(list), groups);
    if (own.length === 0) continue;
    toolsIn.set(list, own);
    withTools += byList.trajectories[list] ?? 0;
    for (const group of own) addList(unsorted[group], byList, list);
  }
  const valued = sumOver(byList.used, byList.valued);
  const sum = sumOver(byList.used, byList.sums);
  for (const tool of unsorted) tool.sumWithout = sum - tool.sum;

  const order = unsorted
    .map((_, group) => group)
    .sort((one, other) => compareTools(unsorted[one], unsorted[other]) || one - other);
  const place = new Uint32Array(order.length);
  order.forEach((group, at) => {
    place[group] = at;
  });
  for (const own of toolsIn.values()) own.forEach((group, at) => (own[at] = place[group] ?? 0));
  return {
    tools: order.flatMap((group) => unsorted[group] ?? []),
    totals: { trajectories: sumOver(byList.used, byList.trajectories), withTools, valued },
    pairs: countPairs(order.length, toolsIn, byList.trajectories),
    lists: byList.used.map((list) => [list, byList.trajectories[list] ?? 0] as const),
    toolsOf: (list) => toolsIn.get(list) ?? NONE,
  };
}

/** What is counted of the rows that share a list, by the number of the list. */
interface ListCounts {
  /** The lists that rows have. */
  readonly used: readonly number[];
  readonly trajectories: Float64Array;
  readonly judged: Float64Array;
  readonly right: Float64Array;
  readonly valued: Float64Array;
  readonly sums: Float64Array;
}

function countLists(table: SampleTable, rows: Uint32Array, numbers: Numbers | undefined): ListCounts {
  const { tools } = table;
  const trajectories = new Float64Array(tools.lists);
  const judged = new Float64Array(tools.lists);
  const right = new Float64Array(tools.lists);
  const valued = new Float64Array(tools.lists);
  const sums = new Float64Array(tools.lists);
  const used: number[] = [];
  for (const row of rows) {
    if (!table.isSample(row)) continue;
    const list = tools.listOf(row);
    if (trajectories[list] === 0) used.push(list);
    trajectories[list] = (trajectories[list] ?? 0) + 1;
    const isRight = table.isRight(row);
    if (isRight !== null) judged[list] = (judged[list] ?? 0) + 1;
    if (isRight === true) right[list] = (right[list] ?? 0) + 1;
    const value = numbers?.at(row) ?? null;
    if (value === null || !Number.isFinite(value)) continue;
    valued[list] = (valued[list] ?? 0) + 1;
    sums[list] = (sums[list] ?? 0) + value;
  }
  return { used, trajectories, judged, right, valued, sums };
}

/** The names of the lists that rows have, as numbers. */
interface ListNames {
  /** How often each name is used. */
  readonly uses: readonly NameUse[];
  /** The names of a list, as places in `uses`. */
  idsOf(list: number): Uint32Array;
}

function readNames(column: NameColumn, { used, trajectories }: ListCounts): ListNames {
  const ids = new Map<string, number>();
  const uses: { readonly name: string; trajectories: number; calls: number }[] = [];
  /** The last list that a name was counted in. */
  const lastIn: number[] = [];
  const ofList = new Map<number, Uint32Array>();
  for (const list of used) {
    const names = column.namesOf(list);
    if (names.length === 0) continue;
    const rows = trajectories[list] ?? 0;
    const own = new Uint32Array(names.length);
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] ?? '';
      let id = ids.get(name);
      if (id === undefined) {
        id = uses.length;
        ids.set(name, id);
        uses.push({ name, trajectories: 0, calls: 0 });
      }
      own[at] = id;
      const use = uses[id];
      if (use === undefined) continue;
      use.calls += rows;
      if (lastIn[id] !== list) use.trajectories += rows;
      lastIn[id] = list;
    }
    ofList.set(list, own);
  }
  return { uses, idsOf: (list) => ofList.get(list) ?? NONE };
}

/** The groups of some names, each once. */
function distinct(ids: Uint32Array, groups: readonly number[]): Uint32Array {
  const own = new Set<number>();
  for (const id of ids) own.add(groups[id] ?? 0);
  return Uint32Array.from(own);
}

function addList(tool: CountedTool | undefined, counts: ListCounts, list: number): void {
  if (tool === undefined) return;
  tool.trajectories += counts.trajectories[list] ?? 0;
  tool.judged += counts.judged[list] ?? 0;
  tool.right += counts.right[list] ?? 0;
  tool.valued += counts.valued[list] ?? 0;
  tool.sum += counts.sums[list] ?? 0;
}

function countPairs(
  tools: number,
  toolsIn: ReadonlyMap<number, Uint32Array>,
  trajectories: Float64Array,
): readonly ReadonlyMap<number, number>[] {
  const pairs = Array.from({ length: tools }, () => new Map<number, number>());
  for (const [list, own] of toolsIn) {
    const rows = trajectories[list] ?? 0;
    for (const one of own)
      for (const other of own) {
        const beside = pairs[one];
        if (one !== other) beside?.set(other, (beside.get(other) ?? 0) + rows);
      }
  }
  return pairs;
}

function compareTools(one: CountedTool | undefined, other: CountedTool | undefined): number {
  if (one === undefined || other === undefined) return 0;
  return other.trajectories - one.trajectories || other.calls - one.calls;
}

const sumOver = (used: readonly number[], counts: Float64Array): number =>
  used.reduce((sum, list) => sum + (counts[list] ?? 0), 0);
