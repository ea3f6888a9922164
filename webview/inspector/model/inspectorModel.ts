import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import * as v from 'valibot';
import { isCompositePath, type RewardName, type Verdict } from '../../../src/core/rewards/model.ts';
import type { Trainer } from '../../../src/core/rewards/trainers.ts';
import type { Span } from '../../../src/core/span.ts';
import type { DialectName, Step } from '../../../src/core/trajectory/model.ts';
import type {
  FromInspector,
  InspectorImage,
  InspectorState,
  ToInspector,
} from '../../../src/protocol/inspector.ts';
import { scoreMessage } from '../../../src/protocol/score.ts';
import type { FrameClock } from '../../shared/clock.ts';
import { boxesShown, type DrawnBox } from './boxes.ts';
import type { Engine } from './engine.ts';
import { GoldBoxes } from './goldBoxes.ts';
import type { ModelOptions } from './modelOptions.ts';
import { pagePlaceOf, type PagePlace } from './pagePlace.ts';
import { SelectionSender, type Selection } from './selectionSender.ts';
import { toSampleContext } from './sampleContext.ts';
import { metaOf, SampleModel } from './sampleModel.ts';
import { ShownClaims } from './shownClaims.ts';
import { selectedStep } from './stepIndex.ts';
import { FRESH_UI, type TabName, type UiState } from './uiState.ts';
import type { Enlarged } from './unsentPages.ts';

/** Everything in a state except its samples. */
export type InspectorInfo = Omit<InspectorState, 'samples'>;

export type Command = Extract<FromInspector, { type: 'command' }>['command'];

/** The inspector's state: what the extension sent, what was derived from it, and what is on the screen. */
export class InspectorModel {
  readonly #info = signal<InspectorInfo | null>(null);
  readonly #samples = signal<readonly SampleModel[]>([]);
  /** Null until the extension has sent its first state. */
  readonly info: ReadonlySignal<InspectorInfo | null> = this.#info;
  readonly samples: ReadonlySignal<readonly SampleModel[]> = this.#samples;
  readonly sampleIndex: ReadonlySignal<number>;
  /** The sample in view; null if there is none. */
  readonly sample: ReadonlySignal<SampleModel | null>;
  readonly tab: ReadonlySignal<TabName>;
  /** The trainer whose reward inputs are used; null for everything in the record. */
  readonly trainer: ReadonlySignal<Trainer | null>;
  readonly selection: ReadonlySignal<Selection | null>;
  /** The step that contains the start of the selection. */
  readonly currentStep: ReadonlySignal<Step | null>;
  /** The claims of the sample in view, and the selected one. */
  readonly claims: ShownClaims;
  /** What is shown enlarged. */
  readonly enlarged = signal<Enlarged | null>(null);
  /** Whether the loupe is shown with it. */
  readonly loupeShown = signal(false);
  /** The image whose number was clicked in a step, and a counter, so that another click on it is noticed. */
  readonly pointedImage = signal<{ readonly image: number; readonly time: number } | null>(null);
  /** The places with the answer that the person draws on pages. */
  readonly gold: GoldBoxes;
  readonly engine: Engine;

  readonly #clock: FrameClock;
  readonly #send: (message: FromInspector) => void;
  readonly #keep: (ui: UiState) => void;
  readonly #selected: SelectionSender;
  readonly #sampleIndex;
  readonly #tab;
  readonly #trainer;
  readonly #selection;
  #key: string;
  /** The sample that the extension considers to be in view. */
  #told = 0;
  #scroll: Record<string, number>;
  #flushAsked = false;

