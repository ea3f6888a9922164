import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import { ANSWER_ALONE } from './sharedBlocks.ts';

/** Lang2Act, first stage: visual evidence in free text. */
export const actionRl: Dialect = {
  ...PLAIN,
  name: 'action-rl',
  get title() {
    return t('Lang2Act, action stage');
  },
  get description() {
    return t(
      '<think> goes through the images, <description> describes the visual evidence and where it is, and <answer> gives the answer.',
    );
  },
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('A brief look at every image, and which of the images are used.');
      },
    },
    {
      name: 'description',
      role: 'block',
      occurs: 'once',
      speaker: 'model',
      get holds() {
        return t('The visual evidence: what it is, in which image, and where in that image.');
      },
    },
    ANSWER_ALONE,
  ],
};
