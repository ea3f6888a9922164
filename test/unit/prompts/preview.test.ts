import { describe, expect, it } from 'vitest';
import { previewPrompt, type PromptPreview } from '../../../src/core/prompts/preview.ts';
import { readPromptFile } from '../../../src/core/prompts/promptFile.ts';

const preview = (text: string, question = 'Why?', images = 2, most?: number): PromptPreview =>
  previewPrompt(readPromptFile('mine', text), question, images, most);

describe('the preview of a prompt', () => {
  const text = '---\ndialect: think-answer\n---\n\nQ: {{ content }}\nLook: <image>\n';

  it('the preview shows what is sent, and which part of it comes from the template', () => {
    const { parts, problems } = preview(text);
    expect(problems).toEqual([]);
    expect(parts).toMatchObject([
      {
        type: 'text',
        pieces: [
          { text: 'Q: ', from: 'template', at: 0 },
          { text: 'Why?', from: 'variable', at: 3 },
          { text: '\nLook: ', from: 'template', at: 7 },
        ],
      },
      { type: 'image', image: 1, marked: true },
      { type: 'image', image: 2, marked: false },
    ]);
  });

  it('the preview links the shown text to its place in the file', () => {
    const { placeOf } = preview(text);
    expect(placeOf(0)).toBe(text.indexOf('Q:'));
    expect(placeOf(4)).toBe(text.indexOf('{{ content'));
    expect(placeOf(9)).toBe(text.indexOf('Look') + 1);
    expect(placeOf(999)).toBeNull();
  });

  it.each([
    ['---\ndialect: latin\n---\n{{ content }}', 'dialect', /cannot be used/],
    ['{{ content }} {{ nobody }}', 'nobody', /Nothing fills "nobody"/],
    ['{{ content }} {% for %}', '%}', /cannot read the template here/],
    ['{{ content }} {{ [1] }}', '{{ [1] }}', /prints this value in Python notation/],
    ['no question', '', /does not contain the question/],
    ['{{ content }}<image><image><image>', '', /places 3 images, but the question comes with 2 images/],
  ])('the preview reports what is wrong in %j at its place', (file, place, message) => {
    const [problem, ...others] = preview(file).problems;
    expect(others).toEqual([]);
    expect(problem?.message).toMatch(message);
    expect(file.slice(problem?.start, problem?.end)).toBe(place);
  });

  it('the preview cuts off a text that is too long', () => {
    const { parts, cut } = preview(`{{ content }}${'x'.repeat(500)}`, 'Why?', 1, 100);
    expect(cut).toBe(true);
    expect(parts.map((part) => (part.type === 'text' ? part.text.length : 'image'))).toEqual([100, 'image']);
  });

  it('the preview shows a question unchanged, whatever it contains', () => {
    const { parts } = preview('{{ content }}', 'an <image> of {{ x }}', 1);
    expect(parts).toMatchObject([
      { type: 'text', text: 'an <image> of {{ x }}' },
      { type: 'image', image: 1 },
    ]);
  });
});
