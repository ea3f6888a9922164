import { afterAll, describe, expect, it } from 'vitest';
import { layOutDirections } from '../../../src/core/layout/directions.ts';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import { createDocuments } from '../../../src/documents/documents.ts';
import { DOCUMENTS_WORKER, fixture } from '../../support/files.ts';
import { row, wordsOf, type Placed } from './build.ts';

const documents = createDocuments({ worker: DOCUMENTS_WORKER });
afterAll(() => documents.dispose());

const LEFT = [
  'Both steamers were built at a yard',
  'in the north and carried coal, slate',
  'and some passengers. The first burned',
  'in 1903, after which the owners in-',
  'sured every vessel that they bought.',
];
const RIGHT = [
  'Freight rose from 41 to 63 percent of',
  'what was carried within a generation.',
  'Letters of that time show how punctual',
  'the crews were, and how seldom a crossing',
  'was canceled, even in the worst winters.',
];

function besideEachOther(columns: readonly (readonly string[])[]): Placed[][] {
  return LEFT.map((_line, index) =>
    row(
      100 + 30 * index,
      ...columns.map((lines, column) => [100 + 520 * column, lines[index] ?? ''] as const),
    ),
  );
}

describe('text in two columns', () => {
  it.each([
    ['whole', RIGHT],
    ['cut off by the edge of the page', RIGHT.map((line) => line.slice(0, 5))],
  ])('is neither a table nor labels beside their values: the right one is %s', (_which, right) => {
    const { tables, pairs, columns } = layOut(wordsOf(...besideEachOther([LEFT, right])));
    const beside = pairs.filter(({ label, value }) => label.box.top === value.box.top);
    expect({ tables, beside }).toEqual({ tables: [], beside: [] });
    expect(columns).toHaveLength(2);
  });

  it('is no table on any page of a document of such text, sideways and vertical text included', async () => {
    const document = await documents.open({ kind: 'path', path: fixture('ferries.pdf') });
    const tables: unknown[] = [];
    for (let page = 1; page <= document.pageCount; page += 1)
      tables.push(
        ...layOutDirections((await document.text(page)).words).flatMap(({ layout }) => layout.tables),
      );
    await document.close();
    expect(document.pageCount).toBe(6);
    expect(tables).toEqual([]);
  });
});

describe('a table of texts', () => {
  it('is one although its values are phrases in lowercase', () => {
    const [table] = layOut(
      wordsOf(
        row(100, [100, 'Term'], [500, 'Meaning']),
        row(130, [100, 'Berth'], [500, 'where a ship lies']),
        row(160, [100, 'Bow'], [500, 'front of a ship or boat']),
        row(190, [100, 'Draft'], [500, 'depth under water']),
        row(220, [100, 'Keel'], [500, 'lowest beam of all']),
      ),
    ).tables;
    expect(table?.rows.map(({ label }) => label?.text)).toEqual(['Term', 'Berth', 'Bow', 'Draft', 'Keel']);
  });

  it('is one although cells are sentences over several lines', () => {
    const [table] = layOut(
      wordsOf(
        row(100, [100, 'Risk'], [300, 'What may happen'], [760, 'Chance']),
        row(140, [100, 'Ice'], [300, 'The lake freezes and no'], [760, '12%']),
        row(164, [300, 'ferry leaves for weeks']),
        row(204, [100, 'Fire'], [300, 'A ship burns and has to'], [760, '3%']),
        row(228, [300, 'be replaced by another']),
        row(268, [100, 'Fuel'], [300, 'Prices rise by more than'], [760, '40%']),
        row(292, [300, 'half within one winter']),
      ),
    ).tables;
    expect(table?.rows.map(({ label }) => label?.text)).toEqual(['Ice', 'Fire', 'Fuel']);
  });
});
