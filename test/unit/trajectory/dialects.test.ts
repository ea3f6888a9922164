import { describe, expect, test } from 'vitest';
import { checks } from '../../../src/core/trajectory/checks.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import type { DialectName, ParseContext, Trajectory } from '../../../src/core/trajectory/model.ts';
import type { Part } from '../../../src/core/trajectory/partModel.ts';
import { TrajectoryParser, parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import { GOOD_TEXTS } from './dialectTexts.ts';

/** A request with two images and the tools of the dialect. */
const contextOf = (dialect: DialectName): ParseContext => ({ dialect, numImages: 2, tools: null });

const read = (dialect: DialectName, text: string, more: Partial<ParseContext> = {}): Trajectory =>
  parseTrajectory(text, { ...contextOf(dialect), ...more });

/** One line per finding: its code and the text at its place. */
const findingLines = ({ findings, text }: Trajectory): string[] =>
  findings.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`);

/** One line per step: its speaker, its kind and name, and its text. */
const outline = ({ steps, text }: Trajectory): string[] =>
  steps.map(({ depth, speaker, kind, name, body }) => {
    const who = speaker === 'environment' ? 'environment: ' : '';
    return `${'  '.repeat(depth)}${who}${kind} ${name}: ${text.slice(body.start, body.end).trim()}`;
  });

/** The fields of a part without its spans. */
const withoutSpans = (parts: readonly Part[]): unknown[] =>
  parts.map((part) =>
    Object.fromEntries(
      Object.entries(part).filter(
        ([key, value]) =>
          key !== 'open' && (typeof value !== 'object' || Array.isArray(value) || value === null),
      ),
    ),
  );

describe('responses without faults', () => {
  test.each(DIALECT_NAMES)('%s: a response without faults has no findings, whole or in pieces', (dialect) => {
    const trajectory = read(dialect, GOOD_TEXTS[dialect]);
    expect(findingLines(trajectory)).toEqual([]);
    expect(checks(trajectory).filter(({ state }) => state === 'failed')).toEqual([]);
    expect(checks(trajectory).filter(({ state }) => state === 'passed').length).toBeGreaterThan(3);
    // There are no findings while the text streams either, because the rest may still complete it.
    const parser = new TrajectoryParser(contextOf(dialect));
    for (const unit of GOOD_TEXTS[dialect]) {
      parser.append(unit);
      expect(findingLines(parser.snapshot())).toEqual([]);
    }
  });

  test.each<[dialect: DialectName, steps: string[]]>([
    [
      'tool-curation',
      [
        'definition DEFINE_TOOL: count_bars || Image k: chart || Counts the bars of a chart.',
        'tool count_bars: 5',
        'definition END_OF_TOOLS: ',
      ],
    ],
    [
      'vg-refiner',
      [
        'think think: The dog on the left.',
        'call function: get_extra_ref_result()',
        'environment: observation tool: [{"bbox_2d": [10, 20, 30, 40]}]',
        'think rethink: The box is too small.',
        'answer answer: [{"bbox_2d": [10, 20, 32.5, 44], "label": "dog"}]',
      ],
    ],
    [
      'vrag-rl',
      [
        'think think: I lack the revenue.',
        'search search: revenue 2024',
        'environment: observation user: <|vision_start|><|image_pad|><|image_pad|><|vision_end|>',
        'think think: The row is small.',
        'box bbox: [10, 20, 300, 400]',
        'environment: observation user: <|vision_start|><|image_pad|><|vision_end|>',
        'think think: It reads 518.9.',
        'answer answer: 518.9',
      ],
    ],
    [
      'pixel-reasoner',
      [
        'text text: The row is small, so I look closer.',
        'call tool_call: {"name": "crop_image_normalized", "arguments": {"bbox_2d": [0.1, 0.2, 0.5, 0.6], "target_image": 1}}',
        'environment: observation user: Here is the cropped image (Image Size: 300x200):<image>',
        'text text: It reads 518.9, so the answer is \\boxed{518.9}.',
        '  answer boxed: 518.9',
      ],
    ],
    ['judge', ['verdict judge: True', 'verdict judge: False', 'verdict judge: true']],
    [
      'quality-judge',
      [
        'score Coherence: 4',
        'score Non-Hallucination: 5',
        'score Factual Consistency: 4',
        'score Average: 4.33',
        'score Explanation: The steps follow from each other.\nOne number is not on the page.',
      ],
    ],
  ])('%s: a response without faults has the expected steps', (dialect, steps) => {
    expect(outline(read(dialect, GOOD_TEXTS[dialect]))).toEqual(steps);
  });

  test.each<[dialect: DialectName, parts: unknown[]]>([
    ['lang2act', []],
    [
      'tool-curation',
      [
        {
          kind: 'tool-definition',
          speaker: 'model',
          name: 'count_bars',
          args: 'Image k: chart',
          description: 'Counts the bars of a chart.',
        },
        { kind: 'tools-end', speaker: 'model' },
      ],
    ],
    [
      'evisrag',
      [
        { kind: 'evidence-item', speaker: 'model', image: 1, relevant: true },
        { kind: 'evidence-item', speaker: 'model', image: 2, relevant: false },
      ],
    ],
    [
      'vg-refiner',
      [
        { kind: 'call', speaker: 'model', name: 'get_extra_ref_result', argumentsSpan: null },
        { kind: 'box', speaker: 'environment', box: [10, 20, 30, 40], unit: 'pixels', image: 1, label: null },
        { kind: 'box', speaker: 'model', box: [10, 20, 32.5, 44], unit: 'pixels', image: 1, label: 'dog' },
      ],
    ],
    [
      'vrag-rl',
      [
        { kind: 'search', speaker: 'model', query: 'revenue 2024' },
        { kind: 'observation', speaker: 'environment', images: 1, refuses: false },
        { kind: 'box', speaker: 'model', box: [10, 20, 300, 400], unit: 'pixels', image: 1, label: null },
        { kind: 'observation', speaker: 'environment', images: 1, refuses: false },
      ],
    ],
    [
      'pixel-reasoner',
      [
        { kind: 'call', speaker: 'model', name: 'crop_image_normalized' },
        { kind: 'box', speaker: 'model', box: [0.1, 0.2, 0.5, 0.6], unit: 'fraction', image: 1, label: null },
        { kind: 'observation', speaker: 'environment', images: 1, refuses: false },
        { kind: 'boxed-answer', speaker: 'model' },
      ],
    ],
    [
      'judge',
      [
        { kind: 'verdict', speaker: 'model', item: 1, value: true },
        { kind: 'verdict', speaker: 'model', item: 2, value: false },
        { kind: 'verdict', speaker: 'model', item: 3, value: true },
      ],
    ],
    [
      'quality-judge',
      [
        { kind: 'quality-line', speaker: 'model', name: 'Coherence', value: 4 },
        { kind: 'quality-line', speaker: 'model', name: 'Non-Hallucination', value: 5 },
        { kind: 'quality-line', speaker: 'model', name: 'Factual Consistency', value: 4 },
        { kind: 'quality-line', speaker: 'model', name: 'Average', value: 4.33 },
        { kind: 'quality-line', speaker: 'model', name: 'Explanation', value: null, valueSpan: null },
      ],
    ],
  ])('%s: a response without faults has the expected structured parts', (dialect, parts) => {
    expect(withoutSpans(read(dialect, GOOD_TEXTS[dialect]).parts)).toEqual(parts);
  });
});

const THINK = '<think>a</think>';
const CROP = (box: string, target = '1'): string =>
  `<tool_call>{"name": "crop_image_normalized", "arguments": {"bbox_2d": ${box}, "target_image": ${target}}}</tool_call>\n`;
const SCORES = 'Coherence: 4\nNon-Hallucination: 5\nFactual Consistency: 3\n';
const EVIDENCE = (items: string): string =>
  `<observe>a</observe><evidence>${items}</evidence>${THINK}<answer>b</answer>`;
const REFINED = (answer: string): string =>
  `${THINK}<function>get_extra_ref_result()</function><tool>[]</tool><rethink>c</rethink><answer>${answer}</answer>`;

describe('faults of a response', () => {
  test.each<
    [dialect: DialectName, what: string, text: string, list: string[], context?: Partial<ParseContext>]
  >([
    ['evisrag', 'an image without evidence', EVIDENCE('[1]: x'), ['evidence-missing: ']],
    [
      'evisrag',
      'an image twice, one that does not exist, and one out of order',
      EVIDENCE('\n[2]: x\n[1]: y\n[2]: z\n[7]: no relevant information\n'),
      ['evidence-out-of-order: [1]:', 'evidence-doubled: [2]:', 'image-out-of-range: [7]:'],
    ],
    ['evisrag', 'an empty item', EVIDENCE('[1]: x\n[2]:\n'), ['evidence-empty: [2]:']],
    [
      'evisrag',
      'an item that the reward cuts off',
      EVIDENCE('[1]: as [2] shows\n[2]: x'),
      ['evidence-cut: [2]'],
    ],
    ['evisrag', 'text before the items', EVIDENCE('So:\n[1]: x\n[2]: y'), ['text-before-evidence: So:']],
    [
      'evisrag',
      'items that the reward does not read',
      EVIDENCE('\nImage 1: x\n[2] : y\n'),
      ['evidence-unread: Image 1:', 'evidence-unread: [2]'],
    ],
    [
      'evisrag',
      'evidence in prose',
      EVIDENCE('Nothing to see.'),
      ['evidence-unread: <evidence>Nothing to see.</evidence>'],
    ],
    [
      'evisrag',
      'marks in observe, and a think that is the answer',
      `<observe>[1] shows it.</observe><evidence>[1]: x\n[2]: y</evidence><think>b</think><answer> b </answer>`,
      ['mark-in-observe: [1]', 'think-is-answer: <think>b</think>'],
    ],
    [
      'evisrag',
      'an answer without evidence',
      EVIDENCE('[1]: no relevant information\n[2]: No relevant information.'),
      ['answer-without-evidence: <answer>b</answer>'],
    ],
    [
      'evisrag',
      'upper-case tags, which this reward does not see',
      EVIDENCE('[1]: x\n[2]: y').replace('<observe>', '<Observe>'),
      ['tag-case-unread: <Observe>'],
    ],
    ['vg-refiner', 'no boxes of the other tool are no fault', REFINED('{"bbox_2d": [1, 2, 30, 40]}'), []],
    ['vg-refiner', 'JSON that breaks', REFINED('[{"bbox_2d": [1, 2, 30, 40],}]'), ['boxes-broken: }']],
    ['vg-refiner', 'JSON that does not end', REFINED('[{"bbox_2d": [1, 2'), ['boxes-broken: ']],
    ['vg-refiner', 'single quotes', REFINED("[{'bbox_2d': [1, 2, 30, 40]}]"), ["boxes-broken: 'bbox_2d'"]],
    [
      'vg-refiner',
      'a fence around the JSON',
      REFINED('\n```json\n[{"bbox_2d": [1, 2, 30, 40]}]\n```\n'),
      ['boxes-fenced: ```json'],
    ],
    [
      'vg-refiner',
      'entries that are not boxes',
      REFINED(
        '[{"label": "x"}, 5, {"bbox_2d": [1, 2, 3]}, {"bbox_2d": [9, 9, 5, 12]}, {"bbox_2d": [0.1, 0.2, 0.3, 0.4]}, {"point_2d": [1, 2]}]',
      ),
      [
        'entry-without-box: {"label": "x"}',
        'entry-not-object: 5',
        'box-malformed: [1, 2, 3]',
        'box-inverted: [9, 9, 5, 12]',
        'box-not-in-pixels: [0.1, 0.2, 0.3, 0.4]',
      ],
    ],
    ['vg-refiner', 'JSON nested as deep as a stack', REFINED('['.repeat(5000)), ['boxes-broken: [']],
    [
      'vg-refiner',
      'a missing rethink block',
      REFINED('[{"bbox_2d": [1, 2, 30, 40]}]').replace('<rethink>c</rethink>', ''),
      ['missing-block: '],
    ],
    [
      'vg-refiner',
      'the plain form, with neither a tool nor a rethink block',
      `${THINK}<answer>[{"bbox_2d": [1, 2, 30, 40]}]</answer>`,
      [],
    ],
    [
      'vg-refiner',
      'boxes of a tool that was not called',
      `${THINK}<tool>[]</tool><rethink>c</rethink><answer>[{"bbox_2d": [1, 2, 30, 40]}]</answer>`,
      ['observation-without-call: <tool>[]</tool>'],
    ],
    [
      'vg-refiner',
      'a call of an unknown function without an answer',
      `${THINK}<function>detect("dog")</function><rethink>c</rethink><answer>[{"bbox_2d": [1, 2, 30, 40]}]</answer>`,
      ['call-without-observation: <function>detect("dog")</function>', 'unknown-function: detect("dog")'],
    ],
    [
      'vrag-rl',
      'incomplete turns',
      `${THINK}${THINK}<search>q</search>\n<search>r</search>\n${THINK}<answer>b</answer>${THINK}`,
      ['turn-without-action: <think>', 'turn-without-think: <search>', 'block-after-end: <think>'],
    ],
    [
      'vrag-rl',
      'a box before any image, and no search at all',
      `${THINK}<bbox>[1, 2, 30, 40]</bbox>\n${THINK}<answer>b</answer>`,
      ['box-without-image: <bbox>[1, 2, 30, 40]</bbox>', 'no-search: '],
    ],
    [
      'vrag-rl',
      'malformed boxes that the environment refuses',
      `${THINK}<search>q</search>${THINK}<bbox>[1, 2, 30]</bbox>${THINK}<bbox>[-1, 2, 30, 40]</bbox>${THINK}<bbox>[1, 2, x]</bbox>${THINK}<answer>b</answer>`,
      ['box-malformed: [1, 2, 30]', 'box-malformed: [-1, 2, 30, 40]', 'box-malformed: x'],
    ],
    [
      'vrag-rl',
      'more turns than allowed',
      `${`${THINK}<search>q</search>\n`.repeat(10)}${THINK}<answer>b</answer>`,
      ['too-many-turns: <answer>'],
    ],
    ['vrag-rl', 'no answer', `${THINK}<search>q</search>`, ['missing-block: ']],
    [
      'pixel-reasoner',
      'boxes that the tool reads as pixels, or that are empty',
      `${CROP('[0.1, 0.2, 0.5, 1.0]')}${CROP('[0.5, 0.2, 0.1, 0.6]')}${CROP('[1, 2, 3]')}\\boxed{5}`,
      [
        'box-taken-for-pixels: [0.1, 0.2, 0.5, 1.0]',
        'box-inverted: [0.5, 0.2, 0.1, 0.6]',
        'box-malformed: [1, 2, 3]',
      ],
    ],
    [
      'pixel-reasoner',
      'images that do not exist yet',
      `${CROP('[0.1, 0.2, 0.5, 0.6]', '3')}${CROP('[0.1, 0.2, 0.5, 0.6]', '3')}${CROP('[0.1, 0.2, 0.5, 0.6]', '0')}\\boxed{5}`,
      ['image-out-of-range: 3', 'call-incomplete: 0'],
    ],
    [
      'pixel-reasoner',
      'calls that cannot be read',
      '<tool_call>{"name": "zoom", "arguments": {}}</tool_call><tool_call>{"arguments": {}}</tool_call><tool_call>{"name": "crop_image_normalized"</tool_call>\\boxed{5}',
      ['unknown-function: "zoom"', 'call-incomplete: {"arguments": {}}', 'call-broken: '],
    ],
    [
      'pixel-reasoner',
      'a prompt without a toolbox',
      `${CROP('[0.1, 0.2, 0.5, 0.6]')}\\boxed{5}`,
      [],
      { tools: [] },
    ],
    ['pixel-reasoner', 'no answer', 'It is 5.', ['missing-answer: ']],
    ['pixel-reasoner', 'an answer that does not close', 'It is \\boxed{5', ['answer-not-closed: \\boxed{']],
    ['pixel-reasoner', 'two answers', '\\boxed{5} or \\boxed{6}', ['answers-differ: \\boxed{6}']],
    [
      'judge',
      'verdicts that the program does not read',
      '<judge> True</judge>\n<judge>yes</judge>\n<judge></judge>\nDone.',
      [
        'verdict-unread:  True',
        'verdict-unread: yes',
        'empty-block: <judge></judge>',
        'text-outside-tags: Done.',
      ],
    ],
    ['judge', 'no verdict', 'True', ['text-outside-tags: True', 'missing-block: ']],
    [
      'quality-judge',
      'scores that are out of range, repeated, empty or missing',
      'Here you are.\nCoherence: 7\nAverage: 4\nCoherence: 3\nFactual Consistency: good\n',
      [
        'text-outside-tags: Here you are.',
        'score-out-of-range: 7',
        'score-doubled: Coherence: ',
        'score-order: Factual Consistency: ',
        'score-unread: good',
        'score-missing: ',
        'score-missing: ',
      ],
    ],
    [
      'quality-judge',
      'a wrong average and an empty explanation',
      `${SCORES}Average: 4.5\nExplanation:`,
      ['average-wrong: 4.5', 'score-unread: Explanation:'],
    ],
    ['quality-judge', 'an average that is rounded', `${SCORES}**Average:** 4.0\n- Explanation: x`, []],
    [
      'tool-curation',
      'incomplete definitions',
      'DEFINE_TOOL: a b || c || d\nDEFINE_TOOL: x\nDEFINE_TOOL:\nDEFINE_TOOL: y || z ||\n<tool name="x" args="Image 1: c">5</tool>\n<tool name="y" args="Image 1: c">5</tool>\nEND_OF_TOOLS',
      [
        'definition-malformed: a b',
        'definition-unused: a b',
        'definition-malformed: DEFINE_TOOL: x',
        'definition-malformed: DEFINE_TOOL:',
        'definition-malformed: DEFINE_TOOL: y || z ||',
      ],
    ],
    [
      'tool-curation',
      'tools of the pool, late definitions, unknown tools, and text after the end',
      '<tool name="zoom" args="Image 1: c">5</tool>\n<tool name="peek" args="Image 1: c">5</tool>\nDEFINE_TOOL: zoom || a || b\nEND_OF_TOOLS\nDone.',
      [
        'tool-not-defined: peek',
        'definition-late: DEFINE_TOOL: zoom || a || b',
        'definition-doubled: zoom',
        'text-outside-tags: Done.',
        'text-after-tools: Done.',
      ],
      { tools: ['zoom'] },
    ],
    [
      'tool-curation',
      'definitions without an end and without a call',
      'DEFINE_TOOL: a || b || c',
      ['definition-unused: a', 'no-tool-use: ', 'missing-end-of-tools: '],
    ],
  ])('%s: reports the findings of %s', (dialect, _, text, list, context = {}) => {
    expect(findingLines(read(dialect, text, context)).toSorted()).toEqual(list.toSorted());
  });

  test('text of the environment has no findings, because the model did not write it', () => {
    const text = `${THINK}<search>q</search>
<|im_start|>user
Your previous action is invalid. Write <think> and </think>, then <answer> b <answer>.
<|im_end|>
<|im_start|>assistant
${THINK}<answer>b</answer>`;
    const trajectory = read('vrag-rl', text);
    expect(findingLines(trajectory)).toEqual([]);
    expect(withoutSpans(trajectory.parts)[1]).toMatchObject({ images: 0, refuses: true });
  });

  test.each([
    ['<|vision_start|>\n<|image_pad|><|image_pad|>\n<|vision_end|>', 1],
    ['<|vision_start|><|image_pad|><|vision_end|><image>', 2],
    ['<|image_pad|><|image_pad|> and <|image_pad|>', 2],
  ])('an image is counted once, however its pads stand: %s', (shown, images) => {
    const text = `${THINK}<search>q</search><|im_end|>
<|im_start|>user
${shown}<|im_end|>
<|im_start|>assistant
${THINK}<answer>b</answer>`;
    expect(withoutSpans(read('vrag-rl', text).parts)[1]).toMatchObject({ kind: 'observation', images });
  });

  test('a box after a refusal refers to the same image as the box before', () => {
    const refusal = '\n<|im_start|>user\nYour previous action is invalid.<|im_end|>\n<|im_start|>assistant\n';
    const boxes = (text: string): unknown[] =>
      read('vrag-rl', text).parts.flatMap((part) => (part.kind === 'box' ? [part.image] : []));
    const turn = (action: string): string => `${THINK}${action}\n`;
    const box = turn('<bbox>[1, 2, 30, 40]</bbox>');
    expect(boxes(turn('<search>q</search>') + box + box)).toEqual([1, 2]);
    expect(boxes(turn('<search>q</search>') + box + refusal + box)).toEqual([1, 1]);
    expect(boxes(`${turn('<search>q</search>')}<image><image>\n${box}`)).toEqual([2]);
  });
});

