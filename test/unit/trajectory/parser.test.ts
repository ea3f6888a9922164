import { describe, expect, test } from 'vitest';
import type { ParseContext, Trajectory } from '../../../src/core/trajectory/model.ts';
import { TrajectoryParser, parseTrajectory } from '../../../src/core/trajectory/parser.ts';

const CONTEXT: ParseContext = { dialect: 'lang2act', numImages: 3, tools: null };

/** One line per step: its kind and name, its body, and the images that it names. */
function outline({ steps, text }: Trajectory): string[] {
  return steps.map((step) => {
    const name = step.kind === 'tool' || step.kind === 'block' ? `${step.kind} ${step.name}` : step.kind;
    const body = JSON.stringify(text.slice(step.body.start, step.body.end));
    return `${'  '.repeat(step.depth)}${name} ${body} [${step.images.join(' ')}]`;
  });
}

/** One line per finding: its code and the text at its place. */
function findings({ findings: list, text }: Trajectory): string[] {
  return list.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`);
}

const read = (text: string, context: Partial<ParseContext> = {}): Trajectory =>
  parseTrajectory(text, { ...CONTEXT, ...context });

const THINK = '<think>Image 1 holds it.</think>';
const CALL = '<tool name="read_text_element" args="Image 1: title">Annual report</tool>';
const ANSWER = '<answer>5</answer>';
/** A whole response around `description`. */
const around = (description: string): string => `${THINK}<description>${description}</description>${ANSWER}`;
/** A whole response with one tool call, whose opening tag is `tag`. */
const withTag = (tag: string): string => around(`${tag}seen</tool>`);

test('a response without faults is parsed into its steps without findings', () => {
  const text = `<think>
Image 2 has the table, image  3 the chart, Image 2 again.
</think>
<description>
The evidence:
<tool name="read_numeric_value" args="Image 2: row Total, column 2024">518.9 million</tool>
<tool name='compute_percentage' args='37.0, 481.9'> 7.7% </tool>
</description>
<answer>7.7%</answer>
`;
  const trajectory = read(text);
  expect(outline(trajectory)).toEqual([
    'think "\\nImage 2 has the table, image  3 the chart, Image 2 again.\\n" [2 3]',
    expect.stringMatching(/^block description .* \[2\]$/),
    '  text "The evidence:" []',
    '  tool read_numeric_value "518.9 million" [2]',
    '  tool compute_percentage " 7.7% " []',
    'answer "7.7%" []',
  ]);
  expect(trajectory.findings).toEqual([]);
  expect(trajectory.complete).toBe(true);
  expect(trajectory.blocks.map(({ span }) => text.slice(span.start, span.end)).join('\n')).toBe(
    text.trimEnd(),
  );
  expect(
    trajectory.blocks.map(
      ({ open, close }) => text.slice(open.start, open.end) + text.slice(close?.start, close?.end),
    ),
  ).toEqual(['<think></think>', '<description></description>', '<answer></answer>']);
  expect(trajectory.tools[1]).toMatchObject({
    name: 'compute_percentage',
    args: '37.0, 481.9',
    observation: '7.7%',
    insideDescription: true,
    images: [],
  });
  expect(trajectory.tools[0]?.images).toEqual([
    { image: 2, span: { start: text.indexOf('Image 2: row'), end: text.indexOf(': row') } },
  ]);
});

describe('tags', () => {
  test.each<[what: string, text: string, steps: string[], found: string[]]>([
    [
      'upper-case tags',
      `<THINK>Image 1</THINK><Description>${CALL}</description>${ANSWER}`,
      [
        'think "Image 1" [1]',
        expect.any(String),
        '  tool read_text_element "Annual report" [1]',
        'answer "5" []',
      ],
      ['tag-case: <THINK>', 'tag-case: </THINK>', 'tag-case: <Description>'],
    ],
    [
      'letters that Python takes for others when it ignores case',
      `<thınk>Image 1</thinK><description>${CALL}</description>${ANSWER}`,
      ['think "Image 1" [1]', expect.any(String), expect.any(String), 'answer "5" []'],
      ['tag-case: <thınk>', 'tag-case: </thinK>'],
    ],
    [
      'white space inside tags',
      `<think >Image 1</ think><description>${CALL}</description\n>${ANSWER}`,
      ['think "Image 1" [1]', expect.any(String), expect.any(String), 'answer "5" []'],
      ['tag-spacing: <think >', 'tag-spacing: </ think>', 'tag-spacing: </description\n>'],
    ],
    [
      'attributes of a block',
      `<think lang="en">Image 1</think><description>${CALL}</description>${ANSWER}`,
      ['think "Image 1" [1]', expect.any(String), expect.any(String), 'answer "5" []'],
      ['tag-attributes: <think lang="en">'],
    ],
    [
      'a missing closing tag, the next block on a line of its own',
      `<think>Image 1\n<description>${CALL}</description>${ANSWER}`,
      ['think "Image 1\\n" [1]', expect.any(String), expect.any(String), 'answer "5" []'],
      ['missing-closing: <think>'],
    ],
    [
      'a missing closing tag, the next block in the same line',
      `<think>Image 1.<description>${CALL}</description>${ANSWER}`,
      ['think "Image 1." [1]', expect.any(String), expect.any(String), 'answer "5" []'],
      ['missing-closing: <think>'],
    ],
    [
      'a missing closing tag that only the end of the text shows',
      `<think>It is 5. <answer>5</answer>`,
      ['think "It is 5. " []', 'answer "5" []'],
      ['missing-closing: <think>', 'missing-block: '],
    ],
    [
      'tags that running text names',
      `<think>Image 1; I put it into <answer> and </answer>, after <description>.</think><description>${CALL}</description>${ANSWER}`,
      [
        'think "Image 1; I put it into <answer> and </answer>, after <description>." [1]',
        expect.any(String),
        expect.any(String),
        'answer "5" []',
      ],
      ['mentioned-tag: <answer>', 'mentioned-tag: </answer>', 'mentioned-tag: <description>'],
    ],
    [
      'a tool tag that running text names',
      `<think>Image 1; I use <tool> and </tool>.</think><description>${CALL}</description>${ANSWER}`,
      [
        expect.any(String),
        expect.any(String),
        '  tool read_text_element "Annual report" [1]',
        'answer "5" []',
      ],
      [],
    ],
    [
      'a repeated opening tag',
      `<think>\n<think>Image 1</think><description>${CALL}</description>${ANSWER}`,
      ['think "\\n<think>Image 1" [1]', expect.any(String), expect.any(String), 'answer "5" []'],
      ['doubled-opening: <think>'],
    ],
    [
      'repeated closing tags',
      `${THINK}</think><description>${CALL}</tool></description></description>${ANSWER}</answer>`,
      [
        expect.any(String),
        expect.any(String),
        '  tool read_text_element "Annual report" [1]',
        'answer "5" []',
      ],
      [
        'doubled-closing: </think>',
        'stray-tool-closing: </tool>',
        'doubled-closing: </description>',
        'doubled-closing: </answer>',
      ],
    ],
    [
      'a closing tag without an opening one',
      `<think>Image 1</description></think><description>${CALL}</description>${ANSWER}`,
      ['think "Image 1</description>" [1]', expect.any(String), expect.any(String), 'answer "5" []'],
      ['closing-without-opening: </description>'],
    ],
    [
      'a block that was never opened, because the prompt opens it',
      `Image 1 holds it.\n</think>\n<description>${CALL}</description>${ANSWER}`,
      ['think "Image 1 holds it.\\n" [1]', expect.any(String), expect.any(String), 'answer "5" []'],
      ['missing-opening: </think>'],
    ],
    [
      'a block twice',
      `${around(CALL)}\n${ANSWER}`,
      [expect.any(String), expect.any(String), expect.any(String), 'answer "5" []', 'answer "5" []'],
      ['duplicate-block: <answer>'],
    ],
    [
      'blocks in the wrong order',
      `${ANSWER}${THINK}<description>${CALL}</description>`,
      ['answer "5" []', expect.any(String), expect.any(String), expect.any(String)],
      ['wrong-order: <think>', 'wrong-order: <description>'],
    ],
    [
      'missing blocks, each reported where it should be',
      `<description>${CALL}</description>`,
      [expect.any(String), expect.any(String)],
      ['missing-block: ', 'missing-block: '],
    ],
    [
      'empty blocks',
      `<think> </think><description>${CALL.replace('Image 1', 'Image 1')}</description><answer></answer>`,
      ['think " " []', expect.any(String), expect.any(String), 'answer "" []'],
      ['empty-block:  ', 'image-not-in-think: Image 1', 'empty-block: <answer></answer>'],
    ],
    [
      'a block that closes itself',
      `${THINK}<description>${CALL}</description><answer/>`,
      [expect.any(String), expect.any(String), expect.any(String), 'answer "" []'],
      ['self-closing-tag: <answer/>', 'empty-block: <answer/>'],
    ],
    [
      'text outside of the tags',
      `Sure, here it is:\n${around(CALL)}\nThat is all. `,
      [
        'text "Sure, here it is:" []',
        expect.any(String),
        expect.any(String),
        expect.any(String),
        'answer "5" []',
        'text "That is all." []',
      ],
      ['text-outside-tags: Sure, here it is:', 'text-outside-tags: That is all.'],
    ],
    [
      'a fenced block',
      `\`\`\`xml\n${around(CALL)}\n\`\`\``,
      [expect.any(String), expect.any(String), expect.any(String), 'answer "5" []'],
      ['fenced-block: ```xml'],
    ],
    [
      'fences in the lines of the tags, and one inside of a block',
      `\`\`\`${THINK}<description>${CALL}</description><answer>\n\`\`\`json\n{}\n\`\`\`\n</answer>\`\`\``,
      [expect.any(String), expect.any(String), expect.any(String), 'answer "\\n```json\\n{}\\n```\\n" []'],
      ['fenced-block: ```'],
    ],
    [
      'tags of another dialect',
      `<observe>Image 1</observe>\n${around(CALL)}`,
      [
        'block observe "Image 1" [1]',
        expect.any(String),
        expect.any(String),
        expect.any(String),
        'answer "5" []',
      ],
      ['foreign-tag: <observe>'],
    ],
    [
      'a text that ends in a tag',
      `${THINK}<description>${CALL}</descr`,
      [expect.any(String), `block description ${JSON.stringify(CALL)} [1]`, expect.any(String)],
      ['missing-closing: <description>', 'half-written-tag: </descr', 'missing-block: '],
    ],
    [
      'a text that ends in a tool tag',
      `${THINK}<description><tool name="read_text_element" args="Image 1: `,
      [expect.any(String), 'block description "" []'],
      [
        'missing-closing: <description>',
        'empty-block: <description>',
        'no-tools: <description>',
        'half-written-tag: <tool name="read_text_element" args="Image 1: ',
        'missing-block: ',
      ],
    ],
    [
      'prose that only looks like tags',
      around(`${CALL} a < b, 5 > 3, <b>bold</b>, <thinking>, <tools>, <, << and </ `),
      [
        expect.any(String),
        expect.any(String),
        expect.any(String),
        '  text "a < b, 5 > 3, <b>bold</b>, <thinking>, <tools>, <, << and </" []',
        'answer "5" []',
      ],
      [],
    ],
    ['an empty response', '', [], ['missing-block: ', 'missing-block: ', 'missing-block: ']],
    [
      'only text',
      ' 5\n',
      ['text "5" []'],
      ['text-outside-tags: 5', 'missing-block: ', 'missing-block: ', 'missing-block: '],
    ],
  ])('reads tags as a person would: %s', (_, text, steps, found) => {
    const trajectory = read(text);
    expect(outline(trajectory)).toEqual(steps);
    expect(findings(trajectory)).toEqual(found);
  });
});

