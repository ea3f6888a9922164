import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../scripts/lib/generatedInputs.mjs';
import { sampleOf, type Sample } from '../../../../../src/core/records/sample.ts';
import { parseTrajectoryFile } from '../../../../../src/core/records/trajectoryFile.ts';
import { SampleSources } from '../../../../../src/core/records/writing/sampleSource.ts';
import {
  trajectoryText,
  type WrittenTrajectory,
} from '../../../../../src/core/records/writing/trajectoryText.ts';
import { wellFormed } from '../../../../../src/core/records/writing/wellFormed.ts';
import { anySample, sampleWith } from '../../../../support/anySample.ts';

function write(sample: Sample): WrittenTrajectory {
  const source = new SampleSources({}).of(sample, 'reward-input', 0);
  return trajectoryText({ sample }, source, (path) => `../${path}`);
}

/** What a front matter has a place for. */
const KEPT = [
  'question',
  'reference',
  'toolResults',
  'responseLength',
  'verdict',
  'dialect',
  'reward',
  'expected',
] as const;

describe('a trajectory file of a sample', () => {
  it('has what a front matter has a place for, whatever it is', () => {
    fc.assert(
      fc.property(anySample, (any) => {
        const sample = {
          ...any,
          record: null,
          expected: Object.keys(any.expected ?? {}).length === 0 ? null : any.expected,
        };
        const { text, losses } = write(sample);
        const { info, response, expected, problems } = parseTrajectoryFile(text);
        expect(problems).toEqual([]);
        const again = { ...sampleOf({ info, response }), expected };
        expect(response).toBe(wellFormed(sample.response));
        for (const part of KEPT) {
          const before = part === 'question' ? (sample.question ?? sample.sentPrompt) : sample[part];
          // YAML may have halves of characters as escapes.
          const whole = typeof before === 'string' ? wellFormed(before) : before;
          expect([before, whole].some((each) => isDeepStrictEqual(again[part], each))).toBe(true);
        }
        expect(losses.changed.get('response')).toBe(
          response === sample.response ? undefined : 'lone-surrogates',
        );
      }),
      propertyRuns(100),
    );
  });

  it('names the documents of a record where they are from the new file, with their pages', () => {
    const record = { response: 'r', images: ['a.png', 'b.png', 'a.png'] };
    const { text, losses } = write(sampleWith({ numImages: 3, record }));
    expect(parseTrajectoryFile(text).info).toMatchObject({
      documents: [{ path: '../a.png' }, { path: '../b.png' }],
      images: [
        { image: 1, document: 0, page: 1 },
        { image: 2, document: 1, page: 1 },
        { image: 3, document: 0, page: 1 },
      ],
    });
    expect(losses.lost.size).toBe(0);
  });

  it('names what it has no place for, and not the step, which its folder has', () => {
    const { losses } = write(
      sampleWith({
        numImages: 2,
        score: 1,
        step: 3,
        references: ['a', 'b'],
        reference: '["a", "b"]',
        id: 'i',
        record: { topic: 't' },
      }),
    );
    expect([...losses.lost].sort()).toEqual(['id', 'num_images', 'references', 'score', 'topic']);
  });
});
