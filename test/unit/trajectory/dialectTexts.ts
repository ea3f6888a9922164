import fc from 'fast-check';
import type { DialectName } from '../../../src/core/trajectory/model.ts';

/** Pieces of the dialects other than Lang2Act's: whole, broken and hostile ones. */
export const DIALECT_PIECES = [
  '<evidence>',
  '</evidence>',
  '[1]: Revenue rose.',
  '\n[2]: no relevant information\n',
  '[2] without a colon',
  '[99999999]:',
  'Image 3: x',
  '<function>',
  '</function>',
  'get_extra_ref_result()',
  '<rethink>',
  '</rethink>',
  '<tool>[{"bbox_2d": [1, 2, 3, 4]}]</tool>',
  '[{"bbox_2d": [10, 20, 3.5, 40], "label": "a \\" b"}',
  ', {"point_2d": [1, 2]}]',
  '{"bbox_2d": [1, NaN, "3", 4]}',
  "{'bbox_2d': [1, 2, 3, 4]}",
  '[[[[[[[[',
  '}]}]',
  '{"a": ',
  ',',
  '</search>',
  '<bbox>[10, 20, 300, 400]</bbox>',
  '<bbox>[10, 20',
  '</bbox>',
  '<|im_start|>user\n',
  '<|im_start|>assistant\n',
  '<|im_start|>',
  '<|im_start|>systemic',
  '<|im_end|>',
  '<|im_end|>\n',
  '<|im_',
  '<|',
  '<|vision_start|><|image_pad|><|image_pad|><|vision_end|>',
  '<image>',
  'Your previous action is invalid. Use <think> and </think>.',
  'Here is the cropped image (Image Size: 300x200):',
  'Execution error:\n',
  '{"name": "crop_image_normalized", "arguments": {"bbox_2d": [0.1, 0.2, 0.5, 0.6], "target_image": 1}}',
  '{"name": "zoom", "arguments": {}}',
  '\\boxed{',
  '\\boxed{\\frac{1}{2}}',
  '}',
  '</judge>',
  '<judge>True</judge>',
  '<judge> false </judge>',
  '\nCoherence: 4\n',
  '\n**Non-Hallucination:** 5/5\n',
  '\nFactual Consistency: nine\n',
  '\nAverage: 4.5\n',
  '\nExplanation: it is\ngood\n',
  'Coher',
  '\nDEFINE_TOOL: count_bars || Image k: chart || Counts bars.\n',
  '\nDEFINE_TOOL: a b || \n',
  '\nDEFINE_TOOL:\n',
  'DEFINE_',
  '\nEND_OF_TOOLS\n',
  'END_OF_TOOLS',
] as const;

