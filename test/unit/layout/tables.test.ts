import { describe, expect, it } from 'vitest';
import type { Table } from '../../../src/core/layout/model.ts';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import { row, wordsOf, type Placed } from './build.ts';

function tablesOf(...rows: readonly (readonly Placed[])[]): readonly Table[] {
  return layOut(wordsOf(...rows)).tables;
}

/** A table as rows of `label / header = value`. */
function cellsOf({ rows, headers }: Table): string[][] {
  return rows.map(({ cells, label }) => [
    label?.text ?? '',
    ...cells.filter((cell) => cell !== label).map(({ text, column }) => `${headers[column] ?? ''} = ${text}`),
  ]);
}

describe('tables', () => {
  it('a table has one header row of years, with numbers below', () => {
    const [table] = tablesOf(
      row(100, [100, 'Branch'], [400, '2023'], [600, '2024']),
      row(130, [100, 'Northgate'], [400, '12.5'], [600, '14.1']),
      row(160, [100, 'Harbour Street'], [400, '9.8'], [600, '(9.2)']),
    );
    expect(table && cellsOf(table)).toEqual([
      ['Northgate', '2023 = 12.5', '2024 = 14.1'],
      ['Harbour Street', '2023 = 9.8', '2024 = (9.2)'],
    ]);
  });

  it('a table has headers of two levels, with the heading of the labels between both', () => {
    const [table] = tablesOf(
      row(90, [460, 'Premiums'], [860, 'Result']),
      row(110, [100, 'Segment']),
      row(130, [400, 'H1 2025'], [600, 'H1 2024'], [800, 'H1 2025'], [1000, 'H1 2024']),
      row(160, [100, 'Motor'], [400, '655.0'], [600, '640.7'], [800, '(12.8)'], [1000, '5.3']),
      row(190, [100, 'Health'], [400, '287.3'], [600, '251.2'], [800, '22.1'], [1000, '18.6']),
    );
    expect(table && cellsOf(table)[0]).toEqual([
      'Motor',
      'Premiums H1 2025 = 655.0',
      'Premiums H1 2024 = 640.7',
      'Result H1 2025 = (12.8)',
      'Result H1 2024 = 5.3',
    ]);
  });

  it('a table keeps a column whose cells are partly empty', () => {
    const [table] = tablesOf(
      row(100, [400, 'Note'], [600, '2024'], [800, '2023']),
      row(130, [100, 'Revenue'], [410, '3'], [600, '84,215'], [800, '79,630']),
      row(160, [100, 'Cost of sales'], [600, '(51,388)'], [800, '(49,772)']),
    );
    expect(table && cellsOf(table)[1]).toEqual(['Cost of sales', '2024 = (51,388)', '2023 = (49,772)']);
  });

  it('a table ends where a title and a header begin another one', () => {
    const found = tablesOf(
      row(100, [100, 'Channel'], [400, '2024'], [600, '2023']),
      row(130, [100, 'Shops'], [400, '38,410'], [600, '35,222']),
      row(160, [100, 'Export'], [400, '11,258'], [600, '10,874']),
      row(215, [100, 'Average number of employees']),
      row(260, [100, 'Department'], [400, '2024'], [600, '2023']),
      row(290, [100, 'Brewing'], [400, '214'], [600, '209']),
      row(320, [100, 'Logistics'], [400, '97'], [600, '101']),
    );
    expect(found.map(({ title, rows }) => [title?.text ?? null, rows.length])).toEqual([
      [null, 2],
      ['Average number of employees', 2],
    ]);
  });

  it('tables can stand side by side, each below its own heading', () => {
    const found = tablesOf(
      row(100, [100, 'Bridges'], [800, 'Floods']),
      row(140, [100, 'Long Bridge'], [400, '1,204 m'], [800, '1784'], [1000, '8.2 m']),
      row(170, [100, 'Mill Bridge'], [400, '86 m'], [800, '1926'], [1000, '6.7 m']),
      row(200, [100, 'Old Bridge'], [400, '44 m'], [800, '2002'], [1000, '7.5 m']),
    );
    expect(found.map((table) => [table.title?.text, cellsOf(table)[1]])).toEqual([
      ['Bridges', ['Mill Bridge', ' = 86 m']],
      ['Floods', ['1926', ' = 6.7 m']],
    ]);
  });

  it('the lines of a cell are joined', () => {
    const [table] = tablesOf(
      row(100, [100, 'Time'], [300, 'Title'], [700, 'Room']),
      row(140, [100, '09:00'], [300, 'Welcome'], [700, 'Foyer']),
      row(180, [100, '09:30'], [300, 'Rewetting drained bogs and'], [700, 'Great']),
      row(204, [300, 'what they teach us'], [700, 'Hall']),
      row(244, [100, '11:00'], [300, 'Moss farming'], [700, 'Room 204']),
    );
    expect(table && cellsOf(table)[1]).toEqual([
      '09:30',
      'Title = Rewetting drained bogs and what they teach us',
      'Room = Great Hall',
    ]);
  });

  it('an indented row refers to the row that it belongs to', () => {
    const [table] = tablesOf(
      row(100, [100, 'Asset'], [600, 'Share']),
      row(130, [100, 'Bonds'], [600, '71.2%']),
      row(160, [130, 'of which government'], [600, '39.3%']),
      row(190, [100, 'Equities'], [600, '12.4%']),
    );
    expect(table?.rows.map(({ label, section }) => [label?.text, section])).toEqual([
      ['Bonds', ''],
      ['of which government', 'Bonds'],
      ['Equities', ''],
    ]);
  });

  it('a table of labels and values of many kinds has no header', () => {
    const [table] = tablesOf(
      row(100, [100, 'Country of origin'], [500, 'Slovenia']),
      row(130, [100, 'Article number'], [500, '4100 7783']),
      row(160, [100, 'Warranty'], [500, '3 years']),
    );
    expect(table?.headers).toEqual(['', '']);
    expect(table?.rows).toHaveLength(3);
  });

  it('the numbers at the ends of bars form one column', () => {
    const [table] = tablesOf(
      row(100, [100, 'Surgery'], [900, '9,870']),
      row(140, [100, 'Neurology'], [500, '1,571']),
      row(180, [100, 'Children'], [700, '3,460']),
    );
    expect(table?.headers).toHaveLength(2);
    expect(table?.rows.flatMap(({ cells }) => cells.map(({ column }) => column))).toEqual([0, 1, 0, 1, 0, 1]);
  });

  it('a table is found on a skewed page', () => {
    const upright = wordsOf(
      row(100, [100, 'A first line of some words that shows how the page lies']),
      row(130, [100, 'A second line of some words that shows how the page lies']),
      row(160, [100, 'A third line of some words that shows how the page lies']),
      row(190, [100, 'A fourth line of some words that shows how the page lies']),
      row(300, [100, 'Branch'], [600, '2023'], [1100, '2024']),
      row(330, [100, 'Northgate'], [600, '12.5'], [1100, '14.1']),
      row(360, [100, 'Southgate'], [600, '11.5'], [1100, '13.1']),
    );
    const slope = 0.02;
    const askew = upright.map((word) => {
      const down = slope * word.box.left;
      return { ...word, box: { ...word.box, top: word.box.top + down, bottom: word.box.bottom + down } };
    });
    const { lines, tables } = layOut(askew);
    const [table] = tables;
    expect(table && cellsOf(table)).toEqual([
      ['Northgate', '2023 = 12.5', '2024 = 14.1'],
      ['Southgate', '2023 = 11.5', '2024 = 13.1'],
    ]);
    expect(new Set(lines.flatMap(({ words }) => words))).toEqual(new Set(askew));
  });
});

