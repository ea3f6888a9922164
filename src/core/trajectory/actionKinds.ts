import type { StepKind } from './model.ts';

/** What a model does, as opposed to what it says. Wherever a person reads these steps, they are numbered from 1. */
export const ACTION_KINDS: ReadonlySet<StepKind> = new Set<StepKind>(['tool', 'search', 'box', 'call']);
