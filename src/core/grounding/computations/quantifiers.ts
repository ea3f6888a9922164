import type { Line, ValueTable } from './valueTables.ts';

const EVERY = '(?:every|each|all(?:\\sof)?(?:\\sthe)?(?:\\s\\w{2,6})?|jede[mnrs]?|allen?)';
const EVERY_YEAR = new RegExp(
  `(?<![a-z])${EVERY}\\s(?:years?|jahre?n?)(?![a-z])|(?:每|各|所有)(?:一|个)?年|逐年`,
  'u',
);
const EVERY_QUARTER = new RegExp(
  `(?<![a-z])${EVERY}\\s(?:quarters?|quartale?n?)(?![a-z])|(?:每|各|所有)(?:一|个)?季度`,
  'u',
);
const QUARTER = /^(?:quarter|quartal|q) ?\d|^(?:first|second|third|fourth) quarter|^第.季度/u;

/**
 * The columns that a clause in lower case speaks of with `in every year` or `in each quarter`; null if it speaks of no
 * every column, or if the table has not several of them.
 */
export function everyColumn(clause: string, { columns }: ValueTable): readonly Line[] | null {
  const isQuarter = EVERY_QUARTER.test(clause);
  if (isQuarter === EVERY_YEAR.test(clause)) return null;
  const found = columns.filter(({ year, forms: [form = []] }) =>
    isQuarter ? QUARTER.test(form.join(' ')) : year !== null,
  );
  return found.length > 1 ? found : null;
}
