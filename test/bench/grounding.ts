import { performance } from 'node:perf_hooks';
import { indexPage } from '../../src/core/grounding/pageIndex.ts';
import { groundTexts, type TestClaim } from '../support/groundedClaims.ts';
import { pageOfLines } from '../support/pageWords.ts';
import { medianOf, type BenchRow } from './row.ts';

const PAGES = 20;
const LINES = 90;
const WORDS_IN_LINE = 12;
const CLAIMS = 200;
const ROUNDS = 9;
const VOCABULARY = 1800;

/** Numbers from 0 up to and without 1 that are the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The time for 200 claims on 20 pages of more than 1,000 words each, the index of the pages included. */
export function run(): BenchRow[] {
  const random = numbersFrom(7);
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  const pick = (most: number): number => Math.floor(random() * most);
  const vocabulary = Array.from({ length: VOCABULARY }, () =>
    Array.from({ length: 3 + pick(8) }, () => letters.charAt(pick(letters.length))).join(''),
  );
  const word = (): string =>
    random() < 0.15 ? (pick(1_000_000) / 10).toFixed(1) : (vocabulary[pick(VOCABULARY)] ?? '');
  const lines = Array.from({ length: PAGES }, () =>
    Array.from({ length: LINES }, () => Array.from({ length: WORDS_IN_LINE }, word).join(' ')),
  );
  const pages = lines.map((page, index) => pageOfLines(page, { page: index + 1 }));
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
  const times = Array.from({ length: ROUNDS }, () => {
    const start = performance.now();
    groundTexts(claims, pages.map(indexPage));
    return performance.now() - start;
  });
  return [
    {
      what: `grounding of ${CLAIMS} claims on ${PAGES} pages of ${LINES * WORDS_IN_LINE} words, index included`,
      ours: medianOf(times),
      peer: null,
      ratio: null,
      unit: 'ms',
      budget: { of: 'ours', most: 100 },
    },
  ];
}
