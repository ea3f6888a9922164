import { describe, expect, it } from 'vitest';
import { toolResultsIn } from '../../../src/core/trajectory/toolResults.ts';

const BOXES = '[{"bbox_2d": [1, 2, 3, 4]}]';

describe('results of another tool', () => {
  it('the result of another tool is what the environment wrote between its tags, once they have closed', () => {
    const before = '<think>a</think><function>get_extra_ref_result()</function>';
    expect(toolResultsIn(`${before}<tool>${BOXES}</tool><tool>[]</tool>`, 'vg-refiner')).toBe(BOXES);
    expect(toolResultsIn(`${before}<tool></tool>`, 'vg-refiner')).toBe('');
    expect(toolResultsIn(`${before}<tool>${BOXES}`, 'vg-refiner')).toBeNull();
    expect(toolResultsIn(before, 'vg-refiner')).toBeNull();
  });

  it('a dialect in which the model calls its own tools has no results of another tool', () => {
    expect(toolResultsIn(`<tool>${BOXES}</tool>`, 'lang2act')).toBeNull();
    expect(toolResultsIn(`<tool>${BOXES}</tool>`, 'vrag-rl')).toBeNull();
  });
});