describe('tool calls', () => {
  test.each<[what: string, text: string, found: string[]]>([
    ['no call at all', around('It stands at the top.'), ['no-tools: <description>']],
    [
      'a call outside of the description',
      `<think>Image 1 ${CALL}</think><description>${CALL}</description>${CALL}${ANSWER}`,
      [`tool-outside-description: ${CALL.slice(0, 53)}`, `tool-outside-description: ${CALL.slice(0, 53)}`],
    ],
    ['an unknown tool', withTag('<tool name="zoom" args="Image 1: x">'), ['unknown-tool: zoom']],
    [
      'a tool in the wrong case',
      withTag('<tool name="Read-Text element" args="Image 1: x">'),
      ['unknown-tool: Read-Text element'],
    ],
    [
      'compute_difference, which the reward accepts, too',
      withTag('<tool name="compute_difference" args="2, 1">'),
      [],
    ],
    ['no name', withTag('<tool args="Image 1: x">'), ['tool-without-name: <tool args="Image 1: x">']],
    ['neither name nor args', withTag('<tool>'), ['tool-without-args: <tool>', 'tool-without-name: <tool>']],
    ['no args', withTag('<tool name="compare_values">'), ['tool-without-args: <tool name="compare_values">']],
    [
      'empty args',
      withTag('<tool name="compare_values" args="">'),
      ['empty-args: <tool name="compare_values" args="">'],
    ],
    ['blank args', withTag('<tool name="compute_percentage" args=" ">'), ['empty-args:  ']],
    [
      'args without an image',
      withTag('<tool name="compare_values" args="the legend">'),
      ['args-without-image: the legend'],
    ],
    [
      'an image that is not first',
      withTag('<tool name="compare_values" args="the legend of Image 1">'),
      ['args-image-not-first: the legend of Image 1'],
    ],
    [
      'an image without a colon',
      withTag('<tool name="compare_values" args="Image 1 legend">'),
      ['args-image-not-first: Image 1 legend'],
    ],
    [
      'an image in lower case',
      withTag('<tool name="compare_values" args="image 1: legend">'),
      ['args-image-not-first: image 1: legend'],
    ],
    [
      'a number without a space',
      withTag('<tool name="compare_values" args="Image1: legend">'),
      ['image-reference-unread: Image1'],
    ],
    [
      'several images at once',
      withTag('<tool name="compare_values" args="Images 1 and 2: legend">'),
      ['image-reference-unread: Images 1'],
    ],
    [
      'an image that was not sent',
      withTag('<tool name="compare_values" args="Image 4: x, Image 0, Image 4">'),
      ['image-out-of-range: Image 4', 'image-out-of-range: Image 0'],
    ],
    [
      'an image that think does not name',
      withTag('<tool name="compare_values" args="Image 2: x">'),
      ['image-not-in-think: Image 2'],
    ],
    ['values without an image', withTag('<tool name="compute_percentage" args="1, 2">'), []],
    [
      'no observation',
      around(CALL.replace('Annual report', '')),
      ['empty-observation: <tool name="read_text_element" args="Image 1: title">'],
    ],
    ['a blank observation', around(CALL.replace('Annual report', ' \n')), ['empty-observation:  \n']],
    [
      'a call that is not closed',
      around(`${CALL.replace('</tool>', '')}\n${CALL}`),
      ['tool-not-closed: <tool name="read_text_element" args="Image 1: title">'],
    ],
    [
      'a call that closes itself',
      around('<tool name="read_text_element" args="Image 1: title"/>'),
      [
        'self-closing-tool: <tool name="read_text_element" args="Image 1: title"/>',
        'tool-tag-unread: <tool name="read_text_element" args="Image 1: title"/>',
        'empty-observation: <tool name="read_text_element" args="Image 1: title"/>',
      ],
    ],
    [
      'quotes inside of quotes',
      withTag('<tool name="read_text_element" args="Image 1: the "total" row">'),
      ['quote-in-attribute: "'],
    ],
    [
      'an apostrophe',
      withTag('<tool name="read_text_element" args="Image 1: France\'s row">'),
      ["quote-in-attribute: '"],
    ],
    [
      'quotes of two kinds',
      withTag('<tool name=\'read_text_element" args="Image 1: row\'>'),
      ['mismatched-quotes: read_text_element', 'mismatched-quotes: Image 1: row'],
    ],
    [
      'a quote that does not close',
      withTag('<tool name="read_text_element" args="Image 1: row>'),
      ['unclosed-quote: Image 1: row'],
    ],
    [
      'a name that does not close',
      withTag('<tool name="read_text_element args=Image 1: row>'),
      [
        'tool-without-args: <tool name="read_text_element args=Image 1: row>',
        'unknown-tool: read_text_element args=Image 1: row',
        'unclosed-quote: read_text_element args=Image 1: row',
      ],
    ],
    [
      'no quotes',
      withTag('<tool name=read_text_element args=Image 1: row>'),
      ['unquoted-attribute: read_text_element', 'unquoted-attribute: Image 1: row'],
    ],
    [
      'args before name',
      withTag('<tool args="Image 1: row" name="read_text_element">'),
      ['attribute-order: name'],
    ],
    [
      'an additional attribute',
      withTag('<tool name="read_text_element" args="Image 1: row" id="3">'),
      ['unknown-attribute: id'],
    ],
    [
      'a name twice',
      withTag('<tool name="read_text_element" name="x" args="Image 1: row">'),
      ['repeated-attribute: name'],
    ],
    [
      'spaces around =',
      withTag('<tool name = "read_text_element" args = "Image 1: row">'),
      ['attribute-spacing: <tool name = "read_text_element" args = "Image 1: row">'],
    ],
    [
      'no space between the attributes',
      withTag('<tool name="read_text_element"args="Image 1: row">'),
      ['attribute-spacing: <tool name="read_text_element"args="Image 1: row">'],
    ],
    ['a > inside of the args', withTag('<tool name="read_text_element" args="Image 1: a > b">'), []],
    [
      'line breaks and tabs between the attributes',
      withTag('<tool\n\tname="read_text_element"\nargs="Image 1: row" >'),
      [],
    ],
    [
      'a tag that breaks off',
      around('<tool name="read_text_element" args="Image 1: row</tool>'),
      [
        'unfinished-tag: <tool name="read_text_element" args="Image 1: row',
        'unclosed-quote: Image 1: row',
        'empty-observation: <tool name="read_text_element" args="Image 1: row',
      ],
    ],
    [
      'more than eight calls',
      around(CALL.repeat(9)),
      ['too-many-tools: <tool name="read_text_element" args="Image 1: title">'],
    ],
    [
      'think names an image that was not sent',
      `<think>Image 1, Image 7, Image2</think><description>${CALL}</description>${ANSWER}`,
      ['think-image-out-of-range: Image 7', 'image-reference-unread: Image2'],
    ],
  ])('reports the findings of tool calls: %s', (_, text, found) => {
    expect(findings(read(text)).toSorted()).toEqual(found.toSorted());
  });

  test('reads the name and the args of a broken tool tag', () => {
    const written = [
      '<tool name="read_text_element" args="Image 1: the "total" row">',
      '<tool name="read_text_element" args="Image 1: the "total" row>',
      '<tool name=\'read_text_element" args="Image 1: the "total" row\'>',
      '<tool name=read_text_element args=Image 1: the "total" row>',
      '<tool args="Image 1: the "total" row" name="read_text_element">',
      '<TOOL NAME = "read_text_element"ARGS="Image 1: the "total" row" >',
    ];
    for (const tag of written) {
      expect(read(withTag(tag)).tools, tag).toMatchObject([
        {
          name: 'read_text_element',
          args: 'Image 1: the "total" row',
          observation: 'seen',
        },
      ]);
    }
  });

  test('images are out of range only if their number is known', () => {
    const text = withTag('<tool name="compare_values" args="Image 9: x">');
    expect(findings(read(text, { numImages: null }))).toEqual(['image-not-in-think: Image 9']);
    expect(read(text, { numImages: 0 }).findings[0]?.message).toContain('has no images');
    expect(read(text, { numImages: 1 }).findings.at(-1)?.message).toContain('has only one image');
  });

  test('the think block may follow the calls that it refers to', () => {
    const text = `<description>${CALL}</description><think>Image 2</think>${ANSWER}`;
    expect(findings(read(text))).toEqual(['image-not-in-think: Image 1', 'wrong-order: <think>']);
  });

  test('the tools that the prompt offers replace the toolbox', () => {
    const tools = ['zoom'];
    const calls =
      '<tool name="zoom" args="anything">x</tool><tool name="compare_values" args="Image 1: x">y</tool>';
    expect(findings(read(around(calls), { tools }))).toEqual(['tool-not-offered: compare_values']);
  });

  test('a finding for an unknown tool names the known tool that resembles it', () => {
    const { findings: found } = read(withTag('<tool name="READ_TEXT_ELEMENT" args="Image 1: x">'));
    expect(found[0]?.message).toBe(
      'There is no tool `READ_TEXT_ELEMENT`; write `read_text_element`, because case and spelling count.',
    );
  });
});

