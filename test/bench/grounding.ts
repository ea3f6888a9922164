import { performance } from 'node:perf_hooks';
import type { PageWords } from '../../src/core/grounding/model.ts';
import { indexPage } from '../../src/core/grounding/pageIndex.ts';
import { groundTexts, type TestClaim } from '../support/groundedClaims.ts';
import { pageOfLines } from '../support/pageWords.ts';
import { numbersFrom } from './numbersFrom.ts';
import { medianOf, type BenchRow } from './row.ts';

const PAGES = 20;
const LINES = 90;
const WORDS_IN_LINE = 12;
const CLAIMS = 200;
const ROUNDS = 9;
const VOCABULARY = 1800;
/** Rows of each of the two tables of a page of a report, and lines of prose before each. */
const ROWS = 24;
const PROSE = 18;

/** The time for 200 claims on 20 dense pages, the indexes and tables of the pages included. */
export function run(): BenchRow[] {
  const words = LINES * WORDS_IN_LINE;
  return [
    rowOf(
      `grounding of ${CLAIMS} claims on ${PAGES} pages of ${words} words, index included`,
      randomWords(),
      100,
    ),
    rowOf(
      `grounding of ${CLAIMS} claims on ${PAGES} pages of reports, index and tables included`,
      reports(),
      100,
    ),
  ];
}

/** Pages, and claims about them. */
interface Example {
  readonly pages: readonly PageWords[];
  readonly claims: readonly TestClaim[];
}

function rowOf(what: string, { pages, claims }: Example, most: number): BenchRow {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    groundTexts(claims, pages.map(indexPage));
    return performance.now() - start;
  });
  return {
    what,
    ours: medianOf(times),
    peer: null,
    ratio: null,
    unit: 'ms',
    budget: { of: 'ours', most },
  };
}

/** Pages of random words and numbers, and words, numbers and sentences of them, altered or not. */
function randomWords(): Example {
  const { pick, word } = vocabularyFrom(7);
  const lines = Array.from({ length: PAGES }, () =>
    Array.from({ length: LINES }, () => Array.from({ length: WORDS_IN_LINE }, word).join(' ')),
  );
  const claims = Array.from({ length: CLAIMS }, (_, index): TestClaim => {
    const image = 1 + (index % PAGES);
    const words = (lines[image - 1]?.[pick(LINES)] ?? '').split(' ');
    const verbatim = words.slice(2, 9);
    const kinds = [
      verbatim,
      verbatim.slice(0, 2),
      verbatim.with(3, 'altered'),
      [words.find((one) => /\d/.test(one)) ?? '1,234.5'],
      [(pick(1_000_000) / 10).toFixed(1)],
      Array.from({ length: 8 }, word),
    ];
    return {
      text: (kinds[index % kinds.length] ?? verbatim).join(' '),
      image: index % 5 === 0 ? null : image,
    };
  });
  return { pages: lines.map((page, index) => pageOfLines(page, { page: index + 1 })), claims };
}

/**
 * Pages of prose with two tables each, and what a model says of them: cells with their rows and columns, right or not,
 * rows in other words, quotes, and things that stand nowhere.
 */
function reports(): Example {
  const { pick, word } = vocabularyFrom(11);
  const heads = ['2021', '2022', '2023', '2024', 'Change'];
  const sentence = (): string => `The ${Array.from({ length: WORDS_IN_LINE - 2 }, word).join(' ')} ended.`;
  const rows = Array.from({ length: PAGES }, () =>
    Array.from({ length: 2 * ROWS }, () => ({
      label: `${word().replace(/^./, (first) => first.toUpperCase())} ${word()}`,
      values: heads.map(() => (pick(1_000_000) / 10).toLocaleString('en')),
    })),
  );
  const table = (
    some: readonly { readonly label: string; readonly values: readonly string[] }[],
  ): string[] => [
    'In thousands'.padEnd(30) + heads.map((head) => head.padStart(14)).join(''),
    ...some.map(({ label, values }) => label.padEnd(30) + values.map((value) => value.padStart(14)).join('')),
    '',
  ];
  const pages = rows.map((ofPage, index) =>
    pageOfLines(
      [
        'Notes to the accounts',
        ...Array.from({ length: PROSE }, sentence),
        '',
        ...table(ofPage.slice(0, ROWS)),
        ...Array.from({ length: PROSE }, sentence),
        '',
        ...table(ofPage.slice(ROWS)),
      ],
      { page: index + 1 },
    ),
  );
  const claims = Array.from({ length: CLAIMS }, (_, index): TestClaim => {
    const image = 1 + (index % PAGES);
    const row = rows[image - 1]?.[pick(2 * ROWS)] ?? { label: '', values: [] };
    const column = pick(heads.length);
    const value = row.values[column] ?? '';
    const args = `Image ${image}: row ${row.label}, column ${heads[column] ?? ''}`;
    const kinds: readonly TestClaim[] = [
      { text: value, args, kind: 'observation' },
      { text: row.values[(column + 1) % heads.length] ?? '', args, kind: 'observation' },
      { text: (pick(1_000_000) / 10).toLocaleString('en'), args, kind: 'observation' },
      { text: `${row.label} came to ${value} in ${heads[column] ?? ''}.`, kind: 'evidence' },
      { text: `${row.label} was ${(pick(1_000_000) / 10).toFixed(1)} after a weak year.`, kind: 'evidence' },
      { text: Array.from({ length: 9 }, word).join(' '), kind: 'evidence' },
      { text: value, image: null, kind: 'answer' },
    ];
    return { image, ...kinds[index % kinds.length], text: kinds[index % kinds.length]?.text ?? '' };
  });
  return { pages, claims };
}

/** Words that are the same in every run, some of them numbers. */
function vocabularyFrom(seed: number): {
  readonly pick: (most: number) => number;
  readonly word: () => string;
} {
  const random = numbersFrom(seed);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const pick = (most: number): number => Math.floor(random() * most);
  const vocabulary = Array.from({ length: VOCABULARY }, () =>
    Array.from({ length: 3 + pick(8) }, () => letters.charAt(pick(letters.length))).join(''),
  );
  const word = (): string =>
    random() < 0.15 ? (pick(1_000_000) / 10).toFixed(1) : (vocabulary[pick(VOCABULARY)] ?? '');
  return { pick, word };
}
