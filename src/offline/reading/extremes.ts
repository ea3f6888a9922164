import type { Phrase, Table } from '../../core/layout/model.ts';
import { isSummary } from './cells.ts';
import type { ReadPage } from './page.ts';
import { WEIGHTS, type ExtremePassage } from './passage.ts';
import { surroundingsOf } from './surroundings.ts';
import { isQuotable, plainNumber } from './values.ts';

/** The fewest numbers of a row or a column that are compared. */
const LEAST_COUNT = 3;

interface Measured {
  readonly name: string;
  readonly value: string;
  readonly number: number;
}

/** The places of the largest and smallest numbers of each column and each row. */
export function extremePassages(page: ReadPage, table: Table, image: number): ExtremePassage[] {
  const around = surroundingsOf(page, table, image);
  const measure = (name: Phrase, value: Phrase): Measured[] => {
    const number = plainNumber(value.text);
    const [quote] = page.words.quotesOf(name);
    const [figure] = page.words.quotesOf(value);
    return number === null || quote === undefined || figure === undefined || !isQuotable(name.text)
      ? []
      : [{ name: quote, value: figure, number }];
  };
  const compare = (
    along: ExtremePassage['along'],
    name: string,
    context: ExtremePassage['parts'],
    measured: readonly Measured[],
  ): ExtremePassage[] =>
    extremes(measured).map(({ which, found }) => ({
      ...around,
      kind: 'extreme',
      which,
      along,
      name,
      parts: [{ text: name, weight: WEIGHTS.own }, ...context, ...around.parts],
      text: found.name,
      quotes: [found.name],
      value: found.value,
      table,
    }));
  const corner = table.headers[0] ?? '';
  const columns = table.headers.slice(1).flatMap((header, index) => {
    const measured = table.rows.flatMap(({ cells, label }) => {
      const first = cells.find(({ column }) => column === 0);
      const cell = cells.find(({ column }) => column === index + 1);
      return first === undefined || cell === undefined || isSummary(label?.text ?? '')
        ? []
        : measure(first.lines[0], cell.lines[0]);
    });
    return compare('column', header, [{ text: corner, weight: WEIGHTS.own }], measured);
  });
  const rows = table.rows.flatMap(({ cells, label, section }) => {
    const measured = cells.flatMap(({ lines, column }) => {
      const headers = table.headerLines.filter(({ text }) => text === table.headers[column]);
      const [only] = headers;
      return column === 0 || only === undefined || headers.length > 1 ? [] : measure(only, lines[0]);
    });
    return compare('row', label?.text ?? '', [{ text: section, weight: WEIGHTS.section }], measured);
  });
  return [...columns, ...rows];
}

function extremes(all: readonly Measured[]): { which: 'most' | 'least'; found: Measured }[] {
  // A whole number among decimal ones was read without its decimal point.
  const decimal = all.filter(({ value }) => /\d\.\d/.test(value));
  const measured = decimal.length >= 0.7 * all.length ? decimal : all;
  const [most, ...others] = [...measured].sort((a, b) => b.number - a.number);
  const least = others.at(-1);
  if (most === undefined || least === undefined || measured.length < LEAST_COUNT) return [];
  return [
    { which: 'most', found: most },
    { which: 'least', found: least },
  ];
}
