import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { ANSWER_ALONE } from './sharedBlocks.ts';

/** Only reasoning and an answer, for example from plain, tree-of-thoughts, and graph-of-thoughts prompts. */
export const thinkAnswer: Dialect = {
  ...PLAIN,
  name: 'think-answer',
  get title() {
    return t('Think and answer');
  },
  get description() {
    return t('<think> reasons, and <answer> gives the answer.');
  },
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t(
          'The reasoning: step by step, or as a tree or graph of thoughts if the prompt asks for one.',
        );
      },
    },
    ANSWER_ALONE,
  ],
};
