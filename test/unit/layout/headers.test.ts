import { describe, expect, it } from 'vitest';
import { layOut } from '../../../src/core/layout/pageLayout.ts';
import { row, wordsOf } from './build.ts';

describe('a header row', () => {
  const body = [
    row(130, [100, 'Oak planks'], [600, '12.50'], [900, '13.75'], [1250, '30']),
    row(160, [100, 'Pine planks'], [600, '8.20'], [900, '8.90'], [1250, '45']),
    row(190, [100, 'Ash planks'], [600, '11.10'], [900, '11.60'], [1250, '25']),
  ];
  const headers = ['Timber', 'Price 2023', 'Price 2024', 'Least order'];
  it('left-aligned headers above right-aligned numbers are assigned in their order', () => {
    const [table] = layOut(
      wordsOf(
        row(100, [100, 'Timber'], [470, 'Price 2023'], [720, 'Price 2024'], [980, 'Least order']),
        ...body,
      ),
    ).tables;
    expect(table?.headers).toEqual(headers);
  });
  it('a header row that was read as one line is divided between the columns', () => {
    const [table] = layOut(
      wordsOf(
        row(100, [100, 'Timber'], [600, 'Price 2023'], [900, 'Price 2024'], [1016, 'Least order']),
        ...body.map((cells) => cells.map((cell) => (cell.left === 1250 ? { ...cell, left: 1040 } : cell))),
      ),
    ).tables;
    expect(table?.headers).toEqual(headers);
  });
  it('a header of two words over the two columns of a range is not divided', () => {
    const [table] = layOut(
      wordsOf(
        row(100, [100, 'Test'], [400, 'Result'], [600, 'Normal range'], [900, 'Flag']),
        row(130, [100, 'Sodium'], [400, '141'], [600, '135'], [690, '145'], [900, '1']),
        row(160, [100, 'Calcium'], [400, '2.4'], [600, '2.1'], [690, '2.6'], [900, '2']),
      ),
    ).tables;
    expect(table?.headers).not.toContain('Normal');
  });
});
