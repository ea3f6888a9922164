import { t } from '@vscode/l10n';
import { wholeNumber } from '../core/displayLocale.ts';
import { PageTraceError } from '../core/errors.ts';
import type { StopReason } from '../workers/workerThread.ts';

/**
 * The error of a trajectory whose grounding was given up.
 * @param deadline in milliseconds
 * @param memory megabytes of the thread's JavaScript values
 */
export function groundingStopped(
  why: StopReason,
  { deadline, memory }: { readonly deadline: number; readonly memory: number },
): PageTraceError {
  if (why === 'crash') {
    return new PageTraceError(
      'internal',
      t('The part of PageTrace that looks for claims on pages ended unexpectedly.'),
      { hint: t('It starts again with the next trajectory.') },
    );
  }
  return new PageTraceError(
    'timeout',
    why === 'deadline'
      ? t(
          'PageTrace needs more than {0} s to look for the claims of this trajectory on its pages, so it was stopped.',
          deadline / 1000,
        )
      : t(
          'PageTrace needs more than {0} MB of memory to look for the claims of this trajectory on its pages, so it was stopped.',
          wholeNumber(memory),
        ),
    { hint: t('Everything else about the trajectory is shown as it is.') },
  );
}
