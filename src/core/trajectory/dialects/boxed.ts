import { t } from '@vscode/l10n';
import { PLAIN } from './dialect.ts';
import type { Dialect } from './dialect.ts';

/** The sign of a boxed answer, in every dialect that boxes its answer. */
export const BOXED_SIGN = { name: 'boxed-answer', pattern: /\\boxed\{/ } as const;

/** Reasoning as text or in think tags, and the answer in `\boxed{}` (EasyR1's and verl's mathematics prompts). */
export const boxed: Dialect = {
  ...PLAIN,
  name: 'boxed',
  get title() {
    return t('Boxed answer');
  },
  get description() {
    return t('Reasoning as text, often inside <think>, and the answer in \\boxed{}.');
  },
  blocks: [
    {
      name: 'think',
      role: 'think',
      occurs: 'optional',
      speaker: 'model',
      get holds() {
        return t('The reasoning.');
      },
    },
  ],
  flow: { kind: 'free' },
  loose: 'spoken',
  checks: ['answer-boxed'],
  signs: [BOXED_SIGN],
};
