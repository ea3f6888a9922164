import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';

/**
 * Does something that must end within a time.
 * @param work its signal is aborted when the time is over, or when `signal` is
 * @throws PageTraceError `timeout`; `cancelled`; what `work` throws
 */
export async function within<T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const over = new AbortController();
  const both = AbortSignal.any([signal, over.signal]);
  let timer: NodeJS.Timeout | undefined;
  // Work that does not listen to its signal is left behind.
  const ended = new Promise<never>((_, reject) => {
    const giveUp = (): void => {
      reject(
        signal.aborted
          ? new PageTraceError('cancelled', t('The question was canceled.'))
          : new PageTraceError('timeout', t('It took longer than {0} s.', milliseconds / 1000)),
      );
    };
    if (both.aborted) giveUp();
    both.addEventListener('abort', giveUp, { once: true });
    timer = setTimeout(() => {
      over.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(both), ended]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
