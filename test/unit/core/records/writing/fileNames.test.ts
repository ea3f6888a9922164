import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../scripts/lib/generatedInputs.mjs';
import { FileNames } from '../../../../../src/core/records/writing/fileNames.ts';
import { anyText } from '../../../../support/anySample.ts';

describe('the names of files of samples', () => {
  it.each([
    ['q-7', 'q-7'],
    ['a/../b\\c:d', 'a_.._b_c_d'],
    ['..', 'sample'],
    ['.hidden', 'hidden'],
    ['trailing. ', 'trailing'],
    ['CON', 'sample-CON'],
    ['nul.txt', 'sample-nul.txt'],
    ['頁 1', '頁_1'],
    ['', 'sample'],
    [null, 'sample'],
    ['x'.repeat(200), 'x'.repeat(50)],
  ])('of %j is %s', (wanted, name) => {
    expect(new FileNames().take(wanted, '')).toBe(name);
  });

  it('are different where upper and lower case are the same, in each folder', () => {
    const names = new FileNames();
    const taken = ['a', 'A', 'a-2', 'a', 'A'].map((wanted) => names.take(wanted, 'step_1'));
    expect(taken).toEqual(['a', 'A-2', 'a-2-2', 'a-3', 'A-4']);
    expect(names.take('a', 'step_2')).toBe('a');
  });

  it('are safe and different for any texts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyText, fc.constantFrom('a', 'A', 'a-2', 'aux')), { maxLength: 20 }),
        (ids) => {
          const names = new FileNames();
          const taken = ids.map((id) => names.take(id, ''));
          expect(new Set(taken.map((name) => name.toLowerCase())).size).toBe(ids.length);
          for (const name of taken) {
            expect(name).toMatch(/^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u);
            expect(Buffer.byteLength(name)).toBeLessThan(230);
          }
        },
      ),
      propertyRuns(300),
    );
  });
});
