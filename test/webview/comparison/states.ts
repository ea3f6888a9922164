import type { ToComparison } from '../../../src/protocol/comparison.ts';
import type { InspectorState } from '../../../src/protocol/inspector.ts';
import { state } from '../inspector/states.ts';

/** What the extension sends of two trajectories that are compared. */
export function comparisonMessages(
  before: Partial<InspectorState>,
  after: Partial<InspectorState>,
): readonly ToComparison[] {
  const side = (name: 'before' | 'after', key: string, change: Partial<InspectorState>): ToComparison => ({
    type: 'side',
    side: name,
    message: { type: 'state', state: state({ key, ...change }) },
  });
  return [
    {
      type: 'labels',
      before: { key: 'question:1', prompt: 'lang2act' },
      after: { key: 'question:2', prompt: 'prompts/careful.prompt.jinja' },
    },
    side('before', 'question:1', before),
    side('after', 'question:2', after),
  ];
}
