import { DescribedGroups } from './describedGroups.ts';
import { isComponent } from './groupFigures.ts';
import { GroupRows } from './groupRows.ts';
import type { GroupColumn, RunColumns } from './runColumns.ts';

/** How groups are made, and what is compared in them. */
interface GroupOptions {
  readonly acrossSteps: boolean;
  /** The field whose numbers are compared within groups: `reward` or `score`. */
  readonly compared: string;
}

/** The numbers of groups as filters name them (docs/filters.md): `n`, `mean`, `std` and so on, by the row of a sample. */
export class GroupNumbers {
  readonly #grouping: GroupColumn;
  readonly #described: DescribedGroups;

  constructor(columns: RunColumns, { acrossSteps, compared }: GroupOptions) {
    this.#grouping = columns.groups(acrossSteps);
    const { ofRow, groups } = this.#grouping;
    this.#described = new DescribedGroups(new GroupRows(ofRow, groups.length), {
      columns,
      compared: columns.fields.get(compared),
      numbers: (name) => columns.fields.get(name),
      components: [...columns.fields].flatMap(([name, column]) =>
        isComponent(name, compared) ? [column] : [],
      ),
    });
  }

  /**
   * A number of the group of a row, the group's `name`, or an advantage of the row; null without a group, and for what is
   * not known.
   */
  of(row: number, field: string): number | string | null {
    const group = this.#grouping.ofRow[row] ?? -1;
    if (group === -1) return null;
    if (field === 'name') return this.#grouping.groups[group]?.name ?? null;
    return this.#described.number(row, group, field);
  }
}
