import { t } from '@vscode/l10n';
import type { BlockRule } from './dialect.ts';

/** The answer at the end, and nothing else. */
export const ANSWER_ALONE: BlockRule = {
  name: 'answer',
  role: 'answer',
  occurs: 'once',
  speaker: 'model',
  get holds() {
    return t('Only the answer.');
  },
};

/** What a search brought. */
export const SEARCH_RESULTS: BlockRule = {
  name: 'information',
  role: 'observation',
  occurs: 'any',
  speaker: 'environment',
  get holds() {
    return t('The search results, written by the environment.');
  },
};
