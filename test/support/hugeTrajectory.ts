import { groundTrajectory } from '../../src/core/grounding/groundTrajectory.ts';
import type { CitedImage, Grounding, PageWords } from '../../src/core/grounding/model.ts';
import { indexPage } from '../../src/core/grounding/pageIndex.ts';
import { parseTrajectory } from '../../src/core/trajectory/parser.ts';
import { pageOfLines } from './pageWords.ts';

/** What the largest trajectory that views must show at once consists of. */
export const HUGE = { thinkCharacters: 200_000, calls: 500, images: 50 } as const;

const ROWS = 10;
/** Numbers in the reasoning. */
const NUMBERS = 500;
const REGIONS = [
  'Alba',
  'Borland',
  'Carvia',
  'Dornach',
  'Elmira',
  'Fenwick',
  'Gorland',
  'Hesper',
  'Ilmen',
  'Jura',
];
const FILLER =
  ' The heading stands above the table, and the note below it says how the values were rounded before they were' +
  ' added up, so the rows have to be read one after another and compared with what the text says about them.';

/** The value in a row of a page: different for each. */
function valueAt(page: number, row: number): string {
  return `${1_000 + page * 137 + row * 11}.${(page + row) % 10}`;
}

/** A trajectory with 200 KB of reasoning, 500 tool calls and 1,500 claims about 50 pages, in the dialect lang2act. */
export function hugeTrajectory(): string {
  const thoughts = Array.from({ length: NUMBERS }, (_, index) => {
    const [page, row] = [1 + (index % HUGE.images), Math.floor(index / HUGE.images) % ROWS];
    const value = index % 20 === 7 ? '77,777.7' : valueAt(page, row);
    const thought = `In Image ${page}, the value that counts here is ${value}.${FILLER}`;
    const missing = HUGE.thinkCharacters / NUMBERS - thought.length - 1;
    return (
      thought + ' It is as it was read before.'.repeat(Math.ceil(missing / 29)).slice(0, Math.max(0, missing))
    );
  });
  const calls = Array.from({ length: HUGE.calls }, (_, index) => {
    const [page, row] = [1 + (index % HUGE.images), Math.floor(index / HUGE.images) % ROWS];
    const said = index % 10 === 3 ? `88${valueAt(page, row)}` : valueAt(page, row);
    return `<tool name="read_numeric_value" args="Image ${page}: row ${REGIONS[row]}, column 2024">${said}</tool>`;
  });
  return [
    `<think>${thoughts.join('\n')}</think>`,
    `<description>\n${calls.join('\n')}\n</description>`,
    `<answer>${valueAt(1, 0)}</answer>`,
  ].join('\n');
}

/** The pages that the huge trajectory is about: a table of ten rows on each. */
function hugePages(): PageWords[] {
  return Array.from({ length: HUGE.images }, (_, index) =>
    pageOfLines(
      [
        'Region              2024',
        ...REGIONS.map((region, row) => region.padEnd(20) + valueAt(index + 1, row)),
      ],
      { document: 'annual-report.pdf', page: index + 1 },
    ),
  );
}

/** Grounds the beginning of a huge trajectory, or all of it, as the grounding worker does. */
export function groundHuge(text: string): Grounding {
  const pages = hugePages();
  const images = pages.map(({ document, page }): CitedImage => ({
    image: page,
    document,
    page,
    size: { width: 532, height: 756 },
  }));
  const trajectory = parseTrajectory(text, { dialect: 'lang2act', numImages: HUGE.images, tools: null });
  return groundTrajectory(trajectory, { pages: pages.map(indexPage), images });
}
