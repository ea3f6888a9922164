import type { Call, Conversation, ModelTurn, ShownImage, ToolTurn, Turn } from './model.ts';

/** The turn that a conversation has come to. */
export function lastTurn({ turns }: Conversation): Turn | null {
  return turns.at(-1) ?? null;
}

/** The turn with which the model is to go on; null if the last turn is complete. */
export function unfinishedTurn(conversation: Conversation): ModelTurn | null {
  const last = lastTurn(conversation);
  return last?.speaker === 'model' && last.isUnfinished === true ? last : null;
}

/** The turns of the model. */
export function modelTurns({ turns }: Conversation): readonly ModelTurn[] {
  return turns.filter((turn): turn is ModelTurn => turn.speaker === 'model');
}

/** The turns of tools. */
export function toolTurns({ turns }: Conversation): readonly ToolTurn[] {
  return turns.filter((turn): turn is ToolTurn => turn.speaker === 'tool');
}

/** How often a call was made in a conversation. */
export function timesMade(call: Call, conversation: Conversation): number {
  const asked = JSON.stringify(call);
  return toolTurns(conversation).filter((turn) => JSON.stringify(turn.call) === asked).length;
}

/** Image k of a conversation, from 1. */
export function imageOf({ images }: Conversation, k: number): ShownImage | null {
  return images[k - 1] ?? null;
}
