import { setTimeout as pause } from 'node:timers/promises';
import {
  failureOf,
  type EvaluationEvent,
  type EvaluationOutcome,
  type EvaluationProgress,
} from '../core/datasets/evaluationEvent.ts';
import type { DatasetItem } from '../core/datasets/model.ts';
import { asPageTraceError } from '../core/errors.ts';
import { withKeptPart } from '../asking/keptPart.ts';
import type { RenderPrompt } from '../core/prompts/model.ts';
import { LoadReports } from '../inference/load.ts';
import type { InferenceDeps } from '../inference/model.ts';
import type { Admission } from './admission.ts';
import { askJob, DEFAULT_RETRIES, type RetryOptions } from './askJob.ts';
import { chosenItems, type ChosenItems } from './chosenItems.ts';
import { converseJob, type EvaluatedConversation } from './converseJob.ts';
import { endedRecord, failedRecord } from './evaluationRecord.ts';
import { listJobs } from './listJobs.ts';
import type { EndedSample, FailedJob, Job, PreparedJob } from './model.ts';
import type { OpenDocuments } from './openDocuments.ts';
import { PageImages } from './pageImages.ts';
import { prepareJob, type ChooseItemPages, type CommonQuestion } from './prepareJob.ts';
import { ProgressPace } from './progressPace.ts';
import { rateSample, type RatingMeans } from './rateSample.ts';
import type { PlacedProblem } from '../core/datasets/datasetReader.ts';
import type { ReadDatasetOptions } from './readDataset.ts';
import { runEvaluation } from './runEvaluation.ts';
import type { RunFile } from './runFile.ts';
import { SampleCount } from './sampleCount.ts';
import type { EvaluationSettings } from './settings.ts';
import { Tally } from './tally.ts';

/** What an evaluation is made of. */
export interface EvaluationOptions extends ChosenItems {
  readonly dataset: string;
  /** The folder that the paths of the data set are relative to. */
  readonly folder: string;
  readonly run: RunFile;
  readonly settings: EvaluationSettings;
  readonly question: CommonQuestion;
  /** Samples of each question. */
  readonly samples: number;
  readonly rating: RatingMeans;
  readonly admission: Admission;
  readonly documents: OpenDocuments;
  readonly renderPrompt: RenderPrompt;
  /** Chooses the pages of questions; by default, they are as the data set says. */
  readonly choosePages?: ChooseItemPages;
  /** How questions are answered in several turns; in a single one by default. */
  readonly conversation?: EvaluatedConversation;
  readonly inference: InferenceDeps;
  readonly now: () => number;
  readonly signal: AbortSignal;
  readonly retries?: RetryOptions;
  /** The most questions whose pages are rendered before they can be sent. */
  readonly ahead?: number;
  /** Milliseconds between two looks at the queue of the server while it changes how many requests are sent. */
  readonly loadInterval?: number;
  /** The least number of milliseconds between two events of how far it is. */
  readonly progressInterval?: number;
  /** Told of everything, to the end. */
  readonly onEvent: (event: EvaluationEvent) => void;
}

const LOAD_INTERVAL = 500;

/** How much more seldom the queue is looked at while nothing changes: a look takes milliseconds of the server's time. */
const STEADY = 8;

const PROGRESS_INTERVAL = 250;

/** Jobs whose pages are rendered before they can be sent. */
const AHEAD = 16;

/** Bytes of page images that are kept for the next questions. */
const PAGE_IMAGES = 64 * 1024 * 1024;

/**
 * Has the questions of a data set answered. Each sample is appended to the run as it ends.
 * @throws PageTraceError `cancelled`, `file-unwritable`, or why the data set cannot be read
 */
export function evaluate(options: EvaluationOptions): Promise<EvaluationOutcome> {
  return new Evaluation(options).run();
}

class Evaluation {
  readonly #options: EvaluationOptions;
  readonly #tally = new Tally();
  readonly #pace: ProgressPace;
  readonly #count: SampleCount;

  constructor(options: EvaluationOptions) {
    this.#options = options;
    this.#count = new SampleCount(options.run.samples);
    this.#pace = new ProgressPace(options.progressInterval ?? PROGRESS_INTERVAL, () => {
      options.onEvent({ event: 'progress', ...this.#progress() });
    });
  }

