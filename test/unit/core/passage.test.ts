import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { findPassage, passageAt } from '../../../src/core/passage.ts';
import { growth, LIMIT } from '../../support/growth.ts';

describe('passages that links name', () => {
  it('a passage is found where it was, and elsewhere after text before it has changed', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }),
        fc.string(),
        fc.string(),
        (before, said, after, added) => {
          const text = before + said + after;
          const passage = passageAt(text, { start: before.length, end: before.length + said.length });
          expect(findPassage(text, passage)).toEqual({
            start: before.length,
            end: before.length + said.length,
          });
          const changed = findPassage(added + text, passage);
          expect(changed && (added + text).slice(changed.start, changed.end)).toBe(said);
        },
      ),
      propertyRuns(300),
    );
  });

  it('of several places with the same text, the nearest to where it was is found', () => {
    const passage = passageAt('aa 518.9 bb', { start: 3, end: 8 });
    expect(findPassage('518.9 aa 518.9 bb 518.9', passage)).toEqual({ start: 0, end: 5 });
    expect(findPassage('a 518.9 and 518.9', passage)).toEqual({ start: 2, end: 7 });
  });

  it('a text that no longer has the passage has no place for it', () => {
    const passage = passageAt('518.9', { start: 0, end: 5 });
    for (const text of ['', '518', '518.8', '981.5'.repeat(100)])
      expect(findPassage(text, passage)).toBeNull();
    expect(findPassage('a', { start: 0, length: 0, hash: '00000000000000' })).toBeNull();
  });

  it('the search takes time that grows with the length of the text', async () => {
    const work = (size: number): unknown =>
      findPassage('a'.repeat(size), passageAt('b'.repeat(size / 2), { start: 0, end: size / 2 }));
    expect(await growth(work, { small: 20_000, large: 80_000 })).toBeLessThan(LIMIT);
  });
});
