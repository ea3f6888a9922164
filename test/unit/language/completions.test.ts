import { describe, expect, it } from 'vitest';
import { PROFILE_NAMES } from '../../../src/core/rewards/names.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import type { Completion } from '../../../src/language/model.ts';
import { applyTo, GOOD_CALL, lang2act, parseMarked, serviceOf, TWO_IMAGES } from './support.ts';

async function complete(text: string): Promise<readonly Completion[]> {
  const { source, offset } = parseMarked(text);
  const found = await serviceOf().completions(source, offset);
  for (const { replace } of found) {
    expect(replace.start).toBeLessThanOrEqual(offset);
    expect(replace.end).toBeGreaterThanOrEqual(offset);
  }
  return found;
}
const labels = async (text: string): Promise<readonly string[]> =>
  (await complete(text)).map(({ label }) => label);

/** The text after accepting the completion `label`, with its tab stops unchanged. */
async function accept(text: string, label: string): Promise<string> {
  const { source, offset } = parseMarked(text);
  const found = (await serviceOf().completions(source, offset)).find((each) => each.label === label);
  if (found === undefined) throw new Error(`${label} is not offered.`);
  return applyTo(source, [{ span: found.replace, newText: found.insert }]).text;
}

const L = '---\ndialect: lang2act\n---\n';
const V = '---\ndialect: vrag-rl\n---\n';

describe('tags', () => {
  it.each([
    ['the first tag', `${L}§`, ['<think>', '<description>', '<answer>']],
    ['the next tag', `${L}<think>a</think>\n<§`, ['<description>', '<answer>']],
    ['the last tag', `${L}<think>a</think><description>${GOOD_CALL}</description>\n<a§`, ['<answer>']],
    [
      'a tag that was left out',
      `${L}<description>${GOOD_CALL}</description><answer>a</answer>§`,
      ['<think>'],
    ],
    ['no tag if all are there', `${L}<think>a</think><description></description><answer>a</answer>§`, []],
    ['the closing tag of the open block', `${L}<think>a <§`, ['</think>']],
    [
      'the closing tags of a call and its block',
      `${L}<think>a</think><description><tool name="x" args="y">seen <§`,
      ['</tool>', '</description>'],
    ],
    ['only closing tags after a slash', `${L}<think>a</think><description></§`, ['</description>']],
    ['the first tag of a turn', `${V}§`, ['<think>']],
    ['the actions of a turn', `${V}<think>a</think>§`, ['<search>', '<bbox>', '<answer>']],
    ['the first tag of the next turn', `${V}<think>a</think><search>b</search>§`, ['<think>']],
    ['no tag after the last turn', `${V}<think>a</think><answer>b</answer>§`, []],
    ['a tag that may be repeated', '---\ndialect: judge\n---\n<judge>True</judge><§', ['<judge>']],
    ['no tag inside a word', `${L}<think>wor§d`, []],
  ])('completes tags: %s', async (_name, text, expected) => {
    expect(await labels(text)).toEqual(expected);
  });

  it('offers the tags of every dialect that half a response may belong to if none is named', async () => {
    expect(await labels('<think>a</think>\n<§')).toEqual(
      expect.arrayContaining(['<answer>', '<description>', '<rethink>', '<search>', '<evidence>']),
    );
    expect(await labels('<ob§')).toContain('<observe>');
    const begun = await labels('<think>a</think>\n<§');
    expect(new Set(begun).size).toBe(begun.length);
    expect(await labels(`${L}<think>a</think>\n<§`)).toEqual(['<description>', '<answer>']);
    expect(await labels('<think>a</think><answer>b</answer><§')).toEqual([]);
  });

  it('inserts a tag with its closing tag and replaces what is already typed', async () => {
    expect(await accept(`${L}<thi§nk>`, '<think>')).toBe(`${L}<think>$1</think>$0`);
    expect(await accept(`${L}<think>a</th§`, '</think>')).toBe(`${L}<think>a</think>`);
  });

  it('says what each offered tag must contain', async () => {
    const [first] = await complete(`${L}§`);
    expect(first?.documentation).toContain('Which images contain evidence');
  });
});

describe('an unfinished front matter', () => {
  it('offers a whole front matter where the file begins', async () => {
    expect(await labels('§')).toContain('---');
    expect(await accept('--§', '---')).toMatch(/^---\nquestion: .*\ndialect: .*\nverdict: .*\n---\n\$0$/);
    expect(await labels('<think>a</think>\n§')).not.toContain('---');
    expect(await labels(`${L}§`)).not.toContain('---');
  });

  it('completes keys and values of a front matter before it is closed', async () => {
    expect(await labels('---\nquestion: a\n§')).toEqual(expect.arrayContaining(['dialect', 'verdict']));
    expect(await labels('---\nquestion: a\n§')).not.toContain('question');
    expect(await labels('---\nverdict: r§')).toContain('right');
    expect(await labels('---\n<think>a</think>\n§')).not.toContain('verdict');
  });
});