  constructor(options: ModelOptions) {
    const ui = options.ui ?? FRESH_UI;
    this.engine = options.engine;
    this.#clock = options.clock;
    this.#send = options.post;
    this.#keep = options.keep ?? (() => undefined);
    this.#sampleIndex = signal(ui.sample);
    this.#tab = signal<TabName>(ui.tab);
    this.#trainer = signal(ui.trainer);
    this.#selection = signal<Selection | null>(
      ui.selection === null ? null : { span: ui.selection, origin: 'kept' },
    );
    this.#key = ui.key;
    this.#scroll = { ...ui.scroll };
    this.sampleIndex = this.#sampleIndex;
    this.sample = computed(
      () => this.#samples.value[this.#sampleIndex.value] ?? this.#samples.value[0] ?? null,
    );
    this.tab = this.#tab;
    this.trainer = this.#trainer;
    this.selection = this.#selection;
    this.#selected = new SelectionSender({
      ...options,
      claims: () => this.claims.index.peek(),
      step: () => this.currentStep.peek(),
      placeOf: (span) => this.#placeOf(span),
    });
    this.currentStep = computed(() => selectedStep(this.sample.value?.parsed.value, this.#selection.value));
    this.claims = new ShownClaims(this.sample, this.#selection, this.currentStep);
    this.gold = new GoldBoxes((boxes) => {
      this.#send({ type: 'goldBoxes', boxes: [...boxes] });
    });
  }

  /** Handles a message from the extension. */
  receive(message: ToInspector): void {
    batch(() => {
      switch (message.type) {
        case 'state':
          this.#takeState(message.state);
          break;
        case 'update':
          this.#info.value = message.state;
          this.#spreadContext();
          this.#tellTrainer();
          message.samples.forEach((meta, index) => this.#samples.peek()[index]?.update(meta));
          this.#askFlush();
          break;
        case 'append':
          this.#samples.peek()[message.sample]?.append(message.text);
          this.#askFlush();
          break;
        case 'replace':
          this.#samples.peek()[message.sample]?.replace(message.span, message.text);
          this.#askFlush();
          break;
        case 'score':
          this.#takeScore(message);
          break;
        case 'reveal':
          this.#reveal(message.sample, message.span);
          break;
        case 'grounding':
        case 'groundingChanges':
          if (this.#samples.peek()[message.sample]?.takeGrounding(message) === false)
            this.#send({ type: 'groundingNeeded', sample: message.sample });
          this.#presentClaims();
          break;
        case 'goldBoxes':
          this.gold.take(message.boxes);
          break;
        case 'claim':
          this.#revealClaim(message.sample, message.claim);
          break;
        case 'mentioned':
          if (message.sample === this.#shownIndex()) this.claims.mention(message.claims);
          break;
      }
    });
  }

  /** Selects a span of a sample, because it was chosen elsewhere. */
  #reveal(sample: number, span: Span): void {
    this.#flush();
    this.#sampleIndex.value = sample;
    this.#selection.value = { span, origin: 'host' };
    this.#save();
    this.#sendShown();
  }

  /** Selects a claim whose box the person chose on a page. */
  #revealClaim(sample: number, index: number): void {
    const grounding = this.#samples.peek()[sample]?.grounding.peek();
    const claim = grounding?.kind === 'grounded' ? grounding.grounding.claims[index] : undefined;
    if (claim !== undefined) this.#reveal(sample, claim.span);
  }

  /** Selects the first claim that is a problem, unless the person has selected something: they may be typing elsewhere. */
  #presentClaims(): void {
    const first = this.claims.firstProblem();
    if (first === null || this.#selection.peek() !== null) return;
    this.#selection.value = { span: first.claim.span, origin: 'kept' };
    this.#selected.sendFirstClaim(this.#shownIndex(), first.index);
  }

  post(message: FromInspector): void {
    this.#selected.note(message);
    this.#send(message);
  }

  command(command: Command, end?: number): void {
    this.#send({ type: 'command', command, sample: this.#shownIndex(), ...(end !== undefined && { end }) });
  }

  /** Selects the span, and tells the extension. `now` skips the wait for a further selection. */
  select(span: Span, origin: 'steps' | 'text' | 'link', now = false): void {
    this.#selection.value = { span, origin };
    this.#save();
    this.#selected.send(this.#shownIndex(), { span, origin }, now);
  }

  /** The page that the selection speaks of, for a document view that is open. */
  #placeOf(span: Span): PagePlace | null {
    const parsed = this.sample.peek()?.parsed.peek();
    const images = this.#info.peek()?.images ?? [];
    if (parsed === undefined || images.length === 0) return null;
    return pagePlaceOf(parsed, span, images, (image) => this.boxesOn(image));
  }

  /** Follows a link to a place: in the steps, or in the text if that is what is shown. */
  goTo(span: Span, tab?: TabName): void {
    batch(() => {
      const shown = this.#tab.peek();
      this.showTab(tab ?? (shown === 'text' ? 'text' : 'steps'));
      this.select(span, 'link', true);
    });
  }

  showTab(tab: TabName): void {
    this.#tab.value = tab;
    this.#save();
  }

  showSample(index: number): void {
    if (index === this.#sampleIndex.peek()) return;
    batch(() => {
      this.#sampleIndex.value = index;
      this.#selection.value = null;
      this.#scroll = {};
    });
    this.#save();
    this.#sendShown();
  }

  /** Sets the verdict of a sample immediately, and tells the extension, which stores it. */
  setVerdict(verdict: Verdict, index = this.#shownIndex()): void {
    const sample = this.#samples.peek()[index];
    if (sample === undefined) return;
    sample.setVerdict(verdict);
    this.#send({ type: 'verdict', sample: index, verdict });
  }

  judge(): void {
    this.#send({ type: 'judge', sample: this.#shownIndex() });
  }

  setReference(text: string): void {
    this.#change({ reference: text === '' ? null : text });
    this.#send({ type: 'reference', text });
  }

  /** Shows another reward: a built-in one, or the composite that the extension has named. */
  setProfile(profile: RewardName): void {
    const composite = this.#info.peek()?.composite ?? null;
    const chosen = isCompositePath(profile);
    this.#change({
      profile: chosen ? null : profile,
      composite: composite && { ...composite, chosen },
    });
    this.#send({ type: 'profile', profile });
  }

  /** Sets whether rewards get only what a trainer passes, or everything in the record. */
  setTrainer(trainer: Trainer | null): void {
    this.#trainer.value = trainer;
    this.#change({});
    this.#tellTrainer();
    this.#save();
  }

  /** Reads the response in another dialect; null lets the extension recognize it from the text. */
  setDialect(dialect: DialectName | null): void {
    if (dialect !== null) this.#change({ dialect, dialectConfidence: null });
    this.#send({ type: 'dialect', dialect });
  }

  /** The boxes on an image: of the response in view, of the record's other tool, and of the reference. */
  boxesOn(image: InspectorImage): readonly DrawnBox[] {
    const [info, sample] = [this.#info.value, this.sample.value];
    return info === null || sample === null
      ? []
      : boxesShown(sample.boxes.value.index, info, image, sample.seenImages(info.images));
  }

  /** Marks image `image` in the strip. */
  pointAt(image: number): void {
    this.pointedImage.value = { image, time: this.#clock.now() };
  }

  scrollOf(tab: TabName): number {
    return this.#scroll[tab] ?? 0;
  }

  keepScroll(tab: TabName, top: number): void {
    this.#scroll[tab] = Math.max(0, Math.round(top));
    this.#save();
  }

  dispose(): void {
    this.#selected.stop();
    for (const sample of this.#samples.peek()) sample.dispose();
  }

  #shownIndex(): number {
    return Math.min(this.#sampleIndex.peek(), Math.max(0, this.#samples.peek().length - 1));
  }

  #sendShown(): void {
    const shown = this.#shownIndex();
    if (shown === this.#told) return;
    this.#told = shown;
    this.#send({ type: 'shown', sample: shown });
  }

  /** Tells the extension the inputs of the composite reward, if they have changed. */
  #tellTrainer(): void {
    const composite = this.#info.peek()?.composite ?? null;
    const trainer = this.#trainer.peek();
    if (composite !== null && composite.trainer !== trainer) this.#send({ type: 'inputs', trainer });
  }

  #takeScore(message: ToInspector): void {
    const read = v.safeParse(scoreMessage, message);
    if (!read.success) return;
    this.#samples.peek()[read.output.sample]?.setComposite(read.output.score);
    this.#askFlush();
  }

  #takeState(state: InspectorState): void {
    const { samples, ...info } = state;
    if (info.key !== this.#key) this.#startAnew(info.key);
    this.#info.value = info;
    this.gold.take(info.goldBoxes ?? null);
    const before = this.#samples.peek();
    const context = toSampleContext(info, this.#trainer.peek());
    this.#samples.value = samples.map((sample, index) => {
      const kept = before[index];
      if (kept?.holds(sample.text) !== true)
        return new SampleModel(this.engine, this.#clock, context, sample);
      kept.setContext(context);
      kept.update(metaOf(sample));
      kept.setComposite(sample.score);
      kept.flush();
      return kept;
    });
    for (const sample of before) if (!this.#samples.peek().includes(sample)) sample.dispose();
    this.#sendShown();
    this.#tellTrainer();
  }

  /** Resets the state that belongs to the trajectory shown before. */
  #startAnew(key: string): void {
    this.#key = key;
    this.#selected.startAnew();
    this.pointedImage.value = null;
    this.#sampleIndex.value = 0;
    this.#selection.value = null;
    this.#scroll = {};
    this.enlarged.value = null;
    this.#save();
  }

  #change(change: Partial<InspectorInfo>): void {
    const info = this.#info.peek();
    if (info === null) return;
    batch(() => {
      this.#info.value = { ...info, ...change };
      this.#spreadContext();
      this.#flush();
    });
  }

  #spreadContext(): void {
    const info = this.#info.peek();
    if (info === null) return;
    const context = toSampleContext(info, this.#trainer.peek());
    for (const sample of this.#samples.peek()) sample.setContext(context);
  }

  #askFlush(): void {
    if (this.#flushAsked) return;
    this.#flushAsked = true;
    this.#clock.frame(() => {
      this.#flush();
    });
  }

  #flush(): void {
    this.#flushAsked = false;
    batch(() => {
      for (const sample of this.#samples.peek()) sample.flush();
    });
  }

  #save(): void {
    this.#keep({
      key: this.#key,
      tab: this.#tab.peek(),
      sample: this.#sampleIndex.peek(),
      trainer: this.#trainer.peek(),
      selection: this.#selection.peek()?.span ?? null,
      scroll: { ...this.#scroll },
    });
  }
}
