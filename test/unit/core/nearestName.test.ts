import { describe, expect, it } from 'vitest';
import { mostSimilarName, nearestName, slippedName } from '../../../src/core/nearestName.ts';

const TOOLS = ['read_text_element', 'read_numeric_value', 'compare_values'];

describe('names that are near to what was written', () => {
  it('takes a name for meant when a few letters differ, in any case', () => {
    expect(nearestName('Read_text_elemnt', TOOLS)).toBe('read_text_element');
    expect(nearestName('read_title', TOOLS)).toBeNull();
  });

  it('proposes the most similar name for a repair even when half of it differs', () => {
    expect(mostSimilarName('read_title', TOOLS)).toBe('read_text_element');
    expect(mostSimilarName('zoom', TOOLS)).toBeNull();
  });

  it('does not compare a name of more than 100 characters', () => {
    expect(mostSimilarName(`read_text_element${'x'.repeat(100)}`, TOOLS)).toBeNull();
  });

  it('finds a slip of the keyboard only when the first letter is right', () => {
    expect(slippedName('refrence', ['reference'])).toBe('reference');
    expect(slippedName('preference', ['reference'])).toBeNull();
  });
});
