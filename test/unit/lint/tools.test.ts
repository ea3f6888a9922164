import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { FORM, TOOLS, example, applyFix, lintWith, lintFindings } from './support.ts';

const body = FORM + TOOLS;

describe('tools that a prompt offers', () => {
  it('reports nothing if list, form and example agree with the reward', () => {
    const call = '<tool name="read_numeric_value" args="Image 2: row of totals">The total is 42.</tool>';
    expect(lintFindings('lang2act', body + example(call))).toEqual([]);
  });

  it.each([
    ['a bullet', '- zoom_in (args: `Image k: where`): enlarges', 'zoom_in'],
    ['a numbered line', '9. **zoom_in**(Image k: where): enlarges', 'zoom_in'],
    ['a tool call', '- `<tool name="zoom_in" args="Image k: where">enlarges</tool>`', 'zoom_in'],
    ['JSON', '{"name": "zoom_in", "args": "Image k: where"}', 'zoom_in'],
    ['a sentence', 'Further tools: zoom_in, rotate_page.', 'zoom_in'],
    ['a table', '\n| tool | args |\n|---|---|\n| `zoom_in` | `Image k: where` |', 'zoom_in'],
  ])('finds a tool that the reward rejects in %s', (_form, line, name) => {
    expect(lintFindings('lang2act', `${body}${line}\n`)[0]).toBe(`tool-refused: ${name}`);
  });

  it.each([
    [
      'a heading that is underlined',
      'Tool list\n---------\nzoom_in : enlarges, args "Image k: where"',
      ['zoom_in'],
    ],
    [
      'an unknown entry before known ones',
      '- zoom_in (args: `Image k: where`)\n- read_text_element',
      ['zoom_in'],
    ],
    ['what is indented under a tool', '- read_text_element\n  - page_region: what to read', []],
    ['a list of something else', 'Fields of a page:\n- page_number: which\n- box_2d: where', []],
    [
      'a name between tools',
      '- read_text_element: reads\n- ReadText: reads\n- compare_values: compares',
      ['ReadText'],
    ],
    [
      'a plain name in a table of tools',
      '| tool | for |\n|---|---|\n| read_text_element | text |\n| zoom | size |',
      ['zoom'],
    ],
    [
      'a table of something else after one of tools',
      '| tool | for |\n|---|---|\n| read_text_element | text |\n\n| field | for |\n|---|---|\n| net_income | USD |',
      [],
    ],
    ['a remark after a list', '- read_text_element (text)\n\nNote (important): at most eight.', []],
    ['a remark after calls', 'read_text_element(where)\nOutput (plain text): as above.', []],
    ['rules after a list', '- read_text_element: reads\n- Accuracy: be exact\n- Brevity: be short', []],
    [
      'rules after a list of tool calls',
      '- `<tool name="read_text_element" args="Image k: where">words</tool>`\n- step_by_step: go slowly',
      [],
    ],
    [
      'a tool after a list of tool calls',
      '- `<tool name="read_text_element" args="Image k: where">words</tool>`\n- zoom_in (args: `Image k: where`)',
      ['zoom_in'],
    ],
    ['a remark like a call', 'read_text_element(where)\nThink(step by step): x', []],
    ['names in a sentence', 'The tools read fields such as page_number and box_2d.', []],
    ['names in a row', 'Take one of compare_values, zoom_in, or read_text_element.', ['zoom_in']],
    ['fields in a row', 'Say page_number, box_2d, and compare_values of each.', []],
    [
      'definitions of tool curation',
      'DEFINE_TOOL: zoom_in || Image k: where || enlarges\nDEFINE_TOOL: compare_values || Image k: a, b || compares\nEND_OF_TOOLS',
      ['zoom_in'],
    ],
  ])('reads tools from %s', (_form, lines, names) => {
    const refused = lintFindings('lang2act', `${body}\n${lines}\n`).filter((each) =>
      each.startsWith('tool-refused'),
    );
    expect(refused).toEqual(names.map((name) => `tool-refused: ${name}`));
  });

  it('reads the args of a definition at their place', () => {
    const defined = body.replace(
      '- compare_values (args: `Image k: a and b`)',
      'DEFINE_TOOL: compare_values || page, a, b || compares',
    );
    expect(lintFindings('lang2act', defined)).toEqual(['args-convention: page, a, b']);
  });

  it.each([
    'Wrong:',
    '**Incorrect** (never read):',
    'Do NOT do this:',
    '- Bad example:',
    'Never write it like this:',
  ])('ignores tools in counterexamples: %s', (lead) => {
    const call = `<tool name="read_text_element" args="Image 1: Bob's name">Bob</tool>`;
    expect(lintFindings('lang2act', `${body}\n${lead}\n${call}\n`)).toEqual([]);
    expect(lintFindings('lang2act', `${body}\n${lead}${example(call).replace('Example:', '')}`)).toEqual([]);
    expect(lintFindings('lang2act', `${body}\n${lead} \`${call}\`\n`)).toEqual([]);
    expect(lintFindings('lang2act', `${body}\n${lead} so.\nRight:\n${call}\n`)).toEqual([
      "tool-call-unseen: '",
    ]);
  });

  it('replaces a wrong tool with the one that was meant, if that is not offered yet', () => {
    const typo = body.replace('read_numeric_value', 'read_numeric_values');
    expect(lintFindings('lang2act', typo)[0]).toBe('tool-refused: read_numeric_values');
    expect(applyFix('lang2act', typo, 'tool-refused')).toBe(body);
  });

  it('finds a tool that the reward accepts and the prompt leaves out', () => {
    const without = body.replace('- compute_difference (args: `a, b`)\n', '');
    const { findings } = lintWith('lang2act', without);
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['tool-not-offered', 'information'],
    ]);
    expect(findings[0]?.message).toContain('`compute_difference`');
  });

  it('mentions a toolbox only if the front matter names one', () => {
    const without = body.replace('- read_text_element (args: `Image k: where`)\n', '');
    const lintHeader = (header: string): unknown =>
      lintPrompt(`---\n${header}\n---\n${without}`, { name: 'tools' }).findings.map(
        ({ code, severity, message }) => [code, severity, message.split(',')[0]],
      );
    const also = [
      ['tool-not-offered', 'information', 'The reward lang2act also accepts `read_text_element`'],
    ];
    expect(lintHeader('reward: lang2act')).toEqual(also);
    expect(lintHeader('dialect: lang2act')).toEqual(also);
    expect(lintHeader('dialect: lang2act\ntoolbox: lang2act')).toEqual([
      ['tool-not-offered', 'warning', 'The toolbox of the front matter has `read_text_element`'],
    ]);
  });

  it('reports once that a prompt offers no tools at all', () => {
    expect(lintWith('lang2act', FORM).findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['tool-not-offered', 'warning'],
    ]);
  });

  it.each([
    ['read_text_element (args: `image k: where`)', 'image k: where'],
    ['read_text_element (args: `[k]: where`)', '[k]: where'],
    ['read_text_element (args: `Image_k: where`)', 'Image_k: where'],
    ['read_text_element(image_id, region)', 'image_id, region'],
  ])('checks the args of the list against the reward: %s', (entry, args) => {
    const other = body.replace('read_text_element (args: `Image k: where`)', entry);
    expect(lintFindings('lang2act', other)).toEqual([`args-convention: ${args}`]);
  });

  it('finds an entry of the list without the beginning that the other entries have', () => {
    const hint = body.replace(
      'read_text_element (args: `Image k: where`)',
      'read_text_element (args: `where`)',
    );
    expect(lintFindings('lang2act', hint)).toEqual(['args-convention: where']);
  });

  it.each([
    ['Args always begin with "image_k:".', 'image_k:'],
    ['Start the args with `[k]:`.', '[k]:'],
  ])('finds a sentence that says that args begin differently: %s', (sentence, place) => {
    expect(lintFindings('lang2act', `${body}${sentence}`)).toEqual([`args-convention: ${place}`]);
  });

  it.each([
    'Args begin with "Image k" and a colon.',
    'Args never begin with "image_k:".',
    'Arguments of compute tools begin with "the part".',
  ])('reports nothing for a sentence about args: %s', (sentence) => {
    expect(lintFindings('lang2act', `${body}${sentence}`)).toEqual([]);
  });

  it('reports nothing for args that are hints if the prompt says elsewhere how args begin', () => {
    const hints = body.replaceAll('`Image k: ', '`');
    expect(lintFindings('lang2act', `${hints}Args of tools that look begin with "Image k: ".`)).toEqual([]);
  });
});

