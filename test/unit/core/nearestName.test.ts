import { describe, expect, it } from 'vitest';
import { mostSimilarName, nearestName, slippedName } from '../../../src/core/nearestName.ts';

const TOOLS = ['read_text_element', 'read_numeric_value', 'compare_values'];

describe('names that resemble a misspelled one', () => {
  it('recognizes a misspelled name if only a few letters differ, ignoring case', () => {
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

  it('recognizes a typing error only if the first letter is right', () => {
    expect(slippedName('refrence', ['reference'])).toBe('reference');
    expect(slippedName('preference', ['reference'])).toBeNull();
  });
});
