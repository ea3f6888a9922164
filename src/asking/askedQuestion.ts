import type { PageTraceError } from '../core/errors.ts';
import type { RecordedResponse } from '../core/records/model.ts';
import { exactTokens } from '../core/records/sample.ts';
import { atEnd, type TokenProbabilities } from '../core/records/tokenProbabilities.ts';
import type { Verdict } from '../core/rewards/model.ts';
import type { SampleReport, TokenForecast, Usage } from '../inference/model.ts';
import type {
  AskedSample,
  AskedQuestionChange,
  AskedQuestionRecord,
  FollowedEvent,
  PreparedQuestion,
} from './model.ts';
import { isRunning, type SampleState } from '../core/records/sampleState.ts';
import { withKeptPart } from './keptPart.ts';
import { STALL_LIMITS, type AskedProgress, type StallLimits } from './progress.ts';

/** What an asked question needs in addition to the prepared one. */
export interface AskedQuestionOptions {
  readonly now: () => number;
  /** Redacted request and curl command, for the record. */
  readonly request: string | null;
  readonly curl: string | null;
  /** The tokens of the question's images, as far as they are known. */
  readonly forecast: Pick<TokenForecast, 'images' | 'exact'> | null;
  /** What to do next about a failure, in the words of the face that shows it; otherwise the error's own hint. */
  readonly hintOf?: (error: PageTraceError) => string | null;
  /** When a stream counts as stalled; `STALL_LIMITS` by default. */
  readonly stall?: StallLimits;
  /** The shortest time between two changes for the reports of samples while they arrive, in milliseconds; 200 by default. */
  readonly reportEvery?: number;
}

const REPORT_EVERY = 200;

type Listener = (change: AskedQuestionChange) => void;

interface ArrivingSample {
  readonly chunks: string[];
  state: SampleState;
  report: SampleReport | null;
  verdict: Verdict;
  verdictBy: 'person' | 'judge' | null;
  probabilities: TokenProbabilities | null;
}

/**
 * One question and its samples, while they arrive and afterwards. Texts are stored as the chunks that arrived and
 * joined when they are read, so that the work for a long answer grows only with its length.
 */
export class AskedQuestion {
  #base: Omit<AskedQuestionRecord, 'samples' | 'usage' | 'failure' | 'info'>;
  readonly #listeners = new Set<Listener>();
  readonly #samples: ArrivingSample[];
  #info: AskedQuestionRecord['info'];
  #usage: Usage | null = null;
  readonly #hintOf: (error: PageTraceError) => string | null;
  #failure: AskedQuestionRecord['failure'] = null;
  readonly #now: () => number;
  readonly #stall: StallLimits;
  readonly #reportEvery: number;
  /** Runs while new reports have to wait. */
  #reportTimer: NodeJS.Timeout | null = null;
  /** Whether a report has arrived that listeners have not been told about. */
  #reportWaits = false;
  /** What the server said last that it is doing; null since text has arrived. */
  #status: string | null = null;
  /** When something arrived last, or when the request was sent. */
  #heardAt = 0;
  #silentFor: number | null = null;
  #hasArrived = false;

