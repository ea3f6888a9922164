import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { ANSWER_ALONE, SEARCH_RESULTS } from './sharedBlocks.ts';

/** MM-Search-R1: rounds of reasoning with a search by image or by text, and an answer. */
export const mmSearchR1: Dialect = {
  ...PLAIN,
  name: 'mm-search-r1',
  title: 'MM-Search-R1',
  get description() {
    return t(
      '<reason> reasons, and a round ends with <text_search>, a search by image, or <answer>. The results come in <information>.',
    );
  },
  blocks: [
    {
      name: 'reason',
      role: 'think',
      occurs: 'some',
      speaker: 'model',
      get holds() {
        return t('Reasoning about what is known so far, at the start of every round.');
      },
    },
    {
      name: 'search',
      role: 'search',
      occurs: 'any',
      speaker: 'model',
      get holds() {
        return t('`<img>`: a search by the image of the question.');
      },
    },
    {
      name: 'text_search',
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
  chat: true,
  tags: { caseCounts: true, spaceCounts: true },
  signs: [{ name: 'environment-turns', pattern: /<\|im_start\|>user/ }],
};
