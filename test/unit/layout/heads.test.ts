import { describe, expect, it } from 'vitest';
import type { LayoutWord, Table } from '../../../src/core/layout/model.ts';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import { row, wordsOf, type Placed } from './build.ts';

function tablesOf(...rows: readonly (readonly Placed[])[]): readonly Table[] {
  return layOut(wordsOf(...rows)).tables;
}

/** The heads of a table as `columns: text`. */
function headsOf(table: Table | undefined): string[] {
  return (table?.heads ?? []).map(({ columns, text }) => `${columns.join()}: ${text}`);
}

const body = [
  row(170, [100, 'North'], [400, '12'], [520, '14'], [640, '33'], [760, '31']),
  row(200, [100, 'South'], [400, '15'], [520, '16'], [640, '28'], [760, '27']),
  row(230, [100, 'Total'], [400, '27'], [520, '30'], [640, '61'], [760, '58']),
];

describe('the heads of a table', () => {
  it('are those of its columns and of groups of columns, each with its box', () => {
    const [table] = tablesOf(
      row(100, [440, 'Water'], [675, 'Energy']),
      row(135, [100, 'Region'], [400, '2023'], [520, '2024'], [640, '2023'], [760, '2024']),
      ...body,
    );
    expect(headsOf(table)).toEqual([
      '1,2: Water',
      '3,4: Energy',
      '0: Region',
      '1: 2023',
      '2: 2024',
      '3: 2023',
      '4: 2024',
    ]);
    expect(table?.heads[1]?.box).toEqual({ left: 675, top: 100, right: 735, bottom: 120 });
    expect(table?.headers[3]).toBe('Energy 2023');
  });

  it('may be groups whose names have a number', () => {
    const [table] = tablesOf(
      row(112, [440, '30 days'], [675, '1 year']),
      row(135, [100, 'Outcome'], [400, 'Early'], [520, 'Std.'], [640, 'Early'], [760, 'Std.']),
      ...body,
    );
    expect(headsOf(table).slice(0, 2)).toEqual(['1,2: 30 days', '3,4: 1 year']);
    expect(table?.headers[4]).toBe('1 year Std.');
  });

  it('may be amounts of a unit that the numbers below them do not have', () => {
    const [table] = tablesOf(
      row(100, [100, 'Sample'], [400, '77 K'], [520, '300 K'], [640, 'Runs']),
      row(130, [100, 'LSMO'], [400, '1.84'], [520, '2.31'], [640, '7']),
      row(160, [100, 'STO'], [400, '9.62'], [520, '11.20'], [640, '7']),
      row(190, [100, 'YBCO'], [400, '4.05'], [520, 'none'], [640, '5']),
    );
    expect(table?.headers).toEqual(['Sample', '77 K', '300 K', 'Runs']);
    expect(table?.rows.map(({ label }) => label?.text)).toEqual(['LSMO', 'STO', 'YBCO']);
  });

  it.each([
    ['with the unit of those below', ['2 kg', '4 kg'], [['Load', '9 kg', '8 kg']]],
    ['of two units', ['2 kg', '4 mm'], []],
    ['that are the same', ['2 kg', '2 kg'], []],
  ])('are no amounts %s', (_which, [one = '', other = ''], more) => {
    const [table] = tablesOf(
      ...[['Mass', one, other], ['Doors', '3', '5'], ['Seats', '5', '7'], ...more].map(
        ([label = '', left = '', right = ''], at) =>
          row(100 + 30 * at, [100, label], [400, left], [520, right]),
      ),
    );
    expect(table?.heads).toEqual([]);
    expect(table?.rows[0]?.label?.text).toBe('Mass');
  });

  it('are no amounts below a head of each column', () => {
    const [table] = tablesOf(
      row(100, [100, 'Type'], [400, 'Van'], [520, 'Bus']),
      row(130, [100, 'Length'], [400, '5 m'], [520, '12 m']),
      row(160, [100, 'Doors'], [400, '3'], [520, '5']),
      row(190, [100, 'Seats'], [400, '9'], [520, '48']),
    );
    expect(table?.headers).toEqual(['Type', 'Van', 'Bus']);
    expect(table?.rows).toHaveLength(3);
  });

  it('may be periods whose dates go on in the next line', () => {
    const [table, ...others] = tablesOf(
      row(89, [400, 'Months to June'], [640, 'Months to June']),
      row(112, [490, '30,'], [730, '30,']),
      row(135, [400, '2024'], [520, '2023'], [640, '2024'], [760, '2023']),
      ...body,
    );
    expect(others).toEqual([]);
    expect(headsOf(table).slice(0, 2)).toEqual(['1,2: Months to June 30,', '3,4: Months to June 30,']);
  });

  it('do not name the columns of signs before sums', () => {
    const [table] = tablesOf(
      row(100, [100, 'Region'], [440, '2023'], [640, '2024']),
      row(130, [100, 'North'], [400, '$'], [440, '1,204'], [600, '$'], [640, '1,310']),
      row(160, [100, 'South'], [440, '980'], [640, '1,025']),
      row(190, [100, 'Total'], [400, '$'], [440, '2,184'], [600, '$'], [640, '2,335']),
    );
    expect(headsOf(table)).toEqual(['0: Region', '1: 2023', '2: 2024']);
  });

  it('have units in a line of their own, beside the next line of the head over the labels', () => {
    const texts = wordsOf(
      row(108, [100, 'Region and'], [400, '2023'], [520, '2024'], [640, '2025'], [760, '2026']),
      row(131, [100, 'country'], [400, 'T €'], [520, 'T €'], [640, '%'], [760, '(%)']),
      ...body,
    );
    const [table, ...others] = layOut(texts.map(({ text, box }) => ({ text, box }))).tables;
    expect(others).toEqual([]);
    expect(headsOf(table)).toEqual([
      '0: Region and country',
      '1: 2023 T €',
      '2: 2024 T €',
      '3: 2025 %',
      '4: 2026 (%)',
    ]);
    expect(table?.rows).toHaveLength(3);
  });

  it('have all lines of a head over several lines', () => {
    const [table] = tablesOf(
      row(112, [400, 'First'], [520, 'Last'], [640, 'First'], [760, 'Last']),
      row(135, [100, 'Region'], [400, 'year'], [520, 'year'], [640, 'month'], [760, 'month']),
      ...body,
    );
    expect(headsOf(table)).toEqual([
      '1: First year',
      '2: Last year',
      '3: First month',
      '4: Last month',
      '0: Region',
    ]);
    expect(table?.heads[0]?.lines.map(({ text }) => text)).toEqual(['First', 'year']);
  });

  it.each([
    [
      'a group head that begins where its columns begin',
      [
        row(100, [400, 'Water'], [640, 'Energy']),
        row(135, [100, 'Region'], [400, '2023'], [520, '2024'], [640, '2023'], [760, '2024']),
      ],
      ['1,2: Water', '3,4: Energy', '0: Region', '1: 2023', '2: 2024', '3: 2023', '4: 2024'],
    ],
    [
      'a Chinese group head',
      [
        row(100, [400, '用水'], [640, '能源']),
        row(135, [100, '地区'], [400, '国内'], [520, '国外'], [640, '国内'], [760, '国外']),
      ],
      ['1,2: 用水', '3,4: 能源', '0: 地区', '1: 国内', '2: 国外', '3: 国内', '4: 国外'],
    ],
    [
      'a group head beside a head of two lines',
      [
        row(110, [400, 'Water'], [640, 'Number of']),
        row(135, [100, 'Region'], [400, '2023'], [520, '2024'], [640, 'meters'], [760, 'Leaks']),
      ],
      ['1,2: Water', '3: Number of meters', '0: Region', '1: 2023', '2: 2024', '4: Leaks'],
    ],
    [
      'the upper line of a single head',
      [
        row(112, [760, 'Known']),
        row(135, [100, 'Region'], [400, '2023'], [520, '2024'], [640, 'Meters'], [760, 'leaks']),
      ],
      ['4: Known leaks', '0: Region', '1: 2023', '2: 2024', '3: Meters'],
    ],
    [
      'one group head beside the head of the labels',
      [
        row(110, [100, 'Region'], [400, 'Water']),
        row(135, [400, '2021'], [520, '2022'], [640, '2023'], [760, '2024']),
      ],
      ['0: Region', '1,2,3,4: Water', '1: 2021', '2: 2022', '3: 2023', '4: 2024'],
    ],
  ])('tell group heads from heads of several lines: %s', (_which, heads, expected) => {
    const tables = tablesOf(...heads, ...body);
    expect(tables.map(headsOf)).toEqual([expected]);
    expect(tables[0]?.rows.map(({ label }) => label?.text)).toEqual(['North', 'South', 'Total']);
  });

  it.each([
    [
      'below the other heads',
      [
        row(105, [100, 'Region and'], [400, '2021'], [520, '2022'], [640, '2023'], [760, '2024']),
        row(129, [100, 'country']),
      ],
    ],
    [
      'above the other heads',
      [
        row(111, [100, 'Region']),
        row(135, [100, 'and country'], [400, '2021'], [520, '2022'], [640, '2023'], [760, '2024']),
      ],
    ],
  ])('have all lines of the head over the labels: %s', (_where, heads) => {
    const [table] = tablesOf(...heads, ...body);
    expect(headsOf(table)).toEqual(['0: Region and country', '1: 2021', '2: 2022', '3: 2023', '4: 2024']);
    expect(table?.rows.map(({ section, label }) => [section, label?.text])).toEqual([
      ['', 'North'],
      ['', 'South'],
      ['', 'Total'],
    ]);
  });

  it('do not have the title above the table, or the section below its heads', () => {
    const [table] = tablesOf(
      row(111, [100, 'Staff']),
      row(135, [100, 'Region'], [400, '2021'], [520, '2022'], [640, '2023'], [760, '2024']),
      row(159, [100, 'Plants']),
      ...body.map((one) => one.map(({ ...word }) => ({ ...word, top: word.top + 20 }))),
    );
    expect(headsOf(table)[0]).toBe('0: Region');
    expect(table?.rows[0]?.section).toBe('Plants');
  });

  it('are the sections of a row, from the outermost to the innermost', () => {
    const [table] = tablesOf(
      row(100, [100, 'Item'], [500, '2023'], [700, '2024']),
      row(130, [100, 'Income']),
      row(160, [100, 'Fees'], [500, '120'], [700, '131']),
      row(190, [125, 'of members'], [500, '80'], [700, '75']),
    );
    expect(table?.rows.map(({ sectionLines }) => sectionLines.map(({ text }) => text))).toEqual([
      ['Income'],
      ['Income', 'Fees'],
    ]);
  });
});

