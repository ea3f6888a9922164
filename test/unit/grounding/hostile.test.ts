import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { groundTexts } from '../../support/groundedClaims.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const PAGE = indexPage(
  pageOfLines([
    'Merrowdale Brewing sold 61,240 hectolitres of pale ale in the autumn,',
    'which “nobody” had expected: the old well-kept brewhouse in Ström had',
    'burned for three days. Malt cost 518.9 thousand, 7.7% more than before.',
    'Die Kosten stiegen auf 1.204,5 Tausend; das Gebäude war versichert.',
  ]),
);

describe('any words of a page', () => {
  it('are found in their place with other case, white space, and quotation marks', () => {
    const { words } = PAGE.page;
    fc.assert(
      fc.property(
        fc.nat(words.length - 1),
        fc.integer({ min: 2, max: 12 }),
        fc.constantFrom(' ', '  ', '\u00a0', '\n', ' \t '),
        fc.boolean(),
        (from, count, space, isUpper) => {
          const run = words.slice(from, from + count);
          const joined = run
            .map(({ text }) => text)
            .join(space)
            .replaceAll('“', '"')
            .replaceAll('”', "'");
          const [grounded] = groundTexts([{ text: isUpper ? joined.toUpperCase() : joined }], [PAGE]);
          expect(grounded?.status).toBe('found');
          expect(grounded?.boxes.length).toBe(new Set(run.map(({ line }) => line)).size);
        },
      ),
      propertyRuns(200),
    );
  });
});

describe('any number of a page', () => {
  it('is found when it is written in another form', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 10_000, max: 999_999_999 }),
        fc.constantFrom(',', '.', ' ', "'", '\u202f', ''),
        fc.constantFrom(',', '.', ' ', '’', ''),
        fc.constantFrom('', '€', 'EUR '),
        (value, onPage, said, currency) => {
          const grouped = (separator: string): string =>
            String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, separator);
          const page = pageOfLines(['Nothing else stands here', `Value ${grouped(onPage)}`]);
          const [grounded] = groundTexts([{ text: `${currency}${grouped(said)}`, kind: 'number' }], [page]);
          expect(grounded?.status).toBe('found');
        },
      ),
      propertyRuns(200),
    );
  });
});

describe('any text', () => {
  it('gets a status, with boxes exactly if it stands on a page', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 80 }),
        fc.string({ maxLength: 40 }),
        (text, args) => {
          const [grounded] = groundTexts([{ text, args }], [PAGE]);
          expect(grounded?.boxes.length === 0).toBe(grounded?.on === null);
          if (grounded?.status === 'near') expect(grounded.difference).not.toBeNull();
        },
      ),
      propertyRuns(300),
    );
  });
});

describe('hostile claims and pages take time in proportion to their length', () => {
  it.each([
    ['equal words', (length: number) => 'a '.repeat(length / 2)],
    ['digits in groups', (length: number) => '1 234 '.repeat(length / 6)],
    ['dots', (length: number) => '1.'.repeat(length / 2)],
    ['marks', (length: number) => `e${'\u0301'.repeat(length)}`],
    ['hyphens', (length: number) => 'a-\n'.repeat(length / 3)],
  ])('in a claim of %s', async (_, text) => {
    const time = await growth((length) => groundTexts([{ text: text(length) }], [PAGE]), {
      small: 20_000,
      large: 80_000,
    });
    expect(time).toBeLessThan(LIMIT);
  });

  it.each([
    ['equal words', 'word '],
    ['equal numbers', '518.9 '],
    ['numbers in groups', '518 900 '],
  ])('on a page of %s', async (_, text) => {
    const time = await growth(
      (length) => {
        const page = pageOfLines(Array.from({ length: length / 40 }, () => text.repeat(10)));
        return groundTexts(
          [{ text: '518.9' }, { text: 'word word word other' }, { text: 'in all 519.9 word' }],
          [page],
        );
      },
      { small: 4000, large: 16_000 },
    );
    expect(time).toBeLessThan(LIMIT);
  });
});
