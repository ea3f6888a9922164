import type { StepKind } from './model.ts';

/** What a model does, as opposed to what it says: these steps are numbered, from 1, wherever a person reads them. */
export const ACTION_KINDS: ReadonlySet<StepKind> = new Set<StepKind>(['tool', 'search', 'box', 'call']);
