import { asPageTraceError, isPageTraceError } from '../../core/errors.ts';
import type { Grounding } from '../../core/grounding/model.ts';
import type { RecordedResponse } from '../../core/records/model.ts';
import { sampleOf } from '../../core/records/sample.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import type { Score, ScoreContext } from '../../core/rewards/model.ts';
import { asTheTrainerPasses, type Trainer } from '../../core/rewards/trainers.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import type { NamedComposite, ScoreComposite } from '../../languageWorker/calls.ts';
import { sentenceWithHint } from '../shared/editorHint.ts';

/** A response that is shown, and whether more of it may come. */
export interface ShownResponse extends RecordedResponse {
  readonly running: boolean;
}

/** The result of reading a composite reward file; a different object each time it is read. */
export interface CompositeRead {
  /** Why the file cannot be used; null if it can. */
  readonly fault: string | null;
  readonly given: NamedComposite;
}

/** A sample's score, with the inputs that it was computed from. */
interface KeptScore {
  readonly reward: CompositeRead;
  readonly text: string;
  readonly running: boolean;
  readonly grounding: Grounding | null;
  /** Everything else that the score depends on. */
  readonly inputs: string;
  readonly score: Score | null;
  /** Why it was not scored, in sentences; null if it was, or if there is nothing to score. */
  readonly failure: string | null;
}

/** What the samples of an inspector are scored with. */
export interface ScoringSettings {
  readonly reward: CompositeRead;
  readonly dialect: DialectName;
  /** The trainer whose inputs the reward gets; null for everything that is known. */
  readonly trainer: Trainer | null;
  /** What the pages say of a sample, if the reward reads that; null if it is not known. */
  readonly grounding: (sample: number) => Grounding | null;
}

/** A text that is still arriving is scored again when it has grown by this factor, so that the total work is linear. */
const GROWTH = 1.25;

/**
 * The scores of a composite reward for the samples of an inspector; a sample is scored again only if something has
 * changed.
 */
export class CompositeScores {
  readonly #kept: KeptScore[] = [];
  readonly #score: ScoreComposite;

  constructor(score: ScoreComposite) {
    this.#score = score;
  }

  /** The score of a sample; null if there is none. */
  of(sample: number): Score | null {
    return this.#kept[sample]?.score ?? null;
  }

  /** Why a sample was not scored, in sentences; null if all were. */
  get failure(): string | null {
    return this.#kept.find(({ failure }) => failure !== null)?.failure ?? null;
  }

  /** Whether a sample was still arriving when it was scored. */
  get someRunning(): boolean {
    return this.#kept.some(({ running }) => running);
  }

  /**
   * Scores the samples that have changed, one after the other.
   * @param onChange called with each sample whose score changed
   */
  async update(
    samples: readonly ShownResponse[],
    { reward, dialect, trainer, grounding: groundingOf }: ScoringSettings,
    onChange: (sample: number) => void,
  ): Promise<void> {
    for (const [index, sample] of samples.entries()) {
      const known = scoreContext(sampleOf(sample), dialect);
      const context = trainer === null ? known : asTheTrainerPasses(known, trainer);
      const kept = this.#kept[index];
      const inputs = inputsOf(context, sample);
      // A trainer passes nothing of the pages.
      const grounding = trainer === null ? groundingOf(index) : null;
      const isSame = kept?.grounding === grounding;
      if (kept !== undefined && isSame && !isDue(kept, sample, reward, inputs)) continue;
      const { response: text, running } = sample;
      const scored =
        text === '' || reward.fault !== null
          ? UNSCORED
          : await this.#scoreOf(reward, text, grounding === null ? context : { ...context, grounding });
      if (scored === null) return;
      this.#kept[index] = { reward, text, running, grounding, inputs, ...scored };
      if (scored.score !== (kept?.score ?? null)) onChange(index);
    }
  }

  /** The score of a text, or why there is none; null if it is not needed any longer. */
  async #scoreOf(
    { given }: CompositeRead,
    response: string,
    context: ScoreContext,
  ): Promise<Pick<KeptScore, 'score' | 'failure'> | null> {
    try {
      return { score: await this.#score({ composite: given, response, context }), failure: null };
    } catch (error) {
      if (isPageTraceError(error) && error.reason === 'cancelled') return null;
      return { score: null, failure: sentenceWithHint(asPageTraceError(error)) };
    }
  }
}

const UNSCORED: Pick<KeptScore, 'score' | 'failure'> = { score: null, failure: null };

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
