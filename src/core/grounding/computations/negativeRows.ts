import type { Line, ValueCell, ValueTable } from './valueTables.ts';

/** What is less than nothing only because it is paid. */
const PAID =
  /cost|expens|expenditure|depreciation|amorti[sz]ation|purchase|payment|tax|aufwand|aufwendung|kosten|ausgabe|abschreibung|steuer|成本|费用|支出|税/u;
/** What is less than nothing if it is bad. */
const EARNED =
  /result|profit|income|earning|ebit|cash ?flow|balance|temperature|ergebnis|gewinn|saldo|überschuss|temperatur|利润|收益|结果|温度/u;

/**
 * The cells of a table, by their sizes in rows of costs that are all written as less than nothing: such costs rise where
 * their numbers fall. Where the label of such a row does not say what its signs mean, it has no cells.
 */
export function sizedCells(columns: readonly Line[], cellAt: ValueTable['cellAt']): ValueTable['cellAt'] {
  const years = columns.filter(({ year }) => year !== null);
  const compared = years.length > 0 ? years : columns;
  const known = new Map<Line, boolean>();
  const isNegative = (row: Line): boolean => {
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
function sizeOf(cell: ValueCell): ValueCell {
  return { ...cell, text: cell.text.replace(/^-/u, ''), value: -cell.value, isBracketed: true };
}
