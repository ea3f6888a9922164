import { describe, expect, it } from 'vitest';
import { readWordedComputations } from '../../../src/core/grounding/computations/wordedComputations.ts';
import { HELD_OUT } from './heldOutComputations.ts';
import { growth, LIMIT } from '../../support/growth.ts';

/** `right growth`, `wrong sum 15`, each with what a wrong one comes to; `-` if nothing can be checked. */
function readings(text: string): string {
  return (
    readWordedComputations(text, 0)
      .map(({ kind, values: [value = 0], right }) =>
        right === true ? `right ${kind}` : `wrong ${kind} ${Number(value.toFixed(2))}`,
      )
      .join(', ') || '-'
  );
}

const RIGHT: readonly (readonly [string, string])[] = [
  ['Revenue grew from 481.9 to 518.9, by 7.7%.', 'growth'],
  ['Revenue grew from $481.9 million in 2023 to $518.9 million in 2024, an increase of 7.7%.', 'growth'],
  ['From 481.9 in 2023 to 518.9 in 2024, revenue increased by 37.0.', 'difference'],
  ['It went from 481.9 to 518.9, an increase of 37.0 million.', 'difference'],
  ['Costs fell from 200 to 150, a decrease of 25%.', 'growth'],
  ['Costs fell by 25% from 200 to 150.', 'growth'],
  ['Costs rose 10% from 200 to 220.', 'growth'],
  ['The change from 40 to 30 is -25%.', 'growth'],
  ['The margin rose from 10.5% to 12.0%, by 1.5 percentage points.', 'difference'],
  ['The margin rose from 10% to 12%, an increase of 20%.', 'growth'],
  ['The sum of 212.4 and 148.7 is 361.1.', 'sum'],
  ['The sum of 212.4, 148.7, and 91.5 equals 452.6.', 'sum'],
  ['The total of 212.4 (Europe), 148.7 (Americas) and 91.5 (Asia) is 452.6.', 'sum'],
  ['Adding 212.4 and 148.7 gives 361.1.', 'sum'],
  ['212.4 plus 148.7 is 361.1.', 'sum'],
  ['1,200 plus 300 equals 1,500.', 'sum'],
  ['212.4, 148.7 and 91.5 add up to 452.6.', 'sum'],
  ['The average of 10, 20, and 30 is 20.', 'average'],
  ['The mean of 3.1 and 3.2 is 3.15.', 'average'],
  ['The average of the values 212.4 and 148.7 is about 180.6.', 'average'],
  ['The difference between 518.9 and 481.9 is 37.', 'difference'],
  ['The difference between 2024 revenue (518.9) and 2023 revenue (481.9) was 37.0.', 'difference'],
  ['518.9 minus 481.9 equals 37.0.', 'difference'],
  ['Subtracting 481.9 from 518.9 gives 37.0.', 'difference'],
  ['518.9 is 37.0 more than 481.9.', 'difference'],
  ['Asia with 91.5 is 57.2 lower than the Americas with 148.7.', 'difference'],
  ['518.9 is 7.7% higher than 481.9.', 'growth'],
  ['518.9 exceeds 481.9 by 37.0.', 'difference'],
  ['231.0 is 44.5% of 518.9.', 'share'],
  ['Europe with 231.0 accounts for 44.5% of 518.9.', 'share'],
  ['231.0 out of 518.9 is 44.5%.', 'share'],
  ['30 of 120, or 25%.', 'share'],
  ['The share of 231.0 in 518.9 is 44.5%.', 'share'],
  ['20% of 150 is 30.', 'share'],
  ['7.7% of 481.9 is 37.1.', 'share'],
  ['The ratio of 30 to 20 is 1.5.', 'ratio'],
  ['300 divided by 4 is 75.', 'ratio'],
  ['60 is 3 times 20.', 'ratio'],
  ['40 is twice 20.', 'ratio'],
  ['The 50 here is half of the 100 there.', 'ratio'],
  ['12 times 4 is 48.', 'product'],
  ['Sales more than doubled from 91.5 to 212.4.', 'ratio'],
  ['Costs halved from 200 to 100.', 'ratio'],
  ['Der Umsatz verdoppelte sich von 50 auf 100.', 'ratio'],
  ['If you add 231.0 to 112.6, you get 343.6.', 'sum'],
  ['Revenue went up 37.0 million, from 481.9 in 2023 to 518.9 in 2024.', 'difference'],
  ['Compared with 481.9 in 2023, revenue of 518.9 in 2024 is up 7.7%.', 'growth'],
  ['总收入518.9，较2023年的481.9增加了37.0。', 'difference'],
  ['The sum of 1.2e6 and 300,000 is 1.5 × 10^6.', 'sum'],
  ['518.9 is larger than 481.9.', 'comparison'],
  ['Asia had 91.5, 99.8 and 112.6, all above 90.', 'comparison'],
  ['Die Werte 10, 20 und 30 liegen alle unter 40.', 'comparison'],
  ['三年的收入为91.5、99.8和112.6，都超过90。', 'comparison'],
  ['231.0 is less than 518.9.', 'comparison'],
  ['Der Umsatz stieg von 481,9 auf 518,9, also um 7,7 %.', 'growth'],
  ['Der Umsatz stieg von 481,9 Mio. € auf 518,9 Mio. €, ein Anstieg von 37,0 Mio. €.', 'difference'],
  ['Die Kosten sanken von 200 auf 150 um 25 Prozent.', 'growth'],
  ['Die Summe aus 212,4 und 148,7 beträgt 361,1.', 'sum'],
  ['212,4 plus 148,7 ergibt 361,1.', 'sum'],
  ['Der Durchschnitt von 10, 20 und 30 ist 20.', 'average'],
  ['Die Differenz zwischen 518,9 und 481,9 beträgt 37,0.', 'difference'],
  ['231,0 entspricht 44,5 % von 518,9.', 'share'],
  ['518,9 ist größer als 481,9.', 'comparison'],
  ['收入从481.9增长到518.9，增长了7.7%。', 'growth'],
  ['10加20等于30。', 'sum'],
  ['518.9减481.9等于37.0。', 'difference'],
  ['518.9比481.9多37.0。', 'difference'],
  ['10、20和30的平均值是20。', 'average'],
  ['50占200的25%。', 'share'],
  ['518.9大于481.9。', 'comparison'],
];

