import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { ComparableSteps, type ComparableStep } from '../../../src/core/comparison/comparableSteps.ts';
import { termsOf } from '../../../src/core/comparison/terms.ts';
import type { DialectName, Trajectory } from '../../../src/core/trajectory/model.ts';
import { TrajectoryParser } from '../../../src/core/trajectory/parser.ts';
import { trajectoryViews } from '../../../src/core/trajectory/partialTrajectory.ts';
import { nearlyRightOfAll } from '../trajectory/dialectTexts.ts';
import { readSteps } from './cases/alignCase.ts';

/** A response that arrives in chunks, and what is compared of it after each. */
class Arriving {
  readonly #parser: TrajectoryParser;
  readonly #steps = new ComparableSteps();
  #version = 0;
  #text = '';

  constructor(dialect: DialectName) {
    this.#parser = new TrajectoryParser({ dialect, numImages: 2, tools: null });
  }

  append(text: string): readonly ComparableStep[] {
    this.#text += text;
    this.#parser.append(text);
    return this.#read(this.#parser.snapshot());
  }

  end(): readonly ComparableStep[] {
    this.#parser.end();
    return this.#read(this.#parser.snapshot());
  }

  #read(trajectory: Trajectory): readonly ComparableStep[] {
    const { steps, parts } = trajectoryViews(trajectory);
    const slice = (start: number, end: number): string => this.#text.slice(start, end);
    return this.#steps.read({ version: this.#version++, edition: 0, steps, parts, slice });
  }
}

describe('what is compared of a response', () => {
  it('is the same once it has arrived, in whatever chunks', () => {
    fc.assert(
      fc.property(
        nearlyRightOfAll,
        fc.constantFrom<DialectName>(
          'lang2act',
          'vrag-rl',
          'pixel-reasoner',
          'vg-refiner',
          'evisrag',
          'boxed',
        ),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }),
        (text, dialect, lengths) => {
          const arriving = new Arriving(dialect);
          let at = 0;
          for (const length of lengths) arriving.append(text.slice(at, (at += length)));
          arriving.append(text.slice(at));
          expect(arriving.end()).toEqual(readSteps(text, dialect));
        },
      ),
      propertyRuns(200),
    );
  });

  it('is the same list while nothing arrives that would change the alignment', () => {
    const arriving = new Arriving('lang2act');
    const first = arriving.append('<think>I look at the table.</think>\n<description>It has a few words');
    expect(arriving.append(' and some more of them')).toBe(first);
    const later = arriving.append(' word'.repeat(60));
    expect(later).not.toBe(first);
    expect(later[0]).toBe(first[0]);
    // Enough of the step is known to tell it apart.
    const long = arriving.append(' word'.repeat(400));
    expect(arriving.append(' word'.repeat(400))).toBe(long);
  });

  it('is what an action is applied to, what it gets, and what the thought before it leads to', () => {
    const [think, call, reply, rethink, answer] = readSteps(
      '<think>The dog.</think><function>get_extra_ref_result()</function>' +
        '<tool>[{"bbox_2d": [10, 20, 30, 40], "label": "dog"}]</tool><rethink>It fits.</rethink>' +
        '<answer>[{"bbox_2d": [30, 40, 10, 20]}]</answer>',
      'vg-refiner',
    );
    const box = { left: 10, top: 20, right: 30, bottom: 40 };
    expect(call).toMatchObject({ action: { name: 'get_extra_ref_result', args: null }, boxes: [box] });
    expect(think?.action).toBe(call?.action);
    expect(reply).toMatchObject({ boxes: [box], terms: termsOf('dog') });
    expect(reply?.action).toBe(call?.action);
    expect(answer).toMatchObject({ boxes: [box], action: { boxes: [box] } });
    expect(rethink?.action).toBe(answer?.action);
  });

  it('has the args of a call without its box', () => {
    const [call] = readSteps(
      '<tool_call>{"name": "Crop", "arguments": {"bbox_2d": [0.1, 0.2, 0.5, 0.6], "target_image": 2}}</tool_call>',
      'pixel-reasoner',
    );
    expect(call?.action).toMatchObject({
      name: 'crop',
      args: termsOf('bbox_2d target_image 2'),
      boxes: [{ left: 0.1, top: 0.2, right: 0.5, bottom: 0.6 }],
    });
  });
});

describe('the terms of a text', () => {
  it.each([
    ['a number is one term', '452.6', '452.6 million', true],
    ['a number is the same in other notations', 'costs of 1,234.50', 'costs 1234.5', true],
    ['numbers that share digits differ', '452.6', '452.7', false],
    ['case does not count', 'Row Total', 'row total', true],
    ['words that are everywhere do not count', 'the total of the row', 'total row', true],
    ['they do if there are no others', 'of', 'with', false],
  ])('%s', (_, one, other, same) => {
    expect(String(termsOf(one)) === String(termsOf(other))).toBe(same);
  });
});
