import { describe, expect, it } from 'vitest';
import { diffPrompts } from '../../../webview/comparison/model/promptDiff.ts';
import { requestOf } from '../inspector/states.ts';

const lines = (text: string): string[] => text.split(' ');
const diff = (before: string, after: string) =>
  diffPrompts(requestOf(lines(before).join('\n')), requestOf(lines(after).join('\n')));

describe('what changed in a prompt', () => {
  it('is the removed and added lines with one line around them, and a gap between distant changes', () => {
    expect(diff('a b c d e f g h', 'a X c d e f Y h')).toEqual({
      removed: 2,
      added: 2,
      lines: [
        { kind: 'same', text: 'a' },
        { kind: 'removed', text: 'b' },
        { kind: 'added', text: 'X' },
        { kind: 'same', text: 'c' },
        { kind: 'gap', text: '' },
        { kind: 'same', text: 'f' },
        { kind: 'removed', text: 'g' },
        { kind: 'added', text: 'Y' },
        { kind: 'same', text: 'h' },
      ],
    });
  });

  it('begins with a gap when lines before the first change are left out', () => {
    expect(diff('a b c d', 'a b c X')?.lines.map(({ kind }) => kind)).toEqual([
      'gap',
      'same',
      'removed',
      'added',
      'same',
    ]);
  });

  it('is nothing for equal prompts, and null without two requests', () => {
    expect(diff('a b', 'a b')).toEqual({ removed: 0, added: 0, lines: [] });
    expect(diffPrompts(null, requestOf('a'))).toBeNull();
    expect(diffPrompts(requestOf('a'), 'not JSON')).toBeNull();
  });

  it('marks two long prompts without anything in common as a whole', () => {
    const many = (word: string): string =>
      Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
    const found = diff(many('a'), many('b'));
    expect(found?.removed).toBeGreaterThanOrEqual(3_000);
    expect(found?.added).toBeGreaterThanOrEqual(3_000);
  });
});
