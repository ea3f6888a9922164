import { answer, both, think, type AlignmentCase } from './alignmentCase.ts';

const observe = (text: string): string => `<observe>${text}</observe>\n`;
const evidence = (text: string): string => `<evidence>\n${text}\n</evidence>\n`;

/** Trajectories of EVisRAG and of models that think before they answer, in pairs. */
export const EVISRAG_CASES: readonly AlignmentCase[] = [
  {
    title: 'all parts are reworded',
    dialect: 'evisrag',
    rows: [
      [
        observe('Image1 is a table of revenue. Image2 shows people in an office.'),
        observe('There is a revenue table in image1; image2 is a photo.'),
      ],
      [
        evidence('[1]: Total revenue was 518.9 million.\n[2]: no relevant information'),
        evidence('[1]: The total is 518.9.\n[2]: no relevant information'),
      ],
      [think('The table has it.'), think('So revenue was 518.9 million.')],
      [answer('518.9'), answer('518.9 million')],
    ],
  },
  {
    title: 'the evidence is missing',
    dialect: 'evisrag',
    rows: [
      both(observe('Image1 is a table of revenue.')),
      [evidence('[1]: Total revenue was 518.9 million.'), null],
      both(think('Total revenue was 518.9 million.')),
      both(answer('518.9')),
    ],
  },
  {
    title: 'the thoughts come before the evidence',
    dialect: 'evisrag',
    rows: [
      both(observe('Image1 is a table of revenue.')),
      [null, think('I look for the total revenue in the table.')],
      both(evidence('[1]: Total revenue was 518.9 million, up from 480.2 million.')),
      [think('The total is 518.9 million.'), null],
      both(answer('518.9')),
    ],
  },
  {
    title: 'a second round of evidence is added',
    dialect: 'evisrag',
    rows: [
      both(observe('Image1 is a table of revenue. Image2 is a table of costs.')),
      both(evidence('[1]: Total revenue was 518.9 million.')),
      [null, evidence('[2]: Total costs were 401.3 million.')],
      [think('Only revenue counts.'), think('Profit is 518.9 - 401.3.')],
      [answer('518.9'), answer('117.6')],
    ],
  },
  {
    title: 'the first of two evidence blocks is gone',
    dialect: 'evisrag',
    rows: [
      both(observe('Image1 is a table of revenue. Image2 is a table of costs.')),
      [evidence('[1]: Total revenue was 518.9 million.'), null],
      both(evidence('[2]: Total costs were 401.3 million.')),
      both(think('Costs were 401.3.')),
      both(answer('401.3')),
    ],
  },
  {
    title: 'a tree of thoughts with other branches',
    dialect: 'think-answer',
    rows: [
      [
        think('Thought 1: add the rows.\nThought 2: read the total.\nThought 2 is promising.'),
        think('Thought 1: read the total.\nThought 2: estimate from the chart.\nThought 1 is promising.'),
      ],
      [answer('518.9'), answer('519')],
    ],
  },
  {
    title: 'a tree is thought over again after a first one',
    dialect: 'think-answer',
    rows: [
      [null, think('Thought 1: the chart has no numbers. Dead end.')],
      both(think('Thought 1: add the rows of the table.\nThought 2: read the total of 518.9.')),
      both(answer('518.9')),
    ],
  },
];