describe('unfinished structure', () => {
  test('unfinished JSON is no error until its block closes, and its complete boxes are listed', () => {
    const parser = new TrajectoryParser(contextOf('vg-refiner'));
    parser.append('<answer>[{"bbox_2d": [10, 20, 30, 40]}, {"bbox_2d": [1, 2');
    expect(findingLines(parser.snapshot())).toEqual([]);
    expect(withoutSpans(parser.snapshot().parts)).toMatchObject([{ kind: 'box', box: [10, 20, 30, 40] }]);
    expect(parser.snapshot().parts[0]?.open).toBe(true);
    parser.append('</answer>');
    expect(findingLines(parser.snapshot())).toEqual(['boxes-broken: ']);
  });

  test('an item of evidence is open until the next one begins', () => {
    const parser = new TrajectoryParser(contextOf('evisrag'));
    parser.append('<evidence>[1]: x\n[2]: no rel');
    expect(parser.snapshot().parts).toMatchObject([
      { image: 1, open: false },
      { image: 2, open: true, relevant: true },
    ]);
  });

  test('the mark of a turn is recognized only when it is complete', () => {
    const text = GOOD_TEXTS['vrag-rl'];
    const parser = new TrajectoryParser(contextOf('vrag-rl'));
    const at = text.indexOf('<|im_start|>user') + '<|im_st'.length;
    parser.append(text.slice(0, at));
    expect(parser.snapshot().tokens.at(-1)?.kind).toBe('partial-tag');
    parser.append(text.slice(at));
    parser.end();
    expect(parser.snapshot()).toEqual(read('vrag-rl', text));
    expect(parser.snapshot().tokens.filter(({ kind }) => kind === 'turn-mark')).toHaveLength(6);
  });
});
