import type { ComponentChildren, JSX } from 'preact';

export interface Column {
  readonly title: string;
  /** Whether its cells are numbers, aligned at the end: they have the class `numeric`. */
  readonly numeric?: true;
}

export interface DataTableProps {
  /** What a screen reader says. */
  readonly label: string;
  readonly columns: readonly Column[];
  /** The rows: `tr` elements. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways if it is wider than the available space. */
export function DataTable({ label, columns, children }: DataTableProps): JSX.Element {
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map(({ title, numeric }, index) => (
              <th key={index} scope="col" class={numeric && 'numeric'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
