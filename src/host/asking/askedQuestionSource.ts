import path from 'node:path';
import * as vscode from 'vscode';
import type { AskedQuestionChange } from '../../asking/model.ts';
import type { AskedQuestion } from '../../asking/askedQuestion.ts';
import { PageTraceError } from '../../core/errors.ts';
import { readableAt } from '../../core/geometry/textHeight.ts';
import { PAPER_BUDGET, type PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { RecordedResponse } from '../../core/records/model.ts';
import { formatPageRanges } from '../../core/records/pageRanges.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type {
  InspectorImage,
  InspectorState,
  SampleFacts,
  ToInspector,
  UserRewardShown,
} from '../../protocol/inspector.ts';
import type { InspectorSource } from '../inspector/inspectorSource.ts';
import { GrowingResponseDialect, type ResponseDialect } from '../inspector/responseDialect.ts';
import { resolveReference } from '../shared/resolvePath.ts';
import { describeSampling, titleOf } from '../inspector/trajectoryWords.ts';
import { ShownReward, type CompositeScoring } from '../rewards/shownReward.ts';

/** What a question's source needs of the house. */
export interface AskedQuestionSourceDeps {
  /** The image of a page of the document that had the hash `sha256` when it was sent. */
  readonly renderPage: (
    uri: vscode.Uri,
    sha256: string | null,
    page: number,
    pixels: PixelBudget,
  ) => Promise<{ readonly src: string }>;
  /** SHA-256 of the document now; null when it cannot be read. */
  readonly hashNow: (uri: vscode.Uri) => Promise<string | null>;
  readonly canAsk: () => boolean;
  readonly canJudge: (asked: AskedQuestion) => boolean;
  /** Whether a Python reward is set and may run here. */
  readonly canScoreWithPython: () => boolean;
  readonly composites: CompositeScoring;
  /** Milliseconds over which text and figures are gathered before they are sent on. */
  readonly gather: number;
}

/** What the names in a record are resolved from. They are absolute paths and URIs, so that any local file will do. */
const RECORD = vscode.Uri.file('/');

/** The document that the record of a question names: by its absolute path, or by a URI where it is not local. */
export function resolveRecorded(reference: string): vscode.Uri {
  return resolveReference(RECORD, reference);
}

/** The inspector's window on a question: asked now, or kept from before. */
export class AskedQuestionSource implements InspectorSource {
  readonly key: string;
  readonly title: string;
  readonly uri = null;
  readonly #asked: AskedQuestion;
  readonly #deps: AskedQuestionSourceDeps;
  readonly #kind: 'ask' | 'recent';
  readonly #send = new vscode.EventEmitter<ToInspector>();
  readonly onDidSend = this.#send.event;
  readonly #stop: () => void;
  readonly #reward: ShownReward;
  readonly #texts = new Map<number, string[]>();
  readonly #userRewards = new Map<number, UserRewardShown>();
  readonly #growing = new GrowingResponseDialect();
  #recordChanged = false;
  #timer: NodeJS.Timeout | null = null;
  #progress = '';
  #changed = new Set<number>();

