/** Names of all dialects, the most specific first. A separate module, so that importing a name loads nothing else. */
export const DIALECT_NAMES = [
  'lang2act',
  'action-rl',
  'tool-curation',
  'evisrag',
  'vg-refiner',
  'vrag-rl',
  'search-r1',
  'mm-search-r1',
  'visdom',
  'pixel-reasoner',
  'judge',
  'quality-judge',
  'boxed',
  'think-answer',
] as const;

export type RegisteredDialect = (typeof DIALECT_NAMES)[number];
