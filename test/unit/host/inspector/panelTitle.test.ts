import { describe, expect, it } from 'vitest';
import { panelTitle } from '../../../../src/host/inspector/panelTitle.ts';

describe('panelTitle', () => {
  it('says what a panel shows, and nothing else where no question or name is known', () => {
    expect(panelTitle('Trajectory', null)).toBe('Trajectory');
    expect(panelTitle('Comparison', ' ')).toBe('Comparison');
  });

  it('puts a question on one line, cut to 40 characters', () => {
    expect(panelTitle('Trajectory', ' How\n much? ')).toBe('Trajectory: How much?');
    expect(panelTitle('Comparison', 'x'.repeat(100))).toBe(`Comparison: ${'x'.repeat(39)}…`);
  });
});
