import type { Span } from '../span.ts';
import type { Trajectory } from '../trajectory/model.ts';
import { ACTION_KINDS } from '../trajectory/actionKinds.ts';
import type { Claim } from './model.ts';

/** The claims of a trajectory. */
export interface ReadClaims {
  /** In text order. */
  readonly claims: readonly Claim[];
  /** The part of the response whose claims were not read because there are too many; null if all were read. */
  readonly unread: Span | null;
}

/** The claims of a trajectory. Only closed parts of a trajectory that is still arriving have claims. */
export function readClaims({ steps, text }: Trajectory): ReadClaims {
  let action = 0;
  const claims = steps.flatMap(({ index, kind, tool, open }): Claim[] => {
    if (ACTION_KINDS.has(kind)) action += 1;
    if (tool === null || open || tool.observation === '') return [];
    const start = text.indexOf(tool.observation, tool.observationSpan.start);
    return [
      {
        span: { start, end: start + tool.observation.length },
        text: tool.observation,
        kind: 'observation',
        image: tool.images[0]?.image ?? null,
        step: index,
        action,
        place: tool.argsSpan,
        box: null,
      },
    ];
  });
  return { claims, unread: null };
}