describe('tool calls that a prompt shows', () => {
  it.each([
    [
      'quotes inside args',
      `<tool name="read_text_element" args="Image 2: row 'Total'">It says 42.</tool>`,
      "'",
    ],
    ['no quotes', '<tool name=read_text_element args="Image 2: row">It says 42.</tool>', 'read_text_element'],
    ['args before the name', '<tool args="Image 2: row" name="read_text_element">It says 42.</tool>', 'name'],
    [
      'empty args',
      '<tool name="compute_percentage" args="">It says 42.</tool>',
      '<tool name="compute_percentage" args="">',
    ],
    ['no args', '<tool name="compute_percentage">It says 42.</tool>', '<tool name="compute_percentage">'],
  ])('finds a tool call that the pattern does not match: %s', (_why, call, place) => {
    const found = lintFindings('lang2act', body + example(call));
    expect(found).toEqual([`tool-call-unseen: ${place}`]);
  });

  it('says what the example loses with a broken tool call, and removes the quotes', () => {
    const call = `<tool name="read_text_element" args="Image 2: row 'Total'">It says 42.</tool>`;
    const [finding] = lintWith('lang2act', body + example(call)).findings;
    expect(finding?.message).toContain('deducts 0.1');
    expect(applyFix('lang2act', body + example(call), 'tool-call-unseen')).toBe(
      body + example(call.replaceAll("'", '')),
    );
  });

  it('finds a broken tool call in the list of tools, too', () => {
    const list = `${body}- \`<tool name="read_text_element" args="Image k: 'words'">Reads words.</tool>\`\n`;
    expect(lintFindings('lang2act', list)).toEqual(["tool-call-unseen: '"]);
  });

  it('reports what the reward deducts for args in another convention, and points to the entry of the list', () => {
    const call = '<tool name="compare_values" args="5.4 and 6.1">The second is greater.</tool>';
    const { text, findings } = lintWith('lang2act', body + example(call));
    expect(findings.map(({ code }) => code)).toEqual(['args-convention']);
    expect(findings[0]?.message).toContain('deducts 0.04 from this example');
    const place = findings[0]?.related[0]?.span;
    expect(text.slice(place?.start, place?.end)).toBe('Image k: a and b');
  });

  it('compares examples with the list if the reward accepts any args', () => {
    const call = '<tool name="compute_difference" args="Image 2: 46, 4">The difference is 42.</tool>';
    const { findings } = lintWith('lang2act', body + example(call));
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['args-convention', 'information'],
    ]);
  });

  it('reports nothing for placeholders in place of a tool', () => {
    expect(
      lintFindings('lang2act', `${body}Write <tool name="tool_name" args="arguments">observation</tool>.`),
    ).toEqual([]);
  });
});

