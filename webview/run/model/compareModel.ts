import { computed, effect, signal, type ReadonlySignal } from '@preact/signals';
import { DEFAULT_BOOTSTRAP } from '../../../src/core/runMetrics/measureRun.ts';
import type { CountedValue, MeasuredPart } from '../../../src/core/runMetrics/model.ts';
import type {
  ComparisonAnswer,
  ListedOutcome,
  ListedQuestion,
  ListedQuestions,
} from '../../../src/core/runComparison/model.ts';
import type { ComparedParts, ComparedWith, MetricMethods } from '../../../src/protocol/runMetrics.ts';
import { LiveAnswer } from './liveAnswer.ts';
import type { Pace } from './pace.ts';
import { untilRead } from './untilRead.ts';

/** How many questions are asked for at once. */
const QUESTIONS_AT_ONCE = 50;

export interface CompareOptions {
  readonly pace: Pace;
  readonly ask: (
    args: MetricMethods['comparison']['args'],
    signal: AbortSignal,
  ) => Promise<MetricMethods['comparison']['value']>;
  readonly askValues: (
    args: MetricMethods['fieldValues']['args'],
    signal: AbortSignal,
  ) => Promise<MetricMethods['fieldValues']['value']>;
  readonly askQuestions: (
    args: MetricMethods['comparedQuestions']['args'],
    signal: AbortSignal,
  ) => Promise<ListedQuestions>;
}

/** The values of a field, in their order. */
interface FieldValues {
  readonly field: string;
  readonly values: readonly CountedValue[];
}

interface Listing {
  readonly answer: ComparisonAnswer;
  readonly outcome: ListedOutcome;
  readonly count: number;
  readonly questions: readonly ListedQuestion[];
}

/** What differs between the run and another one, or between two parts of it. */
export class CompareModel {
  /** What is compared; null if nothing is. */
  readonly parts: ReadonlySignal<ComparedParts | null>;
  readonly answer: ReadonlySignal<ComparisonAnswer | null>;
  readonly failure: ReadonlySignal<string | null>;
  readonly isAsking: ReadonlySignal<boolean>;
  readonly progress: ReadonlySignal<MeasuredPart | null>;
  /** The metric that says who is better; null for the first that can. */
  readonly measure: ReadonlySignal<string | null>;
  /** The field whose values can be compared. */
  readonly field: ReadonlySignal<string>;
  /** Its values; null before they are known. */
  readonly values: ReadonlySignal<FieldValues | null>;
  /** Why they cannot be known; null if they can. */
  readonly valuesFailure: ReadonlySignal<string | null>;
  readonly outcome: ReadonlySignal<ListedOutcome>;
  /** The questions with this outcome, as far as they were asked for; null before the first are there. */
  readonly listing: ReadonlySignal<Listing | null>;
  readonly #options: CompareOptions;
  readonly #parts = signal<ComparedParts | null>(null);
  readonly #measure = signal<string | null>(null);
  readonly #progress = signal<MeasuredPart | null>(null);
  readonly #outcome = signal<ListedOutcome>('loss');
  readonly #listed = signal<Listing | null>(null);
  readonly #live: LiveAnswer<ComparisonAnswer | null>;
  readonly #field = signal('step');
  readonly #values: LiveAnswer<FieldValues>;
  readonly #stopListing: () => void;
  #other: ComparedWith | null = null;
  #asking = new AbortController();

