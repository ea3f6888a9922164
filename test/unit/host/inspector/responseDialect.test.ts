import { describe, expect, it } from 'vitest';
import { GrowingResponseDialect, responseDialect } from '../../../../src/host/inspector/responseDialect.ts';

const LANG2ACT =
  '<think>a</think><description><tool name="b" args="c">d</tool></description><answer>e</answer>';

describe('the dialect of a response', () => {
  it('the response is read by the named dialect, whatever the text', () => {
    expect(responseDialect('judge', LANG2ACT)).toEqual({ dialect: 'judge', dialectConfidence: null });
  });

  it('the dialect is recognized from the text if none is named, with a confidence to two decimals', () => {
    expect(responseDialect(null, LANG2ACT)).toEqual({ dialect: 'lang2act', dialectConfidence: 1 });
    const { dialectConfidence } = responseDialect(
      null,
      '<think>a</think><answer>b</answer><search>c</search>',
    );
    expect(String(dialectConfidence)).toMatch(/^0\.\d{1,2}$/);
  });

  it('the dialect of a streaming response is recognized again when the text has grown by half, and at its end', () => {
    const growing = new GrowingResponseDialect();
    const dialectAt = (length: number, ended = false): string =>
      growing.of(null, ended, () => LANG2ACT.slice(0, length)).dialect;
    const early = LANG2ACT.indexOf('<description>');
    const first = dialectAt(early);
    expect(first).not.toBe('lang2act');
    expect(dialectAt(Math.floor(early * 1.4))).toBe(first);
    expect(dialectAt(LANG2ACT.indexOf('</description>'))).toBe('lang2act');
    expect(dialectAt(LANG2ACT.length, true)).toBe('lang2act');
    expect(growing.of(null, true, () => LANG2ACT).dialectConfidence).toBe(1);
    expect(growing.of('evisrag', true, () => LANG2ACT).dialect).toBe('evisrag');
  });
});