  constructor(asked: AskedQuestion, kind: 'ask' | 'recent', deps: AskedQuestionSourceDeps) {
    this.#asked = asked;
    this.#deps = deps;
    this.#kind = kind;
    this.key = `question:${asked.id}`;
    this.title = titleOf(asked.record.info.question);
    this.#stop = asked.listen((change) => {
      this.#take(change);
    });
    this.#reward = new ShownReward({
      ...deps.composites,
      document: RECORD,
      dialect: () => this.#dialect().dialect,
      samples: () =>
        this.#asked.record.samples.flatMap(({ state }, index) => {
          const running = state === 'waiting' || state === 'streaming';
          const sample = this.sample(index);
          return sample ? [{ ...sample, running }] : [];
        }),
      send: (message) => {
        this.#send.fire(message);
      },
      refresh: () => {
        this.refresh();
      },
    });
    this.onDidSend((message) => {
      this.#reward.follow(message);
    });
    if (kind === 'recent') void this.#compareHashes();
  }

  get asked(): AskedQuestion {
    return this.#asked;
  }

  /** What is going on, for the inspector's status line; empty when nothing is. */
  setProgress(sentence: string): void {
    this.#progress = sentence;
    this.#recordChanged = true;
    this.#schedule();
  }

  state(): InspectorState {
    // Whoever asks for the whole state has all text up to now: what was gathered is part of it.
    this.#texts.clear();
    const { samples, ...rest } = this.#describe();
    return {
      ...rest,
      samples: samples.map((sample, index) => ({
        ...sample,
        text: this.#asked.text(index),
        score: this.#reward.score(index),
      })),
    };
  }

  async receive(message: Parameters<InspectorSource['receive']>[0]): Promise<void> {
    switch (message.type) {
      case 'verdict':
        await this.setVerdict(message.sample, message.verdict, 'person');
        break;
      case 'reference':
        // What a reward function has said was said of another reference.
        this.#userRewards.clear();
        this.#asked.setInfo({ reference: message.text === '' ? null : message.text });
        break;
      case 'profile':
        this.#asked.setInfo({ reward: message.profile });
        break;
      case 'dialect':
        this.#asked.setInfo({ dialect: message.dialect });
        break;
      case 'inputs':
        this.#reward.setTrainer(message.trainer);
        break;
      case 'openReward':
        await this.#reward.open();
        break;
      case 'select':
        break;
    }
  }

  setUserReward(sample: number, shown: UserRewardShown): void {
    this.#userRewards.set(sample, shown);
    this.refresh();
  }

  setVerdict(sample: number, verdict: 'right' | 'wrong' | 'unknown', by: 'person' | 'judge'): Promise<void> {
    this.#asked.setVerdict(sample, verdict, by);
    return Promise.resolve();
  }

  async image(image: number): Promise<{ readonly src: string }> {
    const place = this.page(image);
    if (!place) throw new PageTraceError('bad-input', `There is no image ${image} in this request.`);
    const { src } = await this.#deps.renderPage(
      place.uri,
      place.sha256,
      place.page,
      this.#asked.record.info.pixels ?? PAPER_BUDGET,
    );
    return { src };
  }

  page(
    image: number,
  ): { readonly uri: vscode.Uri; readonly page: number; readonly sha256: string | null } | null {
    const { info } = this.#asked.record;
    const source = info.images.find((candidate) => candidate.image === image);
    const document = source && info.documents[source.document];
    return document ? { uri: this.resolve(document.path), page: source.page, sha256: document.sha256 } : null;
  }

  get askedAt(): string {
    return this.#asked.record.createdAt;
  }

  get sampleCount(): number {
    return this.#asked.sampleCount;
  }

  sample(index: number): RecordedResponse | null {
    return this.#asked.recorded(index);
  }

  resolve(reference: string): vscode.Uri {
    return resolveRecorded(reference);
  }

  composite(): Promise<RewardProfile | null> {
    return this.#reward.composite(this.#asked.record.info);
  }

  curl(): string | null {
    return this.#asked.record.curl;
  }

  refresh(): void {
    this.#recordChanged = true;
    this.#schedule();
  }

  dispose(): void {
    this.#stop();
    this.#reward.dispose();
    if (this.#timer) clearTimeout(this.#timer);
    this.#send.dispose();
  }

  #take(change: AskedQuestionChange): void {
    if (change.type === 'text') {
      const texts = this.#texts.get(change.sample) ?? [];
      texts.push(change.text);
      this.#texts.set(change.sample, texts);
    } else if (change.type === 'prefix') {
      this.#flush();
      this.#send.fire({
        type: 'replace',
        sample: change.sample,
        span: { start: 0, end: 0 },
        text: change.text,
      });
    } else this.#recordChanged = true;
    if (change.type === 'end') this.#flush();
    else this.#schedule();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#flush();
    }, this.#deps.gather);
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    for (const [sample, texts] of this.#texts)
      this.#send.fire({ type: 'append', sample, text: texts.join('') });
    this.#texts.clear();
    if (this.#recordChanged) {
      this.#recordChanged = false;
      const { samples, ...state } = this.#describe();
      this.#send.fire({ type: 'update', state, samples });
    }
  }

  #describe(): Omit<InspectorState, 'samples'> & { samples: readonly SampleFacts[] } {
    const record = this.#asked.record;
    const { info } = record;
    const dialect = this.#dialect();
    return {
      key: this.key,
      source: this.#kind,
      question: info.question,
      documents: info.documents.map((document, index) => ({
        name: path.posix.basename(document.path),
        pages: formatPageRanges(
          info.images.filter((image) => image.document === index).map(({ page }) => page),
        ),
        changed: this.#changed.has(index),
      })),
      images: record.images.map((image): InspectorImage => ({
        image: image.image,
        document: path.posix.basename(info.documents[image.document]?.path ?? ''),
        page: image.page,
        width: image.width,
        height: image.height,
        tokens: image.tokens,
        tokensEstimated: record.tokensEstimated,
        textHeight: image.textHeight,
        readableAt: readableAt(image.textHeight, image.width, image.height),
      })),
      model: info.model,
      // The offline reader is its own only model: naming it once is enough.
      server: record.server === info.model ? null : record.server,
      sampling: describeSampling(info.sampling),
      promptTokens: record.usage?.promptTokens ?? null,
      cachedTokens: record.usage?.cachedTokens ?? null,
      imageTokens: record.usage?.imageTokens ?? null,
      ...dialect,
      ...this.#reward.shown(info, dialect.dialect),
      numImages: record.images.length,
      toolNames: record.tools,
      reference: info.reference,
      // Records of earlier versions have no such key.
      toolResults: info.toolResults ?? null,
      request: record.request,
      progress: this.#progress,
      notices: [],
      failure: record.failure
        ? { message: record.failure.message, hint: record.failure.hint ?? '', canRetry: this.#deps.canAsk() }
        : null,
      canAsk: this.#deps.canAsk(),
      canJudge: this.#deps.canAsk() && this.#deps.canJudge(this.#asked),
      canScoreWithPython: this.#deps.canScoreWithPython(),
      samples: record.samples.map((sample, index) => ({
        state: sample.state,
        finishReason: sample.report?.finishReason ?? null,
        tokens: sample.report?.tokens ?? null,
        tokensEstimated: sample.report?.tokensEstimated ?? false,
        firstTokenAfter: sample.report?.firstTokenAfter ?? null,
        tokensPerSecond: sample.report?.tokensPerSecond ?? null,
        verdict: sample.verdict,
        verdictBy: sample.verdictBy,
        userReward: this.#userRewards.get(index) ?? null,
        reasoning: sample.report?.reasoning ?? 'content',
      })),
    };
  }

  /** Samples of one question are read alike: by the dialect that is named, else by that of the first. */
  #dialect(): ResponseDialect {
    const { info, samples } = this.#asked.record;
    const state = samples[0]?.state;
    const ended = state !== 'waiting' && state !== 'streaming';
    return this.#growing.of(info.dialect, ended, () => this.#asked.text(0));
  }

  async #compareHashes(): Promise<void> {
    for (const [index, document] of this.#asked.record.info.documents.entries()) {
      if (document.sha256 === null) continue;
      const now = await this.#deps.hashNow(this.resolve(document.path));
      if (now !== null && now !== document.sha256) this.#changed.add(index);
    }
    if (this.#changed.size > 0) {
      this.#recordChanged = true;
      this.#flush();
    }
  }
}
