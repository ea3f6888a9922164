import type { RecordedResponse } from '../../core/records/model.ts';
import { sampleOf } from '../../core/records/sample.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import type { RewardProfile, Score, ScoreContext } from '../../core/rewards/model.ts';
import { asTheTrainerPasses, type Trainer } from '../../core/rewards/trainers.ts';
import type { DialectName } from '../../core/trajectory/model.ts';

/** A response that is shown, and whether more of it may come. */
export interface ShownResponse extends RecordedResponse {
  readonly running: boolean;
}

/** The result of reading a composite reward file; a different object each time it is read. */
export interface CompositeRead {
  /** Null if the file cannot be used. */
  readonly profile: RewardProfile | null;
}

/** A sample's score, with the inputs that it was computed from. */
interface KeptScore {
  readonly reward: CompositeRead;
  readonly text: string;
  readonly running: boolean;
  /** Everything else that the score depends on. */
  readonly inputs: string;
  readonly score: Score | null;
}

/** A text that is still arriving is scored again when it has grown by this factor, so that the total work is linear. */
const GROWTH = 1.25;

/**
 * The scores of a composite reward for the samples of an inspector; a sample is scored again only if something has
 * changed.
 */
export class CompositeScores {
  readonly #kept: KeptScore[] = [];

  /** The score of a sample; null if there is none. */
  of(sample: number): Score | null {
    return this.#kept[sample]?.score ?? null;
  }

  /** Whether a sample was still arriving when it was scored. */
  get someRunning(): boolean {
    return this.#kept.some(({ running }) => running);
  }

  /**
   * Scores the samples that have changed.
   * @param trainer the trainer whose inputs the reward gets; null for everything that is known
   * @returns the samples whose scores changed
   */
  update(
    samples: readonly ShownResponse[],
    reward: CompositeRead,
    dialect: DialectName,
    trainer: Trainer | null,
  ): readonly number[] {
    return samples.flatMap((sample, index) => {
      const known = scoreContext(sampleOf(sample), dialect);
      const context = trainer === null ? known : asTheTrainerPasses(known, trainer);
      const kept = this.#kept[index];
      const inputs = inputsOf(context, sample);
      if (kept !== undefined && !isDue(kept, sample, reward, inputs)) return [];
      const { response: text, running } = sample;
      const score = text === '' ? null : (reward.profile?.score(text, context) ?? null);
      this.#kept[index] = { reward, text, running, inputs, score };
      return score === (kept?.score ?? null) ? [] : [index];
    });
  }
}

function isDue(kept: KeptScore, sample: ShownResponse, reward: CompositeRead, inputs: string): boolean {
  if (kept.reward !== reward || kept.inputs !== inputs || kept.running !== sample.running) return true;
  return sample.running
    ? sample.response.length >= kept.text.length * GROWTH && sample.response.length > kept.text.length
    : sample.response !== kept.text;
}

/** A context as one string, without the token count of a response that is still growing. */
function inputsOf(context: ScoreContext, { running }: ShownResponse): string {
  return JSON.stringify(running ? { ...context, responseLength: null } : context);
}
