import { t } from '@vscode/l10n';
import type { Verdict } from '../rewards/model.ts';

/** Whether a sample passes. */
export interface Passing {
  /** Null if it cannot be said. */
  readonly passed: boolean | null;
  /** Why it does, why not, or why it cannot be said, as a sentence. */
  readonly why: string;
}

/** Whether a sample passes by what was said of its answer. */
export function passingOfVerdict(verdict: Verdict): Passing {
  switch (verdict) {
    case 'right':
      return { passed: true, why: t('The answer was judged right.') };
    case 'wrong':
      return { passed: false, why: t('The answer was judged wrong.') };
    case 'unknown':
      return { passed: null, why: t('Nobody has judged the answer.') };
  }
}