/** A response without faults in each dialect, for a request with two images. */
export const GOOD_TEXTS: Readonly<Record<DialectName, string>> = {
  'think-answer': '<think>Image 1 has the table.</think>\n<answer>518.9</answer>',
  'action-rl':
    '<think>Image 1 is the table.</think>\n<description>Image 1, row Total: 518.9.</description>\n<answer>518.9</answer>',
  lang2act:
    '<think>Image 1 has it.</think>\n<description><tool name="read_numeric_value" args="Image 1: row Total">518.9</tool></description>\n<answer>518.9</answer>',
  'tool-curation': `DEFINE_TOOL: count_bars || Image k: chart || Counts the bars of a chart.
<tool name="count_bars" args="Image 2: chart of revenue">5</tool>
END_OF_TOOLS
`,
  evisrag: `<observe>Image1 is a table of revenue. Image2 shows people.</observe>
<evidence>
[1]: Total revenue was 518.9 million.
[2]: no relevant information
</evidence>
<think>The table has it.</think>
<answer>518.9</answer>`,
  'vg-refiner': `<think>The dog on the left.</think>
<function>
get_extra_ref_result()
</function>
<tool>
[{"bbox_2d": [10, 20, 30, 40]}]
</tool>
<rethink>The box is too small.</rethink>
<answer>[{"bbox_2d": [10, 20, 32.5, 44], "label": "dog"}]</answer>`,
  'vrag-rl': `<think>I lack the revenue.</think><search>revenue 2024</search>
<|im_start|>user
<|vision_start|><|image_pad|><|image_pad|><|vision_end|><|im_end|>
<|im_start|>assistant
<think>The row is small.</think><bbox>[10, 20, 300, 400]</bbox>
<|im_start|>user
<|vision_start|><|image_pad|><|vision_end|><|im_end|>
<|im_start|>assistant
<think>It reads 518.9.</think><answer>518.9</answer>`,
  'pixel-reasoner': `The row is small, so I look closer.
<tool_call>
{"name": "crop_image_normalized", "arguments": {"bbox_2d": [0.1, 0.2, 0.5, 0.6], "target_image": 1}}
</tool_call><|im_end|>
<|im_start|>user
Here is the cropped image (Image Size: 300x200):<image><|im_end|>
<|im_start|>assistant
It reads 518.9, so the answer is \\boxed{518.9}.`,
  'search-r1': `<think>I need the revenue.</think>
<search>revenue 2024</search>
<information>Doc 1(Title: Report) Revenue was 518.9 million.</information>
<think>It is there.</think>
<answer>518.9 million</answer>`,
  'mm-search-r1': `<reason>What does the page look like?</reason>
<search><img></search><|im_end|>
<|im_start|>user
Searched results: <information>There is no search by image here.</information>
<|im_end|>
<|im_start|>assistant
<reason>I need the revenue.</reason>
<text_search>revenue 2024</text_search><|im_end|>
<|im_start|>user
Searched results: <information><|vision_start|><|image_pad|><|vision_end|></information>
<|im_end|>
<|im_start|>assistant
<reason>It reads 518.9.</reason>
<answer>518.9 million</answer>`,
  visdom: `<|im_end|>
<|im_start|>user
Passage 1 (document 1, page 3):
Revenue 518.9<|im_end|>
<|im_start|>assistant
## Evidence:
A paragraph: revenue of 518.9 million.

## Chain of Thought:
It is printed.

## Answer:
518.9<|im_end|>
<|im_start|>user
<|vision_start|><|image_pad|><|vision_end|><|im_end|>
<|im_start|>assistant
## Evidence:
A table: revenue of 518.9 million.

## Chain of Thought:
It is printed.

## Answer:
518.9 million<|im_end|>
<|im_start|>user
Compare the two chains of thought.<|im_end|>
<|im_start|>assistant
## Analysis:
Both agree.

## Conclusion:
Both are right.

## Final Answer:
518.9 million`,
  boxed: '<think>3 times 4 is 12.</think>\nThe answer is \\boxed{12}.',
  judge: '<judge>True</judge>\n<judge>False</judge>\n<judge>true</judge>',
  'quality-judge': `Coherence: 4
Non-Hallucination: 5
Factual Consistency: 4
Average: 4.33
Explanation: The steps follow from each other.
One number is not on the page.`,
};

/**
 * Nearly right responses in any dialect: good ones with pieces omitted, repeated, replaced with hostile ones, or
 * truncated.
 */
export const nearlyRightOfAll: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...Object.values(GOOD_TEXTS)),
    fc.array(fc.tuple(fc.nat(40), fc.constantFrom('drop', 'double', 'spoil', 'upper'), fc.nat()), {
      maxLength: 4,
    }),
    fc.double({ min: 0, max: 1.3, noNaN: true }),
  )
  .map(([good, changes, cut]) => {
    const pieces = good.split(/(?=<|\n|\[|\{)/);
    for (const [place, change, seed] of changes) {
      const at = place % pieces.length;
      const piece = pieces[at] ?? '';
      const spoilt = DIALECT_PIECES[seed % DIALECT_PIECES.length] ?? '';
      pieces[at] = { drop: '', double: piece + piece, spoil: spoilt, upper: piece.toUpperCase() }[change];
    }
    const text = pieces.join('');
    return text.slice(0, Math.ceil(text.length * cut));
  });
