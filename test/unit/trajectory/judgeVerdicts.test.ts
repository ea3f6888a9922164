import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { judgeVerdicts } from '../../../src/core/trajectory/judgeVerdicts.ts';

/** The pattern with which Lang2Act finds the verdicts of its judge. */
const PATTERN = /<judge>(True|False|true|false)<\/judge>/g;

describe('the verdicts in a judge’s reply', () => {
  it.each([
    ['<judge>True</judge>', [true]],
    ['Sure.\n<judge>false</judge>\n<judge>true</judge> done', [false, true]],
    ['I write <judge> tags: <judge>True</judge>', [true]],
    ['<judge>TRUE</judge>', []],
    ['<judge> True </judge>', []],
    ['<Judge>True</Judge>', []],
    ['<judge>True', []],
    ['True', []],
    ['', []],
  ])('the verdicts in the reply %j are %j', (reply, verdicts) => {
    expect(judgeVerdicts(reply)).toEqual(verdicts);
  });

  it('the verdicts in a reply are those that Lang2Act’s judge finds', () => {
    const pieces = fc.constantFrom(
      '<judge>',
      '</judge>',
      '<judge >',
      '<Judge>',
      '<judge>True</judge>',
      '<judge>false</judge>',
      'True',
      'false',
      'TRUE',
      '1',
      ' ',
      '\n',
      '`',
      'Item 2: ',
      '<answer>',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 9 }), (parts) => {
        const reply = parts.join('');
        const found = Array.from(reply.matchAll(PATTERN), ([, word]) => word?.toLowerCase() === 'true');
        expect(judgeVerdicts(reply)).toEqual(found);
      }),
      propertyRuns(10_000),
    );
  });
});
