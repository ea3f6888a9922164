import { setTimeout as pause } from 'node:timers/promises';
import type { DatasetItem } from '../core/datasets/model.ts';
import { asPageTraceError } from '../core/errors.ts';
import type { RenderPrompt } from '../core/prompts/model.ts';
import { sampleOf } from '../core/records/sample.ts';
import { scoreContext } from '../core/records/scoreContext.ts';
import type { RewardProfile } from '../core/rewards/model.ts';
import { serverLoad } from '../inference/load.ts';
import type { InferenceDeps } from '../inference/model.ts';
import type { Admission } from './admission.ts';
import { askJob, DEFAULT_RETRIES, type RetryOptions } from './askJob.ts';
import { endedRecord, failedRecord } from './evaluationRecord.ts';
import { listJobs } from './listJobs.ts';
import type { EvaluationProgress, Job } from './model.ts';
import type { OpenDocuments } from './openDocuments.ts';
import { PageImages } from './pageImages.ts';
import { prepareJob, type CommonQuestion } from './prepareJob.ts';
import { readDataset, type PlacedProblem } from './readDataset.ts';
import { runEvaluation } from './runEvaluation.ts';
import type { RunFile } from './runFile.ts';
import type { EvaluationSettings } from './settings.ts';

/** What an evaluation is made of. */
export interface EvaluationOptions {
  readonly dataset: string;
  /** The folder that the paths of the data set are relative to. */
  readonly folder: string;
  readonly run: RunFile;
  readonly settings: EvaluationSettings;
  readonly question: CommonQuestion;
  /** Samples of each question. */
  readonly samples: number;
  /** The most questions; null for all. */
  readonly limit: number | null;
  /** Which questions are asked; all of them if left out. */
  readonly where?: (item: DatasetItem) => boolean;
  /** Scores the samples for the progress; null for none. */
  readonly profile: RewardProfile | null;
  readonly admission: Admission;
  readonly documents: OpenDocuments;
  readonly renderPrompt: RenderPrompt;
  readonly inference: InferenceDeps;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly retries?: RetryOptions;
  /** Milliseconds between two looks at the queue of the server. */
  readonly loadInterval?: number;
  readonly onProblem: (problem: PlacedProblem) => void;
  readonly onProgress: (progress: EvaluationProgress) => void;
}

/** What became of an evaluation. */
export interface EvaluationOutcome {
  /** Samples that the run has. */
  readonly ended: number;
  /** Samples whose request failed, in this or in an earlier evaluation, and that have not ended since. */
  readonly failed: number;
  /** Questions that could not be asked because of a mistake in the data set. */
  readonly unusable: number;
}

const LOAD_INTERVAL = 500;

/** Jobs whose pages are rendered before they can be sent. */
const AHEAD = 16;

/** Bytes of page images that are kept for the next questions. */
const PAGE_IMAGES = 64 * 1024 * 1024;

/**
 * Has the questions of a data set answered. Each sample is appended to the run as it ends.
 * @throws PageTraceError `cancelled`, `file-unwritable`, or why the data set cannot be read
 */
export async function evaluate(options: EvaluationOptions): Promise<EvaluationOutcome> {
  const { run, settings, question, profile, admission, inference, now, signal, onProgress } = options;
  const retries = options.retries ?? DEFAULT_RETRIES;
  const tally = new Tally();
  const pageImages = new PageImages(PAGE_IMAGES);
  const progress = (): void => {
    onProgress({
      ended: run.samples.ended,
      failed: run.samples.failed,
      of: tally.of,
      inFlight: admission.inFlight,
      reward: tally.reward,
      rate: tally.rate(now()),
      waitsFor: tally.waitsFor,
    });
  };
  const over = new AbortController();
  const polling = pollLoad(options, AbortSignal.any([signal, over.signal]));
  try {
    await runEvaluation(listAll(options, tally), {
      prepare: (job, stopped) => prepareJob(job, { ...options, question, pageImages }, stopped),
      ask: (job, stopped) =>
        askJob(
          job,
          {
            inference,
            now,
            retries,
            signal: stopped,
            onWait: (why) => {
              tally.waitsFor = why;
              progress();
            },
          },
          async (ended) => {
            await run.append(endedRecord(job, ended, settings));
            tally.end(now(), profile === null ? null : rewardOf(profile, ended.recorded));
            progress();
          },
        ),
      fail: async ({ job, error }) => {
        for (let sample = job.first; sample < job.first + job.count; sample += 1)
          if (!run.samples.has(job.item.id, sample))
            await run.append(failedRecord(job, sample, error, settings));
        progress();
      },
      admission,
      ahead: AHEAD,
      signal,
    });
  } finally {
    over.abort();
    await polling;
  }
  return { ended: run.samples.ended, failed: run.samples.failed, unusable: tally.unusable };
}

async function* listAll(options: EvaluationOptions, tally: Tally): AsyncGenerator<Job> {
  const { dataset, run, samples, limit, where, signal, onProblem } = options;
  let items = 0;
  const onMistake = (problem: PlacedProblem): void => {
    if (problem.severity === 'error') tally.unusable += 1;
    onProblem(problem);
  };
  for await (const item of readDataset(dataset, { signal, onProblem: onMistake })) {
    if (where?.(item) === false) continue;
    if (items === limit) break;
    items += 1;
    yield* listJobs(item, { samples, has: (id, sample) => run.samples.has(id, sample) });
  }
  tally.of = items * samples;
}

function rewardOf(profile: RewardProfile, recorded: Parameters<typeof sampleOf>[0]): number | null {
  const sample = sampleOf(recorded);
  return profile.score(sample.response, scoreContext(sample, sample.dialect)).overall;
}

/** Looks at the queue of the server from time to time, until the signal is aborted. */
async function pollLoad(
  { question, inference, admission, loadInterval = LOAD_INTERVAL }: EvaluationOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      admission.take(await serverLoad(question.status, inference, signal));
    } catch (error) {
      // A server that is gone is noticed by the requests.
      inference.log(`load: ${asPageTraceError(error).message}`);
    }
    await pause(loadInterval, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** What is counted while an evaluation runs. */
class Tally {
  /** All samples; null before the data set was read to its end. */
  of: number | null = null;
  unusable = 0;
  waitsFor: string | null = null;
  #rewards = 0;
  #rewarded = 0;
  readonly #ends: number[] = [];

  end(now: number, reward: number | null): void {
    this.waitsFor = null;
    this.#ends.push(now);
    while ((this.#ends[0] ?? now) < now - 60_000) this.#ends.shift();
    if (reward === null) return;
    this.#rewards += reward;
    this.#rewarded += 1;
  }

  get reward(): number | null {
    return this.#rewarded === 0 ? null : this.#rewards / this.#rewarded;
  }

  /** Samples a second over the last minute. */
  rate(now: number): number | null {
    const [first] = this.#ends;
    return first === undefined || this.#ends.length < 2 || now <= first
      ? null
      : (this.#ends.length * 1000) / (now - first);
  }
}
