import { describe, expect, it } from 'vitest';
import { fixPrompt } from '../../../src/core/prompts/lint/fixPrompt.ts';

const fix = (text: string, trainer: 'easyr1' | null = null) => fixPrompt(text, { name: 'prompt', trainer });

describe('repairing a prompt', () => {
  const BROKEN =
    '---\nreward: action-rl\n---\n{question} {{ n_images }}\n<thinking>...</thinking>\n<description>...</description>\n<answer>...</answer>\n';

  it('makes every repair, also those that others make possible, and leaves the other findings', () => {
    const { text, made, lint } = fix(`${BROKEN}You are given two images.`);
    expect(text).toBe(
      '---\nreward: action-rl\n---\n{{ content }} {{ num_images }}\n<think>...</think>\n<description>...</description>\n<answer>...</answer>\nYou are given two images.',
    );
    expect(made).toHaveLength(3);
    expect(lint.findings.map(({ code }) => code)).toEqual(['image-count-fixed']);
  });

  it('changes nothing the second time', () => {
    for (const trainer of [null, 'easyr1'] as const) {
      const once = fix(BROKEN, trainer);
      expect(fix(once.text, trainer)).toMatchObject({ text: once.text, made: [] });
    }
  });

  it('keeps the line ends of the file and a byte order mark', () => {
    const { text } = fix('\uFEFF---\r\nreward: vrag-rl\r\n---\r\n{{ content }}', 'easyr1');
    expect(text).toBe('\uFEFF{# pagetrace:\r\nreward: vrag-rl\r\n-#}\r\n{{ content }}');
  });

  it('returns a prompt without findings as it is', () => {
    expect(fix('{{ content }}')).toMatchObject({ text: '{{ content }}', made: [] });
  });
});
