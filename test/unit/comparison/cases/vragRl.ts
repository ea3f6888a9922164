import { answer, both, think, type AlignmentCase } from './alignmentCase.ts';

const search = (query: string): string => `<search>${query}</search>\n`;
const bbox = (box: string): string => `<bbox>[${box}]</bbox>\n`;
const pages = (count = 1): string =>
  `<|im_start|>user\n<|vision_start|>${'<|image_pad|>'.repeat(count)}<|vision_end|><|im_end|>\n<|im_start|>assistant\n`;
const refusal =
  '<|im_start|>user\nYour previous action is invalid. Use <think> and </think>.<|im_end|>\n<|im_start|>assistant\n';

/** Trajectories of VRAG-RL, a turn for each action, in pairs. */
export const VRAG_CASES: readonly AlignmentCase[] = [
  {
    title: 'a search is added in the beginning',
    dialect: 'vrag-rl',
    rows: [
      [null, think('I first look for the report.')],
      [null, search('annual report')],
      [null, pages()],
      [think('I lack the revenue of 2024.'), think('The revenue of 2024 is still missing.')],
      [search('revenue 2024'), search('total revenue 2024')],
      both(pages()),
      [think('It reads 518.9.'), think('Revenue is 518.9.')],
      both(answer('518.9')),
    ],
  },
  {
    title: 'a search is left out',
    dialect: 'vrag-rl',
    rows: [
      [think('I look for the report first.'), null],
      [search('annual report of the company'), null],
      [pages(), null],
      both(think('I lack the revenue.')),
      both(search('revenue 2024')),
      both(pages()),
      both(think('It reads 518.9.')),
      both(answer('518.9')),
    ],
  },
  {
    title: 'a region is enlarged in between',
    dialect: 'vrag-rl',
    rows: [
      both(think('I lack the revenue.')),
      both(search('revenue 2024')),
      both(pages()),
      [null, think('The row is small.')],
      [null, bbox('10, 20, 300, 400')],
      [null, pages()],
      [think('It reads 516.9.'), think('It reads 518.9.')],
      [answer('516.9'), answer('518.9')],
    ],
  },
  {
    title: 'the first of two regions is left out, and the second is a little larger',
    dialect: 'vrag-rl',
    rows: [
      both(think('The rows are small.')),
      [bbox('10, 20, 300, 400'), null],
      [pages(), null],
      [think('Here are the costs.'), null],
      [bbox('500, 600, 900, 800'), bbox('490, 600, 900, 820')],
      both(pages()),
      both(think('Here is the revenue: 518.9.')),
      both(answer('518.9')),
    ],
  },
  {
    title: 'two searches in another order',
    dialect: 'vrag-rl',
    rows: [
      [null, think('I need the costs.')],
      [null, search('total costs 2024')],
      [null, pages()],
      both(think('I need the revenue.')),
      both(search('revenue by region 2024')),
      both(pages()),
      [think('Now I need the costs.'), null],
      [search('total costs 2024'), null],
      [pages(), null],
      both(think('The difference is 117.6.')),
      both(answer('117.6')),
    ],
  },
  {
    title: 'an action is refused and repeated',
    dialect: 'vrag-rl',
    rows: [
      both(think('I lack the revenue.')),
      [null, bbox('900, 20, 300')],
      [null, refusal],
      [null, think('I must use valid actions, and I lack the revenue.')],
      both(search('revenue 2024')),
      both(pages(2)),
      both(think('It reads 518.9.')),
      both(answer('518.9')),
    ],
  },
  {
    title: 'another query is sent',
    dialect: 'vrag-rl',
    rows: [
      [think('I lack the revenue.'), think('Who is the head of sales?')],
      [search('revenue 2024'), search('head of sales')],
      [pages(), pages(2)],
      [think('It reads 518.9.'), think('Jane Doe is.')],
      [answer('518.9'), answer('Jane Doe')],
    ],
  },
  {
    title: 'the model answers at once',
    dialect: 'vrag-rl',
    rows: [
      [think('I lack the revenue.'), null],
      [search('revenue 2024'), null],
      [pages(), null],
      [think('The page reads 518.9 million.'), think('As far as I know, it is 518.9 million.')],
      both(answer('518.9')),
    ],
  },
];
