import { describe, expect, it } from 'vitest';
import { TRAJECTORY_KEYS } from '../../../src/core/records/trajectoryFile.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import { dialectOf } from '../../../src/core/trajectory/dialects/registry.ts';
import { FRONT_MATTER_KEYS } from '../../../src/language/trajectory/frontMatterKeys.ts';
import { textAt, GOOD_CALL, lang2act, parseMarked, serviceOf, TWO_IMAGES } from './support.ts';
import { liveInMarkdown } from '../../support/liveMarkdown.ts';

/** The hover at the cursor: the text that it is about, and its content. */
async function hoverAt(
  text: string,
  prompts: Readonly<Record<string, string>> = {},
): Promise<{ readonly about: string; readonly says: string } | null> {
  const { source, offset } = parseMarked(text);
  const hover = await serviceOf(prompts).hover(source, offset);
  return hover === null ? null : { about: textAt(source, hover.span), says: hover.markdown };
}
const file = (calls: string): string => lang2act(calls, { frontMatter: TWO_IMAGES });

describe('a hover', () => {
  it('the hover of a tool says what it is for and what its args must be', async () => {
    const hover = await hoverAt(file(GOOD_CALL.replace('read_text', 'read_§text')));
    expect(hover?.about).toBe('read_text_element');
    expect(hover?.says).toContain('Read words as they are printed');
    expect(hover?.says).toContain('args: `Image k: <where on the page>`');
  });

  it('the hover of a tool uses the words of the prompt that the front matter names', async () => {
    const prompt =
      '---\ndialect: lang2act\ntoolbox:\n  - { name: zoom, args: "Image k: box", description: "Look *closer*." }\n---\n{{ content }}';
    const text = lang2act(GOOD_CALL.replace('read_text_element', 'zo§om'), {
      frontMatter: `${TWO_IMAGES}prompt: own\n`,
    });
    const hover = await hoverAt(text, { own: prompt });
    expect(hover?.says).toContain(String.raw`Look \*closer\*.`);
    expect(hover?.says).toContain('The reward `lang2act` does not accept this tool.');
  });

  it('the hover of an unknown or misplaced tool says what is wrong and what that costs', async () => {
    const hover = await hoverAt(file(GOOD_CALL.replace('read_text_element', 'read_tex§t')));
    expect(hover?.says).toContain('`read_text` is not in the toolbox of lang2act');
    expect(hover?.says).toContain('**−0.03** Tools (−0.3 of 1 there)');
  });

  it.each(
    DIALECT_NAMES.flatMap((name) =>
      dialectOf(name).blocks.map((block) => [name, block.name, block.holds] as const),
    ),
  )('the hover of a tag says what it must hold: %s, <%s>', async (dialect, tag, holds) => {
    const hover = await hoverAt(
      `---\ndialect: ${dialect}\n---\n<${tag.slice(0, 2)}§${tag.slice(2)}>x</${tag}>\n`,
    );
    expect(hover?.about).toBe(`<${tag}>`);
    expect(hover?.says).toContain(holds);
  });

  it.each([
    ['in args', file(GOOD_CALL.replace('Image 1', 'Ima§ge 1'))],
    ['in running text', lang2act(GOOD_CALL, { frontMatter: TWO_IMAGES, think: 'In Image§ 1.' })],
  ])('the hover of an image says which page it shows: %s', async (_name, text) => {
    const hover = await hoverAt(text);
    expect(hover?.about).toBe('Image 1');
    expect(hover?.says).toContain('page 3 of `reports/annual.pdf`');
  });

  it('the hover of an image that does not exist says so, and what that costs', async () => {
    const hover = await hoverAt(file(GOOD_CALL.replace('Image 1', 'Image §5')));
    expect(hover?.says).toContain('**Image 5** does not exist: the front matter names 2 images.');
    expect(hover?.says).toContain('**−0.05** Tools');
  });

  it('hovers explain keys and values of the front matter', async () => {
    const key = await hoverAt(file(GOOD_CALL).replace('dialect:', 'dia§lect:'));
    expect(key?.about).toBe('dialect');
    expect(key?.says).toContain('`vrag-rl`');
    const value = await hoverAt(file(GOOD_CALL).replace('dialect: lang2act', 'dialect: lang§2act'));
    expect(value?.about).toBe('lang2act');
    expect(value?.says).toContain('Lang2Act, tool stage.');
    // Markdown does not show a tag that is not escaped.
    expect(value?.says).toContain(String.raw`\<think\> says which images`);
  });

  it.each([
    ['an item of evidence', 'evisrag', '<evidence>[§2]: a</evidence>', '[2]:', '**Image 2**: page 7'],
    [
      'a box',
      'vg-refiner',
      '<answer>[{"bbox_2d": [1, §2, 3, 4], "label": "cat"}]</answer>',
      null,
      'Box `cat`: from 1, 2 to 3, 4 in pixels (2 × 2).',
    ],
  ])('the hover says what %s is', async (_name, dialect, text, about, says) => {
    const hover = await hoverAt(
      `---\n${TWO_IMAGES.replace('dialect: lang2act', `dialect: ${dialect}`)}---\n${text}`,
    );
    if (about !== null) expect(hover?.about).toBe(about);
    expect(hover?.says).toContain(says);
  });

  it('there is no hover in plain text', async () => {
    expect(await hoverAt(file(GOOD_CALL.replace('Report', 'Re§port')))).toBeNull();
  });

  it('a hover shows what a model wrote as text: no link, image or markup of its own', async () => {
    const evil = '`![x](https://evil.example/a.png)`';
    const hover = await hoverAt(file(GOOD_CALL.replace('read_text_element', `z§oom${evil}`)));
    expect(hover?.says).toContain('evil.example');
    expect(liveInMarkdown(hover?.says ?? '')).toEqual([]);
  });
});

describe('the keys of the front matter', () => {
  it('each key of the front matter is explained once', () => {
    expect(FRONT_MATTER_KEYS.map(({ key }) => key).sort()).toEqual([...TRAJECTORY_KEYS].sort());
  });
});
