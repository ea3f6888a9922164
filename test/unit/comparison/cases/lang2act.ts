import { answer, both, call, think, type AlignmentCase } from './alignmentCase.ts';

const open = both('<description>');
const close = both('</description>\n');
const north = call('read_numeric_value', 'Image 1: row North, column 2024', '452.6 million');
const south = call('read_numeric_value', 'Image 1: row South, column 2024', '461.2 million');
const east = call('read_numeric_value', 'Image 1: row East, column 2024', '98.1 million');
const west = call('read_numeric_value', 'Image 1: row West, column 2024', '77.0 million');
const title = call('read_text_element', 'Image 1: title of the table', 'Revenue by region, in millions');
const heading = call('read_text_element', 'Image 2: heading', 'Annual Report 2024');
const bars = call('count_elements', 'Image 2: bars of the chart', '5');

/** Trajectories of Lang2Act in pairs. */
export const LANG2ACT_CASES: readonly AlignmentCase[] = [
  {
    title: 'the same row is read after a new first call',
    dialect: 'lang2act',
    rows: [
      both(think('Image 1 has the revenue of the regions.')),
      open,
      [null, title],
      both(north),
      both(south),
      close,
      both(answer('461.2 million')),
    ],
  },
  {
    title: 'the first of two calls is another one, and the second is now the first',
    dialect: 'lang2act',
    rows: [
      both(think('I need two numbers of the table.')),
      open,
      [north, null],
      both(south),
      [null, east],
      close,
      [answer('8.6 million'), answer('363.1 million')],
    ],
  },
  {
    title: 'all calls move up by one',
    dialect: 'lang2act',
    rows: [
      both(think('I read the regions.')),
      open,
      [north, null],
      both(south),
      both(east),
      both(west),
      [null, title],
      close,
      both(answer('South')),
    ],
  },
  {
    title: 'the same number is read with another value',
    dialect: 'lang2act',
    rows: [
      both(think('I read the table.')),
      open,
      both(north),
      [south, call('read_numeric_value', 'Image 1: row South, column 2024', '416.2 million')],
      close,
      [answer('South'), answer('North')],
    ],
  },
  {
    title: 'another column of the same rows is read',
    dialect: 'lang2act',
    rows: [
      both(think('I compare two years.')),
      open,
      [north, call('read_numeric_value', 'Image 1: row North, column 2023', '440.0 million')],
      [south, call('read_numeric_value', 'Image 1: row South, column 2023', '455.5 million')],
      close,
      both(answer('South')),
    ],
  },
  {
    title: 'the place of a call is reworded',
    dialect: 'lang2act',
    rows: [
      [think('I need the total of the table.'), think('The total is in the table of image 1.')],
      open,
      [null, heading],
      [
        call('read_numeric_value', 'Image 1: row Total, column 2024', '518.9'),
        call('read_numeric_value', 'Image 1: the 2024 value in the Total row', '518.9 million'),
      ],
      both(north),
      close,
      [answer('518.9'), answer('518.9 million')],
    ],
  },
  {
    title: 'another tool reads the same place',
    dialect: 'lang2act',
    rows: [
      both(think('I look at the chart.')),
      open,
      [
        call('locate_visual_element', 'Image 2: legend of the chart', 'Blue is 2024.'),
        call('read_text_element', 'Image 2: legend of the chart', 'Blue: 2024, gray: 2023'),
      ],
      both(bars),
      close,
      both(answer('5')),
    ],
  },
  {
    title: 'the last call is the first one now',
    dialect: 'lang2act',
    rows: [
      both(think('I need the bars and the heading.')),
      open,
      [null, bars],
      both(heading),
      both(title),
      [bars, null],
      close,
      both(answer('5')),
    ],
  },
  {
    title: 'the same place is on another image',
    dialect: 'lang2act',
    rows: [
      both(think('The total is in a table.')),
      open,
      [null, call('read_numeric_value', 'Image 2: row Total, column 2024', '12.1')],
      both(call('read_numeric_value', 'Image 1: row Total, column 2024', '518.9')),
      close,
      both(answer('518.9')),
    ],
  },
  {
    title: 'the middle one of three similar calls is gone',
    dialect: 'lang2act',
    rows: [
      both(think('I read three rows.')),
      open,
      both(north),
      [south, null],
      [east, call('read_numeric_value', 'Image 1: row East, column 2024', '98.4 million')],
      close,
      both(answer('East')),
    ],
  },
  {
    title: 'numbers differ only in their decimals',
    dialect: 'lang2act',
    rows: [
      both(think('I look for two values.')),
      open,
      [call('locate_visual_element', 'Image 1: cell 452.6', 'row 6'), null],
      both(call('locate_visual_element', 'Image 1: cell 461.2', 'row 2')),
      [null, call('locate_visual_element', 'Image 1: cell 452.2', 'row 6')],
      close,
      both(answer('row 2')),
    ],
  },
  {
    title: 'a call is repeated',
    dialect: 'lang2act',
    rows: [
      both(think('I check the value twice.')),
      open,
      both(north),
      [null, south],
      [null, call('read_numeric_value', 'Image 1: row North, column 2024', 'again 452.6 million')],
      both(east),
      close,
      both(answer('452.6')),
    ],
  },
  {
    title: 'thousands are written with a separator',
    dialect: 'lang2act',
    rows: [
      both(think('I find the cells.')),
      open,
      [null, call('locate_visual_element', 'Image 1: cell 1,234', 'row 1')],
      [
        call('locate_visual_element', 'Image 1: cell 5678', 'row 4'),
        call('locate_visual_element', 'Image 1: the cell 5,678', 'row 4'),
      ],
      close,
      both(answer('row 4')),
    ],
  },
  {
    title: 'completely different calls',
    dialect: 'lang2act',
    rows: [
      [think('The chart shows it.'), think('The table shows it.')],
      open,
      [bars, north],
      [null, south],
      close,
      [answer('5'), answer('461.2 million')],
    ],
  },
];
