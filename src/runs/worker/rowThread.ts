import { Worker } from 'node:worker_threads';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { RunsWorkerData } from '../index/calls.ts';
import { ChannelClient } from '../index/channel.ts';
import type { ScoringCalls } from './scoringCalls.ts';

/** A thread that reads rows, to score them or to search in them. */
export class RowThread {
  readonly channel: ChannelClient<ScoringCalls, never>;
  readonly #worker: Worker;
  #isLost = false;

  /** @param url the script of the threads of runs */
  constructor(url: URL, data: RunsWorkerData) {
    this.#worker = new Worker(url, {
      name: 'pagetrace-rows',
      execArgv: [],
      workerData: { ...data, role: 'scoring' } satisfies RunsWorkerData,
      resourceLimits: {
        maxOldGenerationSizeMb: data.limits.scoringMemory,
        maxYoungGenerationSizeMb: data.limits.youngMemory,
      },
    });
    this.channel = new ChannelClient<ScoringCalls, never>(
      this.#worker,
      () => undefined,
      () => undefined,
    );
    const lost = (): void => {
      this.#isLost = true;
      this.channel.end(new PageTraceError('internal', t('A thread that reads a run has ended.')));
    };
    this.#worker.on('error', lost);
    this.#worker.on('exit', lost);
  }

  /** Whether the thread has ended by itself. */
  get isLost(): boolean {
    return this.#isLost;
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
