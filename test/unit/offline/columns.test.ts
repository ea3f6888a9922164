import { describe, expect, it } from 'vitest';
import { compose } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import { layOut } from '../../../src/offline/reading/layout.ts';
import { page, row } from './support.ts';

describe('prose in two columns above a table', () => {
  const read = page(
    row(40, [100, 'Harbour museum']),
    row(100, [900, 'Guides gave 912 hours of their time. The yearly']),
    row(
      130,
      [100, 'In 2023 the museum counted 48,215 guests, which is'],
      [900, 'boat race drew 1,350 rowers. Tickets were sold'],
    ),
    row(
      160,
      [100, 'more than ever before. The busiest hall was Anchor.'],
      [900, 'at the gate on Sundays. The small shop was shut'],
    ),
    row(
      190,
      [100, 'The restored crane was presented by the director,'],
      [900, 'for the repair of its roof.'],
    ),
    row(220, [100, 'Ines Almqvist, on 4 June.']),
    row(290, [100, 'Guests by hall']),
    row(350, [100, 'Hall'], [500, '2022'], [700, '2023']),
    row(380, [100, 'Anchor'], [500, '9,120'], [700, '9,870']),
    row(410, [100, 'Compass'], [500, '7,415'], [700, '8,002']),
    row(440, [100, 'Lantern'], [500, '3,318'], [700, '3,504']),
  );
  it('is read down one column, then down the next', () => {
    const { sentences, tables } = layOut(read);
    expect(tables).toHaveLength(1);
    const texts = sentences.map(({ text }) => text.replaceAll('\n', ' ').replace(/\s+/g, ' '));
    expect(texts).toContain('The yearly boat race drew 1,350 rowers.');
    expect(texts).toContain('The restored crane was presented by the director, Ines Almqvist, on 4 June.');
  });
  it.each([
    ['Who presented the restored crane?', /^Ines Almqvist$/],
    ['How many guests did the museum count in 2023?', /^48,215/],
    ['How many rowers did the boat race draw?', /^1,350/],
  ])('%s', (question, expected) => {
    expect(compose(find(question, [read]), 'plain')).toMatch(expected);
  });
});

describe('a header row', () => {
  const body = [
    row(130, [100, 'Oak planks'], [600, '12.50'], [900, '13.75'], [1250, '30']),
    row(160, [100, 'Pine planks'], [600, '8.20'], [900, '8.90'], [1250, '45']),
    row(190, [100, 'Ash planks'], [600, '11.10'], [900, '11.60'], [1250, '25']),
  ];
  const headers = ['Timber', 'Price 2023', 'Price 2024', 'Least order'];
  it('flush left above numbers flush right goes by its order', () => {
    const [table] = layOut(
      page(
        row(100, [100, 'Timber'], [470, 'Price 2023'], [720, 'Price 2024'], [980, 'Least order']),
        ...body,
      ),
    ).tables;
    expect(table?.headers).toEqual(headers);
  });
  it('that was read as one line is cut between the columns', () => {
    const [table] = layOut(
      page(
        row(100, [100, 'Timber'], [600, 'Price 2023'], [900, 'Price 2024'], [1016, 'Least order']),
        ...body.map((cells) => cells.map((cell) => (cell.left === 1250 ? { ...cell, left: 1040 } : cell))),
      ),
    ).tables;
    expect(table?.headers).toEqual(headers);
  });
  it('of two words over two columns of a range stays one', () => {
    const [table] = layOut(
      page(
        row(100, [100, 'Test'], [400, 'Result'], [600, 'Normal range'], [900, 'Flag']),
        row(130, [100, 'Sodium'], [400, '141'], [600, '135'], [690, '145'], [900, '1']),
        row(160, [100, 'Calcium'], [400, '2.4'], [600, '2.1'], [690, '2.6'], [900, '2']),
      ),
    ).tables;
    expect(table?.headers).not.toContain('Normal');
  });
});
