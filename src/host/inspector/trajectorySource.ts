import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { once } from '../../core/once.ts';
import { PAPER_BUDGET } from '../../core/geometry/pixelBudget.ts';
import type { DocumentReference, RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import type { TokenProbabilities } from '../../core/records/tokenProbabilities.ts';
import type { Verdict } from '../../core/rewards/model.ts';
import type { DrawnGoldBox } from '../../protocol/goldBoxes.ts';
import type { GroundingShown } from '../../protocol/grounding.ts';
import type {
  InspectorMethods,
  InspectorState,
  SampleFacts,
  ToInspector,
  UserRewardShown,
} from '../../protocol/inspector.ts';
import { sourceKey, type SourceIdentity } from '../../protocol/sourceIdentity.ts';
import type { DocumentPage, RenderedPage } from '../document/pageImages.ts';
import type { UsableComposite } from '../rewards/compositeFiles.ts';
import type { NamedDocument } from '../grounding/groundingRoom.ts';
import { SourceGrounding } from '../grounding/sourceGrounding.ts';
import { ShownReward } from '../rewards/shownReward.ts';
import type { Asks } from '../shared/filePermissions.ts';
import { resolvePath, resolveReference } from '../shared/resolvePath.ts';
import { documentName } from './documentName.ts';
import type { InspectorSource, SourceMessage } from './inspectorSource.ts';
import { ANYWHERE, namingFile } from './namingFile.ts';
import type { ResponseDialect } from './responseDialect.ts';
import { SourceGold } from './sourceGold.ts';
import type { TrajectorySourceDeps } from './sourceDeps.ts';
import type { SourceDocuments } from './sourceDocuments.ts';
import {
  infoFacts,
  listedImage,
  NO_REQUEST,
  sentPages,
  type InfoChange,
  type KnownImage,
  type RequestFacts,
  type SourcePlace,
} from './sourceFacts.ts';
import { isRunning } from '../../core/records/sampleState.ts';

/**
 * The common part of all inspector sources: builds the state that is shown from the info, samples, and images that each
 * kind of source provides.
 */
export abstract class TrajectorySource implements InspectorSource {
  readonly identity: SourceIdentity;
  readonly uri: vscode.Uri | null;
  readonly isFile: boolean;
  readonly subject: string | null;
  abstract readonly sampleCount: number;
  abstract readonly askedAt: string | null;
  protected readonly deps: TrajectorySourceDeps;
  readonly #send = new vscode.EventEmitter<ToInspector>();
  readonly onDidSend = this.#send.event;
  readonly #reward: ShownReward;
  readonly #grounding: SourceGrounding;
  readonly #gold: SourceGold;
  readonly #rendered = new Map<number, DocumentPage>();
  readonly #userRewards = new Map<number, UserRewardShown>();
  /** Loaded when the documents are first compared. */
  #documents: SourceDocuments | null = null;
  readonly #loadDocuments: () => Promise<SourceDocuments>;
  #isDisposed = false;

  constructor({ identity, uri, isFile, subject }: SourcePlace, deps: TrajectorySourceDeps) {
    this.identity = identity;
    this.uri = uri;
    this.isFile = isFile;
    this.subject = subject;
    this.deps = deps;
    const refresh = (): void => {
      this.refresh();
    };
    this.#loadDocuments = once(async () => {
      const { SourceDocuments: Loaded } = await import('./sourceDocuments.ts');
      this.#documents = new Loaded({
        deps,
        onDidMove: deps.groundings.onDidChange,
        from: uri,
        named: () => this.info().documents,
        resolve: (reference) => this.resolve(reference),
        changed: refresh,
      });
      if (this.#isDisposed) this.#documents.dispose();
      return this.#documents;
    });
    const send = (message: ToInspector): void => {
      this.#send.fire(message);
    };
    this.#reward = new ShownReward({
      ...deps.composites,
      document: () => namingFile(uri, this.info()),
      dialect: () => this.dialect().dialect,
      samples: () =>
        this.facts().flatMap((facts, index) => {
          const sample = this.sample(index);
          return sample ? [{ ...sample, running: isRunning(facts) }] : [];
        }),
      send,
      refresh,
      claims: () => this.#grounding,
    });
    this.#grounding = new SourceGrounding(deps, {
      uri,
      rests: deps.composites.rests,
      resolve: (reference) => this.resolve(reference),
      hasChanged: (reference) => this.hasChanged(reference),
      info: () => this.info(),
      response: (index) => this.sample(index)?.response ?? null,
      isRunning: (index) =>
        this.facts()
          .slice(index, index + 1)
          .some(isRunning),
      dialect: () => this.dialect().dialect,
      toolNames: () => this.requestFacts().toolNames ?? null,
      images: () => this.images(),
      send,
    });
    this.#gold = new SourceGold(deps, {
      about: () => this.info().question ?? sourceKey(identity),
      named: () => this.#named(),
      send,
    });
    this.onDidSend((message) => {
      this.#reward.follow(message);
      this.#grounding.follow(message);
    });
  }

  abstract sample(index: number): RecordedResponse | null;
  abstract setVerdict(sample: number, verdict: Verdict, by: 'person' | 'judge'): Promise<void>;

  /** What is known about the trajectory, apart from its samples. */
  protected abstract info(): TrajectoryInfo;
  /** What is known about each sample, except for its text and its scores. */
  protected abstract facts(): readonly Omit<SampleFacts, 'userReward' | 'hasProbabilities'>[];
  /** The dialect in which the samples are read. */
  protected abstract dialect(): ResponseDialect;
  /** Changes the info, and sends what depends on it. */
  protected abstract setInfo(change: InfoChange): Promise<void>;

  /** What is known about the request that was sent. */
  protected requestFacts(): Partial<RequestFacts> {
    return {};
  }

  /** The images of the request; their sizes are known if they were rendered here. */
  protected images(): readonly KnownImage[] {
    return this.info().images.map((image) => {
      const { width = null, height = null, textHeight = null } = this.#rendered.get(image.image) ?? {};
      return { ...image, width, height, textHeight, tokens: null, tokensEstimated: false };
    });
  }

  /** Shows in the text next to the inspector what was selected there. */
  protected select(_message: Extract<SourceMessage, { type: 'select' }>): void {
    // A source without a text next to it has nothing to show.
  }

  /** The error if there is no image k. */
  protected missingImage(image: number): PageTraceError {
    return new PageTraceError('bad-input', t('There is no image {0} in this request.', image));
  }

  protected send(message: ToInspector): void {
    this.#send.fire(message);
  }

  state(): InspectorState {
    this.#gold.read();
    const { samples, ...rest } = this.#describe();
    return {
      ...rest,
      samples: samples.map((sample, index) => ({
        ...sample,
        text: this.sample(index)?.response ?? '',
        score: this.#reward.score(index),
      })),
    };
  }

  /** Sends everything but texts and scores. */
  protected sendUpdate(): void {
    const { samples, ...state } = this.#describe();
    this.#send.fire({ type: 'update', state, samples });
  }

  async receive(message: SourceMessage): Promise<void> {
    switch (message.type) {
      case 'verdict':
        await this.setVerdict(message.sample, message.verdict, 'person');
        await this.deps.verdicts.keep(this.sample(message.sample), message.verdict);
        break;
      case 'reference':
        await this.setInfo({ reference: message.text === '' ? null : message.text });
        // Results of a reward function for the previous reference no longer apply.
        this.forgetUserRewards();
        break;
      case 'profile':
        await this.setInfo({ reward: message.profile });
        break;
      case 'dialect':
        await this.setInfo({ dialect: message.dialect });
        break;
      case 'inputs':
        this.#reward.setTrainer(message.trainer);
        break;
      case 'goldBoxes':
        await this.#gold.set(message.boxes);
        break;
      case 'openReward':
        await this.#reward.open();
        break;
      case 'select':
        this.select(message);
        break;
      case 'recognizeText':
        this.#grounding.recognizeText();
        break;
      case 'findDocument':
        await this.deps.groundings.findMissing(this.#named());
        break;
    }
  }

  async image(image: number): Promise<{ readonly src: string }> {
    const place = this.#placeOf(image);
    if (!place) throw this.missingImage(image);
    await this.deps.permitFile(place.uri, this.uri, 'once');
    const pixels = this.info().pixels ?? PAPER_BUDGET;
    const rendered = await this.deps.renderPage(place.uri, place.sha256, place.page, pixels);
    const before = this.#rendered.get(image);
    const wasKnown = this.images().some((known) => known.image === image && known.width !== null);
    this.#rendered.set(image, rendered);
    if (before === undefined ? !wasKnown || this.#isEarlier(image) : before.sha256 !== rendered.sha256)
      this.refresh();
    return { src: rendered.src };
  }

  page(image: number): { readonly uri: vscode.Uri; readonly page: number } | null {
    const place = this.#placeOf(image);
    return place && { uri: place.uri, page: place.page };
  }

  async locate(reference: string, asks: Asks = 'again'): Promise<vscode.Uri> {
    const uri = this.resolve(reference);
    await this.deps.permitFile(uri, this.uri, asks);
    return uri;
  }

  resolve(reference: string): vscode.Uri {
    return this.deps.groundings.places.current(this.#recordedUri(reference));
  }

  get goldBoxes(): readonly DrawnGoldBox[] {
    return this.#gold.boxes ?? [];
  }

  get documents(): readonly string[] {
    return this.info().documents.map((document) => document.path);
  }

  ground(sample: number): void {
    this.#grounding.ground(sample);
  }

  hasChanged(document: string): boolean {
    return this.#documents?.hasChanged(document) ?? false;
  }

  grounding(sample: number): GroundingShown {
    return this.#grounding.shown(sample);
  }

  async documentPage(asked: InspectorMethods['page']['args'], signal: AbortSignal): Promise<RenderedPage> {
    return this.deps.renderFully(await this.locate(asked.document, 'once'), asked.page, asked.region, signal);
  }

  resolvePath(name: string): vscode.Uri {
    return resolvePath(this.uri ?? ANYWHERE, name);
  }

  refresh(): void {
    this.sendUpdate();
  }

  cancel(): void {
    // A source that only shows what was generated has nothing to stop.
  }

  probabilities(_index: number): TokenProbabilities | null {
    return null;
  }

  curl(): string | null {
    return null;
  }

  composite(): Promise<UsableComposite | null> {
    return this.#reward.composite(this.info());
  }

  setUserReward(sample: number, shown: UserRewardShown): void {
    this.#userRewards.set(sample, shown);
    this.refresh();
  }

  /** Discards the results of the person's reward function; returns whether there were any. */
  protected forgetUserRewards(): boolean {
    const hadSome = this.#userRewards.size > 0;
    this.#userRewards.clear();
    return hadSome;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#documents?.dispose();
    this.#reward.dispose();
    this.#grounding.dispose();
    this.#gold.dispose();
    this.#send.dispose();
  }

  /**
   * Finds the documents that have changed since the question was asked, now and whenever they change on disk, and
   * updates the view.
   */
  protected async compareDocuments(): Promise<void> {
    await (await this.#loadDocuments()).compare();
  }

  /** Whether what is shown of image k is the page as it was sent, of a document that has changed since. */
  #isEarlier(image: number): boolean {
    const place = this.#placeOf(image);
    return (
      place !== null && this.hasChanged(place.path) && this.#rendered.get(image)?.sha256 === place.sha256
    );
  }

  /** The file at a path of the record, which may have been moved since. */
  #recordedUri(reference: string): vscode.Uri {
    return resolveReference(this.uri ?? ANYWHERE, reference);
  }

  /** The documents that the record names, with where it has them. */
  #named(): readonly NamedDocument[] {
    return this.info().documents.map((document) => ({ document, uri: this.#recordedUri(document.path) }));
  }

  /** The page that image k shows, and its document's hash when it was sent. */
  #placeOf(image: number): (DocumentReference & { readonly uri: vscode.Uri; readonly page: number }) | null {
    const { images, documents } = this.info();
    const shown = images.find((candidate) => candidate.image === image);
    const document = shown && documents[shown.document];
    return document ? { ...document, uri: this.resolve(document.path), page: shown.page } : null;
  }

  #describe(): Omit<InspectorState, 'samples'> & { readonly samples: readonly SampleFacts[] } {
    const info = this.info();
    const dialect = this.dialect();
    const { canAsk, canJudge, canScoreWithPython, groundings } = this.deps;
    const nameOf = (reference: string): string =>
      documentName(reference, this.#recordedUri(reference), groundings.places);
    return {
      key: sourceKey(this.identity),
      isFile: this.isFile,
      ...infoFacts(info),
      documents: info.documents.map(({ path }, index) => ({
        name: nameOf(path),
        path,
        pages: sentPages(info, index),
        changed: this.hasChanged(path),
        missing: this.#documents?.isMissing(path) ?? false,
      })),
      images: this.images().map((image) => {
        const { path = '' } = info.documents[image.document] ?? {};
        return listedImage(image, { document: nameOf(path), path, isEarlier: this.#isEarlier(image.image) });
      }),
      edition: this.#documents?.edition ?? 0,
      askedAt: this.askedAt,
      ...NO_REQUEST,
      ...this.requestFacts(),
      ...dialect,
      ...this.#reward.shown(info, dialect.dialect),
      ...(this.#gold.boxes !== null && { goldBoxes: this.#gold.boxes }),
      canAsk: canAsk(),
      canJudge: canAsk() && canJudge(),
      canScoreWithPython: canScoreWithPython(),
      samples: this.facts().map((facts, index) => ({
        ...facts,
        userReward: this.#userRewards.get(index) ?? null,
        hasProbabilities: this.probabilities(index) !== null,
      })),
    };
  }
}
