import { describe, expect, it } from 'vitest';
import { growth, LIMIT } from '../../support/growth.ts';
import { applyTo, GOOD_CALL, lang2act, serviceOf, sourceOf, TWO_IMAGES } from './support.ts';

const RIGHT = `${TWO_IMAGES}verdict: right\n`;
const file = (calls: string, frontMatter = RIGHT): string => lang2act(calls, { frontMatter });
const GOOD = file(GOOD_CALL);

/** All fixes of a text, as title and text after the fix. */
async function applyFixes(text: string): Promise<Readonly<Record<string, string>>> {
  const source = sourceOf(text);
  const fixes = await serviceOf().fixes(source, { start: 0, end: text.length });
  return Object.fromEntries(fixes.map(({ title, edits }) => [title, applyTo(source, edits).text]));
}

describe('a repair', () => {
  it.each([
    ['Close <think> (reward 0 → 1)', GOOD.replace('</think>', '')],
    ['Close <answer> (reward 0 → 1)', GOOD.replace('</answer>', '')],
    ['Close <tool> (reward 0.9 → 1)', GOOD.replace('</tool>', '')],
    ['Open <think> (reward 0 → 1)', GOOD.replace('<think>', '')],
    ['Write <think> (reward 0 → 1)', GOOD.replace('<think>', '< think >')],
    ['Write <think> (reward 0 → 1)', GOOD.replace('<think>', '<think id="1">')],
    ['Write </answer> (reward stays 1)', GOOD.replace('</answer>', '</ANSWER>')],
    ['Close <answer> (reward 0 → 1)', GOOD.replace('</answer>\n', '</answ\n')],
    ['Close <think> (reward 0 → 1)', GOOD.replace('</think>', '</thi')],
    ['Remove this </think> (reward 0 → 1)', GOOD.replace('</think>', '</think></think>')],
    ['Remove this </tool> (reward stays 1)', GOOD.replace('</tool>', '</tool></tool>')],
    [
      'Change the quotes that break the attribute (reward 0.9 → 1)',
      GOOD.replace('title', 'the “title”').replace('“', '"').replace('”', '"'),
    ],
    [
      'Put name before args (reward 0.9 → 1)',
      GOOD.replace(
        'name="read_text_element" args="Image 1: title"',
        'args="Image 1: title" name="read_text_element"',
      ),
    ],
    ['Write the tag with single spaces (reward 0.9 → 1)', GOOD.replace('name=', 'name = ')],
    ['Close the quotes (reward 0.9 → 1)', GOOD.replace('title"', 'title')],
    ['Put the value in quotes (reward 0.9 → 1)', GOOD.replace('"Image 1: title"', 'Image 1: title')],
    ['Close the value with the quote that opens it (reward stays 1)', GOOD.replace('title"', "title'")],
    ['Add “Image 1:” (reward 0.96 → 1)', GOOD.replace('Image 1: title', 'title')],
    ['Begin with “Image 1:” (reward 0.98 → 1)', GOOD.replace('Image 1: title', 'image 1, title')],
    ['Write “Image 1” (reward 0.96 → 1)', GOOD.replace('Image 1: title', 'Image1: title')],
    [
      'Name Image 2 in <think> (reward 0.99 → 1)',
      GOOD.replace(' and Image 2', '').replace('Image 1: title', 'Image 2: title'),
    ],
    ['Write read_text_element (reward 0.97 → 1)', GOOD.replace('read_text_element', 'Read_Text_Element')],
    ['Write read_text_element (reward 0.97 → 1)', GOOD.replace('read_text_element', 'read_text_elemnt')],
    [
      'Remove the fence (reward stays 1)',
      GOOD.replace('<think>', '```xml\n<think>').replace('</answer>', '</answer>\n```'),
    ],
    [
      'Leave out the angle brackets (reward 0 → 1)',
      GOOD.replace('Image 1 and', 'The <answer> tag holds Image 1 and'),
    ],
    [
      'Move <think> before <description> (reward 0 → 1)',
      GOOD.replace(/(<think>.*\n)([^]*<\/description>\n)/, '$2$1'),
    ],
    ['Add <description> (reward 0 → 0.9)', GOOD.replace(/<description>[^]*<\/description>\n/, '')],
  ])('repairs a response: %s', async (title, text) => {
    expect(text).not.toBe(GOOD);
    const fixes = await applyFixes(text);
    expect(Object.keys(fixes)).toContain(title);
    if (title.endsWith('1)') && title.startsWith('Close')) expect(fixes[title]).toBe(GOOD);
  });

  it('a repair moves a call into its block', async () => {
    const outside = GOOD_CALL.replace('title', 'footer');
    const text = `${GOOD.trimEnd()}\n${outside}\n`;
    expect(await applyFixes(text)).toHaveProperty(
      ['Move the tool into <description> (reward 0 → 1)'],
      `${file(`${GOOD_CALL}\n${outside}`)}\n`,
    );
  });

  it('a repair states the reward for a right answer if nobody has judged the answer', async () => {
    const withoutVerdict = (text: string): string => text.replace('verdict: right\n', '');
    expect(await applyFixes(withoutVerdict(GOOD.replace('</think>', '')))).toHaveProperty([
      'Close <think> (reward 0 → 1 if right)',
    ]);
    expect(
      await applyFixes(withoutVerdict(GOOD.replace('read_text_element', 'Read_text_element'))),
    ).toHaveProperty(['Write read_text_element (reward 0.97 → 1 if right)']);
  });

  it('a repair states no reward if the response has none', async () => {
    expect(await applyFixes('---\ndialect: think-answer\n---\n<think>a\n<answer>b</answer>')).toHaveProperty([
      'Close <think>',
    ]);
  });

  it('a repair replaces a misspelled key or value of the front matter with the one that was meant', async () => {
    expect(await applyFixes(GOOD.replace('dialect:', 'dialekt:'))).toHaveProperty(
      ['Write dialect (reward stays 1)'],
      GOOD,
    );
    expect(await applyFixes(GOOD.replace('verdict: right', 'verdict: rihgt'))).toHaveProperty(
      ['Write right (reward stays 1 if right)'],
      GOOD,
    );
  });

  it('a repair sets the dialect to the one whose tags the response has', async () => {
    const text = `---\ndialect: lang2act\n---\n<observe>a</observe><evidence>[1]: b</evidence><think>c</think><answer>d</answer>`;
    const titles = Object.keys(await applyFixes(text));
    expect(titles.some((title) => title.startsWith('Read it as evisrag'))).toBe(true);
  });

  it('no repair is offered if the text does not determine one', async () => {
    expect(await applyFixes(GOOD.replace('read_text_element', 'zzz'))).toEqual({});
    expect(await applyFixes(GOOD.replace('Report', ''))).toEqual({});
  });

  it('a repair works in a Markdown fence', async () => {
    const source = sourceOf(`# A\n\n\`\`\`trajectory\n${GOOD.replace('</think>', '')}\`\`\`\n`, 'markdown');
    const [fix] = await serviceOf().fixes(source, { start: 0, end: source.text.length });
    expect(fix?.title).toBe('Close <think> (reward 0 → 1)');
    expect(applyTo(source, fix?.edits ?? []).text).toBe(`# A\n\n\`\`\`trajectory\n${GOOD}\`\`\`\n`);
  });
});

