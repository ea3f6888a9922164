import { t } from '@vscode/l10n';
import type { ItemProblem } from './model.ts';

/** The problem of a question without a reference answer. */
export const noReference = (): ItemProblem => ({
  code: 'no-reference',
  severity: 'information',
  message: t('The question has no reference answer, so its answer is neither right nor wrong.'),
  path: [],
});
