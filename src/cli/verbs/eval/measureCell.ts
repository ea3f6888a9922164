import { asPageTraceError } from '../../../core/errors.ts';
import type { RewardProfile } from '../../../core/rewards/model.ts';
import { jsonLines } from '../../../evaluation/batch/jsonLines.ts';
import { KnownSamples } from '../../../evaluation/knownSamples.ts';
import type { MeasuredCell } from '../../../evaluation/sweep/buildMatrix.ts';
import type { CellFacts } from '../../../evaluation/sweep/matrix.ts';
import type { Cell } from '../../../evaluation/sweep/model.ts';
import { ProfileChoice } from '../../../runs/choosing/profileChoice.ts';
import { WITHOUT_OPTIONS } from '../../../runs/reading/inputs.ts';
import { MeasuredRun } from '../runs/measures/measuredRun.ts';
import { RunReader } from '../runs/runReader.ts';

/** How the runs of cells are read. */
export interface MeasureOptions {
  /** The reward by which all are scored; null for that of each. */
  readonly profile: RewardProfile | null;
  readonly signal: AbortSignal;
}

/**
 * Reads the run of a cell.
 * @param error why the run was not made, or ended early; null otherwise
 * @throws PageTraceError `cancelled`
 */
export async function measureCell(
  cell: Cell,
  file: string,
  error: string | null,
  { profile, signal }: MeasureOptions,
): Promise<MeasuredCell> {
  const run = new MeasuredRun(cell.name, [], true);
  const rewards = new Set<string>(profile === null ? [] : [profile.name]);
  const choice = new ProfileChoice(profile, (_, { name }) => rewards.add(name));
  const numbers = new NumberMeans();
  const known = new KnownSamples();
  try {
    for await (const { value, bytes } of jsonLines(file, signal)) known.add(value, bytes);
    const reader = new RunReader({
      files: [file],
      inputs: { ...WITHOUT_OPTIONS, kind: 'records', signal },
      choice,
      scoring: { verdict: null, numImages: null, trainer: null },
      claims: null,
      where: null,
      acrossSteps: false,
      compared: 'reward',
      signal,
    });
    let rows = 0;
    for await (const items of reader.portions())
      for (const each of items)
        if (!('problem' in each)) {
          run.add(each.item, each.facts, ++rows);
          numbers.add(each.item.sample.columns);
        }
  } catch (thrown) {
    const { reason, message } = asPageTraceError(thrown);
    if (reason === 'cancelled') throw thrown;
    return { cell, file, run: null, facts: NO_FACTS, error: error ?? message };
  } finally {
    known.close();
  }
  const { ended, failed, passed, decided } = known;
  const seconds = numbers.mean('last_token_ms');
  return {
    cell,
    file,
    run: { rows: run.measured(), side: run.side() },
    facts: {
      samples: ended,
      failed,
      passed,
      decided,
      rewards: [...rewards],
      promptTokens: numbers.mean('prompt_tokens'),
      completionTokens: numbers.mean('completion_tokens'),
      seconds: seconds === null ? null : seconds / 1000,
    },
    error,
  };
}

const NO_FACTS: CellFacts = {
  samples: 0,
  failed: 0,
  passed: 0,
  decided: 0,
  rewards: [],
  promptTokens: null,
  completionTokens: null,
  seconds: null,
};

/** Means of what records say in numbers. */
class NumberMeans {
  readonly #sums = new Map<string, { sum: number; count: number }>();

  add(numbers: Readonly<Record<string, number>>): void {
    for (const [name, value] of Object.entries(numbers)) {
      const known = this.#sums.get(name) ?? { sum: 0, count: 0 };
      this.#sums.set(name, { sum: known.sum + value, count: known.count + 1 });
    }
  }

  /** Null if no sample has it. */
  mean(name: string): number | null {
    const known = this.#sums.get(name);
    return known === undefined ? null : known.sum / known.count;
  }
}
