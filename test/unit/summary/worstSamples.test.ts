import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { WorstSamples } from '../../../src/core/summary/worstSamples.ts';

test('the worst samples are those of a sort of all, one of each question', () => {
  const sample = fc.record({
    question: fc.option(fc.constantFrom('a', 'b', 'c', 'd', 'e')),
    paid: fc.option(fc.constantFrom(0, 0.1, 0.5, 1, Number.NaN, -Infinity)),
  });
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 40 }), fc.nat(6), (samples, most) => {
      const worst = new WorstSamples<number>(most);
      samples.forEach(({ question, paid }, index) => {
        worst.add(index, question, paid);
      });
      const seen = new Set<string>();
      const expected = samples
        .map(({ question, paid }, index) => ({ question, paid, index }))
        .filter(({ paid }) => paid !== null && Number.isFinite(paid))
        .sort((a, b) => (a.paid ?? 0) - (b.paid ?? 0) || a.index - b.index)
        .filter(({ question }) => {
          if (question === null) return true;
          const isNew = !seen.has(question);
          seen.add(question);
          return isNew;
        })
        .slice(0, most);
      expect(worst.found).toEqual(expected.map(({ index, paid }) => ({ item: index, paid })));
    }),
    propertyRuns(),
  );
});