  async run(): Promise<EvaluationOutcome> {
    const { onEvent } = this.#options;
    try {
      await this.#answer();
      onEvent({ event: 'end', ...this.#outcome(), error: null });
      return this.#outcome();
    } catch (error) {
      onEvent({ event: 'end', ...this.#outcome(), error: failureOf(asPageTraceError(error)) });
      throw error;
    }
  }

  async #answer(): Promise<void> {
    const { run, settings, admission, signal, onEvent } = this.#options;
    const { ended, failed } = run.samples;
    onEvent({ event: 'start', run: run.file, model: settings.model, ended, failed });
    const pageImages = new PageImages(PAGE_IMAGES);
    const isSearching = this.#options.conversation?.protocol.isSearching === true;
    const contents = new Map<string, string>();
    const isSameContent = (file: string, sha256: string): boolean => {
      const before = run.samples.documentHash(file) ?? contents.get(file);
      if (before === undefined) contents.set(file, sha256);
      return before === undefined || before === sha256;
    };
    const over = new AbortController();
    const aside = AbortSignal.any([signal, over.signal]);
    const others = Promise.all([pollLoad(this.#options, aside), this.#countAll(aside)]);
    try {
      await runEvaluation(this.#jobs(), {
        prepare: (job, stopped) =>
          prepareJob(job, { ...this.#options, isSearching, pageImages, isSameContent }, stopped),
        ask: (job, onAnswered, stopped) => this.#ask(job, pageImages, onAnswered, stopped),
        fail: (failure) => this.#fail(failure),
        admission,
        ahead: this.#options.ahead ?? AHEAD,
        signal,
      });
    } finally {
      over.abort();
      await others;
      this.#pace.end();
    }
  }

  #outcome(): EvaluationOutcome {
    const { ended, failed, passed, decided } = this.#options.run.samples;
    return { ended, failed, unusable: this.#tally.unusable, passed, decided };
  }

  async *#jobs(): AsyncGenerator<Job> {
    const { run, samples, signal, onEvent } = this.#options;
    const onProblem = ({ line, code, severity, message }: PlacedProblem): void => {
      if (severity === 'error') this.#tally.unusable += 1;
      if (severity !== 'information') onEvent({ event: 'problem', line, code, severity, message });
    };
    const questions = this.#questions({ signal, onProblem });
    const has = (id: string, sample: number): boolean => run.samples.has(id, sample);
    for await (const item of questions) yield* listJobs(item, { samples, has });
  }

  /**
   * Counts all samples. What is wrong with the data set is said by who asks.
   *
   * This reads the data set a second time. Who asks reads on only as questions are answered, so that the total would be known
   * at the end; and questions that wait for their turn would need memory, or a file that is read as long as the data set.
   */
  async #countAll(signal: AbortSignal): Promise<void> {
    try {
      this.#tally.of = await this.#count.count(
        this.#questions({ signal, onProblem: () => undefined, placesImages: false }),
        this.#options.samples,
      );
      this.#pace.change();
    } catch (error) {
      this.#options.inference.log(`count: ${asPageTraceError(error).message}`);
    }
  }

  /** The questions that are asked. */
  #questions(options: ReadDatasetOptions): AsyncGenerator<DatasetItem> {
    return chosenItems(this.#options.dataset, this.#options, options);
  }

  #ask(
    job: PreparedJob,
    pageImages: PageImages,
    onAnswered: () => void,
    signal: AbortSignal,
  ): Promise<FailedJob | null> {
    const { conversation, now, retries = DEFAULT_RETRIES, onEvent } = this.#options;
    const samples = Array.from({ length: job.count }, (_, at) => job.first + at);
    onEvent({ event: 'asked', item: job.item.id, samples });
    this.#pace.change();
    const onWait = (why: string): void => {
      this.#tally.waitsFor = why;
      this.#pace.change();
    };
    const deps = { ...this.#options, now, retries, signal, onWait, onAnswered };
    const end = (ended: EndedSample): Promise<void> => this.#end(job, ended, signal);
    return conversation === undefined
      ? askJob(job, deps, end)
      : converseJob(job, { ...deps, pageImages, conversation }, end);
  }

  async #end(job: PreparedJob, ended: EndedSample, signal: AbortSignal): Promise<void> {
    const { run, settings, rating, now, onEvent } = this.#options;
    const rated = await rateSample(job.item, ended.recorded, rating, signal);
    const { recorded, reward, answer, passing } = rated;
    this.#count.end(job.item.id, ended.sample);
    const place = await run.append(endedRecord(job, { ...ended, recorded }, passing, settings));
    this.#tally.end(now(), reward);
    onEvent({
      event: 'sample',
      item: job.item.id,
      sample: ended.sample,
      at: place.start,
      length: place.length,
      reward,
      passed: passing?.passed ?? null,
      why: passing?.why ?? null,
      answer,
      milliseconds: ended.report?.lastTokenAfter ?? null,
    });
    this.#pace.change();
  }

  async #fail({ job, error: why, partials }: FailedJob): Promise<void> {
    const { run, settings, now, onEvent } = this.#options;
    const { item, first, count } = job;
    for (let sample = first; sample < first + count; sample += 1) {
      if (run.samples.has(item.id, sample)) continue;
      const partial = partials.get(sample);
      const error = partial === undefined ? why : withKeptPart(why);
      // A sample that fails again for the same reason, and of which nothing arrived, has its record.
      if (partial !== undefined || run.samples.failedSample(item.id, sample)?.message !== why.message)
        await run.append(failedRecord(job, sample, { error, partial }, settings));
      this.#tally.fail(now());
      onEvent({ event: 'failed', item: item.id, sample, ...failureOf(error) });
    }
    this.#pace.change();
  }

  #progress(): EvaluationProgress {
    const { run, admission, now } = this.#options;
    const { ended, failed, passed, decided } = run.samples;
    const { of, reward, waitsFor } = this.#tally;
    return {
      ended,
      failed,
      of,
      in_flight: admission.inFlight,
      reward,
      passed,
      decided,
      rate: this.#tally.rate(now()),
      seconds_left: this.#tally.secondsLeft(now(), ended),
      waits_for: waitsFor,
    };
  }
}

/** Looks at the queue of the server from time to time, until the signal is aborted or the server says that it has none. */
async function pollLoad(
  { question, inference, admission, loadInterval = LOAD_INTERVAL }: EvaluationOptions,
  signal: AbortSignal,
): Promise<void> {
  const reports = new LoadReports(question.status, inference);
  while (!signal.aborted && !reports.areLacking) {
    try {
      admission.take(await reports.next(signal));
    } catch (error) {
      // A server that is gone is noticed by the requests.
      inference.log(`load: ${asPageTraceError(error).message}`);
    }
    const interval = loadInterval * (admission.isSteady ? STEADY : 1);
    await pause(interval, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
