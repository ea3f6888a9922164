import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** VRAG-RL: turns of reasoning followed by one action; the environment answers each action with an image. */
export const vragRl: Dialect = {
  ...PLAIN,
  name: 'vrag-rl',
  title: 'VRAG-RL',
  description:
    'Turns of <think> and then one of <search>, <bbox> and <answer>; a search brings a page image, a box a closer view of the last one.',
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'any',
      speaker: 'model',
      holds: 'Reasoning on what is known so far, at the start of every turn.',
    },
    {
      name: 'search',
      role: 'search',
      occurs: 'any',
      speaker: 'model',
      holds: 'A query to the search engine, which brings one page image not seen before.',
    },
    {
      name: 'bbox',
      role: 'box',
      occurs: 'any',
      speaker: 'model',
      holds: '`[x1, y1, x2, y2]` in pixels of the last image sent, which brings a closer view of it.',
    },
    { name: 'answer', role: 'answer', occurs: 'once', speaker: 'model', holds: 'The answer alone.' },
  ],
  flow: { kind: 'turns', begins: 'think', actions: ['search', 'bbox', 'answer'], last: 'answer', most: 10 },
  // Sampling stops after an action, so the environment wrote whatever precedes the next tag.
  observation: /^/,
  chat: true,
  tags: { caseCounts: true, spaceCounts: true },
  checks: ['turns-whole', 'turns-few', 'searches-made', 'boxes-sound'],
  signs: [{ name: 'turns of the environment', pattern: /<\|im_start\|>user/ }],
};
