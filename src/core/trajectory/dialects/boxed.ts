import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** The sign of a boxed answer, in every dialect that boxes its answer. */
export const BOXED_SIGN = { name: 'a boxed answer', pattern: /\\boxed\{/ } as const;

/** Reasoning as text or in think tags, and the answer in `\boxed{}` (EasyR1's and verl's mathematics prompts). */
export const boxed: Dialect = {
  ...PLAIN,
  name: 'boxed',
  title: 'Boxed answer',
  description: 'Reasoning as text, often inside <think>, and the answer in \\boxed{}.',
  blocks: [{ name: 'think', role: 'think', occurs: 'optional', speaker: 'model', holds: 'The reasoning.' }],
  flow: { kind: 'free' },
  loose: 'spoken',
  checks: ['answer-boxed'],
  signs: [BOXED_SIGN],
};