const WRONG: readonly (readonly [string, string])[] = [
  ['Revenue grew from 481.9 to 518.9, by 8.7%.', 'growth 7.68'],
  ['Revenue grew from 481.9 to 518.9, an increase of 38.0.', 'difference 37'],
  ['Costs fell from 200 to 150, a decrease of 33%.', 'growth -25'],
  ['Revenue decreased from 481.9 to 518.9, by 7.7%.', 'growth 7.68'],
  ['The margin rose from 10.5% to 12.0%, by 2.5 percentage points.', 'difference 1.5'],
  ['The sum of 212.4 and 148.7 is 371.1.', 'sum 361.1'],
  ['The sum of 212.4, 148.7, and 91.5 equals 442.6.', 'sum 452.6'],
  ['Adding 212.4 and 148.7 gives 360.1.', 'sum 361.1'],
  ['212.4 plus 148.7 is 351.1.', 'sum 361.1'],
  ['The average of 10, 20, and 30 is 25.', 'average 20'],
  ['The difference between 518.9 and 481.9 is 47.', 'difference 37'],
  ['518.9 minus 481.9 equals 36.0.', 'difference 37'],
  ['518.9 is 36.0 more than 481.9.', 'difference 37'],
  ['481.9 is 37.0 more than 518.9.', 'difference -37'],
  ['518.9 is 8.8% higher than 481.9.', 'growth 7.68'],
  ['518.9 exceeds 481.9 by 27.0.', 'difference 37'],
  ['231.0 is 54.5% of 518.9.', 'share 44.52'],
  ['231.0 out of 518.9 is 40%.', 'share 44.52'],
  ['20% of 150 is 35.', 'share 23.33'],
  ['The ratio of 30 to 20 is 1.8.', 'ratio 1.5'],
  ['40 is twice 30.', 'ratio 1.33'],
  ['12 times 4 is 46.', 'product 48'],
  ['Sales more than doubled from 91.5 to 112.6.', 'ratio 1.23'],
  ['Der Umsatz verdoppelte sich von 50 auf 75.', 'ratio 1.5'],
  ['Compared with 481.9 in 2023, revenue of 518.9 in 2024 is up 9.7%.', 'growth 7.68'],
  ['总收入518.9，较2023年的481.9增加了47.0。', 'difference 37'],
  ['481.9 is larger than 518.9.', 'comparison -37'],
  ['Asia had 91.5, 99.8 and 112.6, all above 95.', 'comparison -3.5'],
  ['Der Umsatz stieg von 481,9 auf 518,9, also um 8,7 %.', 'growth 7.68'],
  ['Die Summe aus 212,4 und 148,7 beträgt 371,1.', 'sum 361.1'],
  ['Die Differenz zwischen 518,9 und 481,9 beträgt 47,0.', 'difference 37'],
  ['481,9 ist größer als 518,9.', 'comparison -37'],
  ['收入从481.9增长到518.9，增长了8.7%。', 'growth 7.68'],
  ['518.9减481.9等于36.0。', 'difference 37'],
  ['50占200的35%。', 'share 25'],
];

