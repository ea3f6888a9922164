import { describe, expect, it } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import type { OutlineItem } from '../../../src/language/model.ts';
import {
  textAt,
  applyTo,
  GOOD_CALL,
  lang2act,
  parseMarked,
  serviceOf,
  sourceOf,
  TWO_IMAGES,
} from './support.ts';

const tree = (items: readonly OutlineItem[], depth = 0): readonly string[] =>
  items.flatMap(({ name, detail, children }) => [
    `${'  '.repeat(depth)}${name}${detail === '' ? '' : `: ${detail}`}`,
    ...tree(children, depth + 1),
  ]);

describe('the outline', () => {
  it('the outline lists blocks with the calls inside them', async () => {
    const source = sourceOf(
      lang2act(`${GOOD_CALL}\n${GOOD_CALL}`, { frontMatter: `question: Why?\n${TWO_IMAGES}` }),
    );
    const outline = await serviceOf().outline(source);
    expect(tree(outline)).toEqual([
      'front matter: Why?',
      'think',
      'description',
      '  read_text_element: Image 1: title',
      '  read_text_element: Image 1: title',
      'answer: 42',
    ]);
    const call = outline[2]?.children[0];
    expect(call && textAt(source, call.nameSpan)).toBe('read_text_element');
    expect(call && textAt(source, call.span)).toBe(GOOD_CALL);
  });

  it('the outline lists calls outside of a block separately', async () => {
    const text = `---\ndialect: lang2act\n---\n${GOOD_CALL}\n${lang2act(GOOD_CALL)}${GOOD_CALL}`;
    expect(tree(await serviceOf().outline(sourceOf(text))).map((line) => line.split(':')[0])).toEqual([
      'front matter',
      'read_text_element',
      'think',
      'description',
      '  read_text_element',
      'answer',
      'read_text_element',
    ]);
  });
});

describe('the outline of parts with a form of their own', () => {
  it.each([
    [
      'evisrag',
      '<evidence>\n[1]: a\n[2]: no relevant information\n</evidence>',
      ['evidence', '  [1]: a', '  [2]: no relevant information'],
    ],
    [
      'vg-refiner',
      '<answer>[{"bbox_2d": [1, 2, 3, 4], "label": "cat"}]</answer>',
      ['answer: [{"bbox_2d": [1, 2, 3, 4], "label": "cat"}]', '  box 1, 2, 3, 4: cat'],
    ],
    ['vrag-rl', '<think>a</think><search>who</search>', ['think', 'search: who']],
    ['vrag-rl', '<think>a</think><bbox>[1, 2, 3, 4]</bbox>', ['think', 'bbox: [1, 2, 3, 4]']],
    ['judge', '<judge>True</judge><judge>False</judge>', ['judge: True', 'judge: False']],
    ['quality-judge', 'Coherence: 4\nAverage: 4.0\n', ['Coherence: 4', 'Average: 4.0']],
    [
      'tool-curation',
      'DEFINE_TOOL: zoom || Image k: x || looks\n<tool name="zoom" args="Image 1: x">y</tool>\nEND_OF_TOOLS',
      ['zoom: Image k: x', 'zoom: Image 1: x'],
    ],
    ['pixel-reasoner', 'Look. \\boxed{5}', ['answer: 5']],
  ])('the outline lists parts with a form of their own, %s: %s', async (dialect, text, expected) => {
    const outline = await serviceOf().outline(sourceOf(`---\ndialect: ${dialect}\n---\n${text}`));
    expect(tree(outline).slice(1)).toEqual(expected);
  });
});

