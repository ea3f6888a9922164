import type { NameColumn, SampleTable } from '../summary/sampleTable.ts';
import type { StepRows } from '../summary/stepRows.ts';
import type { ChartId, NamesChart } from './model.ts';

/** Names that are counted over the steps; there are seldom more that a person looks at. */
const MOST_NAMES = 40;

/** How many samples have each finding, or call each tool, over the steps and in all. A sample counts once. */
export function namesChart(
  table: SampleTable,
  rows: Uint32Array,
  steps: StepRows,
  id: ChartId,
  of: NamesChart['of'],
): NamesChart {
  const column = table[of];
  const names = new DistinctNames(column);
  /** The rows of each list. */
  const lists = new Uint32Array(column.lists);
  let n = 0;
  for (const row of rows) {
    if (!table.isSample(row)) continue;
    n += 1;
    const list = column.listOf(row);
    lists[list] = (lists[list] ?? 0) + 1;
  }
  const counts: number[] = [];
  lists.forEach((count, list) => {
    if (count === 0) return;
    for (const name of names.of(list)) counts[name] = (counts[name] ?? 0) + count;
  });
  const order = [...counts.keys()]
    .filter((name) => (counts[name] ?? 0) > 0)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || (names.name(a) < names.name(b) ? -1 : 1));
  const shown = order.slice(0, MOST_NAMES);
  const placeOf = new Map(shown.map((name, place) => [name, place]));
  const byStep = steps.ranges.map((_, point) => {
    const own = steps.of(point);
    const samples = new Array<number>(shown.length).fill(0);
    for (const row of own)
      for (const name of names.of(column.listOf(row))) {
        const place = placeOf.get(name);
        if (place !== undefined) samples[place] = (samples[place] ?? 0) + 1;
      }
    return { samples, n: own.length };
  });
  return {
    kind: 'names',
    id,
    of,
    n,
    names: shown.map((name, place) => ({
      name: names.name(name),
      samples: counts[name] ?? 0,
      shares: byStep.map((step) => (step.samples[place] ?? 0) / step.n),
    })),
    others: order.length - shown.length,
    steps: steps.ranges,
    ofStep: byStep.map((step) => step.n),
  };
}

/** The different names of lists, as numbers. */
class DistinctNames {
  readonly #column: NameColumn;
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #lists = new Map<number, readonly number[]>();

  constructor(column: NameColumn) {
    this.#column = column;
  }

  /** The different names of a list. */
  of(list: number): readonly number[] {
    let known = this.#lists.get(list);
    if (known === undefined) {
      known = [...new Set(this.#column.namesOf(list))].map((name) => this.#idOf(name));
      this.#lists.set(list, known);
    }
    return known;
  }

  name(id: number): string {
    return this.#names[id] ?? '';
  }

  #idOf(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) {
      id = this.#names.length;
      this.#ids.set(name, id);
      this.#names.push(name);
    }
    return id;
  }
}
