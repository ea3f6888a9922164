import { describe, expect, it } from 'vitest';
import { promptWithoutQuestion, sentPrompt } from '../../../src/core/records/sentPrompt.ts';
import { diffPrompts, sharedPromptDiff } from '../../../webview/comparison/model/promptDiff.ts';
import { requestOf } from '../inspector/states.ts';

const lines = (text: string): string[] => text.split(' ');
const diff = (before: string, after: string) =>
  diffPrompts(lines(before).join('\n'), lines(after).join('\n'));

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
    expect(diff('a b c d e', 'a b c X e').lines.map(({ kind }) => kind)).toEqual([
      'gap',
      'same',
      'removed',
      'added',
      'same',
    ]);
  });

  it('is nothing for equal prompts', () => {
    expect(diff('a b', 'a b')).toEqual({ removed: 0, added: 0, lines: [] });
  });

  it('is read from the stored request, with and without its question', () => {
    const sent = sentPrompt(requestOf('Be brief.\nHow much?\nHow much?'));
    expect(sent).toMatch(/^Be brief\.\nHow much\?\nHow much\?\n<image 1: /);
    expect(promptWithoutQuestion(sent ?? '', 'How much?')).toBe(
      'Be brief.\n{question}\n{question}\n<image>\n\n<image>',
    );
    expect(sentPrompt(null)).toBeNull();
    expect(sentPrompt('not JSON')).toBeNull();
  });

  it('is shared by several questions if the same lines were removed and added, whatever stands around them', () => {
    const shared = sharedPromptDiff([
      { before: 'a\nb\nc', after: 'a\nX\nc' },
      { before: 'A\nb\nC', after: 'A\nX\nC' },
    ]);
    expect(shared).toMatchObject({ removed: 1, added: 1 });
    expect(
      sharedPromptDiff([
        { before: 'a\nb', after: 'a\nX' },
        { before: 'a\nb', after: 'a\nY' },
      ]),
    ).toBe('different');
    expect(sharedPromptDiff([])).toBe('unknown');
  });

  it('marks two long prompts without anything in common as a whole', () => {
    const many = (word: string): string =>
      Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
    const found = diff(many('a'), many('b'));
    expect(found.removed).toBeGreaterThanOrEqual(3_000);
    expect(found.added).toBeGreaterThanOrEqual(3_000);
  });
});
