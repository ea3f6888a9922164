import type { InspectorState } from '../../../src/protocol/inspector.ts';
import { image, sample, state } from './states.ts';

/** A response in each dialect that has special parts, with the other fields of its record. */

const EVIDENCE = `<observe>The first image shows a table of revenue, the second a chart of margins.</observe>
<evidence>
[1]: Total revenue was 518.9 million euros in 2024 and 481.9 in 2023.
[2]: no relevant information
[2]: The chart shows a margin of 11.2%, against Image 1.
[4]: Nothing of use.
</evidence>
<think>Revenue grew by 37.0, which is 7.7% of 481.9.</think>
<answer>7.7%</answer>`;

const EVIDENCE_REFERENCE = `<evidence>[1]: Total revenue was 518.9 million euros in 2024
[2]: no relevant information</evidence><answer>7.7%</answer>`;

const BOXES = `<think>The row stands below the heading.</think><function>get_extra_ref_result()</function>
<tool>[{"bbox_2d": [60, 130, 400, 190], "label": "row"}]</tool>
<rethink>The other tool took two rows. I narrow the box.</rethink>
<answer>[{"bbox_2d": [48, 120, 330, 148], "label": "Europe"}, {"bbox_2d": [48, 164, 330, 188]}]</answer>`;

const TURNS = `<think>I need the page with the revenue.</think>
<search>total revenue 2024</search>
<|im_end|>
<|im_start|>user
<|vision_start|><|image_pad|><|vision_end|><|im_end|>
<|im_start|>assistant
<think>The table is small; look closer at the last row.</think>
<bbox>[40, 120, 420, 200]</bbox>
<|im_end|>
<|im_start|>user
<|vision_start|><|image_pad|><|vision_end|><|im_end|>
<|im_start|>assistant
<think>It reads 518.9.</think>
<answer>518.9 million euros</answer>`;

const CALLS = `I look at the table first.
<tool_call>
{"name": "crop_image_normalized", "arguments": {"bbox_2d": [0.1, 0.15, 0.7, 0.28], "target_image": 1}}
</tool_call>
<|im_end|>
<|im_start|>user
Here is the cropped image: <image><|im_end|>
<|im_start|>assistant
The total is 518.9. \\boxed{518.9}`;

const SCORES = `Coherence: 4
Non-Hallucination: 5
Factual Consistency: 7
Average: 4.67
Explanation: The steps follow each other.
Nothing is invented.`;

const DEFINITIONS = `DEFINE_TOOL: read_legend || Image k: which legend || reads the legend of a chart
DEFINE_TOOL: count_bars || Image k: chart
<tool name="read_legend" args="Image 1: legend">blue is 2024</tool>
<tool name="count_bars" args="Image 2: chart">3</tool>
END_OF_TOOLS`;

/** Reasoning as a tree of thoughts. */
export const TREE = `<think>
Let me see what is asked.
Sub-problem 1: find the total
Thought 1.1: Read it from the table on Image 2.
Evaluation: promising, the table is printed.
Thought 1.2: Add up the bars.
Evaluation: a dead end, the bars have no labels.
Sub-problem 2: find the growth
Thought 2.1: Divide 37.0 by 481.9.
Thought 2.2: Guess.
Conclusion: 7.7%.
</think>
<answer>7.7%</answer>`;

const stateWith = (text: string, change: Partial<InspectorState>): InspectorState =>
  state({ profile: null, samples: [sample({ text, tokens: 250 })], ...change });

export const dialectStates = {
  evisrag: stateWith(EVIDENCE, {
    dialect: 'evisrag',
    profile: 'evisrag',
    reference: EVIDENCE_REFERENCE,
    numImages: 3,
    images: [image(1), image(2), image(3)],
  }),
  'vg-refiner': stateWith(BOXES, {
    dialect: 'vg-refiner',
    profile: 'vg-refiner',
    reference: '[{"bbox_2d": [50, 118, 340, 150]}]',
    numImages: 1,
    images: [image(1)],
  }),
  'vrag-rl': stateWith(TURNS, { dialect: 'vrag-rl', profile: 'vrag-rl', reference: '518.9 million euros' }),
  'pixel-reasoner': stateWith(CALLS, { dialect: 'pixel-reasoner' }),
  judge: stateWith('<judge>True</judge>\n<judge>False</judge>\n<judge>maybe</judge>', {
    dialect: 'judge',
    images: [],
  }),
  'quality-judge': stateWith(SCORES, { dialect: 'quality-judge', images: [] }),
  'tool-curation': stateWith(DEFINITIONS, { dialect: 'tool-curation' }),
} as const satisfies Record<string, InspectorState>;
