import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { lang2act } from '../../../src/core/rewards/lang2act/lang2act.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';
import { profiles } from '../../../src/core/rewards/registry.ts';
import { scoreSoFar } from '../../../src/core/rewards/explanation/soFar.ts';
import { samplesFor } from './samples.ts';

const context = { ...UNKNOWN_CONTEXT, numImages: 2, question: 'How much?' };

/** What is lost of a beginning: the codes of the deductions, and the most that the reward can become. */
function lost(text: string): { readonly codes: readonly string[]; readonly most: string } {
  const { components, most } = scoreSoFar(lang2act, text, context);
  return { codes: components.flatMap(({ entries }) => entries.map(({ code }) => code)), most };
}

const TOOL = '<tool name="read_numeric_value" args="Image 1: total">7</tool>';

describe('the score of a response that is still arriving', () => {
  test.each([
    '',
    'Let me see',
    '<thi',
    '<think>Image 1',
    '<think>Image 1</think>',
    '<think>Image 1</think><description>',
    '<think>Image 1</think><description><tool name="read_num',
    '<think>Image 1</think><description><tool name="read_numeric_value" args="Image 1: total">',
    `<think>Image 1</think><description>${TOOL}`,
    `<think>Image 1</think><description>${TOOL}</description><answer>`,
    `<think>Image 1</think><description>${TOOL}</description><answer>7</ans`,
    `<think>Image 1</think><description>${TOOL}</description><answer>7</answer>`,
  ])('nothing is lost after %j', (text) => {
    expect(lost(text)).toEqual({ codes: [], most: '1' });
  });

  test('a second opening of think cannot be undone and costs everything', () => {
    expect(lost('<think>Image 1</think><think>')).toEqual({
      codes: ['format-not-valid', 'tag-count', 'format-not-valid'],
      most: '0',
    });
  });

  test('a tag that is opened before the previous one is closed cannot be undone', () => {
    expect(lost('<think>Image 1<description>').codes).toContain('tag-order');
    expect(lost('</think>').codes).toContain('tag-count');
  });

  test('a closed tool call without an observation is lost, and an open one is not', () => {
    const begun = '<think>Image 1</think><description><tool name="read_numeric_value" args="Image 1: total">';
    expect(lost(begun).codes).toEqual([]);
    expect(lost(`${begun}</tool>`)).toEqual({ codes: ['empty-observation'], most: '0.99' });
  });
});

describe.each(profiles.map((profile) => [profile.name, profile] as const))('%s', (_, profile) => {
  test('a response never gets more than was possible at any earlier moment', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (from, share) => {
        const [sample] = samplesFor(profile.name, 1, from);
        if (sample === undefined) return;
        const { response, context: given } = sample;
        const { ifRight } = profile.score(response, { ...given, verdict: 'unknown' });
        if (ifRight === null) return;
        const begun = response.slice(0, Math.round(share * response.length));
        const { most } = scoreSoFar(profile, begun, given);
        expect(Number(most)).toBeGreaterThanOrEqual(ifRight - 1e-9);
      }),
      propertyRuns(250),
    );
  });
});
