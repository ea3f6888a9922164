import { t } from '@vscode/l10n';
import type { AskedQuestionChange, AskedQuestionRecord } from '../../asking/model.ts';
import { charactersPhrase } from '../../core/countPhrases.ts';
import type { AskedQuestion } from '../../asking/askedQuestion.ts';
import { progressNotice } from '../../asking/progress.ts';
import { unsentPages } from '../../asking/unsentPages.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import type { TokenProbabilities } from '../../core/records/tokenProbabilities.ts';
import type { Verdict } from '../../core/rewards/model.ts';
import type { InspectorState } from '../../protocol/inspector.ts';
import type { Stepping } from '../../protocols/stepping.ts';
import type { SourceIdentity } from '../../protocol/sourceIdentity.ts';
import { workingSentences } from '../../protocol/workingSentences.ts';
import type { SourceMessage } from '../inspector/inspectorSource.ts';
import { GrowingResponseDialect, type ResponseDialect } from '../inspector/responseDialect.ts';
import type { TrajectorySourceDeps } from '../inspector/sourceDeps.ts';
import type { InfoChange } from '../inspector/sourceFacts.ts';
import { TrajectorySource } from '../inspector/trajectorySource.ts';
import type { KnownImage } from '../inspector/sourceFacts.ts';
import { isRunning } from '../../core/records/sampleState.ts';

/** The name of this kind of inspector source. */
export const QUESTION = 'question';

/** The identity of the question with an id. */
export function questionIdentity(id: string): SourceIdentity {
  return { kind: QUESTION, id };
}

/** What a question's source needs from the extension. */
export interface AskedQuestionSourceDeps extends TrajectorySourceDeps {
  /** Cancels the question with an id; does nothing if it is not being answered. */
  readonly cancel: (id: string) => void;
  /** Notes that a source of the question with an id was opened (1) or disposed of (-1). */
  readonly countViews: (id: string, change: 1 | -1) => void;
  /** Where the conversation that answers the question with an id is; null if there is none. */
  readonly stepping: (id: string) => Stepping | null;
  /** Milliseconds for which text and figures are collected before they are sent on. */
  readonly gather: number;
}

