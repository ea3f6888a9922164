import type { Dialect } from './dialect.ts';

/** Lang2Act, first stage: visual evidence in free words. */
export const actionRl: Dialect = {
  name: 'action-rl',
  title: 'Lang2Act, action stage',
  description:
    '<think> goes through the images, <description> says the visual evidence and where it stands, <answer> answers.',
  blocks: [
    { name: 'think', role: 'think' },
    { name: 'description', role: 'block' },
    { name: 'answer', role: 'answer' },
  ],
  tools: null,
};
