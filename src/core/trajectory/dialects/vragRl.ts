import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { ANSWER_ALONE } from './sharedBlocks.ts';

/** VRAG-RL: turns of reasoning followed by one action; the environment answers each action with an image. */
export const vragRl: Dialect = {
  ...PLAIN,
  name: 'vrag-rl',
  title: 'VRAG-RL',
  get description() {
    return t(
      'Turns of <think> followed by <search>, <bbox>, or <answer>. A search returns a page image, and a box returns a closer view of the last image.',
    );
  },
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'any',
      speaker: 'model',
      get holds() {
        return t('Reasoning about what is known so far, at the start of every turn.');
      },
    },
    {
      name: 'search',
      role: 'search',
      occurs: 'any',
      speaker: 'model',
      get holds() {
        return t('A query for the search engine, which returns a page image not seen before.');
      },
    },
    {
      name: 'bbox',
      role: 'box',
      occurs: 'any',
      speaker: 'model',
      get holds() {
        return t(
          '`[x1, y1, x2, y2]` in pixels of the last image that was sent. The environment returns a closer view of it.',
        );
      },
    },
    ANSWER_ALONE,
  ],
  flow: { kind: 'turns', begins: 'think', actions: ['search', 'bbox', 'answer'], last: 'answer', most: 10 },
  // Sampling stops after an action, so the environment wrote whatever precedes the next tag.
  observation: /^/,
  chat: true,
  tags: { caseCounts: true, spaceCounts: true },
  checks: ['turns-whole', 'turns-few', 'searches-made', 'boxes-sound'],
  signs: [{ name: 'environment-turns', pattern: /<\|im_start\|>user/ }],
};
