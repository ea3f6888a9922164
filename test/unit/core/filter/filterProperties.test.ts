import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { checkFilter } from '../../../../src/core/filter/checkFilter.ts';
import { completeFilter } from '../../../../src/core/filter/completeFilter.ts';
import { formatFilter } from '../../../../src/core/filter/formatFilter.ts';
import type { Filter } from '../../../../src/core/filter/model.ts';
import { parseFilter } from '../../../../src/core/filter/parseFilter.ts';
import { growth, LIMIT } from '../../../support/growth.ts';
import { NAMES } from './exampleNames.ts';
import { filters, formulas, pieces } from './generatedFilters.ts';
import { matches, readable, subjectOf } from './subjects.ts';

/** A filter without the places in its text. */
function meaningOf({ atoms, tree }: Filter): unknown {
  return JSON.parse(
    JSON.stringify({ atoms, tree }, (key, value: unknown) =>
      key === 'span'
        ? undefined
        : typeof value === 'number' && !Number.isFinite(value)
          ? String(value)
          : value,
    ),
  );
}

it('a filter that is written out and read again is the same', () => {
  fc.assert(
    fc.property(filters, (text) => {
      const filter = readable(text);
      const written = formatFilter(filter);
      expect(meaningOf(readable(written))).toEqual(meaningOf(filter));
      expect(formatFilter(readable(written))).toBe(written);
    }),
    propertyRuns(5000),
  );
});

it('a formula holds where its conditions make it hold', () => {
  fc.assert(
    fc.property(
      formulas,
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      ({ text, holds }, given) => {
        const filter = readable(text);
        const at = (atom: number): boolean => {
          const test = filter.atoms[atom];
          return test?.kind === 'number' && given[test.value] === true;
        };
        expect(filter.test(at)).toBe(holds(given));
        expect(readable(formatFilter(filter)).test(at)).toBe(holds(given));
      },
    ),
    propertyRuns(5000),
  );
});

it('the conditions of a row: not is the opposite, and or and and are symmetric', () => {
  const rows = [
    subjectOf({}),
    subjectOf({
      numbers: { reward: 1, acc: Number.NaN },
      texts: { question: 'Cash', answer: '3' },
      tools: ['x'],
    }),
  ];
  fc.assert(
    fc.property(filters, filters, (a, b) => {
      for (const row of rows) {
        const [holdsA, holdsB] = [matches(a, row), matches(b, row)];
        expect(matches(`not (${a})`, row)).toBe(!holdsA);
        expect(matches(`(${a}) (${b})`, row)).toBe(holdsA && holdsB);
        expect(matches(`(${b}) or (${a})`, row)).toBe(holdsA || holdsB);
      }
    }),
    propertyRuns(2000),
  );
});

it('any text is a filter, or wrong at a place within it, in a sentence', () => {
  fc.assert(
    fc.property(fc.oneof(pieces, fc.string({ unit: 'binary' })), (text) => {
      const result = parseFilter(text);
      if (result.ok) {
        checkFilter(result.filter, NAMES);
        expect(readable(formatFilter(result.filter)).atoms.length).toBe(result.filter.atoms.length);
        return;
      }
      const { message, span, suggestion } = result.error;
      expect(message).toMatch(/^[^]+\.$/);
      expect(message).not.toMatch(/Expected|undefined|cannot be read from here/);
      expect(0 <= span.start && span.start <= span.end && span.end <= text.length).toBe(true);
      // What is suggested changes something.
      if (suggestion !== null) expect(suggestion).not.toBe(text.slice(span.start, span.end));
    }),
    propertyRuns(20_000),
  );
});

it('anywhere in any text, completions replace a part of it around the cursor', () => {
  fc.assert(
    fc.property(pieces, fc.nat(200), (text, at) => {
      const offset = Math.min(at, text.length);
      const { span, items } = completeFilter(text, offset, NAMES);
      expect(0 <= span.start && span.start <= offset && offset <= span.end && span.end <= text.length).toBe(
        true,
      );
      expect(items.length).toBeLessThanOrEqual(100);
    }),
    propertyRuns(10_000),
  );
});

it.each(['(a+)+$', '(a|a)*b', '(.*)(.*)(.*)x', 'a{0,200}a{200}$', '(?i)(ſ|s)+$'])(
  'the pattern %s takes time in proportion to the text',
  async (pattern) => {
    const texts = new Map([5000, 20_000].map((length) => [length, `${'a'.repeat(length)}!`]));
    const filter = `/${pattern}/`;
    const rows = new Map(
      [...texts].map(([length, response]) => [length, subjectOf({ texts: { response } })]),
    );
    const work = (length: number): boolean => matches(filter, rows.get(length) ?? subjectOf({}));
    expect(await growth(work, { small: 5000, large: 20_000 })).toBeLessThan(LIMIT);
  },
);

it.each([
  ['conditions', (length: number) => 'a '.repeat(length / 2)],
  ['an unclosed quote', (length: number) => `"${'\\"'.repeat(length / 2)}`],
  ['quotes', (length: number) => '"'.repeat(length)],
  ['slashes', (length: number) => '/\\'.repeat(length / 2)],
  ['names without a sign', (length: number) => `${'a.'.repeat(length / 2)} `],
])('reading and completing %s takes time in proportion to the text', async (_name, make) => {
  const work = (length: number): void => {
    parseFilter(make(length));
    completeFilter(make(length), length, NAMES);
  };
  expect(await growth(work, { small: 1000, large: 4000 })).toBeLessThan(LIMIT);
});
