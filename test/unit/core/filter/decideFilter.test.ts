import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { decideFilter } from '../../../../src/core/filter/decideFilter.ts';
import { readable } from './subjects.ts';

/** What a filter with the atoms a, b and c comes to. */
const decide = (text: string, holds: readonly (boolean | null)[]): boolean | null =>
  decideFilter(readable(text).tree, (atom) => holds[atom] ?? null);

describe('a filter whose conditions are known in part', () => {
  it.each([
    ['a b', [false, null], false],
    ['a b', [true, null], null],
    ['a or b', [null, true], true],
    ['a or b', [null, false], null],
    ['not a', [null], null],
    ['not (a or b)', [true, null], false],
    ['', [], true],
  ] as const)('%s with %j is %s', (text, holds, expected) => {
    expect(decide(text, holds)).toBe(expected);
  });

  it('is decided only if every completion decides so', () => {
    const known = fc.constantFrom(true, false, null);
    const texts = fc.constantFrom(
      'a b or c',
      'a (b or not c)',
      'not (a b) or c',
      'a or b or c',
      'not a not b c',
    );
    fc.assert(
      fc.property(texts, fc.tuple(known, known, known), (text, holds) => {
        const decided = decide(text, holds);
        if (decided === null) return;
        const filter = readable(text);
        for (const rest of [0, 1, 2, 3, 4, 5, 6, 7]) {
          const completed = holds.map((value, at) => value ?? (rest & (1 << at)) !== 0);
          expect(filter.test((atom) => completed[atom] ?? false)).toBe(decided);
        }
      }),
      propertyRuns(500),
    );
  });
});