describe('the outline of thoughts', () => {
  const thoughts = `<think>
Sub-problem 1: find the totals
Thought 1.1: read the table
Thought 1.2: read the chart
Evaluation: Thought 1.2 is a dead end.
Conclusion: take the table
</think>
<answer>5</answer>`;

  it('the outline lists the headings of the reasoning, which can be folded', async () => {
    const source = sourceOf(`---\ndialect: think-answer\n---\n${thoughts}`);
    const lines = tree(await serviceOf().outline(source));
    expect(lines.filter((line) => line.startsWith('  '))).not.toEqual([]);
    expect(lines.some((line) => line.includes('find the totals'))).toBe(true);
    expect(lines.some((line) => line.includes('dead end'))).toBe(true);
    const foldings = await serviceOf().foldings(source);
    expect(foldings.some(({ span }) => textAt(source, span).startsWith('Sub-problem 1'))).toBe(true);
  });

  it('the outline lists nothing of plain text', async () => {
    const source = sourceOf(
      '---\ndialect: think-answer\n---\n<think>I look at it.\nThen I say it.</think><answer>5</answer>',
    );
    expect(tree(await serviceOf().outline(source))).toEqual(['front matter', 'think', 'answer: 5']);
  });
});

describe('folding', () => {
  it('the front matter and parts of more than one line can be folded', async () => {
    const source = sourceOf(lang2act(GOOD_CALL, { frontMatter: TWO_IMAGES }));
    const foldings = await serviceOf().foldings(source);
    expect(foldings.map(({ kind, span }) => [kind, textAt(source, span).split('\n')[0]])).toEqual([
      ['front-matter', '---'],
      ['part', '<description>'],
    ]);
    expect(textAt(source, foldings[0]?.span ?? { start: 0, end: 0 })).toBe(`---\n${TWO_IMAGES}---`);
  });
});

describe('selection', () => {
  it('the selection grows from a value to the whole file', async () => {
    const { source, offset } = parseMarked(
      lang2act(GOOD_CALL.replace('title', 'ti§tle'), { frontMatter: TWO_IMAGES }),
    );
    const [spans = []] = await serviceOf().selections(source, [offset]);
    const texts = spans.map((span) => textAt(source, span));
    expect(texts.slice(0, 4)).toEqual([
      'Image 1: title',
      '<tool name="read_text_element" args="Image 1: title">',
      GOOD_CALL,
      `\n${GOOD_CALL}\n`,
    ]);
    expect(texts.at(-1)).toBe(source.text);
  });
});

describe('matching tags', () => {
  it.each([
    ['an opening tag', '<th§ink>a</think>', ['think', 'think']],
    ['a closing tag', '<think>a</§think>', ['think', 'think']],
    ['the end of a name', '<think>a</think§>', ['think', 'think']],
    ['a call', '<description><tool§ name="a" args="b">c</tool></description>', ['tool', 'tool']],
    ['upper case', '<THINK>a</thi§nk>', ['THINK', 'think']],
    ['a tag that nothing closes', '<th§ink>a', null],
    ['text', '<think>a§</think>', null],
    ['an attribute', '<description><tool na§me="a" args="b">c</tool></description>', null],
  ])('finds both tags of a pair from %s', async (_name, text, expected) => {
    const { source, offset } = parseMarked(`---\ndialect: lang2act\n---\n${text}`);
    const pair = await serviceOf().tagPair(source, offset);
    expect(pair && [textAt(source, pair.open), textAt(source, pair.close)]).toEqual(expected);
  });
});

