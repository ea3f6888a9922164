import { afterAll, describe, expect, it } from 'vitest';
import type { BoxUnit } from '../../../src/core/geometry/box.ts';
import type { PageLayout, Table } from '../../../src/core/layout/model.ts';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import { createDocuments } from '../../../src/documents/documents.ts';
import { DOCUMENTS_WORKER, fixture } from '../../support/files.ts';
import { recognizedPages } from '../../support/storedPages.ts';

const documents = createDocuments({ worker: DOCUMENTS_WORKER });
afterAll(() => documents.dispose());

/** The layout of a fixture's page according to its text layer. */
async function pdfLayout(name: string, page: number): Promise<PageLayout<'point'>> {
  const document = await documents.open({ kind: 'path', path: fixture(name) });
  try {
    return layOut((await document.text(page)).words);
  } finally {
    await document.close();
  }
}

/** The layout of the first page of a fixture, from its stored recognized words. */
function ocrLayout(name: string): PageLayout<'pixel'> {
  const [page] = recognizedPages(new URL(`../../fixtures/readings/words/${name}.json`, import.meta.url));
  return layOut((page?.lines ?? []).flatMap(({ words }) => words));
}

/** A table as its title, its headers, and its rows as `section > label: value | value`. */
function tableLines<Unit extends BoxUnit>({ title, headers, rows }: Table<Unit>): string[] {
  return [
    `${title?.text ?? ''}: ${headers.join(' | ')}`,
    ...rows.map(({ section, label, cells }) => {
      const values = cells.filter((cell) => cell !== label);
      return `${section === '' ? '' : `${section} > `}${label?.text ?? ''}: ${values
        .map(({ column, text }) => `${column} ${text}`)
        .join(' | ')}`;
    }),
  ];
}

describe("the tables of a PDF's text layer", () => {
  it('finds tables of a text layer with a title inside a region and headers of years', async () => {
    const { tables } = await pdfLayout('annual-report.pdf', 2);
    expect(tables.map((table) => tableLines(table).slice(0, 3))).toEqual([
      [
        ':  | 2022 | 2023 | 2024',
        'Revenue: 1 452.6 | 2 481.9 | 3 518.9',
        'Cost of sales: 1 (274.3) | 2 (289.6) | 3 (309.3)',
      ],
      [
        'Key figures: Million euros unless stated | 2022 | 2023 | 2024',
        'Order intake: 1 471.0 | 2 502.3 | 3 547.8',
        'Order backlog at year end: 1 163.4 | 2 183.8 | 3 212.7',
      ],
    ]);
    expect(tables.map(({ rows }) => rows.length)).toEqual([11, 7]);
  });

  it('finds tables of a text layer that stand below each other with columns of their own', async () => {
    const { tables, pairs } = await pdfLayout('annual-report.pdf', 5);
    expect(tables.map((table) => tableLines(table)[0])).toEqual([
      ': Employees by function | 2022 | 2023 | 2024',
      ': Site | Employees | Opened | What is made there',
    ]);
    expect(tables.map((table) => tableLines(table).at(-1))).toEqual([
      'Total: 1 2,604 | 2 2,718 | 3 2,871',
      'Dunmere Falls: 1 262 | 2 2019 | 3 Software',
    ]);
    expect(pairs.map(({ label, value }) => `${label.text} = ${value.text}`)).toEqual([
      'Production = 40%',
      'Research and development = 20%',
      'Sales and service = 25%',
      'Administration = 15%',
    ]);
  });

  it('finds tables of a text layer that consist of labels and values without headers', async () => {
    const { tables, headings } = await pdfLayout('data-sheet.pdf', 1);
    expect(tables.map((table) => tableLines(table).slice(0, 4))).toEqual([
      [
        ':  | ',
        'Nominal diameter: 1 40 mm',
        'Measuring range: 1 0.2 to 45 cubic metres an hour',
        'Accuracy: 1 0.25% of the reading',
      ],
    ]);
    expect(headings.map(({ text }) => text)).toEqual(['Aurum 40 flow sensor', 'Technical data']);
  });

  it('finds tables of a text layer with headers over several lines', async () => {
    const { tables } = await pdfLayout('second-report.pdf', 3);
    expect(tables.map((table) => tableLines(table).slice(0, 2))).toEqual([
      [
        ': Town | Inhabitants | Cycle lanes | Cars per 100 people | Satisfaction',
        'Ashcombe: 1 148 | 2 96 | 3 44 | 4 6.8',
      ],
    ]);
    expect(tables[0]?.rows).toHaveLength(12);
  });

  it('finds tables of a text layer in other scripts', async () => {
    const { tables } = await pdfLayout('annual-report.pdf', 9);
    expect(tables.map((table) => tableLines(table).slice(0, 2))).toEqual([
      [': 地区 | 2022 | 2023 | 2024', '欧洲: 1 212.4 | 2 220.9 | 3 231.0'],
    ]);
  });

  it('the cells of a text layer’s tables have boxes around their own words', async () => {
    const { tables } = await pdfLayout('annual-report.pdf', 4);
    const cells = tables.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
    const europe = cells.find(({ text }) => text === '231.0')?.box;
    const americas = cells.find(({ text }) => text === '175.3')?.box;
    expect(europe && Math.round(europe.right)).toBe(americas && Math.round(americas.right));
    expect(europe && americas && europe.bottom < americas.top).toBe(true);
  });

  it('finds no table on a page of prose, and keeps its paragraphs apart', async () => {
    const { tables, paragraphs } = await pdfLayout('annual-report.pdf', 6);
    expect(tables).toEqual([]);
    const starts = paragraphs.map(({ lines }) => lines[0]?.text.split(' ', 2).join(' '));
    expect(starts.slice(0, 4)).toEqual(['Notes to', '1. General.', '2. Revenue.', '3. Property,']);
    expect(paragraphs[1]?.lines.map(({ words }) => words.at(-1)?.text)).toEqual(['accounts', '2025.']);
  });

  it('finds no table on a page without text', async () => {
    expect(await pdfLayout('annual-report.pdf', 8)).toMatchObject({ lines: [], marks: [], tables: [] });
  });
});

