import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { seeImages, type SeenImages } from '../../../src/core/grounding/crops.ts';
import { scoreContext } from '../../../src/core/records/scoreContext.ts';
import type { Retrieval, Score, ScoreContext, Verdict } from '../../../src/core/rewards/model.ts';
import { scoreSoFar } from '../../../src/core/rewards/explanation/soFar.ts';
import type { ProfileName } from '../../../src/core/rewards/names.ts';
import { applies } from '../../../src/core/rewards/ownProfile.ts';
import { asTheTrainerPasses, type Trainer } from '../../../src/core/rewards/trainers.ts';
import type { Span } from '../../../src/core/span.ts';
import type { ParseContext, Trajectory } from '../../../src/core/trajectory/model.ts';
import { trajectoryViews } from '../../../src/core/trajectory/partialTrajectory.ts';
import { TextStore } from '../../../src/core/trajectory/textStore.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import type { InspectorImage, InspectorSample, SampleFacts } from '../../../src/protocol/inspector.ts';
import { shownSample } from '../../../src/protocol/shownSample.ts';
import type { Clock } from '../../shared/clock.ts';
import { BoxIndex } from './boxes.ts';
import { ClaimIndex, moveClaims, NO_CLAIMS } from './claimIndex.ts';
import type { CheckResult, Engine, LiveParser } from './engine.ts';
import { explain, explainIfEnded, explainSoFar, type Explained } from './explain.ts';
import { ReceivedGrounding, type GroundingMessage } from './receivedGrounding.ts';
import { TextChunks } from './textChunks.ts';
import { ParsedText } from './parsedText.ts';
import { thoughtRows, type ThoughtRows } from './thoughts.ts';
import { isPartial, isRunning } from '../../../src/core/records/sampleState.ts';

export type SampleMeta = SampleFacts;

/** The context for parsing and scoring, shared by all samples of an inspector. */
export interface SampleContext {
  readonly parse: ParseContext;
  readonly profile: ProfileName | null;
  /** Whether a composite reward is shown, which the extension scores. */
  readonly isComposite: boolean;
  readonly question: string | null;
  readonly reference: string | null;
  /** Missing if there is none but `reference`. */
  readonly references?: readonly string[];
  readonly sentPrompt?: string | null;
  readonly toolResults: string | null;
  readonly retrieval: Retrieval | null;
  /** The trainer whose inputs the reward gets; null for everything in the record. */
  readonly trainer: Trainer | null;
}

/** While it streams, a text is scored again when it has grown by this factor, so that the total work is linear. */
const RESCORE_GROWTH = 1.25;
/** If scoring took longer than this, in milliseconds, it waits for a pause in typing. */
const QUICK_SCORING = 12;

/**
 * One sample: its text, the parsed trajectory, and its score. Arriving text is only recorded; `flush`, called once for
 * each animation frame, does the work.
 */
