import type { Dialect } from './dialect.ts';

/** Reasoning and answer, nothing else: vanilla, tree-of-thoughts and graph-of-thoughts prompts among others. */
export const thinkAnswer: Dialect = {
  name: 'think-answer',
  title: 'Think and answer',
  description: '<think> reasons, <answer> answers.',
  blocks: [
    { name: 'think', role: 'think' },
    { name: 'answer', role: 'answer' },
  ],
  tools: null,
};