describe('the caption of a table', () => {
  const table = (top: number): Placed[][] => [
    row(top, [100, 'Plant'], [500, 'Staff'], [700, 'Posts']),
    row(top + 30, [100, 'Dunmere'], [500, '812'], [700, '31']),
    row(top + 60, [100, 'Ashcombe'], [500, '540'], [700, '28']),
  ];

  it('is the line above it that names it, for each of several tables with equal labels', () => {
    const tables = tablesOf(
      row(60, [100, 'Staff in 2023']),
      ...table(120),
      row(300, [100, 'Staff in 2024']),
      row(330, [100, '(posts at the end of the year)']),
      ...table(380),
    );
    expect(tables.map(({ caption }) => caption?.text)).toEqual(['Staff in 2023', 'Staff in 2024']);
  });

  it('is a line below it that says so', () => {
    const tables = tablesOf(
      row(40, [100, 'We counted the staff of both plants, and they were many.']),
      ...table(100),
      row(220, [100, 'Table 2. Staff of both plants.']),
    );
    expect(tables.map(({ caption }) => caption?.text)).toEqual(['Table 2. Staff of both plants.']);
  });

  it('is nothing if the lines above it are sentences', () => {
    const [only] = tablesOf(row(60, [100, 'We counted the staff of both plants.']), ...table(120));
    expect(only?.caption).toBeNull();
  });

  it('are periods that stand beside the numbers of their columns, which are no numbers themselves', () => {
    const [table] = tablesOf(
      row(100, [470, '2024'], [710, '2025']),
      row(135, [100, 'Site'], [390, 'H1'], [510, 'H2'], [630, 'H1'], [750, 'H2']),
      row(170, [100, 'Bergen'], [400, '1,240'], [520, '1,310'], [640, '1,405'], [760, '1,388']),
      row(200, [100, 'Bristol'], [420, '980'], [520, '1,012'], [660, '940'], [760, '1,100']),
      row(230, [100, 'Rotterdam'], [400, '2,150'], [520, '2,075'], [640, '2,310'], [760, '2,420']),
    );
    expect(table?.headers).toEqual(['Site', '2024 H1', '2024 H2', '2025 H1', '2025 H2']);
  });

  it('of one and two lines that are centered beside each other name their own columns', () => {
    const text = (
      top: number,
      ...cells: readonly (readonly [number, number, string])[]
    ): LayoutWord<'pixel'>[] =>
      cells.map(([left, right, word]) => ({ text: word, box: { left, top, right, bottom: top + 9 } }));
    const words = [
      ...text(140, [230, 288, 'Quantity'], [382, 435, 'Amount'], [439, 480, '(EUR)']),
      ...text(160, [346, 375, 'Unit']),
      ...text(158, [110, 142, 'Item']),
      ...text(167, [199, 254, 'Ordered'], [264, 319, 'Shipped'], [402, 462, 'Discount'], [491, 515, 'Net']),
      ...text(174, [344, 378, 'price']),
      ...text(208, [62, 92, 'Flow'], [96, 132, 'meter']),
      ...text(
        208,
        [239, 254, '35'],
        [304, 319, '35'],
        [351, 393, '312.00'],
        [436, 462, '10%'],
        [480, 533, '9,828.00'],
      ),
      ...text(228, [62, 130, 'Calibration'], [134, 150, 'kit']),
      ...text(
        228,
        [247, 254, '8'],
        [311, 319, '6'],
        [351, 393, '189.90'],
        [443, 462, '0%'],
        [480, 533, '1,139.40'],
      ),
      ...text(248, [62, 118, 'Mounting'], [122, 162, 'bracket']),
      ...text(
        248,
        [231, 254, '240'],
        [296, 319, '240'],
        [366, 393, '3.25'],
        [443, 462, '0%'],
        [492, 533, '780.00'],
      ),
    ];
    expect(layOut(words).tables[0]?.headers).toEqual([
      'Item',
      'Quantity Ordered',
      'Quantity Shipped',
      'Amount (EUR) Unit price',
      'Amount (EUR) Discount',
      'Amount (EUR) Net',
    ]);
  });
});
