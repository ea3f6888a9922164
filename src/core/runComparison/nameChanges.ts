import type { NameColumn } from '../summary/sampleTable.ts';
import type { NameChange } from './model.ts';

/** The lists of names of some samples. */
export interface NamedRows {
  readonly column: NameColumn;
  readonly rows: Uint32Array;
}

/** How the shares of samples that have a name differ, the largest differences first, then by name. */
export function nameChanges(base: NamedRows, run: NamedRows): readonly NameChange[] {
  const before = sharesOf(base);
  const after = sharesOf(run);
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((name) => {
      const [one, other] = [before.get(name) ?? 0, after.get(name) ?? 0];
      return { name, base: one, run: other, difference: other - one };
    })
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference) || (a.name < b.name ? -1 : 1));
}

/** The share of samples that have each name. */
function sharesOf({ column, rows }: NamedRows): ReadonlyMap<string, number> {
  const samples = new Uint32Array(column.lists);
  for (const row of rows) {
    const list = column.listOf(row);
    samples[list] = (samples[list] ?? 0) + 1;
  }
  const counts = new Map<string, number>();
  samples.forEach((count, list) => {
    if (count === 0) return;
    for (const name of new Set(column.namesOf(list))) counts.set(name, (counts.get(name) ?? 0) + count);
  });
  return new Map([...counts].map(([name, count]) => [name, count / rows.length]));
}
