import { answer, both, call, think, type AlignmentCase } from './alignmentCase.ts';

const north = call('read_numeric_value', 'Image 1: row North, column 2024', '452.6 million');
const south = call('read_numeric_value', 'Image 1: row South, column 2024', '461.2 million');
const bars = call('count_elements', 'Image 2: bars of the chart', '5');
const search = (query: string): string => `<search>${query}</search>\n`;
const page =
  '<|im_start|>user\n<|vision_start|><|image_pad|><|vision_end|><|im_end|>\n<|im_start|>assistant\n';
const region = '<bbox>[10, 20, 300, 400]</bbox>\n';
const open = both('<description>', 4);
const close = both('</description>\n', 4);

/** More than two trajectories. */
export const SIDES_CASES: readonly AlignmentCase[] = [
  {
    title: 'a call that the first of four sides lacks',
    dialect: 'lang2act',
    rows: [
      both(think('I look at the table.'), 4),
      open,
      both(north, 4),
      [null, bars, null, bars],
      both(south, 4),
      close,
      both(answer('South'), 4),
    ],
  },
  {
    title: 'a search that only other sides have, beside a region that the first side has',
    dialect: 'vrag-rl',
    rows: [
      both(think('I lack the revenue.'), 4),
      [region, null, null, region],
      [page, null, null, page],
      [null, search('revenue 2024'), search('total revenue 2024'), null],
      [null, page, page, null],
      both(think('It reads 518.9.'), 4),
      both(answer('518.9'), 4),
    ],
  },
  {
    title: 'a side without calls',
    dialect: 'lang2act',
    rows: [
      both(think('I look at the table.'), 4),
      open,
      [north, north, null, north],
      [south, null, null, south],
      [null, null, null, bars],
      close,
      [answer('South'), answer('North'), answer('South'), answer('5')],
    ],
  },
  {
    title: 'a first side that ended early',
    dialect: 'vrag-rl',
    rows: [
      both(think('I lack the revenue.'), 3),
      [null, search('revenue 2024'), search('total revenue 2024')],
      [null, page, page],
      [null, null, think('The row is small.')],
      [null, null, region],
      [null, null, page],
      [null, think('It reads 518.9.'), think('Revenue is 518.9.')],
      [null, answer('518.9'), answer('518.9')],
    ],
  },
];
