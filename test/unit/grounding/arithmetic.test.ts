import { describe, expect, it } from 'vitest';
import { MOST_ARITHMETIC, readArithmetic } from '../../../src/core/grounding/computations/arithmetic.ts';
import { growth, LIMIT } from '../../support/growth.ts';

/** `kind formula = value`, with `wrong` if the result that is said is. */
function readings(text: string): string[] {
  return readArithmetic(text, 0).map(({ kind, formula, values: [value = 0], right }) => {
    const result = kind === 'comparison' ? '' : ` = ${Number(value.toFixed(3))}`;
    return `${right === true ? '' : 'wrong '}${kind} ${formula}${result}`;
  });
}

describe('arithmetic in running text', () => {
  it.each<[string, string[]]>([
    ['so 518.9 - 481.9 = 37.0, and', ['difference 518.9 - 481.9 = 37']],
    ['37.0 / 481.9 = 7.7%', ['share 37.0 / 481.9 = 7.678']],
    ['37.0 / 481.9 = 0.0768 = 7.68%', ['ratio 37.0 / 481.9 = 0.077']],
    ['37/481.9 = 8.7%', ['wrong share 37/481.9 = 7.678']],
    ['(518.9 - 481.9) / 481.9 × 100 ≈ 7.7', ['growth (518.9 - 481.9) / 481.9 × 100 = 7.678']],
    ['518.9/481.9 - 1 = 7.7%', ['growth 518.9/481.9 - 1 = 7.678']],
    ['x = 5 + 6 = 12', ['wrong sum 5 + 6 = 11']],
    ['(5 + 6 = 11)', ['sum 5 + 6 = 11']],
    ['(212.4 + 148.7 + 91.5) / 3 = 150.9', ['average (212.4 + 148.7 + 91.5) / 3 = 150.867']],
    [
      '$518.9 million - $481.9 million equals about $37 million',
      ['difference $518.9 million - $481.9 million = 37000000'],
    ],
    ['\\frac{37.0}{481.9} \\times 100 = 7.7\\%', ['share \\frac{37.0}{481.9} \\times 100 = 7.678']],
    ['1.234,5 + 10,5 = 1.245', ['sum 1.234,5 + 10,5 = 1245']],
    ['5 - 7 = -2', ['difference 5 - 7 = -2']],
    ['2 x 3 = 6', ['product 2 x 3 = 6']],
    ['518.9 > 481.9 and 5 < 3', ['comparison 518.9 > 481.9', 'wrong comparison 5 < 3']],
    // Nothing is computed, or it cannot be decided what is.
    ['revenue = 12, 12 = 12, 1 + + 2 = 3, = 5, 5 +', []],
    ['37 / 481.9 = 7.68', []],
    ['<b>5</b>', []],
  ])('is checked in %j', (text, expected) => {
    expect(readings(text)).toEqual(expected);
  });

  it('is read up to a limit', () => {
    const line = `${'x '.repeat(50)}1 + 1 = 2\n`;
    const count = Math.ceil(MOST_ARITHMETIC / (line.length - 1));
    expect(readings(line.repeat(count * 2)).length).toBeLessThanOrEqual(count);
  });

  it.each(['1=', '1+', '(', '1+1=2 ', '1<', '\\frac{', '1/1=1\n', 'a = '])(
    'of %j takes time in proportion to its length',
    async (piece) => {
      const read = (length: number): void => {
        readArithmetic(piece.repeat(length / piece.length), 0);
      };
      expect(await growth(read, { small: 10_000, large: 40_000 })).toBeLessThan(LIMIT);
    },
  );
});