/** The source of an inspector that shows a question, asked now or restored. */
export class AskedQuestionSource extends TrajectorySource {
  readonly #asked: AskedQuestion;
  readonly #cancel: (id: string) => void;
  readonly #countViews: AskedQuestionSourceDeps['countViews'];
  readonly #gather: number;
  readonly #stop: () => void;
  readonly #stepping: Stepping | null;
  readonly #stopStepping: (() => void) | undefined;
  readonly #texts = new Map<number, string[]>();
  readonly #growing = new GrowingResponseDialect();
  #recordChanged = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(asked: AskedQuestion, deps: AskedQuestionSourceDeps) {
    super(
      {
        identity: questionIdentity(asked.id),
        uri: null,
        isFile: false,
        subject: asked.record.info.question,
      },
      deps,
    );
    this.#asked = asked;
    this.#cancel = deps.cancel;
    this.#countViews = deps.countViews;
    this.#countViews(asked.id, 1);
    this.#gather = deps.gather;
    this.#stop = asked.listen((change) => {
      this.#take(change);
    });
    this.#stepping = deps.stepping(asked.id);
    this.#stopStepping = this.#stepping?.listen(() => {
      this.refresh();
    });
    void this.compareDocuments();
  }

  get askedAt(): string {
    return this.#asked.record.createdAt;
  }

  get holdsPanel(): boolean {
    return this.#asked.running && this.#stepping?.runs === false;
  }

  get activity(): string | null {
    const step = this.#stepping?.state ?? null;
    if (step === null) return null;
    return step.phase === 'waiting' ? t('The conversation waits for you.') : workingSentences(step);
  }

  get sampleCount(): number {
    return this.#asked.sampleCount;
  }

  sample(index: number): RecordedResponse | null {
    return this.#asked.recorded(index);
  }

  override state(): InspectorState {
    // The state contains all text so far. Views that already follow get the collected text first, so that they miss
    // nothing.
    this.#sendTexts();
    return super.state();
  }

  setVerdict(sample: number, verdict: Verdict, by: 'person' | 'judge'): Promise<void> {
    this.#asked.setVerdict(sample, verdict, by);
    return Promise.resolve();
  }

  override async receive(message: SourceMessage): Promise<void> {
    switch (message.type) {
      case 'step':
        this.#stepping?.choose(message.stop, message.choice);
        break;
      case 'editStep':
        this.#stepping?.edit(message.stop, message.text);
        break;
      case 'pauseSteps':
        this.#stepping?.pause();
        break;
      default:
        await super.receive(message);
    }
  }

  override cancel(): void {
    this.#cancel(this.#asked.id);
  }

  override curl(): string | null {
    return this.#asked.record.curl;
  }

  override refresh(): void {
    this.#recordChanged = true;
    this.#schedule();
  }

  override dispose(): void {
    this.#stopStepping?.();
    this.#countViews(this.#asked.id, -1);
    this.#stop();
    if (this.#timer) clearTimeout(this.#timer);
    super.dispose();
  }

  protected info(): TrajectoryInfo {
    return this.#asked.record.info;
  }

  protected setInfo(change: InfoChange): Promise<void> {
    this.#asked.setInfo(change);
    return Promise.resolve();
  }

  /** All samples of a question are read in the same dialect: the named one, otherwise that of the first sample. */
  protected dialect(): ResponseDialect {
    const { info, samples } = this.#asked.record;
    const ended = samples[0] === undefined || !isRunning(samples[0]);
    return this.#growing.of(info.dialect, ended, () => this.#asked.text(0));
  }

  override probabilities(index: number): TokenProbabilities | null {
    return this.#asked.probabilities(index);
  }

  protected facts(): ReturnType<TrajectorySource['facts']> {
    return this.#asked.record.samples.map(({ state, report, verdict, verdictBy }) => ({
      state,
      finishReason: report?.finishReason ?? null,
      tokens: report?.tokens ?? null,
      tokensEstimated: report?.tokensEstimated ?? false,
      firstTokenAfter: report?.firstTokenAfter ?? null,
      tokensPerSecond: report?.tokensPerSecond ?? null,
      verdict,
      verdictBy,
      reasoning: report?.reasoning ?? 'content',
    }));
  }

  protected override images(): readonly KnownImage[] {
    const { images, tokensEstimated } = this.#asked.record;
    return images.map((image) => ({ ...image, tokensEstimated }));
  }

  protected override requestFacts(): ReturnType<TrajectorySource['requestFacts']> {
    const { info, server, usage, tools, request, failure, parent, choice } = this.#asked.record;
    const { progress } = this.#asked;
    const step = this.#stepping?.state ?? null;
    return {
      // While a person is waited for, the server has nothing to do.
      progress: step?.phase === 'waiting' ? null : progress && progressNotice(progress),
      ...(step !== null && { step }),
      notices: [...unsentPages(this.#asked.record), ...continuedNotice(this.#asked.record)],
      // The offline reader is its own only model, so naming it once is enough.
      server: server === info.model ? null : server,
      promptTokens: usage?.promptTokens ?? null,
      cachedTokens: usage?.cachedTokens ?? null,
      imageTokens: usage?.imageTokens ?? null,
      toolNames: tools,
      ...(choice && { pageChoice: { choice, documents: info.documents.map(({ path }) => path) } }),
      request,
      failure: failure && {
        message: failure.message,
        hint: failure.hint ?? '',
        // Asking again would begin the response anew.
        canRetry: this.deps.canAsk() && (parent?.end ?? null) === null,
      },
    };
  }

  #take(change: AskedQuestionChange): void {
    if (change.type === 'text') {
      const texts = this.#texts.get(change.sample) ?? [];
      texts.push(change.text);
      this.#texts.set(change.sample, texts);
    } else if (change.type === 'prefix') {
      this.#flush();
      const span = { start: 0, end: 0 };
      this.send({ type: 'replace', sample: change.sample, span, text: change.text });
    } else if (change.type === 'replace') {
      this.#flush();
      this.send(change);
    } else this.#recordChanged = true;
    if (change.type === 'end') this.#flush();
    else this.#schedule();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#flush();
    }, this.#gather);
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#sendTexts();
    if (!this.#recordChanged) return;
    this.#recordChanged = false;
    this.sendUpdate();
  }

  #sendTexts(): void {
    const texts = [...this.#texts];
    this.#texts.clear();
    for (const [sample, chunks] of texts) this.send({ type: 'append', sample, text: chunks.join('') });
  }
}

/** Where the text that was generated begins in a response that was continued. */
function continuedNotice({ parent }: AskedQuestionRecord): readonly string[] {
  const end = parent?.end ?? null;
  return end === null
    ? []
    : [
        t(
          'The first {0} were kept from an earlier response, and the model went on from there.',
          charactersPhrase(end),
        ),
      ];
}