export class SampleModel {
  readonly meta: ReadonlySignal<SampleMeta>;
  readonly parsed: ReadonlySignal<ParsedText>;
  /** Null until there is something to score. */
  readonly explained: ReadonlySignal<Explained | null>;
  /** The scores of the other profiles that apply to the same text; computed when it is read, null while streaming. */
  readonly others: ReadonlySignal<readonly Score[] | null>;
  readonly checks: ReadonlySignal<readonly CheckResult[]>;
  /** The reasoning as a tree or graph of thoughts; null until there is something to score. */
  readonly thoughts: ReadonlySignal<ThoughtRows | null>;
  /** What the pages say of the claims of the response. */
  readonly grounding: ReadonlySignal<GroundingShown>;
  /** Those claims by their places; a new object whenever they have changed. */
  readonly claims: ReadonlySignal<ClaimIndex>;
  /** The boxes of the response; a new object whenever they have changed. */
  readonly boxes: ReadonlySignal<{ readonly index: BoxIndex }>;

  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #meta;
  readonly #parsed;
  readonly #explained = signal<Explained | null>(null);
  readonly #grounding = signal<GroundingShown>({ kind: 'none' });
  readonly #received = new ReceivedGrounding();
  /** The last score of the composite reward from the extension. */
  readonly #composite = signal<Score | null>(null);
  #context: SampleContext;
  #parser: LiveParser;
  /** The trajectory before its end was announced, which has none of the findings that more text could repair. */
  #beforeEnd: Trajectory | null = null;
  #text: TextStore;
  #chunks: TextChunks;
  #pending: string[] = [];
  #whole: string | null = null;
  #boxes = { edition: 0, index: new BoxIndex() };
  #seen: {
    readonly version: number;
    readonly of: readonly InspectorImage[];
    readonly images: SeenImages;
  } | null = null;
  #version = 0;
  #edition = 0;
  #scoredLength = -1;
  #scoringTook = 0;
  #stale = true;
  #stopScoring: (() => void) | null = null;

  constructor(engine: Engine, clock: Clock, context: SampleContext, sample: InspectorSample) {
    this.#engine = engine;
    this.#clock = clock;
    this.#context = context;
    this.#meta = signal<SampleMeta>(metaOf(sample));
    this.#parser = engine.parser(context.parse);
    this.#text = new TextStore();
    this.#chunks = new TextChunks();
    this.#pending.push(sample.text);
    this.#composite.value = sample.score;
    this.#parsed = signal(this.#read());
    this.meta = this.#meta;
    this.parsed = this.#parsed;
    this.explained = this.#explained;
    this.others = computed(() => this.#scoreOthers());
    // This changes as often as the text is scored, not as often as it grows.
    this.checks = computed(() => (this.#explained.value === null ? [] : engine.checks(this.#judged())));
    this.thoughts = computed(() =>
      this.#explained.value === null ? null : thoughtRows(engine.thoughts(this.#parser.read())),
    );
    this.boxes = computed(() => this.#indexBoxes());
    this.grounding = this.#grounding;
    this.claims = computed(() =>
      this.#grounding.value.kind === 'grounded'
        ? new ClaimIndex(this.#grounding.value.grounding.claims)
        : NO_CLAIMS,
    );
    this.flush();
  }

  /** The images that the model saw: those of the request, and the crops that it asked for. */
  seenImages(images: readonly InspectorImage[]): SeenImages {
    const { version } = this.#parsed.value;
    if (this.#seen?.version !== version || this.#seen.of !== images) {
      const sent = images.map(({ image, path, page, width, height }) => ({
        image,
        document: path,
        page,
        size: width === null || height === null ? null : { width, height },
      }));
      this.#seen = { version, of: images, images: seeImages(this.#parser.read(), sent) };
    }
    return this.#seen.images;
  }

  /** Whether more text may come. */
  get streaming(): boolean {
    return isRunning(this.#meta.peek());
  }

  /** Records text to append; `flush` parses it. */
  append(text: string): void {
    this.#pending.push(text);
  }

  /** Records an edit of the text; `flush` parses the text again. */
  replace(span: Span, text: string): void {
    const before = (this.#whole ?? this.#text.toString()) + this.#pending.join('');
    this.#whole = before.slice(0, span.start) + text + before.slice(span.end);
    this.#pending = [];
    const shown = this.#grounding.peek();
    if (shown.kind === 'grounded')
      this.#grounding.value = { ...shown, grounding: moveClaims(shown.grounding, span, text.length) };
  }

  /** Takes what the pages say of the claims. Returns whether the message could be understood. */
  takeGrounding(message: GroundingMessage): boolean {
    const shown = this.#received.take(message);
    if (shown !== null) this.#grounding.value = shown;
    return shown !== null;
  }

  /** Sets the verdict of a person. */
  setVerdict(verdict: Verdict): void {
    this.update({
      ...this.#meta.peek(),
      verdict,
      verdictBy: verdict === 'unknown' ? null : 'person',
    });
    this.flush();
  }

  /** Sets what is known besides the text. */
  update(meta: SampleMeta): void {
    const before = this.#meta.peek();
    this.#meta.value = meta;
    if (before.verdict !== meta.verdict || before.state !== meta.state) this.#stale = true;
  }

  /** Sets the score of the composite reward; `flush` shows it. */
  setComposite(score: Score | null): void {
    this.#composite.value = score;
    if (this.#context.isComposite) this.#stale = true;
  }

  /** Sets the context for parsing and scoring. */
  setContext(context: SampleContext): void {
    const before = this.#context;
    this.#context = context;
    if (!sameParse(before.parse, context.parse)) this.#whole ??= this.#text.toString();
    if (
      before.profile !== context.profile ||
      before.isComposite !== context.isComposite ||
      before.question !== context.question ||
      before.reference !== context.reference ||
      before.toolResults !== context.toolResults ||
      JSON.stringify(before.retrieval) !== JSON.stringify(context.retrieval) ||
      before.trainer !== context.trainer
    )
      this.#stale = true;
  }

  /** Whether `text` is the sample's text, including all recorded changes. */
  holds(text: string): boolean {
    if (this.#whole !== null) return this.#whole === text;
    return this.#pending.length === 0 && this.#text.length === text.length && this.#text.toString() === text;
  }

  /** Parses and scores the changes since the last call. Does nothing if there are none. */
  flush(): void {
    const running = this.streaming;
    const edited = this.#whole;
    let changed = edited !== null;
    if (edited !== null) {
      this.#parser = this.#engine.parser(this.#context.parse);
      this.#text = new TextStore();
      this.#chunks = new TextChunks();
      this.#edition += 1;
      this.#take(edited + this.#pending.join(''));
      this.#whole = null;
    } else if (this.#pending.length > 0) {
      const text = this.#pending.join('');
      changed = text !== '';
      this.#take(text);
    }
    this.#pending = [];
    if (!running && !this.#parser.read().complete) {
      this.#beforeEnd = this.#parser.read();
      this.#parser.end();
      changed = true;
    }
    if (changed) {
      this.#version += 1;
      this.#parsed.value = this.#read();
    }
    if (changed || this.#stale) this.#scoreInTime(running, edited !== null);
  }

  dispose(): void {
    this.#stopScoring?.();
  }

  #take(text: string): void {
    if (text === '') return;
    // A response that continues after its end was announced is parsed again.
    if (this.#parser.read().complete) {
      this.#parser = this.#engine.parser(this.#context.parse);
      this.#parser.append(this.#text.toString());
    }
    this.#text.append(text);
    this.#chunks.append(text);
    this.#parser.append(text);
  }

  #read(): ParsedText {
    return new ParsedText(this.#parser.read(), this.#version, this.#edition, this.#text, this.#chunks);
  }

  #scoreInTime(running: boolean, edited: boolean): void {
    const { length } = this.#text;
    if (running && !this.#stale && length < this.#scoredLength * RESCORE_GROWTH) return;
    this.#stopScoring?.();
    this.#stopScoring = null;
    if (edited && this.#scoringTook > QUICK_SCORING) {
      this.#stopScoring = this.#clock.later(() => {
        this.#score();
      }, this.#scoringTook * 3);
      return;
    }
    this.#score();
  }

  #score(): void {
    this.#stale = false;
    this.#scoredLength = this.#text.length;
    if (this.#text.length === 0) {
      this.#explained.value = null;
      return;
    }
    const begun = this.#clock.now();
    this.#explained.value = this.#explain();
    this.#scoringTook = this.#clock.now() - begun;
  }

  #explain(): Explained {
    const { profile: name, isComposite } = this.#context;
    const { steps } = trajectoryViews(this.#parser.read());
    const { findings } = this.#judged();
    const isWhole = !isPartial(this.#meta.peek());
    if (isComposite) {
      const show = isWhole ? explain : explainIfEnded;
      return show(this.#composite.peek(), steps, findings);
    }
    if (name === null) return explain(null, steps, findings);
    const profile = this.#engine.profile(name);
    const text = this.#text.toString();
    return isWhole
      ? explain(profile.score(text, this.#scoreContext()), steps, findings)
      : explainSoFar(name, scoreSoFar(profile, text, this.#scoreContext()), steps, findings);
  }

  /** The trajectory whose findings and checks count: without an end while the response is only its beginning. */
  #judged(): Trajectory {
    const trajectory = this.#parser.read();
    const isWhole = !isPartial(this.#meta.peek());
    return isWhole || !trajectory.complete ? trajectory : (this.#beforeEnd ?? trajectory);
  }

  #scoreOthers(): readonly Score[] | null {
    const explained = this.#explained.value;
    if (explained === null || isPartial(this.#meta.value)) return null;
    const text = this.#text.toString();
    const { parse, isComposite } = this.#context;
    const composite = isComposite ? null : this.#composite.value;
    const others = this.#engine.profiles
      .filter((profile) => profile.name !== explained.score?.profile && applies(profile, parse.dialect, text))
      .map((profile) => profile.score(text, this.#scoreContext()));
    return composite === null ? others : [composite, ...others];
  }

  #indexBoxes(): { readonly index: BoxIndex } {
    const parsed = this.#parsed.value;
    const isAnew = this.#boxes.edition !== parsed.edition;
    const index = isAnew ? new BoxIndex() : this.#boxes.index;
    if (index.extend(parsed.parts) || isAnew) this.#boxes = { edition: parsed.edition, index };
    return this.#boxes;
  }

  #scoreContext(): ScoreContext {
    const { parse, trainer } = this.#context;
    const facts = { ...this.#context, numImages: parse.numImages };
    const sample = shownSample(facts, this.#meta.peek(), this.#text.toString());
    const carried = scoreContext(sample, parse.dialect);
    return trainer === null ? carried : asTheTrainerPasses(carried, trainer);
  }
}

/** A sample without its text. */
export function metaOf(sample: InspectorSample): SampleMeta {
  const { state, finishReason, tokens, tokensEstimated, firstTokenAfter, tokensPerSecond } = sample;
  const { verdict, verdictBy, userReward, reasoning, hasProbabilities } = sample;
  return {
    state,
    finishReason,
    tokens,
    tokensEstimated,
    firstTokenAfter,
    tokensPerSecond,
    verdict,
    verdictBy,
    userReward,
    reasoning,
    hasProbabilities,
  };
}

function sameParse(a: ParseContext, b: ParseContext): boolean {
  return (
    a.dialect === b.dialect &&
    a.numImages === b.numImages &&
    (a.tools === b.tools || JSON.stringify(a.tools) === JSON.stringify(b.tools))
  );
}
