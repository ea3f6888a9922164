import type { DatasetItem } from '../core/datasets/model.ts';
import type { KnownSamples } from './knownSamples.ts';

/** Counts the samples that a run will have, while questions are answered already. */
export class SampleCount {
  readonly #known: KnownSamples;
  readonly #before: number;
  /** Those that have ended since; null after counting. */
  #ended: Set<string> | null = new Set();

  constructor(known: KnownSamples) {
    this.#known = known;
    this.#before = known.ended;
  }

  /** Takes note of a sample that has ended. */
  end(item: string, sample: number): void {
    this.#ended?.add(keyOf(item, sample));
  }

  /**
   * Counts the samples that the run had before, and those that it lacked.
   * @param samples of each question
   */
  async count(questions: AsyncIterable<DatasetItem>, samples: number): Promise<number> {
    let lacked = 0;
    for await (const { id } of questions)
      for (let sample = 1; sample <= samples; sample += 1)
        if (!this.#known.has(id, sample) || this.#ended?.has(keyOf(id, sample)) === true) lacked += 1;
    this.#ended = null;
    return this.#before + lacked;
  }
}

const keyOf = (item: string, sample: number): string => `${sample} ${item}`;
