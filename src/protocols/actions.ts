import { t } from '@vscode/l10n';
import type { Action, Call, Conversation, EndState } from './model.ts';
import { timesMade } from './turns.ts';

/** The end of a conversation. */
export const end = (state: EndState, why: string): Action => ({ kind: 'end', ending: { state, why } });

/** A call, unless it was made `most` times before. */
export function callOnce(call: Call, conversation: Conversation, most: number): Action {
  return timesMade(call, conversation) < most
    ? { kind: 'call', call }
    : end('loop', t('The model made the same call {0} times.', most + 1));
}