const NOT_CHECKABLE: readonly string[] = [
  'Revenue grew from 481.9 to 518.9.',
  'Revenue grew by 7.7%.',
  'Revenue grew from 481.9 to 518.9 while costs rose by 3%.',
  'If revenue grew from 481.9 to 518.9, by 8.7%, that is new.',
  '518.9 is not larger than 481.9.',
  'The total is 452.6.',
  'The average is 20.',
  'In 2023, 12 of 15 plants were open.',
  'Revenue was 518.9 and costs were 481.9.',
  'The sum of the three regions is 452.6.',
  '40 is nearly twice 19.',
  'Sales nearly doubled from 52 to 100.',
  'If sales doubled from 50 to 80, that is new.',
  'Revenue grew from 481.9 to 518.9, by 7% to 8%.',
  'Revenue grew from 481.9 to 518.9, nearly 8%.',
  'The average of 212.4 and 148.7 is about 181.',
  '1.2 billion is larger than 900.',
  'From 2022 to 2023 it grew by 7.7%.',
  'The share of 231.0 is 44.5%.',
  'Europe has 231.0, Asia has 112.6.',
  'The price is 3 times 2024 levels.',
  'The ratio of 30 to 20 is 3:2.',
];

describe('computations in words', () => {
  it.each(RIGHT)('are right: %s', (text, kind) => {
    expect(readings(text)).toBe(`right ${kind}`);
  });

  it.each(WRONG)('are wrong: %s', (text, expected) => {
    expect(readings(text)).toBe(`wrong ${expected}`);
  });

  it.each(NOT_CHECKABLE)('cannot be checked: %s', (text) => {
    expect(readings(text)).not.toContain('wrong');
  });

  it.each([
    '1 is 2 ',
    'from 1 to 2 by ',
    'the sum of 1, 2, and 3 ',
    '1, ',
    '1 of 2% of 3 is is is is ',
    'by by by from from to to 1 ',
    '从1到2增长',
    '1 , , , , , and and and 2 ',
    'the sum of 1, 2, 3 is.\n',
  ])('in a text of %j take time in proportion to its length', async (piece) => {
    const read = (length: number): void => {
      readWordedComputations(piece.repeat(length / piece.length), 0);
    };
    expect(await growth(read, { small: 4000, large: 16_000 })).toBeLessThan(LIMIT);
  });
});

describe('sentences that were written without a look at the reading', () => {
  it('get the verdict that a person gives, or none', () => {
    const said = HELD_OUT.map(([text, verdict]) => {
      const read = readings(text);
      return { text, verdict, read: read === '-' ? 'none' : read.includes('wrong') ? 'wrong' : 'right' };
    });
    expect(said.filter(({ verdict, read }) => read !== 'none' && read !== verdict)).toEqual([]);
    const checkable = said.filter(({ verdict }) => verdict !== 'none');
    const found = checkable.filter(({ verdict, read }) => read === verdict);
    expect(found.length / checkable.length).toBeGreaterThanOrEqual(0.95);
  });
});