  constructor(options: CompareOptions) {
    this.#options = options;
    const { pace } = options;
    this.#live = new LiveAnswer({ pace, ask: (stopped) => this.#compare(stopped) });
    this.#values = new LiveAnswer({ pace, ask: (stopped) => this.#listValues(stopped) });
    this.parts = this.#parts;
    this.measure = this.#measure;
    this.progress = this.#progress;
    this.outcome = this.#outcome;
    this.field = this.#field;
    // The last answer stays until the next one is there, which may be about another field.
    this.values = computed(() => {
      const known = this.#values.value.value;
      return known?.field === this.#field.value ? known : null;
    });
    this.valuesFailure = this.#values.failure;
    this.answer = this.#live.value;
    this.failure = this.#live.failure;
    this.isAsking = this.#live.isAsking;
    this.#stopListing = effect(() => {
      if (this.answer.value !== null) void this.#list(0);
    });
    // What was listed for an earlier comparison has other rows.
    this.listing = computed(() => {
      const listed = this.#listed.value;
      return listed !== null && listed.answer === this.answer.value && listed.outcome === this.outcome.value
        ? listed
        : null;
    });
  }

  want(isWanted: boolean): void {
    this.#values.want(isWanted);
    this.#live.want(isWanted);
  }

  /** Takes the run that was chosen, or that it is compared with no other one any more. */
  follow(other: ComparedWith | null): void {
    const before = this.#other;
    this.#other = other;
    const isChosen = other !== null && other.phase !== 'failed';
    if (before === null && other !== null) this.#compareParts({ kind: 'run' });
    else if (other === null && before !== null && this.#parts.peek()?.kind === 'run')
      this.#compareParts(null);
    else if (isChosen && this.#parts.peek()?.kind === 'run' && other.version !== before?.version)
      this.#live.grow();
  }

  /** Chooses the field whose values can be compared. */
  chooseField(field: string): void {
    this.#field.value = field;
    this.#values.change();
  }

  /** Compares the samples with one value of the field with those that have another one. */
  compareValues(base: string, run: string): void {
    this.#compareParts({ kind: 'values', field: this.#field.peek(), base, run });
  }

  /** Compares nothing. */
  close(): void {
    this.#compareParts(null);
  }

  chooseMeasure(measure: string | null): void {
    this.#measure.value = measure;
    this.#live.change();
  }

  chooseOutcome(outcome: ListedOutcome): void {
    this.#outcome.value = outcome;
    void this.#list(0);
  }

  /** Asks for more of the questions that are listed. */
  more(): void {
    void this.#list(this.listing.peek()?.questions.length ?? 0);
  }

  grow(): void {
    this.#values.grow();
    this.#live.grow();
  }

  change(): void {
    this.#values.change();
    this.#live.change();
  }

  dispose(): void {
    this.#stopListing();
    this.#asking.abort();
    this.#values.dispose();
    this.#live.dispose();
  }

  #compareParts(parts: ComparedParts | null): void {
    this.#parts.value = parts;
    this.#measure.value = null;
    this.#live.change();
  }

  async #compare(stopped: AbortSignal): Promise<ComparisonAnswer | null> {
    const parts = this.#parts.peek();
    this.#progress.value = null;
    if (parts === null) return null;
    const { pace, ask } = this.#options;
    const { seed, rounds } = DEFAULT_BOOTSTRAP;
    const args = { parts, measure: this.#measure.peek(), seed, rounds };
    return untilRead({
      clock: pace.clock,
      signal: stopped,
      ask: () => ask(args, stopped),
      isRead: ({ comparison }) => comparison !== null,
      progress: (part) => {
        this.#progress.value = part;
      },
    });
  }

  async #listValues(stopped: AbortSignal): Promise<FieldValues> {
    const { pace, askValues } = this.#options;
    const field = this.#field.peek();
    const { values } = await untilRead({
      clock: pace.clock,
      signal: stopped,
      ask: () => askValues({ field }, stopped),
      isRead: (answer) => answer.values !== null,
      progress: () => undefined,
    });
    return { field, values: values ?? [] };
  }

  async #list(start: number): Promise<void> {
    const answer = this.answer.peek();
    if (answer === null) return;
    this.#asking.abort();
    const asking = (this.#asking = new AbortController());
    const outcome = this.#outcome.peek();
    const before = start === 0 ? [] : (this.listing.peek()?.questions ?? []);
    try {
      const { count, questions } = await this.#options.askQuestions(
        { outcome, start, count: QUESTIONS_AT_ONCE },
        asking.signal,
      );
      if (asking.signal.aborted || this.answer.peek() !== answer) return;
      this.#listed.value = { answer, outcome, count, questions: [...before, ...questions] };
    } catch {
      // A list that is asked for again takes the place of this one; the comparison says what is wrong.
    }
  }
}