describe('a tool', () => {
  const prompts = {
    listed:
      '---\ndialect: lang2act\ntoolbox:\n  - { name: read_text, args: a, description: b }\n  - { name: read_text_element, args: a, description: b }\n---\nUse read_text_element.',
    named: '---\ndialect: lang2act\ntoolbox: lang2act\n---\n{{ content }}',
    bare: '{{ content }}',
  };
  const definition = async (prompt: string): Promise<string | null> => {
    const text = lang2act(GOOD_CALL.replace('read_text', 'read_t§ext'), {
      frontMatter: `${TWO_IMAGES}prompt: ${prompt}\n`,
    });
    const { source, offset } = parseMarked(text);
    const found = await serviceOf(prompts).definition(source, offset);
    if (found === null) return null;
    expect(textAt(source, found.origin)).toBe('read_text_element');
    const { start, end } = found.span;
    return `${found.prompt.uri} ${start}: ${found.prompt.text.slice(start, end)}`;
  };

  it('a tool is defined where the prompt offers it, else where the file names its toolbox, else at its beginning', async () => {
    expect(await definition('listed')).toBe(
      `prompt:listed ${prompts.listed.indexOf('read_text_element')}: read_text_element`,
    );
    expect(await definition('named')).toBe(
      `prompt:named ${prompts.named.indexOf('toolbox')}: toolbox: lang2act`,
    );
    expect(await definition('bare')).toBe('prompt:bare 0: ');
    expect(await definition('missing')).toBeNull();
  });

  const three = `${GOOD_CALL}\n${GOOD_CALL.replace('read_text_element', 'compare_values')}\n${GOOD_CALL}`;

  it('a tool is found and renamed in all its calls, and nowhere else', async () => {
    const { source, offset } = parseMarked(
      lang2act(three.replace('read_text', 'read§_text'), { think: 'read_text_element' }),
    );
    const service = serviceOf();
    expect(await service.references(source, offset)).toHaveLength(2);
    expect(textAt(source, (await service.renamed(source, offset)) ?? { start: 0, end: 0 })).toBe(
      'read_text_element',
    );
    const after = applyTo(source, await service.rename(source, offset, 'zoom'));
    expect(after.text).toBe(
      lang2act(three.replaceAll('read_text_element', 'zoom'), { think: 'read_text_element' }),
    );
  });

  it.each(['', 'no name', '1st', 'a"b', '<b>'])('a tool cannot be renamed to %j', async (name) => {
    const { source, offset } = parseMarked(lang2act(GOOD_CALL.replace('read_text', 'read§_text')));
    await expect(serviceOf().rename(source, offset, name)).rejects.toThrow(PageTraceError);
  });

  it('a tool is neither found nor renamed outside of a tool name', async () => {
    const { source, offset } = parseMarked(lang2act(GOOD_CALL.replace('Report', 'Rep§ort')));
    const service = serviceOf();
    expect(await service.references(source, offset)).toEqual([]);
    expect(await service.renamed(source, offset)).toBeNull();
    expect(await service.definition(source, offset)).toBeNull();
  });
});

describe('a tool that the response defines', () => {
  const text = `---\ndialect: tool-curation\n---\nDEFINE_TOOL: zo§om || Image k: part || Look closer.\n<tool name="zoom" args="Image 1: x">y</tool>\nEND_OF_TOOLS\n`;

  it('a tool that the response defines is offered, explained and renamed with its calls', async () => {
    const { source, offset } = parseMarked(text);
    const service = serviceOf();
    expect((await service.hover(source, offset))?.markdown).toContain('Look closer');
    const after = applyTo(source, await service.rename(source, offset, 'look'));
    expect(after.text).toBe(source.text.replaceAll('zoom', 'look'));
    const call = parseMarked(text.replace('§', '').replace('name="zoom', 'name="§'));
    const found = await service.completions(call.source, call.offset);
    expect(found.map(({ label }) => label)).toEqual(['zoom']);
  });
});

describe('colors', () => {
  it('colors distinguish known, unknown and misplaced tools, and mark images that were not sent', async () => {
    const calls = `${GOOD_CALL}${GOOD_CALL.replace('read_text_element', 'zoom')}${GOOD_CALL.replace('Image 1', 'Image 9')}`;
    const source = sourceOf(
      `${lang2act(calls, { frontMatter: TWO_IMAGES })}${GOOD_CALL.replace('read_text_element', 'zoom')}`,
    );
    const tokens = await serviceOf().semanticTokens(source);
    expect(tokens.map(({ span, modifiers }) => [textAt(source, span), ...modifiers].join(' '))).toEqual([
      'read_text_element',
      'Image 1',
      'zoom unknown',
      'Image 1',
      'read_text_element',
      'Image 9 absent',
      'zoom unknown misplaced',
      'Image 1',
    ]);
  });
});
