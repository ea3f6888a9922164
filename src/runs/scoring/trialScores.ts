import { estimateTokens } from '../../core/prompts/lint/tokens.ts';
import { trialKey, type OwnScore, type TrialScores } from '../../core/prompts/lint/ownReward.ts';
import type { Trial, TrialWithChanges } from '../../core/prompts/lint/trials.ts';
import { sampleOf } from '../../core/records/sample.ts';
import { parseTrajectoryFile } from '../../core/records/trajectoryFile.ts';
import { UNKNOWN_CONTEXT } from '../../core/rewards/model.ts';
import type { UserScore } from '../../userRewards/model.ts';
import type { SampleInContext } from './pythonScorer.ts';

/** What a reward is asked that uses the question; the prompt itself has none. */
const QUESTION = 'What does the last row of the table say?';
/** The images of a response that names fewer. */
const FEWEST_IMAGES = 3;

/**
 * The scores of what a prompt shows, for the prompt lint.
 * @param score scores samples in order, as a person's own reward function does
 * @throws PageTraceError `cancelled`
 */
export async function scoreTrials(
  trials: readonly TrialWithChanges[],
  score: (samples: readonly SampleInContext[]) => Promise<readonly UserScore[]>,
): Promise<TrialScores> {
  const scores = new Map<string, OwnScore>();
  const add = async (some: readonly Trial[]): Promise<void> => {
    const pairs = new Map(
      some.flatMap(({ response, truths }) =>
        truths.map((truth) => [trialKey(response, truth), sampleInContext(response, truth)] as const),
      ),
    );
    if (pairs.size === 0) return;
    const answers = await score([...pairs.values()]);
    [...pairs.keys()].forEach((pair, index) => {
      const answer = answers[index];
      if (answer?.ok === false && answer.error.reason === 'cancelled') throw answer.error;
      if (answer !== undefined)
        scores.set(pair, answer.ok ? { overall: answer.overall } : { fault: answer.error.message });
    });
  };
  await add(trials);
  const isScored = ({ response, truths }: Trial): boolean =>
    truths.some((truth) => 'overall' in (scores.get(trialKey(response, truth)) ?? {}));
  // A function that fails for a response fails for similar ones too.
  await add(trials.filter(isScored).flatMap(({ changed }) => changed));
  return [...scores];
}

function sampleInContext(response: string, truth: string): SampleInContext {
  const named = [...response.matchAll(/\bimage\s*(\d{1,2})\b/gi)].map((match) => Number(match[1]));
  return {
    sample: { ...sampleOf(parseTrajectoryFile('')), response, reference: truth, groundTruth: truth },
    context: {
      ...UNKNOWN_CONTEXT,
      numImages: Math.max(FEWEST_IMAGES, ...named),
      verdict: 'right',
      question: QUESTION,
      reference: truth,
      responseLength: estimateTokens(response),
    },
  };
}
