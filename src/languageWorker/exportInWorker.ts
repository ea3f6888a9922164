import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { WorkerThread } from '../workers/workerThread.ts';
import type { ExportCalls, ExportRequest, LanguageWorkerData } from './calls.ts';
import { exportStopped } from './stopErrors.ts';

/** The limits of an export. */
export interface ExportLimits {
  /** Milliseconds that writing it may take. */
  readonly deadline: number;
  /** Megabytes that the values of the thread may take, the pictures of pages included. */
  readonly memory: number;
  /** Milliseconds that the start of the thread may take. */
  readonly startTimeout: number;
}

const EXPORT_LIMITS: ExportLimits = { deadline: 30_000, memory: 1024, startTimeout: 30_000 };

export interface ExportInWorkerOptions extends LanguageWorkerData {
  /** The worker's script: `export-worker.js` of the bundles, or `exportWorker/main.ts` in the sources. */
  readonly url: URL;
  readonly limits?: Partial<ExportLimits>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes the document of a trajectory in a thread of its own, which ends with it.
 * @throws PageTraceError `timeout` if that takes too long or too much memory, `cancelled`
 */
export async function exportInWorker(
  request: ExportRequest,
  { url, strings, locale, limits = {}, signal }: ExportInWorkerOptions,
): Promise<string> {
  const { deadline, memory, startTimeout } = { ...EXPORT_LIMITS, ...limits };
  const thread = new WorkerThread<ExportCalls>({
    url,
    name: 'pagetrace-export',
    workerData: { strings, locale } satisfies LanguageWorkerData,
    startTimeout,
    memory,
    startFailed: (said) =>
      new PageTraceError('internal', t('The part of PageTrace that writes exports did not start.'), {
        hint: t('Reload the window; if that does not help, install PageTrace again.'),
        said,
      }),
  });
  try {
    return await thread.call('exportTrajectory', {
      request: () => request,
      deadline,
      stopped: (why) => exportStopped(why, { deadline, memory }),
      about: { subject: '', content: () => '' },
      ...(signal === undefined ? {} : { signal }),
    });
  } finally {
    await thread.dispose();
  }
}
