import { claimMark, isProblem } from '../../../src/core/grounding/claimMark.ts';
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { ClaimMark } from '../../../src/core/grounding/model.ts';
import type { Span } from '../../../src/core/span.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import { NO_CLAIMS, type ClaimIndex, type IndexedClaim } from './claimIndex.ts';
import { ClaimsOnImages } from './claimsOnImages.ts';
import type { SampleModel } from './sampleModel.ts';

const NONE: ReadonlySet<number> = new Set();

/** The claims of the sample in view, and which of them are listed, selected and marked. */
export class ShownClaims {
  readonly index: ReadonlySignal<ClaimIndex>;
  /** The claim that the selection means; null if it means none. */
  readonly current: ReadonlySignal<IndexedClaim | null>;
  /** The mark of the claims that are listed; null for all. */
  readonly mark: ReadonlySignal<ClaimMark | null>;
  /** The claims that are listed: problems first, then the others, each in reading order. */
  readonly listed: ReadonlySignal<readonly IndexedClaim[]>;
  /**
   * The claims that are marked because they speak of the word that was selected on a page, by their indices in the
   * grounding; none once another claim is selected.
   */
  readonly mentioned: ReadonlySignal<ReadonlySet<number>>;
  /** The claims over the images of the request. */
  readonly onImages: ClaimsOnImages;
  readonly #sample: ReadonlySignal<SampleModel | null>;
  readonly #chosenMark = signal<ClaimMark | null>(null);
  readonly #mentioned = signal({ grounding: 0, indices: NONE });

  constructor(
    sample: ReadonlySignal<SampleModel | null>,
    selection: ReadonlySignal<{ readonly span: Span } | null>,
    step: ReadonlySignal<Step | null>,
  ) {
    this.#sample = sample;
    this.index = computed(() => sample.value?.claims.value ?? NO_CLAIMS);
    this.current = computed(() =>
      selection.value === null ? null : this.index.value.meant(selection.value.span),
    );
    // Another sample may have no claim with the mark that was chosen.
    this.mark = computed(() => {
      const chosen = this.#chosenMark.value;
      return chosen !== null && this.index.value.counts.byMark.has(chosen) ? chosen : null;
    });
    this.mentioned = computed(() => {
      const { grounding, indices } = this.#mentioned.value;
      const selected = this.current.value?.index ?? -1;
      return grounding === this.index.value.serial && indices.has(selected) ? indices : NONE;
    });
    const ordered = computed(() => this.index.value.problemsFirst());
    this.listed = computed(() => {
      const wanted = this.mark.value;
      return wanted === null
        ? ordered.value
        : ordered.value.filter(({ claim }) => claimMark(claim) === wanted);
    });
    this.onImages = new ClaimsOnImages({
      grounding: computed(() => {
        const shown = sample.value?.grounding.value;
        return shown?.kind === 'grounded' ? shown.grounding : null;
      }),
      selected: computed(() => ({
        claim: this.current.value?.index ?? null,
        step: step.value?.index ?? null,
      })),
    });
  }

  /** Lists only the claims with a mark; null lists all. */
  listOnly(mark: ClaimMark | null): void {
    this.#chosenMark.value = mark;
  }

  /** Marks the claims that speak of a word, by their indices in the grounding, instead of those before. */
  mention(indices: readonly number[]): void {
    const grounding = this.index.peek().serial;
    this.#mentioned.value = { grounding, indices: new Set(indices) };
  }

  /** The first problem of the list; null if there is none, or while text may still come. */
  firstProblem(): IndexedClaim | null {
    const shown = this.#sample.peek()?.grounding.peek();
    if (shown?.kind !== 'grounded' || shown.partial) return null;
    const [first] = this.index.peek().problemsFirst();
    return first !== undefined && isProblem(first.claim) ? first : null;
  }
}
