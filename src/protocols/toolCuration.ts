import { t } from '@vscode/l10n';
import { end } from './actions.ts';
import type { Action, Conversation, Protocol } from './model.ts';
import { lastTurn } from './turns.ts';

const END = /^[ \t]*END_OF_TOOLS\b/m;

/**
 * Lang2Act between its stages: one turn, in which the model defines tools that are missing and uses those of the pool. What
 * it defines is in the pool of the next question.
 */
export const toolCuration: Protocol = {
  name: 'tool-curation',
  dialect: 'tool-curation',
  continues: false,
  isSearching: false,
  hasTool: false,
  growsPool: true,
  next: nextAction,
  reply: () => [],
};

function nextAction(conversation: Conversation): Action {
  const last = lastTurn(conversation);
  if (last?.speaker !== 'model') return { kind: 'ask' };
  if (END.test(last.text)) return end('answered', t('The model has defined and used its tools.'));
  return last.report?.finishReason === 'length'
    ? end('cut-off', t('The model reached the most tokens before it ended its list of tools.'))
    : end('no-call', t('The model did not end its list of tools with END_OF_TOOLS.'));
}