describe('tools', () => {
  const box = `${L}<think>Image 1</think><description>`;

  it('offers tools in their block as whole calls, each with what it is for', async () => {
    const found = await complete(`${box}<§`);
    expect(found.map(({ label }) => label)).toEqual([
      '<tool name="locate_visual_element">',
      '<tool name="read_text_element">',
      '<tool name="read_numeric_value">',
      '<tool name="identify_entity_attribute">',
      '<tool name="compare_values">',
      '<tool name="infer_missing_information">',
      '<tool name="compute_percentage">',
      '</description>',
    ]);
    expect(await accept(`${box}<§`, '<tool name="read_text_element">')).toBe(
      `${box}<tool name="read_text_element" args="Image \${1:1}: \${2:where}">\${9:observation}</tool>$0`,
    );
    expect(await accept(`${box}<to§`, '<tool name="compute_percentage">')).toBe(
      `${box}<tool name="compute_percentage" args="\${1:part_value}, \${2:total_value}">\${9:observation}</tool>$0`,
    );
  });

  it('offers the tools of the prompt', async () => {
    const prompt =
      '---\ndialect: lang2act\ntoolbox:\n  - { name: zoom, args: "Image k: box", description: look }\n---\n{{ content }}';
    const { source, offset } = parseMarked(
      `---\ndialect: lang2act\nprompt: own\n---\n<think>a</think><description><tool name="§`,
    );
    const found = await serviceOf({ own: prompt }).completions(source, offset);
    expect(found.map(({ label }) => label)).toEqual(['zoom']);
  });

  it.each([
    ['a name alone', `${box}<tool name="read_§`, 'read_text_element" args="Image ${1:1}: ${2:where}"'],
    [
      'a name whose quote is closed',
      `${box}<tool name="re§"`,
      'read_text_element" args="Image ${1:1}: ${2:where}"',
    ],
    ['a name that has args behind it', `${box}<tool name="§x" args="Image 1: a">`, 'read_text_element'],
    ['a name in other quotes', `${box}<tool name='§`, "read_text_element' args='Image ${1:1}: ${2:where}'"],
  ])('completes %s', async (_name, text, inserted) => {
    const found = await complete(text);
    expect(found.find(({ label }) => label === 'read_text_element')?.insert).toBe(inserted);
  });

  it('a completed tool replaces the quote that an editor has closed', async () => {
    expect(await accept(`${box}<tool name="re§">seen`, 'read_text_element')).toBe(
      `${box}<tool name="read_text_element" args="Image \${1:1}: \${2:where}">seen`,
    );
  });

  it('completes the attributes name and args of a tool', async () => {
    expect(await labels(`${box}<tool §`)).toEqual(['name', 'args']);
    expect(await labels(`${box}<tool name="a" §>`)).toEqual(['args']);
  });

  it('offers no tools if the dialect has none', async () => {
    expect(await labels('---\ndialect: action-rl\n---\n<think>a</think><description>§')).toEqual([
      '</description>',
    ]);
  });
});

describe('images', () => {
  it.each([
    ['at the beginning of args', '<tool name="read_text_element" args="§">', ['Image 1:', 'Image 2:']],
    ['where the word has begun', '<tool name="read_text_element" args="Im§">', ['Image 1:', 'Image 2:']],
    [
      'later in args without a colon',
      '<tool name="compare_values" args="Image 1: a, Ima§">',
      ['Image 1', 'Image 2'],
    ],
    ['not in other words of args', '<tool name="compare_values" args="Image 1: row §">', []],
  ])('completes images: %s', async (_name, call, expected) => {
    expect(await labels(lang2act(call, { frontMatter: TWO_IMAGES }))).toEqual(expected);
  });

  it('offers images in running text, with the page that they show', async () => {
    const found = await complete(lang2act(GOOD_CALL, { frontMatter: TWO_IMAGES, think: 'See image §' }));
    expect(found.map(({ label, detail }) => [label, detail])).toEqual([
      ['Image 1', 'annual.pdf, page 3'],
      ['Image 2', 'annual.pdf, page 7'],
    ]);
    expect(
      await accept(lang2act(GOOD_CALL, { frontMatter: TWO_IMAGES, think: 'See Ima§' }), 'Image 2'),
    ).toContain('<think>See Image 2</think>');
  });

  it('offers three images if the front matter does not say how many there are', async () => {
    expect(await labels(lang2act('<tool name="read_text_element" args="§">'))).toHaveLength(3);
  });
});

describe('the front matter', () => {
  it('offers the keys that the front matter does not have', async () => {
    const found = await labels('---\nquestion: Why?\n§\n---\n<answer>a</answer>');
    expect(found).toContain('dialect');
    expect(found).toContain('reward');
    expect(found).not.toContain('question');
  });

  it('offers the values of a front matter key', async () => {
    expect(await labels('---\ndialect: §\n---\n')).toEqual(DIALECT_NAMES);
    expect(await labels('---\nreward: vr§\n---\n')).toEqual(PROFILE_NAMES);
    expect(await accept('---\nverdict:§\n---\n', 'right')).toBe('---\nverdict: right\n---\n');
    expect(await accept('---\nverdict: wr§ong\n---\n', 'right')).toBe('---\nverdict: right\n---\n');
  });

  it('a completed key replaces what is already typed', async () => {
    expect(await accept('---\ndia§: lang2act\n---\n', 'dialect')).toBe('---\ndialect: $1lang2act\n---\n');
  });

  it('offers nothing in the middle of a front matter value, nor on its first line', async () => {
    expect(await labels('---\nquestion: Why is § so?\n---\n')).toEqual([]);
    expect(await labels('-§--\nquestion: a\n---\n')).toEqual([]);
  });
});
