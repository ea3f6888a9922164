import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { KnownSamples } from '../../../src/evaluation/knownSamples.ts';
import { SampleCount } from '../../../src/evaluation/sampleCount.ts';
import { SampleNumbers } from '../../../src/evaluation/sampleNumbers.ts';
import { readItem } from '../../../src/core/datasets/readItem.ts';

describe('numbers of samples', () => {
  it('are those that were added', () => {
    const numbers = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'a 1'), fc.integer({ min: 1, max: 1024 })));
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 1024 }), (added, other) => {
        const known = new SampleNumbers();
        for (const [item, sample] of added) known.add(item, sample);
        const keys = new Set(added.map(([item, sample]) => `${item}#${sample}`));
        expect(known.count).toBe(keys.size);
        for (const [item, sample] of added) expect(known.has(item, sample)).toBe(true);
        expect(known.has('b', other)).toBe(keys.has(`b#${other}`));
      }),
      propertyRuns(),
    );
  });
});

describe('the samples that a run will have', () => {
  it('are counted while samples end', async () => {
    const known = new KnownSamples();
    const end = (item: string, sample: number): void => {
      known.add({ record: { evaluation: { item, sample } } }, { start: 0, length: 0 });
    };
    end('elsewhere', 1);
    end('q0', 1);
    const count = new SampleCount(known);
    const questions = async function* () {
      for (let at = 0; at < 4; at += 1) {
        const { item } = readItem({ id: `q${at}`, question: 'Why?', document: 'a.pdf' });
        // A sample of the next question ends before that is counted.
        await Promise.resolve();
        count.end(`q${at + 1}`, 2);
        end(`q${at + 1}`, 2);
        if (item !== null) yield item;
      }
    };
    // One of a question that is not asked, and two of each of four questions.
    expect(await count.count(questions(), 2)).toBe(9);
  });
});
