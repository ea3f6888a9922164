import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../../scripts/lib/paths.mjs';

/** docs/filters.md. */
export const page = fs.readFileSync(path.join(root, 'docs/filters.md'), 'utf8');

/** The rows of the table that has these columns, as their cells. */
export function tableWith(...columns: readonly string[]): readonly (readonly string[])[] {
  const tables = page.split('\n\n').filter((part) => part.startsWith('|'));
  const cells = tables.map((table) =>
    table
      .trim()
      .split('\n')
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      ),
  );
  const found = cells.find(([head = []]) => columns.every((column) => head.includes(column)));
  return found?.slice(2) ?? [];
}

/** The filter in a cell. */
export function filterIn(cell: string): string {
  return cell === '(empty)' ? '' : cell.replace(/^(`+) ?(.*?) ?\1$/s, '$2');
}

/** The examples: the cell of a filter, the number of rows, and which rows of `names`. */
export function examplesOf(names: readonly string[]): readonly {
  readonly cell: string;
  readonly filter: string;
  readonly count: number;
  readonly which: readonly string[];
}[] {
  return tableWith('filter', 'which').map(([cell = '', count = '', which = '']) => ({
    cell,
    filter: filterIn(cell),
    count: Number(count),
    which: namesIn(which, names),
  }));
}

/** The names that a cell such as `r01, r04 to r08` stands for. */
function namesIn(cell: string, names: readonly string[]): readonly string[] {
  if (cell === 'all') return names;
  return cell.split(', ').flatMap((part) => {
    const [first = '', last = first] = part.split(' to ');
    return names.slice(names.indexOf(first), names.indexOf(last) + 1);
  });
}
