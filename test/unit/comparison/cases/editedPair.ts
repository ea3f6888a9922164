import fc from 'fast-check';
import type { AlignmentCase, CaseRow } from './alignmentCase.ts';

const METRICS = [
  'revenue',
  'costs',
  'profit',
  'employees',
  'debt',
  'orders',
  'margin',
  'assets',
  'cash',
  'patents',
];
const REGIONS = ['North', 'South', 'East', 'West', 'Europe', 'Asia', 'Total', 'Other', 'Canada', 'Japan'];
const TOOLS = ['read_numeric_value', 'read_text_element', 'locate_visual_element', 'count_elements'];
const BETWEEN = [
  'Next, I need',
  'I still lack',
  'The question also asks for',
  'To compare them, I look for',
  'Before I answer, I check',
];

/** What a turn is about. */
interface Topic {
  readonly metric: number;
  readonly region: number;
  readonly year: number;
  readonly phrase: number;
  readonly value: number;
  readonly tool: number;
  readonly image: number;
}

const topic: fc.Arbitrary<Topic> = fc.record({
  metric: fc.nat(METRICS.length - 1),
  region: fc.nat(REGIONS.length - 1),
  year: fc.integer({ min: 2021, max: 2024 }),
  phrase: fc.nat(BETWEEN.length - 1),
  value: fc.integer({ min: 100, max: 9_999 }),
  tool: fc.nat(TOOLS.length - 1),
  image: fc.integer({ min: 1, max: 2 }),
});

/** How a turn is written: as it is, with other words in its thought, its args or both, or with another result. */
type Change = 'none' | 'thought' | 'args' | 'reworded' | 'result';
const hasOtherThought = (change: Change): boolean => change === 'thought' || change === 'reworded';
const hasOtherArgs = (change: Change): boolean => change === 'args' || change === 'reworded';

type Turn = (about: Topic, change: Change) => readonly string[];

const numberOf = ({ value }: Topic, change: Change): string =>
  ((value + (change === 'result' ? 37 : 0)) / 10).toFixed(1);
const thoughtOf = ({ metric, region, year, phrase }: Topic, change: Change): string =>
  hasOtherThought(change)
    ? `The ${METRICS[metric]} in ${REGIONS[region]} for ${year} would be useful to know now.`
    : `${BETWEEN[phrase]} the ${METRICS[metric]} of ${REGIONS[region]} in ${year}.`;

const toolTurn: Turn = (about, change) => {
  const [metric, region, image] = [METRICS[about.metric], REGIONS[about.region], about.image];
  const args = hasOtherArgs(change)
    ? `Image ${image}: the ${about.year} value of ${metric} in the ${region} row`
    : `Image ${image}: row ${region}, column ${metric} ${about.year}`;
  return [`<tool name="${TOOLS[about.tool]}" args="${args}">${numberOf(about, change)} million</tool>\n`];
};
const searchTurn: Turn = (about, change) => {
  const [metric, region] = [METRICS[about.metric], REGIONS[about.region]];
  const query = hasOtherArgs(change)
    ? `${about.year} ${region} ${metric} table`
    : `${metric} ${region} ${about.year}`;
  return [
    `<think>${thoughtOf(about, change)}</think>\n`,
    `<search>${query}</search>\n`,
    '<|im_start|>user\n<|vision_start|><|image_pad|><|vision_end|><|im_end|>\n<|im_start|>assistant\n',
  ];
};
const cropTurn: Turn = (about, change) => {
  const left = (about.metric * 70) / 1000;
  const top = (about.region * 70) / 1000;
  const [x, y] = hasOtherArgs(change) ? [left + 0.04, top + 0.02] : [left, top];
  const box = [x, y, left + 0.2, top + 0.15].map((share) => share.toFixed(2)).join(', ');
  const call = `{"name": "crop_image_normalized", "arguments": {"bbox_2d": [${box}], "target_image": ${about.image}}}`;
  return [
    `${thoughtOf(about, change)} It may read ${numberOf(about, change)}.\n`,
    `<tool_call>\n${call}\n</tool_call><|im_end|>\n`,
    '<|im_start|>user\nHere is the cropped image (Image Size: 300x200):<image><|im_end|>\n<|im_start|>assistant\n',
  ];
};

interface Form {
  readonly dialect: AlignmentCase['dialect'];
  readonly turn: Turn;
  readonly start: readonly string[];
  readonly end: readonly string[];
}

const FORMS: readonly Form[] = [
  {
    dialect: 'lang2act',
    turn: toolTurn,
    start: ['<think>I read the tables.</think>\n', '<description>'],
    end: ['</description>\n', '<answer>12</answer>'],
  },
  {
    dialect: 'vrag-rl',
    turn: searchTurn,
    start: [],
    end: ['<think>That is all.</think>\n', '<answer>12</answer>'],
  },
  {
    dialect: 'pixel-reasoner',
    turn: cropTurn,
    start: [],
    end: ['So the answer is ', String.raw`\boxed{12}`],
  },
];

const edit = fc.record({
  about: topic,
  /** The turn of each side; null for a side without it. */
  before: fc.constantFrom<Change | null>('none', 'none', 'none', 'none', 'none', 'none', null),
  after: fc.constantFrom<Change | null>('none', 'none', 'thought', 'args', 'reworded', 'result', null),
});

/** Two trajectories, of which one was made from the other by removing, adding, rewording and changing turns. */
export const editedPair: fc.Arbitrary<AlignmentCase> = fc
  .tuple(
    fc.constantFrom(...FORMS),
    fc.uniqueArray(edit, {
      minLength: 2,
      maxLength: 14,
      selector: ({ about: { metric, region, year } }) => `${metric} ${region} ${year}`,
    }),
  )
  .map(([{ dialect, turn, start, end }, edits]) => {
    const same = (text: string): CaseRow => [text, text];
    const turns = edits.flatMap(({ about, before, after }): CaseRow[] => {
      const [left, right] = [before, after].map((change) => (change === null ? [] : turn(about, change)));
      const length = Math.max(left?.length ?? 0, right?.length ?? 0);
      return Array.from({ length }, (_, index) => [left?.[index] ?? null, right?.[index] ?? null]);
    });
    return { title: 'edited', dialect, rows: [...start.map(same), ...turns, ...end.map(same)] };
  });
