import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { filterColors } from '../../../webview/run/model/filterColors.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';

/** `kind:text` of each piece, without spaces. */
const kinds = (text: string): readonly string[] =>
  filterColors(text)
    .filter(({ kind }) => kind !== 'space')
    .map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

describe('the colors of a filter', () => {
  it.each([
    ['reward<0.2', ['field reward', 'operator <', 'number 0.2']],
    ['reward < -1e3', ['field reward', 'operator <', 'number -1e3']],
    ['tool:read_numeric_value', ['field tool', 'operator :', 'word read_numeric_value']],
    ['finding:format.*', ['field finding', 'operator :', 'word format.*']],
    ['answer!=reference', ['field answer', 'operator !=', 'word reference']],
    [
      'not (a=1 OR b)',
      [
        'keyword not',
        'operator (',
        'field a',
        'operator =',
        'number 1',
        'keyword OR',
        'word b',
        'operator )',
      ],
    ],
    ['response:/a b\\/c/i x', ['field response', 'operator :', 'pattern /a b\\/c/i', 'word x']],
    ['"two words"', ['text "two words"']],
    ['answer:"not closed', ['field answer', 'operator :', 'text "not closed']],
    ['`my key`>=1', ['field `my key`', 'operator >=', 'number 1']],
    ['length:100..200', ['field length', 'operator :', 'number 100..200']],
    ['score=nan', ['field score', 'operator =', 'number nan']],
    ['answer:and', ['field answer', 'operator :', 'word and']],
    ['answer:a=b', ['field answer', 'operator :', 'word a=b']],
    ['', []],
  ])('are known in %s', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it('cover every text, in its order', () => {
    const pieces = fc.constantFrom(
      '"',
      "'",
      '/',
      '`',
      '(',
      ')',
      '<',
      '=',
      '!',
      ':',
      ' ',
      '\n',
      'or',
      'a',
      '1',
      '\\',
      '😀',
      '..',
    );
    fc.assert(
      fc.property(fc.array(pieces), fc.string({ unit: 'binary' }), (list, other) => {
        const text = list.join('') + other;
        const tokens = filterColors(text);
        expect(tokens.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        expect(tokens.every(({ start, end }) => end > start)).toBe(true);
      }),
      propertyRuns(),
    );
  });
});