describe('the tables of recognized pages', () => {
  it('finds the sections of a recognized table', () => {
    const { tables, pairs } = ocrLayout('laboratory');
    const [table] = tables;
    expect(table && tableLines(table).slice(0, 2)).toEqual([
      ': Test | Result | Unit | Reference range | Flag',
      'Blood count > Haemoglobin: 1 15:1 | 2 g/dl | 3 135-175',
    ]);
    expect(table?.rows.map(({ section }) => section)).toEqual([
      ...Array<string>(3).fill('Blood count'),
      ...Array<string>(5).fill('Clinical chemistry'),
    ]);
    expect(pairs.map(({ label, value }) => `${label.text} = ${value.text}`)).toEqual(
      expect.arrayContaining(['Sample no. = L25-008812', 'Sex = male', 'Approved by = Prof. Leander Voss']),
    );
  });

  it('finds empty cells of recognized tables, and titles where one table begins below another', () => {
    const { tables } = ocrLayout('brewery');
    expect(tables.map((table) => tableLines(table)[0])).toEqual([
      ": £'000 | Note | 2024 | 2023 | 2022",
      'Revenue by channel: Channel | 2024 | 2023 | Change',
      'Average number of employees: Department | 2024 | 2023',
    ]);
    expect(tables[0] && tableLines(tables[0]).slice(2, 4)).toEqual([
      'Cost of sales: 2 (51,388) | 3 (49,772) | 4 (45,011)',
      'Gross profit: 2 32,827 | 3 29,858 | 4 26,893',
    ]);
  });

  it('finds headers of two levels in a recognized table', () => {
    const [table] = ocrLayout('ospreys').tables;
    expect(table?.headers).toEqual([
      'Lake',
      '2015-2019 Nests',
      '2015-2019 Eggs',
      '2015-2019 Fledged',
      '2020-2024 Nests',
      '2020-2024 Eggs',
      '2020-2024 Fledged',
    ]);
  });
});
