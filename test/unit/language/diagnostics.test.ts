import { describe, expect, it } from 'vitest';
import { textAt, GOOD_CALL, lang2act, serviceOf, sourceOf, TWO_IMAGES } from './support.ts';

/** Each diagnostic as `severity code: text`. */
async function diagnose(
  text: string,
  kind: 'trajectory' | 'markdown' = 'trajectory',
): Promise<readonly string[]> {
  const source = sourceOf(text, kind);
  const found = await serviceOf().diagnostics(source);
  return found.map(({ severity, code, span }) => `${severity} ${code}: ${textAt(source, span)}`);
}

describe('diagnostics', () => {
  it('a valid file has no diagnostics', async () => {
    expect(await diagnose(lang2act(GOOD_CALL, { frontMatter: TWO_IMAGES }))).toEqual([]);
  });

  it('diagnostics of the response lie behind the front matter, which has its own', async () => {
    const text = lang2act(GOOD_CALL.replace('Image 1', 'Image 5'), { frontMatter: `team: a\n${TWO_IMAGES}` });
    expect(await diagnose(text)).toEqual([
      'warning front-matter-unknown-key: team',
      'error image-out-of-range: Image 5',
    ]);
  });

  it('a score that differs from the expected one is marked in the front matter', async () => {
    const frontMatter = (expected: string): string => `${TWO_IMAGES}verdict: right\nexpected: ${expected}\n`;
    const messages = async (expected: string): Promise<readonly string[]> => {
      const source = sourceOf(lang2act(GOOD_CALL, { frontMatter: frontMatter(expected) }));
      return (await serviceOf().diagnostics(source)).map(
        ({ severity, span, message }) => `${severity} at ${textAt(source, span)}: ${message}`,
      );
    };
    expect(await messages('1')).toEqual([]);
    expect(await messages('{ overall: 1, format: 1, tool_score: 1 }')).toEqual([]);
    expect(await messages('0.5')).toEqual(['warning at 0.5: The reward is 1, but 0.5 is expected.']);
    expect(await messages('{ tool_score: 0, tools: 1 }')).toEqual([
      'warning at { tool_score: 0, tools: 1 }: The part "tool_score" is 1, but 0 is expected.',
      expect.stringMatching(/: The reward has no part "tools"\. Its parts are overall, /) as string,
    ]);
    expect(await messages('high')).toEqual([
      'error at expected: The value of "expected" cannot be used: it must be a number, or a mapping of parts of the reward to numbers, like { overall: 0.8, format: 1 }.',
    ]);
  });

  it.each([
    ['a tag with white space', '< think >', 'error tag-spacing: < think >'],
    ['an unknown tool', 'zoom', 'error unknown-tool: zoom'],
  ])(
    'a problem that both the parser and the reward find is reported once: %s',
    async (_name, written, expected) => {
      const text = lang2act(GOOD_CALL, { frontMatter: TWO_IMAGES })
        .replace('<think>', written.startsWith('<') ? written : '<think>')
        .replace('read_text_element', written.startsWith('<') ? 'read_text_element' : written);
      expect(await diagnose(text)).toEqual([expected]);
    },
  );

  it('diagnostics include notes of the reward that the parser does not report', async () => {
    const call = '<tool name="compare_values" args="Image 1 and 2: totals">more</tool>';
    const text = lang2act(call, { frontMatter: TWO_IMAGES });
    expect(await diagnose(text)).toContain('warning image-list-not-read: Image 1 and 2');
  });

  it('diagnostics are those of the reward that the front matter names', async () => {
    const text = lang2act(GOOD_CALL.replace('</tool>', ''), {
      frontMatter: `${TWO_IMAGES}reward: action-rl\n`,
    });
    expect(await diagnose(text)).toEqual([
      'error tool-not-closed: <tool name="read_text_element" args="Image 1: title">',
    ]);
  });

  it('diagnostics check calls against the toolbox of the prompt that the front matter names', async () => {
    const prompt =
      '---\ndialect: lang2act\ntoolbox:\n  - { name: zoom, args: "Image k: x", description: look }\n---\n{{ content }}';
    const source = sourceOf(
      lang2act(GOOD_CALL.replace('read_text_element', 'zoom'), { frontMatter: `${TWO_IMAGES}prompt: own\n` }),
    );
    expect((await serviceOf({ own: prompt }).diagnostics(source)).map(({ code }) => code)).toEqual([]);
    expect((await serviceOf().diagnostics(source)).map(({ code }) => code)).toEqual(['unknown-tool']);
  });

  it('diagnostics of Markdown are those of its fences, at their place', async () => {
    const fence = (language: string) =>
      `Text <think>\n\n\`\`\`${language}\n<think>a</think>\n<answer></answer>\n\`\`\`\n`;
    const found = (await diagnose(fence('trajectory'), 'markdown')).filter((each) =>
      each.includes('empty-block'),
    );
    expect(found).toHaveLength(1);
    expect(await diagnose(fence('pagetrace-trajectory'), 'markdown')).toEqual(
      await diagnose(fence('trajectory'), 'markdown'),
    );
    expect(await diagnose(fence('xml'), 'markdown')).toEqual([]);
  });
});
