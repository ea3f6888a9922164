import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type {
  ComparedQuestions,
  FromComparison,
  SideLabel,
  ToComparison,
} from '../../../src/protocol/comparison.ts';
import type { Engine } from '../../inspector/model/engine.ts';
import type { FrameClock } from '../../shared/clock.ts';
import type { KeptComparison } from './keptComparison.ts';
import { SidesModel } from './sidesModel.ts';
import { sharedPromptDiff, type SharedPromptDiff } from './promptDiff.ts';

export interface ComparisonOptions {
  readonly engine: Engine;
  readonly clock: FrameClock;
  readonly post: (message: FromComparison) => void;
  readonly kept: KeptComparison;
  readonly keep: (kept: KeptComparison) => void;
}

/** Trajectories side by side, or a table of questions and the sides of the one that is open. */
export class ComparisonModel {
  /** Null if there is no table, and until the extension has sent it. */
  readonly table: ReadonlySignal<ComparedQuestions | null>;
  /** What is side by side; null while the table is shown. */
  readonly sides: ReadonlySignal<SidesModel | null>;
  /** The index of the open question. */
  readonly index: ReadonlySignal<number | null>;
  /** What changed in the prompt of all questions of the table. */
  readonly promptDiff: ReadonlySignal<SharedPromptDiff>;
  /** The question that was open before: the table returns to its row; null if the table was shown before. */
  lastIndex: number | null = null;
  readonly #table = signal<ComparedQuestions | null>(null);
  readonly #sides = signal<SidesModel | null>(null);
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
    this.sides = this.#sides;
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
      if (message.type === 'trajectory') {
        this.#sides.peek()?.receive(message.key, message.message);
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
      } else this.#showSides(message.index, message.sides);
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
      this.#dropSides();
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
    this.#dropSides();
  }

  #showSides(index: number, labels: readonly SideLabel[]): void {
    const { engine, clock, post } = this.#options;
    const keys = labels.map(({ key }) => key);
    const reopening = this.#reopening;
    this.#reopening = null;
    // If an earlier question of the table is no longer kept, the index is that of another question now.
    if (reopening !== null && !isEqual(keys, [reopening.before, reopening.after])) {
      this.close();
      return;
    }
    this.lastIndex = this.#index.peek();
    const isTable = this.#table.peek() !== null || this.#kept.isTable;
    const { sides: kept, reference, tab, open } = this.#kept;
    const wasOpen =
      open === (isTable ? index : null) &&
      isEqual(
        keys,
        kept.map(({ key }) => key),
      );
    this.#dropSides();
    const sides = new SidesModel({
      engine,
      clock,
      post,
      labels: labels.map((label, side) => ({
        ...label,
        sample: (wasOpen ? kept[side]?.sample : undefined) ?? label.sample,
      })),
      view: wasOpen ? { reference, tab } : { reference: 0, tab: 0 },
      onlyDifferences: this.#onlyDifferences,
      onChange: () => {
        this.#saveSides(sides);
      },
    });
    this.#sides.value = sides;
    this.#index.value = index;
    this.#save(isTable ? { open: index } : { pairs: [], isTable: false, open: null });
    this.#saveSides(sides);
  }

  #saveSides({ sides, reference, tab }: SidesModel): void {
    this.#save({
      sides: sides.map(({ label: { key, title, isSample }, sampleIndex }) => ({
        key,
        title,
        isSample,
        sample: sampleIndex.peek(),
      })),
      reference: reference.peek(),
      tab: tab.peek(),
    });
  }

  #dropSides(): void {
    this.#sides.peek()?.dispose();
    this.#sides.value = null;
    this.#index.value = null;
  }

  #save(change: Partial<KeptComparison>): void {
    this.#kept = { ...this.#kept, ...change };
    this.#options.keep(this.#kept);
  }
}

const isEqual = (keys: readonly string[], others: readonly (string | null)[]): boolean =>
  keys.length === others.length && keys.every((key, index) => key === others[index]);
