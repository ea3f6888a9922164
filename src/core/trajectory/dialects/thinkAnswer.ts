import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** Only reasoning and an answer, for example from plain, tree-of-thoughts, and graph-of-thoughts prompts. */
export const thinkAnswer: Dialect = {
  ...PLAIN,
  name: 'think-answer',
  title: 'Think and answer',
  description: '<think> reasons, <answer> answers.',
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'once',
      speaker: 'model',
      holds: 'The reasoning: step by step, or as a tree or graph of thoughts where the prompt asks for one.',
    },
    { name: 'answer', role: 'answer', occurs: 'once', speaker: 'model', holds: 'The answer alone.' },
  ],
};
