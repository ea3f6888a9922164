import type { DatasetItem } from '../core/datasets/model.ts';
import type { KnownSamples } from './knownSamples.ts';
import { SampleNumbers } from './sampleNumbers.ts';

/** Counts the samples that a run will have, while questions are answered already. */
export class SampleCount {
  readonly #known: KnownSamples;
  readonly #before: number;
  /** Those that have ended since; null after counting. */
  #ended: SampleNumbers | null = new SampleNumbers();

  constructor(known: KnownSamples) {
    this.#known = known;
    this.#before = known.ended;
  }

  /** Takes note of a sample that has ended. */
  end(item: string, sample: number): void {
    this.#ended?.add(item, sample);
  }

  /**
   * Counts the samples that the run had before, and those that it lacked. Can be done once.
   * @param samples of each question
   */
  async count(questions: AsyncIterable<DatasetItem>, samples: number): Promise<number> {
    let lacked = 0;
    try {
      for await (const { id } of questions)
        for (let sample = 1; sample <= samples; sample += 1)
          if (!this.#known.has(id, sample) || this.#ended?.has(id, sample) === true) lacked += 1;
    } finally {
      this.#ended?.close();
      this.#ended = null;
    }
    return this.#before + lacked;
  }
}