describe('a title', () => {
  it('a title in large letters is not divided at its wide spaces', () => {
    const [annual, report, ...line] = wordsOf(
      row(40, [100, 'Annual'], [192, 'Report']),
      row(200, [100, 'A line of print in small letters'], [600, '1']),
    );
    const large = [annual, report].flatMap((word) =>
      word === undefined ? [] : [{ ...word, box: { ...word.box, bottom: word.box.top + 60 } }],
    );
    const { headings } = layOut([...line, ...large]);
    expect(headings.map(({ text }) => text)).toContain('Annual Report');
  });
});

describe('pairs of label and value', () => {
  const pairsOf = (...rows: readonly (readonly Placed[])[]): string[] =>
    layOut(wordsOf(...rows)).pairs.map(({ label, value }) => `${label.text} = ${value.text}`);

  it('finds pairs of label and value in one line', () => {
    expect(pairsOf(row(100, [100, 'Owner: Babette Zimmermann']), row(160, [100, 'Bill no. 55172']))).toEqual([
      'Owner = Babette Zimmermann',
      'Bill no. = 55172',
    ]);
  });

  it('finds pairs of label and value in a legend', () => {
    expect(pairsOf(row(100, [100, 'Health insurers 78%']), row(160, [500, 'Donations 3%']))).toEqual([
      'Health insurers = 78%',
      'Donations = 3%',
    ]);
  });

  it('finds pairs of names on an axis and the numbers over their bars', () => {
    expect(
      pairsOf(
        row(100, [110, '104']),
        row(160, [410, '71']),
        row(220, [710, '58']),
        row(400, [100, 'Germany'], [400, 'Norway'], [700, 'Denmark']),
      ),
    ).toEqual(['Germany = 104', 'Norway = 71', 'Denmark = 58']);
  });

  it('finds pairs of a small label and a larger value below it, also side by side', () => {
    const small = wordsOf(
      row(100, [100, 'PATIENT'], [600, 'BORN']),
      row(124, [100, 'Hollis Brannigan'], [600, '23.04.1961']),
      row(200, [100, 'SAMPLE'], [600, 'TAKEN']),
      row(224, [100, 'L25-008812'], [600, '02.06.2025']),
    ).map((word) =>
      /^\p{Lu}+$/u.test(word.text) ? { ...word, box: { ...word.box, top: word.box.top + 8 } } : word,
    );
    const { pairs, tables } = layOut(small);
    expect(tables).toEqual([]);
    expect(pairs.map(({ label, value }) => `${label.text} = ${value.text}`).sort()).toEqual([
      'BORN = 23.04.1961',
      'PATIENT = Hollis Brannigan',
      'SAMPLE = L25-008812',
      'TAKEN = 02.06.2025',
    ]);
  });
});
