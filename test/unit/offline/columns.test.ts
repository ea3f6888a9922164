import { describe, expect, it } from 'vitest';
import { compose } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import { readPage } from '../../../src/offline/reading/page.ts';
import { row } from '../layout/build.ts';
import { page } from './support.ts';

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
  it('reads prose in two columns down one column, then down the next', () => {
    const { sentences, layout } = readPage(read);
    expect(layout.tables).toHaveLength(1);
    const texts = sentences.map(({ text }) => text.replaceAll('\n', ' ').replace(/\s+/g, ' '));
    expect(texts).toContain('The yearly boat race drew 1,350 rowers.');
    expect(texts).toContain('The restored crane was presented by the director, Ines Almqvist, on 4 June.');
  });
  it.each([
    ['Who presented the restored crane?', /^Ines Almqvist$/],
    ['How many guests did the museum count in 2023?', /^48,215/],
    ['How many rowers did the boat race draw?', /^1,350/],
  ])('answers from prose in two columns: %s', (question, expected) => {
    expect(compose(find(question, [read]), 'plain')).toMatch(expected);
  });
});
