import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** Lang2Act's judge of answers: one verdict for each item. */
export const judge: Dialect = {
  ...PLAIN,
  name: 'judge',
  get title() {
    return t('Answer judge');
  },
  get description() {
    return t('One <judge>True</judge> or <judge>False</judge> for each item, and nothing else.');
  },
  blocks: [
    {
      name: 'judge',
      role: 'verdict',
      occurs: 'some',
      speaker: 'model',
      get holds() {
        return t('`True` or `False`, and nothing else.');
      },
    },
  ],
  flow: { kind: 'free' },
  tags: { caseCounts: true, spaceCounts: true },
  checks: ['verdicts-readable'],
};
