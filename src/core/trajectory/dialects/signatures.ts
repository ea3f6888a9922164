import type { RegisteredDialect } from './names.ts';

/** Tags that only one dialect has, so that a prompt that asks for them is written in it. */
export interface Signature {
  readonly dialect: RegisteredDialect;
  readonly tags: readonly string[];
  /** Whether the prompt must ask for all of the tags, or for only some. */
  readonly needs: 'all' | 'some';
  /** The lowest confidence, from 0 to 1, at which the dialect is accepted. */
  readonly least: number;
}

/** The signatures of the dialects that have tags of their own, in the order in which they are tried. */
export const SIGNATURES: readonly Signature[] = [
  { dialect: 'evisrag', tags: ['observe', 'evidence'], needs: 'some', least: 0.6 },
  { dialect: 'vg-refiner', tags: ['rethink'], needs: 'all', least: 0.7 },
  { dialect: 'lang2act', tags: ['description', 'tool'], needs: 'all', least: 0.6 },
  { dialect: 'action-rl', tags: ['description'], needs: 'all', least: 0.6 },
  { dialect: 'mm-search-r1', tags: ['text_search'], needs: 'all', least: 0.6 },
  { dialect: 'search-r1', tags: ['search', 'information'], needs: 'all', least: 0.7 },
  { dialect: 'vrag-rl', tags: ['search'], needs: 'all', least: 0.9 },
  { dialect: 'vrag-rl', tags: ['bbox'], needs: 'all', least: 0.7 },
];