  private constructor(
    record: AskedQuestionRecord,
    texts: readonly string[],
    probabilities: readonly (TokenProbabilities | null)[],
    {
      hintOf = ({ hint }) => hint ?? null,
      now = Date.now,
      stall = STALL_LIMITS,
      reportEvery = REPORT_EVERY,
    }: Partial<AskedQuestionOptions> = {},
  ) {
    this.#hintOf = hintOf;
    this.#now = now;
    this.#stall = stall;
    this.#reportEvery = reportEvery;
    const { samples, usage, failure, info, ...base } = record;
    this.#base = base;
    this.#info = info;
    this.#usage = usage;
    this.#failure = failure;
    this.#samples = samples.map((sample, index) => ({
      ...sample,
      chunks: [texts[index] ?? ''],
      probabilities: probabilities[index] ?? null,
    }));
  }

  /**
   * Creates a question that is about to start. Its samples wait for their first token; they are empty, or have the text
   * that is continued.
   */
  static start(prepared: PreparedQuestion, options: AskedQuestionOptions): AskedQuestion {
    const { question, images, info } = prepared;
    const createdAt = new Date(options.now()).toISOString();
    const record: AskedQuestionRecord = {
      id: `${createdAt.replace(/[-:.]/g, '')}-${Math.random().toString(36).slice(2, 6).padEnd(4, '0')}`,
      createdAt,
      info,
      sentDocuments: question.documents.map(({ document, isNarrowed = false }) => ({
        pageCount: document.pageCount,
        isNarrowed,
      })),
      ...(question.choice === undefined ? {} : { choice: question.choice }),
      server: question.status.address.name,
      ...(question.parent === undefined ? {} : { parent: question.parent }),
      images: images.map(({ image, document, page, width, height, textHeight, words }) => ({
        image,
        document,
        page,
        width,
        height,
        textHeight,
        ...(question.status.kind === 'offline-reader'
          ? { readFrom: words === null ? ('ocr' as const) : ('text-layer' as const) }
          : {}),
        tokens: options.forecast?.images[image - 1] ?? null,
      })),
      tokensEstimated: !(options.forecast?.exact ?? false),
      tools: question.prompt.toolbox.length > 0 ? question.prompt.toolbox.map((tool) => tool.name) : null,
      usage: null,
      samples: Array.from({ length: question.samples }, (): AskedSample => ({
        state: 'waiting',
        report: null,
        verdict: 'unknown',
        verdictBy: null,
      })),
      request: options.request,
      curl: options.curl,
      failure: null,
    };
    const { continued = '' } = question;
    return new AskedQuestion(
      record,
      record.samples.map(() => continued),
      [],
      options,
    );
  }

  /** Restores a stored question. Samples that were streaming when it was last written count as canceled. */
  static restore(
    record: AskedQuestionRecord,
    texts: readonly string[],
    probabilities: readonly (TokenProbabilities | null)[] = [],
  ): AskedQuestion {
    const samples = record.samples.map((sample) =>
      isRunning(sample) ? { ...sample, state: 'cancelled' as const } : sample,
    );
    return new AskedQuestion({ ...record, samples }, texts, probabilities);
  }

  get id(): string {
    return this.#base.id;
  }

  get record(): AskedQuestionRecord {
    return {
      ...this.#base,
      info: this.#info,
      usage: this.#usage,
      failure: this.#failure,
      samples: this.#samples.map(({ state, report, verdict, verdictBy }) => ({
        state,
        report,
        verdict,
        verdictBy,
      })),
    };
  }

  get running(): boolean {
    return this.#samples.some(isRunning);
  }

  /** How far the answer has come; null if the question is not being answered. */
  get progress(): AskedProgress | null {
    if (!this.running) return null;
    const reports = this.#samples.map(({ report }) => report);
    return {
      status: this.#status,
      tokens: reports.reduce((sum, report) => sum + (report?.tokens ?? 0), 0),
      tokensEstimated: reports.some((report) => report?.tokensEstimated === true),
      silentFor: this.#silentFor,
    };
  }

  /** Whether text has arrived since the question was asked, which is kept if the rest fails. */
  get hasArrived(): boolean {
    return this.#hasArrived;
  }

  get sampleCount(): number {
    return this.#samples.length;
  }

  /** The whole text of a sample so far. */
  text(sample: number): string {
    const chunks = this.#samples[sample]?.chunks;
    if (!chunks) return '';
    if (chunks.length > 1) chunks.splice(0, chunks.length, chunks.join(''));
    return chunks[0] ?? '';
  }

  /** The probabilities of a sample's tokens; null if they are not known, or not known yet. */
  probabilities(sample: number): TokenProbabilities | null {
    return this.#samples[sample]?.probabilities ?? null;
  }

  /** A sample and what is known about it, as a trajectory file would store it; null if there is no such sample. */
  recorded(index: number): RecordedResponse | null {
    const sample = this.#samples[index];
    if (sample === undefined) return null;
    const { report, verdict } = sample;
    // The report of a response that was continued counts only what followed.
    const isWhole = (this.#base.parent?.end ?? null) === null;
    const responseLength = report === null || !isWhole ? null : exactTokens(report);
    return { info: { ...this.#info, verdict, responseLength }, response: this.text(index) };
  }

  /** Calls `listener` for every change until the returned function is called. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  setVerdict(sample: number, verdict: Verdict, by: 'person' | 'judge'): void {
    const kept = this.#samples[sample];
    if (!kept) return;
    kept.verdict = verdict;
    kept.verdictBy = verdict === 'unknown' ? null : by;
    this.#notify({ type: 'record' });
  }

  /** Sets parts of the info that a person may change: the reference answer, the reward profile, the dialect. */
  setInfo(info: Partial<Pick<AskedQuestionRecord['info'], 'reference' | 'reward' | 'dialect'>>): void {
    this.#info = { ...this.#info, ...info };
    this.#notify({ type: 'record' });
  }

  /** Adds what a conversation has brought: the pages that the model was shown, and what is recorded of its turns. */
  addConversation({
    images,
    info,
  }: {
    readonly images: AskedQuestionRecord['images'];
    readonly info: Partial<AskedQuestionRecord['info']>;
  }): void {
    this.#base = { ...this.#base, images };
    this.#info = { ...this.#info, ...info };
    this.#notify({ type: 'record' });
  }

  /** Follows a generation to its end and stores what arrives. Never rejects: a failure of the server is returned. */
  async follow(events: AsyncIterable<FollowedEvent>): Promise<PageTraceError | null> {
    let error: PageTraceError | null = null;
    this.#heardAt = this.#now();
    const watch = setInterval(() => {
      this.#measureSilence();
    }, this.#stall.every);
    try {
      for await (const event of events) {
        this.#heardAt = this.#now();
        if (event.type === 'end') error = event.error;
        else this.#take(event);
        this.#measureSilence();
      }
    } finally {
      clearInterval(watch);
      if (this.#reportTimer !== null) clearTimeout(this.#reportTimer);
      this.#reportTimer = null;
    }
    this.#finish(error);
    return error;
  }

  /** Ends a question whose request could not be sent because of `error`; does nothing if it has ended. */
  fail(error: PageTraceError): void {
    if (this.running) this.#finish(error);
  }

  #measureSilence(): void {
    const silence = this.#now() - this.#heardAt;
    const silentFor = silence < this.#stall.after ? null : Math.floor(silence / 1000);
    if (silentFor === this.#silentFor) return;
    this.#silentFor = silentFor;
    this.#notify({ type: 'progress' });
  }

  #take(event: Exclude<FollowedEvent, { type: 'end' }>): void {
    if (event.type === 'usage') {
      this.#usage = event.usage;
      this.#notify({ type: 'record' });
      return;
    }
    if (event.type === 'status') {
      this.#status = event.status;
      this.#notify({ type: 'progress' });
      return;
    }
    const sample = this.#samples[event.sample];
    if (!sample) return;
    switch (event.type) {
      case 'text':
        sample.chunks.push(event.text);
        sample.state = 'streaming';
        this.#hasArrived = true;
        this.#status = null;
        this.#notify({ type: 'text', sample: event.sample, text: event.text });
        break;
      case 'prefix':
        sample.chunks.unshift(event.text);
        this.#notify({ type: 'prefix', sample: event.sample, text: event.text });
        break;
      case 'retell': {
        const before = this.text(event.sample);
        const start = commonStart(before, event.text);
        sample.chunks.splice(0, sample.chunks.length, event.text);
        const span = { start, end: before.length };
        this.#notify({ type: 'replace', sample: event.sample, span, text: event.text.slice(start) });
        break;
      }
      case 'probabilities':
        // A continued response begins with text that this server has not written.
        sample.probabilities = atEnd(event.probabilities, this.text(event.sample).length);
        this.#notify({ type: 'probabilities', sample: event.sample });
        break;
      case 'progress':
        sample.report = event.report;
        this.#reportWaits = true;
        this.#tellReports();
        break;
      case 'finish':
        sample.report = event.report;
        sample.state = 'done';
        this.#notify({ type: 'record' });
        break;
    }
  }

  /** Tells listeners about new reports, at once or when enough time has passed since they were told last. */
  #tellReports(): void {
    if (!this.#reportWaits || this.#reportTimer !== null) return;
    this.#reportWaits = false;
    this.#reportTimer = setTimeout(() => {
      this.#reportTimer = null;
      this.#tellReports();
    }, this.#reportEvery);
    this.#notify({ type: 'record' });
  }

  #finish(error: PageTraceError | null): void {
    const cancelled = error?.reason === 'cancelled';
    for (const sample of this.#samples) {
      if (isRunning(sample)) {
        sample.state = error === null ? 'done' : cancelled ? 'cancelled' : 'failed';
      }
    }
    const shown = error && this.#hasArrived ? withKeptPart(error) : error;
    this.#failure = shown && !cancelled ? { message: shown.message, hint: this.#hintOf(shown) } : null;
    this.#notify({ type: 'end', error });
  }

  #notify(change: AskedQuestionChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** The length of what two texts begin with. */
function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}