describe('numbers of tool calls', () => {
  it.each([
    ['Make at least 10 tool calls.', 'at least 10 tool calls'],
    ['Use up to 12 tools before you answer.', 'Use up to 12 tools'],
    ['Call the tools at least ten times.', 'Call the tools at least ten times'],
    ['Write exactly 9 tool calls.', 'exactly 9 tool calls'],
    ['Write 12 tool calls.', '12 tool calls'],
    ['Never make more than 10 tool calls.', 'more than 10 tool calls'],
    ['Make between 9 and 12 tool calls.', 'between 9 and 12 tool calls'],
    ['You may make more than eight tool calls.', 'more than eight tool calls'],
    ['最多调用12次工具。', '最多调用12次工具'],
    ['至少使用工具十次。', '至少使用工具十次'],
    ['请至少调用十次工具。', '至少调用十次工具'],
  ])('finds more tool calls than are paid: %s', (sentence, said) => {
    expect(lintFindings('lang2act', `${body}${sentence}`)).toEqual([`tool-limit: ${said}`]);
    expect(
      lintFindings('lang2act-paper', `${body}${sentence}`).filter((each) => each.startsWith('tool-limit')),
    ).toEqual([]);
  });

  it('says what one tool call too many costs', () => {
    expect(
      lintWith('lang2act', `${body}Make at least 10 tool calls.`).findings.map(({ message }) => message),
    ).toEqual([
      '"at least 10 tool calls" asks for more tool calls than the reward lang2act pays for: it deducts 0.01 from a response with more than 8. Ask for 8 or fewer.',
    ]);
    expect(
      lintWith('lang2act', `${body}Use the tools up to 12 times.`).findings.map(({ message }) => message),
    ).toEqual([
      '"Use the tools up to 12 times" allows more tool calls than the reward lang2act pays for: it deducts 0.01 from a response with more than 8. Allow up to 8.',
    ]);
  });

  it.each([
    'Make at least 2 tool calls.',
    'Make between 2 and 8 tool calls.',
    'Use up to 8 tools.',
    'Never make more than 8 tool calls.',
    'Make at most 3 tool calls for each image, and up to 10 tool calls per page.',
    'The toolbox has 12 tools; use one of the 12 tools that are listed.',
    'If you have made more than 10 tool calls, answer.',
    'After 12 tool calls, stop.',
    'Wrong: at least 20 tool calls.',
    '最多调用8次工具。',
    '每张图片最多调用9次工具。',
  ])('reports no number of tool calls: %s', (sentence) => {
    expect(lintFindings('lang2act', `${body}${sentence}`)).toEqual([]);
  });
});
