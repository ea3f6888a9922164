import { t } from '@vscode/l10n';
import type { RecordedConversation, RecordedTurn } from '../core/records/conversation.ts';
import { PageTraceError } from '../core/errors.ts';
import { BEGIN_TURN, END_TURN } from './transcript.ts';

/** The beginning of a conversation that was had, up to a place in the text of its trajectory. */
export interface KeptTurns {
  /** Its turns after the prompt: what is recorded of each, and what was said in it. */
  readonly turns: readonly { readonly recorded: RecordedTurn; readonly text: string }[];
  /** Whether the place is in the middle of the last turn, which the model is to go on with. */
  readonly isUnfinished: boolean;
}

/**
 * The turns of a conversation before a place in its trajectory, whose turns stand between the marks of a chat. What a tool
 * said is kept as a whole.
 * @throws PageTraceError `bad-input` if the text does not have the turns that are recorded
 */
export function keepTurns(response: string, end: number, { turns: all }: RecordedConversation): KeptTurns {
  const turns: KeptTurns['turns'][number][] = [];
  let at = 0;
  for (const recorded of all) {
    if (at >= end) break;
    const isModel = recorded.by === 'model';
    if (!isModel && !response.startsWith(BEGIN_TURN, at)) throw otherTurnsError();
    const begin = isModel ? at : at + BEGIN_TURN.length;
    const mark = response.indexOf(isModel ? BEGIN_TURN : END_TURN, begin);
    if (mark < 0 && !(isModel && recorded === all.at(-1))) throw otherTurnsError();
    const close = mark < 0 ? response.length : mark;
    // White space at the end of a turn is not worth another request.
    const isUnfinished = isModel && response.slice(end, close).trim() !== '';
    const text = response.slice(begin, isUnfinished ? end : close);
    if (isUnfinished && text.trim() === '') break;
    turns.push({ recorded, text });
    if (isUnfinished) return { turns, isUnfinished };
    at = isModel ? close : close + END_TURN.length;
  }
  if (at < end && at < response.length) throw otherTurnsError();
  return { turns, isUnfinished: false };
}

/** The text of a trajectory and what is recorded of its conversation do not belong together. */
export function otherTurnsError(): PageTraceError {
  return new PageTraceError(
    'bad-input',
    t('The text of this conversation does not have the turns that were recorded with it.'),
    { hint: t('Ask it again step by step (PageTrace: Ask Again), edit the turn there, and go on.') },
  );
}
