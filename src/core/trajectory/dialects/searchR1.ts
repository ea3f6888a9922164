import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** Search-R1: reasoning, searches with their results, and an answer. */
export const searchR1: Dialect = {
  ...PLAIN,
  name: 'search-r1',
  title: 'Search-R1',
  description: '<think> reasons, <search> asks, <information> has the results, <answer> answers.',
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'any',
      speaker: 'model',
      holds: 'Reasoning about what is known so far.',
    },
    {
      name: 'search',
      role: 'search',
      occurs: 'any',
      speaker: 'model',
      holds: 'A query to the search engine.',
    },
    {
      name: 'information',
      role: 'observation',
      occurs: 'any',
      speaker: 'environment',
      holds: 'The results of the search, written by the environment.',
    },
    { name: 'answer', role: 'answer', occurs: 'once', speaker: 'model', holds: 'The answer alone.' },
  ],
  flow: { kind: 'free' },
  tags: { caseCounts: true, spaceCounts: true },
  signs: [{ name: 'results of a search', pattern: /<information>\s{0,9}Doc \d/i }],
};