describe('repairs of parts with a form of their own', () => {
  it.each([
    [
      'vg-refiner',
      'Write left, top, right, bottom',
      '<answer>[{"bbox_2d": [9, 2, 3, 4]}]</answer>',
      '[3, 2, 9, 4]',
    ],
    [
      'vg-refiner',
      'Take the boxes out of the fence',
      '<answer>```json\n[{"bbox_2d": [1, 2, 3, 4]}]\n```</answer>',
      '<answer>[{"bbox_2d": [1, 2, 3, 4]}]</answer>',
    ],
    ['evisrag', 'Write Image 1', '<observe>[1] shows it.</observe>', '<observe>Image 1 shows it.'],
    ['evisrag', 'Write [1]:', '<evidence>\n[1] a\n</evidence>', '[1]: a'],
    ['judge', 'Write True', '<judge>TRUE</judge>', '<judge>True</judge>'],
    [
      'quality-judge',
      'Write 4',
      'Coherence: 4\nNon-Hallucination: 4\nFactual Consistency: 4\nAverage: 2\nExplanation: a',
      'Average: 4\n',
    ],
    [
      'tool-curation',
      'End the list with END_OF_TOOLS',
      'DEFINE_TOOL: zoom || Image k: x || looks\n<tool name="zoom" args="Image 1: x">y</tool>',
      '</tool>\nEND_OF_TOOLS',
    ],
    ['pixel-reasoner', 'Close the boxed answer', 'It is \\boxed{5', '\\boxed{5}'],
  ])('repairs a part with a form of its own, %s: %s', async (dialect, title, text, expected) => {
    const fixes = await applyFixes(`---\ndialect: ${dialect}\n---\n${text}`);
    const found = Object.entries(fixes).find(([each]) => each.startsWith(title));
    expect(found?.[1]).toContain(expected);
  });

  it('a repair adds the missing line of evidence for an image', async () => {
    const images = 'images: [{ image: 1, page: 1 }, { image: 2, page: 2 }]\n';
    const text = `---\ndialect: evisrag\n${images}---\n<observe>a</observe>\n<evidence>\n[1]: b\n</evidence>\n<think>c</think>\n<answer>d</answer>`;
    const fixes = await applyFixes(text);
    const found = Object.entries(fixes).find(([title]) =>
      title.startsWith('Write that Image 2 contains none'),
    );
    expect(found?.[1]).toContain('[1]: b\n[2]: no relevant information\n</evidence>');
  });
});

describe('all repairs together', () => {
  const repairAll = async (text: string): Promise<string> => {
    const source = sourceOf(text);
    return applyTo(source, await serviceOf().fixAll(source)).text;
  };

  it('all repairs together make one edit, and only those with a single possible meaning', async () => {
    const text = GOOD.replace('</think>', '')
      .replace('</tool>', '')
      .replace('read_text', 'Read_text')
      .replace('dialect:', 'dialekt:');
    expect(await repairAll(text)).toBe(GOOD);
    const source = sourceOf(text);
    expect(await serviceOf().fixAll(source)).toHaveLength(1);
  });

  it('all repairs together change nothing in a valid file', async () => {
    expect(await serviceOf().fixAll(sourceOf(GOOD))).toEqual([]);
  });

  it('all repairs together leave problems that a person must decide', async () => {
    const text = GOOD.replace('read_text_element', 'read_text_elemnt');
    expect(await repairAll(text)).toBe(text);
  });
});

it.each(['```\n', '<tool name="a" ', '<tool></tool>', '</think>'])(
  'repairs %j thousands of times in one text in time that grows with their number only',
  async (piece) => {
    const grown = await growth(
      (length) => {
        const text = piece.repeat(length / piece.length);
        return serviceOf().fixAll(sourceOf(`---\ndialect: evisrag\n---\n${text}`));
      },
      { small: 15_000, large: 60_000 },
    );
    expect(grown).toBeLessThan(LIMIT);
  },
);
