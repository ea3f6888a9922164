import type { RecordedConversation, RecordedTurn } from '../../../src/core/records/conversation.ts';
import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';

/** The recorded turns of a conversation by the index of the step that each begins with. */
export type TurnsOfSteps = ReadonlyMap<number, RecordedTurn>;

const NONE: TurnsOfSteps = new Map();

/**
 * Finds the steps that turns begin with: where the model speaks after the environment, and wherever the environment
 * speaks. A turn without words has no step.
 */
export function turnsOfSteps(
  steps: ListView<Step>,
  conversation: RecordedConversation | undefined,
): TurnsOfSteps {
  if (conversation === undefined) return NONE;
  const found = new Map<number, RecordedTurn>();
  let next = 0;
  let before: Step['speaker'] | null = null;
  for (let index = 0; index < steps.length; index++) {
    const step = steps.item(index);
    if (step === undefined || step.depth > 0) continue;
    const { speaker } = step;
    if (speaker === before && speaker === 'model') continue;
    before = speaker;
    const by = speaker === 'model' ? 'model' : 'tool';
    while (next < conversation.turns.length && conversation.turns[next]?.by !== by) next += 1;
    const turn = conversation.turns[next];
    if (turn === undefined) break;
    found.set(index, turn);
    next += 1;
  }
  return found;
}
