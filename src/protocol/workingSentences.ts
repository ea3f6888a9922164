import { t } from '@vscode/l10n';
import type { StepShown } from './stepShown.ts';

/**
 * What is being done, in sentences.
 * @param said what is said of it instead of `next`
 */
export function workingSentences({ phase, next }: StepShown, said: string | null = null): string {
  const sentence = said ?? `${next}.`;
  return phase === 'pausing' ? `${sentence} ${t('It pauses when this is done.')}` : sentence;
}
