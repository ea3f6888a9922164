import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { WorkerThread } from '../workers/workerThread.ts';
import type { LanguageCalls, LanguageWorkerData } from './calls.ts';

/** The limits of the language worker. */
export interface LanguageLimits {
  /** Milliseconds that a feature of an editor may take for a text. */
  readonly checkDeadline: number;
  /** Milliseconds that rendering a prompt may take. */
  readonly renderDeadline: number;
  /** Megabytes that the worker's JavaScript values may take. */
  readonly memory: number;
  /** Milliseconds that the start of the worker may take. */
  readonly startTimeout: number;
}

export const DEFAULT_LANGUAGE_LIMITS: LanguageLimits = {
  checkDeadline: 5000,
  renderDeadline: 10_000,
  memory: 512,
  startTimeout: 30_000,
};

export interface LanguageWorkerOptions extends LanguageWorkerData {
  /** The worker's script: `language-worker.js` of the bundles, or `worker/main.ts` in the sources. */
  readonly url: URL;
  readonly limits?: Partial<LanguageLimits>;
}

/**
 * The worker thread that reads texts of other people: it answers an editor's requests for trajectories and prompts, and
 * renders prompts. A text that takes too long or too much memory ends the thread and leaves the process as it is.
 */
export interface LanguageWorker {
  readonly thread: WorkerThread<LanguageCalls>;
  readonly limits: LanguageLimits;
}

/** Creates the worker. Its thread starts with the first call. */
export function createLanguageWorker({
  url,
  strings,
  locale,
  limits: given = {},
}: LanguageWorkerOptions): LanguageWorker {
  const limits = { ...DEFAULT_LANGUAGE_LIMITS, ...given };
  const thread = new WorkerThread<LanguageCalls>({
    url,
    name: 'pagetrace-language',
    workerData: { strings, locale } satisfies LanguageWorkerData,
    startTimeout: limits.startTimeout,
    memory: limits.memory,
    startFailed: (said) =>
      new PageTraceError('internal', t('The part of PageTrace that checks texts did not start.'), {
        hint: t('Reload the window; if that does not help, install PageTrace again.'),
        said,
      }),
  });
  return { thread, limits };
}
