/** What is less than nothing only because it is paid. */
const PAID =
  /cost|expens|expenditure|depreciation|amorti[sz]ation|purchase|payment|tax|aufwand|aufwendung|kosten|ausgabe|abschreibung|steuer|成本|费用|支出|税/u;
/** What is less than nothing if it is bad. */
const EARNED =
  /result|profit|income|earning|ebit|cash ?flow|balance|temperature|ergebnis|gewinn|saldo|überschuss|temperatur|利润|收益|结果|温度/u;

/** A number of a table. */
interface SizedCell {
  readonly text: string;
  readonly value: number;
  readonly isPercent: boolean;
  readonly isBracketed: boolean;
}

/** The number where a row and a column cross; null if there is none. */
type CellAt<Row, Column, Cell> = (row: Row, column: Column) => Cell | null;

/**
 * The cells of a table, by their sizes in rows of costs that are all written as less than nothing: such costs rise where
 * their numbers fall. Where the label of such a row does not say what its signs mean, it has no cells.
 */
export function sizedCells<
  Row extends { readonly forms: readonly (readonly string[])[] },
  Column extends { readonly year: number | null },
  Cell extends SizedCell,
>(columns: readonly Column[], cellAt: CellAt<Row, Column, Cell>): CellAt<Row, Column, Cell> {
  const years = columns.filter(({ year }) => year !== null);
  const compared = years.length > 0 ? years : columns;
  const known = new Map<Row, boolean>();
  const isNegative = (row: Row): boolean => {
    const found =
      known.get(row) ??
      compared.every((column) => {
        const cell = cellAt(row, column);
        return cell === null || cell.isPercent || cell.value < 0;
      });
    known.set(row, found);
    return found;
  };
  return (row, column) => {
    const cell = cellAt(row, column);
    if (cell === null || cell.isPercent || cell.value >= 0 || !isNegative(row)) return cell;
    const label = (row.forms[0] ?? []).join(' ');
    const isPaid = PAID.test(label);
    if (isPaid === EARNED.test(label)) return null;
    return isPaid ? sizeOf(cell) : cell;
  };
}

/** A number without its sign, as one in brackets. */
function sizeOf<Cell extends SizedCell>(cell: Cell): Cell {
  return { ...cell, text: cell.text.replace(/^-/u, ''), value: -cell.value, isBracketed: true };
}
