import { readFileSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { RULES, severityOfLoss, type RuleAbout } from '../../../src/core/prompts/lint/ruleCatalogue.ts';
import { PROFILE_NAMES, type ProfileName } from '../../../src/core/rewards/names.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';
import { brokenText } from '../trajectory/generate.ts';
import { FORM, TOOLS, applyFix, lintWith, lintFindings } from './support.ts';

describe('numbers of images', () => {
  it.each([
    ['You have exactly 3 images.', '3'],
    ['Analyze all three images.', 'three'],
    ['Given these 2 document pages, answer.', '2'],
    ['The images are numbered Image 1 to Image 3.', '3'],
    ['You see Image 1, Image 2 and Image 3.', 'Image 1, Image 2 and Image 3'],
    ['<image>\n<image>\nLook at both.', '<image>'],
    ['你将看到3张图片。', '3'],
    ['The number of images is 3.', '3'],
    ['Number of pages: two', 'two'],
    ['Both images come from one report.', 'Both images'],
    ['Look closely at both pages.', 'both pages'],
    ['Answer by examining both pages.', 'both pages'],
    ['Answer by looking at 3 pages.', '3'],
    ['Your 4 images follow.', '4'],
  ])('finds a fixed number of images: %s', (sentence, place) => {
    expect(lintFindings('action-rl', `${sentence}\n${FORM}`)).toEqual([`image-count-fixed: ${place}`]);
  });

  it.each([
    'You have {{ num_images }} images.',
    'Image 1 is the first. Name them Image 1, Image 2 and so on.',
    'Compare at least two images before you answer.',
    'Describe one image at a time; up to 5 images may come.',
    'Use one or two images only.',
    'The following is an example with three images.',
    '{% if num_images == 3 %}You have 3 images.{% endif %}',
    '{% for i in range(num_images) %}<image>\n{% endfor %}',
    '<image>\nLook at it.',
    'If the number of images is 1, compare nothing.',
    'The number of images is {{ num_images }}.',
    'When both images agree, say so.',
    'Both images and text may hold evidence.',
    'Compare two images at a time. Both images are then named.',
    'Two images of the same object may appear.',
  ])('reports no fixed number of images: %s', (sentence) => {
    expect(lintFindings('action-rl', `${sentence}\n${FORM}`)).toEqual([]);
  });

  it('replaces digits with the variable for the number of images', () => {
    expect(applyFix('action-rl', `You have exactly 3 images.\n${FORM}`, 'image-count-fixed')).toBe(
      `You have exactly {{ num_images }} images.\n${FORM}`,
    );
  });

  it('says for how many images a finding applies if it does not always apply', () => {
    const { findings } = lintWith(
      'action-rl',
      `${FORM}{% if num_images > 2 %}Write <sum>...</sum>.{% endif %}`,
    );
    expect(findings.map(({ code, message }) => [code, message.endsWith('(With 3 images.)')])).toEqual([
      ['tag-unknown', true],
    ]);
  });
});

describe('lengths', () => {
  const form = '{{ content }} <observe></observe> <evidence></evidence> <think></think> <answer></answer>';

  it.each([
    ['The whole response stays under 100 words.', 'under 100 words'],
    ['The response must have at least 3000 words.', 'at least 3000 words'],
    ['Use between 1,500 and 2,000 tokens in total.', 'between 1,500 and 2,000 tokens'],
    ['Your response should have 40-60 words.', '40-60 words'],
    ['Be as detailed as possible.', 'as detailed as possible'],
  ])('finds a length that the reward penalizes: %s', (sentence, place) => {
    expect(lintFindings('evisrag', `${form} ${sentence}`)).toEqual([`output-length: ${place}`]);
    expect(lintFindings('action-rl', `${FORM}${sentence}`)).toEqual([]);
  });

  it.each([
    'Answer in at most 5 words.',
    'Keep the whole response between 300 and 700 words.',
    'Write 20 to 40 words for each image.',
    'Describe each image in one or two sentences.',
    'The response should have about 500 words.',
    'Be detailed, and write at most 600 words in total.',
  ])('reports no length: %s', (sentence) => {
    expect(lintFindings('evisrag', `${form} ${sentence}`)).toEqual([]);
  });

  it('finds max_tokens that cut off every response, and a prompt that leaves no room', () => {
    const short = `---\nreward: evisrag\nsampling: { max_tokens: 100 }\n---\n${form}`;
    expect(lintPrompt(short, { name: 'short' }).findings.map(({ code }) => code)).toEqual(['output-length']);
    const { findings } = lintWith('action-rl', FORM, { modelLength: 3000 });
    expect(findings.map(({ code, message }) => [code, message.includes('With 2 images')])).toEqual([
      ['no-room', true],
    ]);
    expect(lintFindings('action-rl', FORM, { modelLength: 8192 })).toEqual([]);
  });
});

describe('variables and Jinja', () => {
  it.each([
    ['{{ context }}', 'variable-unfilled: context'],
    ['{% for tool in tools %}{{ tool.name }}{% endfor %}', 'variable-unfilled: tools'],
    ['{% if context %}Look well.{% endif %}', 'variable-unfilled: {% if context %}'],
    ['There are {num_images} images.', 'variable-unfilled: {num_images}'],
    ['Known so far: %(context)s', 'variable-unfilled: %(context)s'],
    ['Known so far: {0}', 'variable-unfilled: {0}'],
  ])('finds a variable that is never filled: %s', (part, place) => {
    expect(lintFindings('action-rl', FORM + part)).toEqual([place]);
  });

  it('inserts the question where Python would have filled it in', () => {
    const form = FORM.replace('{{ content }}', '{question}');
    expect(lintFindings('action-rl', form)).toEqual(['variable-unfilled: {question}']);
    expect(applyFix('action-rl', form, 'variable-unfilled')).toBe(FORM);
  });

  it.each(['problem', 'question_text', 'user_prompt', 'input'])(
    'reports once that a question has another name: %s',
    (name) => {
      const form = FORM.replace('content', name);
      expect(lintFindings('action-rl', form)).toEqual([`variable-unfilled: ${name}`]);
      expect(applyFix('action-rl', form, 'variable-unfilled')).toBe(FORM);
    },
  );

  it('treats every name in single braces as a variable in a text for str.format', () => {
    const form = FORM.replace('{{ content }}', 'Look for "{question}" among {found_boxes}.');
    expect(lintFindings('action-rl', form)).toEqual([
      'variable-unfilled: {question}',
      'variable-unfilled: {found_boxes}',
    ]);
    expect(lintFindings(null, 'Where is {object_name}? Write {{"box": [1, 2]}}.')).toEqual([
      'variable-unfilled: {object_name}',
      'jinja-construct: {{"box": [1, 2]}}',
    ]);
    const slots = `${FORM}Search with {"query": "{question}"} or call <tool name="{tool}">, $\\frac{a}{b}$.`;
    expect(lintFindings('action-rl', slots)).toEqual([]);
  });

  it('finds a prompt without the question, and adds it at the end', () => {
    const form = FORM.replace('{{ content }}\n', '').trimEnd();
    expect(lintFindings('action-rl', form).map((each) => each.split(':')[0])).toEqual(['question-missing']);
    expect(applyFix('action-rl', form, 'question-missing')).toBe(`${form}\n\nQuestion: {{ content }}`);
  });

  it('reports invalid Jinja and invalid front matter at their place', () => {
    for (const broken of ['{% if %}', '{% include "rules.txt" %}'])
      expect(lintFindings('action-rl', FORM + broken).map((each) => each.split(':')[0])).toEqual([
        'jinja-construct',
      ]);
    expect(lintFindings(null, `---\nreward: none\n---\n${FORM}`)).toEqual([
      'front-matter: reward',
      ...lintFindings(null, FORM),
    ]);
  });

  it('finds braces that were doubled for Python, and makes them single', () => {
    const form = `${FORM}Answer {{"bbox_2d": [1, 2, 3, 4]}} in \\boxed{{}}.`;
    expect(lintFindings('action-rl', form)[0]).toBe('jinja-construct: {{"bbox_2d": [1, 2, 3, 4]}}');
    expect(applyFix('action-rl', form, 'jinja-construct')).toBe(
      `${FORM}Answer {"bbox_2d": [1, 2, 3, 4]} in \\boxed{}.`,
    );
  });

  it.each([
    '{% set shown = true %}{% if shown %}Look well.{% endif %}',
    '{% if note is defined %}{{ note }}{% endif %}',
    'Put it in \\boxed{answer} as {"a": 1}.',
    'Write $x \\in {0}$, x^{0}, \\frac{0}{1}, \\boxed{0}, [0-9]{0} or {"a": {}}.',
    'Choose from {1} or {2}; 5%(of the total)s.',
    '{% set note = "see {0} or %(a)s" %}{% if note %}Look well.{% endif %}',
  ])('reports nothing for variables and braces: %s', (part) => {
    expect(lintFindings('action-rl', FORM + part)).toEqual([]);
  });
});

describe('disabling rules', () => {
  const broken = FORM.replace('{{ content }}', '{{ content }}\nYou have exactly 3 images.');

  it.each([
    ['in the settings', broken, { off: ['image-count-fixed'] }],
    [
      'with a comment for the file',
      `${broken}{# pagetrace-lint-disable image-count-fixed -- on purpose #}`,
      {},
    ],
    ['with a comment for all rules', `{#- pagetrace-lint-disable -#}\n${broken}`, {}],
    ['with a comment on the line', broken.replace('images.', 'images.{# pagetrace-lint-disable-line #}'), {}],
    [
      'with a comment on the line before',
      broken.replace('You', '{# pagetrace-lint-disable-next-line image-count-fixed #}\nYou'),
      {},
    ],
  ])('a rule can be disabled %s', (_where, text, options) => {
    expect(lintFindings('action-rl', text, options)).toEqual([]);
  });

  it('the front matter disables only the rules that it names', () => {
    const text = `---\nreward: action-rl\nlint: { off: [image-count-fixed] }\n---\n${broken}{{ context }}`;
    expect(lintPrompt(text, { name: 'off' }).findings.map(({ code }) => code)).toEqual(['variable-unfilled']);
    expect(lintFindings('action-rl', `${broken}{# pagetrace-lint-disable tag-case #}`)).toHaveLength(1);
  });
});

describe('unknown rule names', () => {
  const text = `---\nreward: action-rl\nlint: { off: [nope, tag-case] }\n---\n${FORM}`;
  const findingsOf = (whole: string): string[] =>
    lintPrompt(whole, { name: 'off' }).findings.map(
      ({ code, severity, span }) => `${severity} ${code}: ${whole.slice(span.start, span.end)}`,
    );

  it('warns of unknown rule names at their place, in the front matter and in comments', () => {
    expect(findingsOf(text)).toEqual(['warning front-matter: nope']);
    const comment = '{#- pagetrace-lint-disable-next-line tag-case, nopes -- disable nothing -#}';
    expect(findingsOf(text.replace('nope', 'tag-missing') + comment)).toEqual([
      'warning front-matter: nopes',
    ]);
  });

  it('repairs a misspelled rule name', () => {
    const comment = '{# pagetrace-lint-disable tag-cas #}';
    expect(applyFix('action-rl', FORM + comment, 'front-matter')).toBe(
      `${FORM}{# pagetrace-lint-disable tag-case #}`,
    );
  });
});

const EVISRAG =
  '{{ content }} <observe>...</observe><evidence>...</evidence><think>...</think><answer>...</answer>';

describe('severities', () => {
  it.each([
    ['front-matter', 'warning', `---\nrewards: action-rl\n---\n${FORM}`],
    ['front-matter', 'error', `---\ndialect: nope\n---\n${FORM}`],
  ] as const)('the severity of %s is %s, as its table says', (code, severity, text) => {
    const about: RuleAbout = RULES[code];
    expect([about.severity, about.otherwise?.severity]).toContain(severity);
    const { findings } = lintPrompt(text, { name: 'severity', reward: profileByName('action-rl') });
    expect(findings.find((each) => each.code === code)?.severity).toBe(severity);
  });
});

describe('severity by loss', () => {
  it.each<[ProfileName, string, string, number]>([
    ['lang2act', 'tag-missing', FORM.replaceAll('think>', 'thinking>') + TOOLS, 1],
    ['lang2act', 'tool-refused', FORM + TOOLS.replace('read_text_element', 'zoom_in'), 0.03],
    ['lang2act', 'tag-unknown', `${FORM}${TOOLS} Last, write <summary>...</summary>.`, 0],
    ['action-rl', 'tag-unknown', FORM.replaceAll('think>', 'thinking>'), 0.2],
    ['evisrag', 'output-length', `${EVISRAG} Write at most 20 words in total.`, 1],
  ])(
    'with the reward %s, a finding of %s has the loss that the reward computes',
    (reward, code, text, loss) => {
      const profile = profileByName(reward);
      const { findings } = lintPrompt(text, { name: 'severity', reward: profile });
      const most = reward === 'evisrag' ? 7 : 1;
      const expected = loss === 0 ? 'information' : loss >= most / 2 ? 'error' : 'warning';
      const found = findings.find((each) => each.code === code);
      expect([found?.loss, found?.severity]).toEqual([loss, expected]);
      if (loss > 0) expect(found?.message).toContain(`Such a response loses ${loss}.`);
    },
  );

  it.each([
    [0, 'information'],
    [1e-12, 'information'],
    [0.01, 'warning'],
    [0.99, 'warning'],
    [1, 'error'],
    [2, 'error'],
  ] as const)('a loss of %d of 2 is of the severity %s', (loss, severity) => {
    expect(severityOfLoss(loss, 2)).toBe(severity);
  });
});

describe('any prompt', () => {
  const presets = new URL('../../../media/prompts/', import.meta.url);

  it.each(readdirSync(presets))('the preset %s has no findings', (file) => {
    const text = readFileSync(new URL(file, presets), 'utf8');
    expect(lintPrompt(text, { name: file }).findings).toEqual([]);
  });

  it('any prompt is read without an error, and every finding lies within it', () => {
    const pieces = fc.constantFrom(
      '{{ content }}',
      '{% if num_images > 1 %}',
      '{% endif %}',
      '{{',
      '}}',
      '{#',
      '---\n',
      'reward: lang2act\n',
      'Example:\n',
      '```\n',
      '<tool name="read_text_element" args="Image 1: a \'b\'">x</tool>',
      '<thinking>',
      '</thinking>',
      '3 images',
      '- zoom(a): b\n',
      '| tool | args |\n',
      '{question}',
      'at most 20 words',
      '<image>',
      '\r\n',
      '\u{1F600}',
      '[1]:',
    );
    const text = fc.array(fc.oneof(pieces, brokenText), { maxLength: 12 }).map((all) => all.join(''));
    const header = fc.constantFrom('', ...PROFILE_NAMES.map((name) => `---\nreward: ${name}\n---\n`));
    fc.assert(
      fc.property(header, text, (front, body) => {
        const whole = front + body;
        const { findings, promises, examples } = lintPrompt(whole, { name: 'any' });
        const spans = [
          ...findings.flatMap((finding) => [
            finding.span,
            ...finding.related.map(({ span }) => span),
            ...finding.fixes.flatMap(({ edits }) => edits.map(({ span }) => span)),
          ]),
          ...promises.tags.map(({ span }) => span),
          ...promises.tools.map(({ span }) => span),
          ...examples.map(({ span }) => span),
        ];
        for (const { start, end } of spans)
          if (start < 0 || end < start || end > whole.length)
            throw new Error(`${start} to ${end} of ${whole.length}`);
      }),
      propertyRuns(1500),
    );
  });
});

describe('numbers of images in branches', () => {
  const counted = (text: string): string[] => {
    const { findings } = lintWith('action-rl', `${text}\n${FORM}`);
    return findings.map(({ code, message }) => `${code} ${/\(With .*\)$/.exec(message)?.[0] ?? ''}`.trim());
  };

  it.each([
    ['{% if num_images > 1 %}You have 3 images.{% endif %}', ['image-count-fixed (With 2 images.)']],
    [
      '{% if num_images > 4 %}You have exactly 6 images.{% else %}Look well.{% endif %}',
      ['image-count-fixed (With 5 images.)'],
    ],
    [
      '{% if 2 <= num_images %}Both images come from one report.{% endif %}',
      ['image-count-fixed (With 3 images.)'],
    ],
    ['{% if num_images > 1 %}<image><image>{% endif %}', ['image-count-fixed (With 3 images.)']],
    ['{% if num_images == 5 %}Write <sum>...</sum>.{% endif %}', ['tag-unknown (With 5 images.)']],
    ['{% set n = 3 %}You have {{ n }} images.', ['image-count-fixed']],
  ])('says for how many images a number is wrong: %s', (text, expected) => {
    expect(counted(text)).toEqual(expected);
  });

  it.each([
    '{% if num_images == 1 %}You have exactly 1 image.{% elif num_images == 2 %}Both images come from one report.{% else %}You have {{ num_images }} images.{% endif %}',
    '{% if num_images == 4 %}You have 4 images.{% endif %}',
    '{{ "Both images come from one report." if num_images == 2 else "Look at each image." }}',
    '{% if num_images in [2] %}Look closely at both pages.{% endif %}',
    'The images are numbered Image 1 to Image {{ num_images }}.',
    'You see {% for i in range(1, num_images + 1) %}Image {{ i }}{{ ", " if not loop.last }}{% endfor %}.',
    'You get {{ num_images + 1 }} images: the pages, and a legend.',
    '{% if num_images > 1 %}For each image [1] to [{{ num_images }}], write a line.{% endif %}',
    '{% if num_images == 2 %}<image><image>{% else %}{% for i in range(num_images) %}<image>{% endfor %}{% endif %}',
  ])('reports no number that is right in its branch: %s', (text) => {
    expect(counted(text)).toEqual([]);
  });
});

describe('line breaks that are written as characters', () => {
  it.each([
    ['Look well.\\nThen answer.', 1],
    ['{{ content }}\\n\\nAnswer:', 2],
    ['<think>...</think>\\n<description>...</description>', 1],
    ['Steps:\\n1. Look.\\n2. Answer.', 2],
    ['请看图。\\n然后回答。', 1],
    ['Look well.\\nthen answer', 1],
  ])('finds them: %s', (text, count) => {
    const body = FORM + text;
    expect(lintFindings('action-rl', body)).toEqual(['line-break-escaped: \\n']);
    expect(applyFix('action-rl', body, 'line-break-escaped')).toBe(body.replaceAll('\\n', '\n'));
    expect(lintWith('action-rl', body).findings[0]?.fixes[0]?.edits).toHaveLength(count);
  });

  it.each([
    'Separate the lines with \\n and nothing else.',
    'Use a newline (\\n) between them.',
    'A line break is written as `\\n`.',
    'Write {"text": "first\\nsecond"} as JSON.',
    "Call split('\\n') on it.",
    'The gradient is $\\nabla f$, with $a \\neq b$ and $\\nu$.',
    'Here \\nabla and \\not\\in are commands, like \\newline.',
    'The pattern is [^\\n]+ or \\s*\\n\\s*.',
    'It is in C:\\new\\notes on the disk.',
    '```python\nprint("a.\\nB")\nx = 1 \\n Y\n```',
    '{{ "Look well.\\nThen answer." }}',
    'Write \\\\n in the JSON.',
    '用 \\n 分隔每一行。',
    'folder\\name',
  ])('reports nothing where the characters are meant: %s', (text) => {
    expect(lintFindings('action-rl', FORM + text)).toEqual([]);
  });
});
