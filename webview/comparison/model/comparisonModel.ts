import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type {
  ComparedQuestions,
  ComparisonSide,
  FromComparison,
  SideLabel,
  ToComparison,
} from '../../../src/protocol/comparison.ts';
import type { Engine } from '../../inspector/model/engine.ts';
import type { FrameClock } from '../../shared/clock.ts';
import type { KeptComparison } from './keptComparison.ts';
import { PairModel } from './pairModel.ts';
import { sharedPromptDiff, type SharedPromptDiff } from './promptDiff.ts';

export interface ComparisonOptions {
  readonly engine: Engine;
  readonly clock: FrameClock;
  readonly post: (message: FromComparison) => void;
  readonly kept: KeptComparison;
  readonly keep: (kept: KeptComparison) => void;
}

/** One question or several, each as two trajectories: the table, and the question that is open. */
export class ComparisonModel {
  /** Null if there is only one question, and until the extension has sent it. */
  readonly table: ReadonlySignal<ComparedQuestions | null>;
  /** The open question; null while the table is shown. */
  readonly pair: ReadonlySignal<PairModel | null>;
  /** The index of the open question. */
  readonly index: ReadonlySignal<number | null>;
  /** What changed in the prompt of all questions of the table. */
  readonly promptDiff: ReadonlySignal<SharedPromptDiff>;
  /** The question that was open before: the table returns to its row; null if the table was shown before. */
  lastIndex: number | null = null;
  readonly #table = signal<ComparedQuestions | null>(null);
  readonly #pair = signal<PairModel | null>(null);
  readonly #index = signal<number | null>(null);
  readonly #onlyDifferences;
  readonly #options: ComparisonOptions;
  /** What is kept for a reload; the open question is requested again when the page is ready. */
  #kept: KeptComparison;
  /** The question that was open before a reload, until the extension has sent it again. */
  #reopening: KeptComparison['pairs'][number] | null = null;

  constructor(options: ComparisonOptions) {
    this.#options = options;
    this.#kept = options.kept;
    this.#onlyDifferences = signal(options.kept.onlyDifferences);
    this.table = this.#table;
    this.pair = this.#pair;
    this.index = this.#index;
    const prompts = computed(() => JSON.stringify(this.#table.value?.prompts ?? []));
    this.promptDiff = computed(() => {
      // The prompts are the same in most of the tables that arrive, and comparing them takes a while.
      const sent = prompts.value;
      return sharedPromptDiff(JSON.parse(sent) as ComparedQuestions['prompts']);
    });
  }

  /** Tells the extension that the page is ready, and which question was open before a reload. */
  start(): void {
    const { post, kept } = this.#options;
    post({ type: 'ready' });
    if (kept.open === null) return;
    this.open(kept.open);
    this.#reopening = kept.pairs[kept.open] ?? null;
  }

  receive(message: ToComparison): void {
    batch(() => {
      if (message.type === 'side') {
        this.#pair.peek()?.receive(message.side, message.message);
      } else if (message.type === 'questions') {
        this.#table.value = message.table;
        const { questions, notes } = message.table;
        this.#save({
          isTable: true,
          notes: [...notes],
          pairs: questions.map(({ before, after, missing }) => ({
            before: before.key,
            after: after?.key ?? null,
            missing,
          })),
        });
      } else this.#showPair(message.index, { before: message.before, after: message.after });
    });
  }

  /** Opens a question of the table. */
  open(index: number): void {
    this.#reopening = null;
    this.#options.post({ type: 'open', index });
  }

  /** Goes back to the table. */
  close(): void {
    batch(() => {
      this.lastIndex = this.#index.peek();
      this.#dropPair();
      this.#save({ open: null });
    });
    this.#options.post({ type: 'open', index: null });
  }

  /** Stops asking the questions of the table. */
  cancel(): void {
    this.#options.post({ type: 'cancel' });
  }

  showOnlyDifferences(only: boolean): void {
    this.#onlyDifferences.value = only;
    this.#save({ onlyDifferences: only });
  }

  dispose(): void {
    this.#dropPair();
  }

  #showPair(index: number, labels: Readonly<Record<ComparisonSide, SideLabel>>): void {
    const { engine, clock, post } = this.#options;
    const { before, after } = labels;
    const reopening = this.#reopening;
    this.#reopening = null;
    // If an earlier question of the table is no longer kept, the index is that of another question now.
    if (reopening !== null && (reopening.before !== before.key || reopening.after !== after.key)) {
      this.close();
      return;
    }
    this.lastIndex = this.#index.peek();
    const isTable = this.#table.peek() !== null || this.#kept.isTable;
    const kept = this.#kept.pairs[index];
    const wasOpen =
      kept?.before === before.key && kept.after === after.key && this.#kept.open === (isTable ? index : null);
    this.#dropPair();
    this.#pair.value = new PairModel({
      engine,
      clock,
      post,
      labels,
      samples: wasOpen ? this.#kept.samples : { before: 0, after: 0 },
      onlyDifferences: this.#onlyDifferences,
      onShowSamples: (samples) => {
        this.#save({ samples });
      },
    });
    this.#index.value = index;
    this.#save(
      isTable
        ? { open: index }
        : { pairs: [{ before: before.key, after: after.key, missing: null }], isTable: false, open: null },
    );
  }

  #dropPair(): void {
    this.#pair.peek()?.dispose();
    this.#pair.value = null;
    this.#index.value = null;
  }

  #save(change: Partial<KeptComparison>): void {
    this.#kept = { ...this.#kept, ...change };
    this.#options.keep(this.#kept);
  }
}
