import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** EVisRAG (VisRAG 2.0): evidence image by image before reasoning. */
export const evisrag: Dialect = {
  ...PLAIN,
  name: 'evisrag',
  title: 'EVisRAG',
  description:
    '<observe> goes through the images, <evidence> has a line `[i]: ...` for each, <think> reasons, <answer> answers.',
  blocks: [
    {
      name: 'observe',
      role: 'block',
      occurs: 'once',
      speaker: 'model',
      holds: 'What each image shows that could bear on the question, in running text without `[i]`.',
    },
    {
      name: 'evidence',
      role: 'block',
      occurs: 'once',
      speaker: 'model',
      holds: 'A line `[i]: ...` for each image: the evidence, or `no relevant information`.',
    },
    {
      name: 'think',
      role: 'think',
      occurs: 'once',
      speaker: 'model',
      holds: 'Reasoning on the recorded evidence.',
    },
    {
      name: 'answer',
      role: 'answer',
      occurs: 'once',
      speaker: 'model',
      holds: 'The answer alone; `insufficient to answer` where the images do not hold it.',
    },
  ],
  tags: { caseCounts: true, spaceCounts: true },
  checks: ['evidence-by-image', 'evidence-readable', 'answer-supported'],
  signs: [{ name: 'items of evidence', pattern: /^[ \t]*\[\d+\]:/m }],
};