describe('dialects', () => {
  test('action-rl has no tool calls, but lists those that a response contains', () => {
    const trajectory = read(around(CALL), { dialect: 'action-rl' });
    expect(trajectory.tools).toHaveLength(1);
    expect(findings(trajectory)).toEqual([
      'tool-in-dialect-without-tools: <tool name="read_text_element" args="Image 1: title">',
    ]);
  });

  test('think-answer has neither description nor tool calls', () => {
    expect(findings(read(`${THINK}${ANSWER}`, { dialect: 'think-answer' }))).toEqual([]);
    expect(
      findings(read(`${THINK}<description>x</description>${ANSWER}`, { dialect: 'think-answer' })),
    ).toEqual(['foreign-tag: <description>']);
  });
});

describe('streaming text', () => {
  test('a snapshot of a streaming text shows which steps are open', () => {
    const parser = new TrajectoryParser(CONTEXT);
    parser.append(
      '<think>Image 1 and Image 2</think><description><tool name="read_text_element" args="Image 1: a">The hea',
    );
    const snapshot = parser.snapshot();
    expect(snapshot.complete).toBe(false);
    expect(outline(snapshot)).toEqual([
      'think "Image 1 and Image 2" [1 2]',
      expect.stringMatching(/^block description .*The hea" \[1\]$/),
      '  tool read_text_element "The hea" [1]',
    ]);
    expect(snapshot.steps.map((step) => step.open)).toEqual([false, true, true]);
    expect(snapshot.tools[0]?.observation).toBe('The hea');
    expect(snapshot.findings).toEqual([]);
    parser.append('ding</to');
    expect(parser.snapshot().tools[0]?.observation).toBe('The heading');
    expect(parser.snapshot().tokens.at(-1)?.kind).toBe('partial-tag');
    expect(snapshot.tools[0]?.observation).toBe('The hea');
  });

  test('appending after the end is an error', () => {
    const parser = new TrajectoryParser(CONTEXT);
    parser.end();
    parser.end();
    expect(() => {
      parser.append('x');
    }).toThrow('no more text can be added');
    expect(parser.snapshot()).toBe(parser.snapshot());
  });
});
