import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { ANSWER_ALONE, SEARCH_RESULTS } from './sharedBlocks.ts';

/** Search-R1: reasoning, searches with their results, and an answer. */
export const searchR1: Dialect = {
  ...PLAIN,
  name: 'search-r1',
  title: 'Search-R1',
  get description() {
    return t(
      '<think> reasons, <search> asks the search engine, <information> contains the results, and <answer> gives the answer.',
    );
  },
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'any',
      speaker: 'model',
      get holds() {
        return t('Reasoning about what is known so far.');
      },
    },
    {
      name: 'search',
      role: 'search',
      occurs: 'any',
      speaker: 'model',
      get holds() {
        return t('A query for the search engine.');
      },
    },
    SEARCH_RESULTS,
    ANSWER_ALONE,
  ],
  flow: { kind: 'free' },
  tags: { caseCounts: true, spaceCounts: true },
  signs: [{ name: 'search-results', pattern: /<information>\s{0,9}Doc \d/i }],
};
