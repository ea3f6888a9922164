import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { jsonFaultText, readJson } from '../../../src/core/trajectory/dialects/json.ts';

/** Whether JavaScript, which follows the JSON standard, can parse `text`. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('JSON in a trajectory', () => {
  const piece = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"bbox_2d"',
      '"a\\u00e9"',
      '"\\x"',
      '"',
      "'a'",
      '1',
      '-1.5e3',
      '01',
      '-',
      '.5',
      '1.',
    ],
    ...[
      'true',
      'null',
      'NaN',
      'Infinity',
      ' ',
      '\n',
      '\t',
      '// c\n',
      '/* c */',
      '\u2028',
      '\ud83d',
      '{"a": [1, 2]}',
      '[1, 2,]',
    ],
  );
  const jsonish = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.json({ maxDepth: 4 }),
    fc.tuple(fc.json({ maxDepth: 3 }), fc.nat(), piece).map(([json, at, spoilt]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + spoilt + json.slice(place);
    }),
  );

  test('JSON is broken if the standard says so, and the fault lies within it', () => {
    fc.assert(
      fc.property(jsonish, fc.nat(50), (text, start) => {
        const { fault } = readJson(text, start);
        expect([text, fault === null]).toEqual([text, isJson(text)]);
        if (fault === null) return;
        expect(fault.span.start).toBeGreaterThanOrEqual(start);
        expect(fault.span.end).toBeLessThanOrEqual(start + text.length);
        expect(jsonFaultText(fault.code)).toMatch(/^\S.*\.$/);
      }),
      propertyRuns(20_000),
    );
  });

  test.each(['[', '["]",', '{"a":"}","b":', '[},', '{"a":],"b":', '[/*"*/'])(
    'JSON of %s many times is nested too deeply, whatever its strings and comments contain',
    (piece) => {
      const { fault } = readJson(piece.repeat(20_000), 0);
      expect(fault?.code).toBe('TooDeep');
    },
  );

  test('brackets in a string are not levels', () => {
    expect(readJson(JSON.stringify(['['.repeat(200)]), 0).fault).toBeNull();
  });

  test.each([
    ['[1, 2', 5, 5, 'A ] is expected here.'],
    ['{"a" 1}', 5, 6, 'A colon is expected here.'],
    ["['a']", 1, 4, 'This is not JSON; strings must be in double quotes.'],
    ['"a', 0, 2, 'A closing double quote is missing.'],
    ['[1] [2]', 4, 5, 'Nothing may follow the JSON.'],
  ])('the fault of %s lies from %i to %i: %s', (text, start, end, sentence) => {
    const { fault } = readJson(text, 0);
    expect(fault?.span).toEqual({ start, end });
    expect(jsonFaultText(fault?.code ?? '')).toBe(sentence);
    const inside = readJson(` ${text}\n`, 9).fault;
    expect(inside).toEqual({ span: { start: start + 10, end: end + 10 }, code: fault?.code });
  });
});
