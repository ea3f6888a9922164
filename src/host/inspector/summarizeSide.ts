import { commonAnswer } from '../../asking/questionSummary.ts';
import { sampleOf } from '../../core/records/sample.ts';
import { isPartial, isRunning } from '../../core/records/sampleState.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import { promptWithoutQuestion, sentPrompt } from '../../core/records/sentPrompt.ts';
import type { ComparedResponse } from '../../core/rewards/compareRewards.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import { checks } from '../../core/trajectory/checks.ts';
import { finalAnswer } from '../../core/trajectory/finalAnswer.ts';
import { parseTrajectory } from '../../core/trajectory/parser.ts';
import type { SideSummary } from '../../protocol/comparison.ts';
import { sideLabel } from './sideLabel.ts';
import type { InspectorSource } from './inspectorSource.ts';

/** One side of a compared question. */
export interface Side {
  readonly summary: SideSummary;
  /** Its complete responses; empty while one of them arrives. */
  readonly responses: readonly ComparedResponse[];
  /** The prompt as it was sent, without its question; null if it is not known. */
  readonly prompt: string | null;
}

/** Summarizes a trajectory for the table of a comparison, with the reward that an inspector would show. */
export function summarizeSide(source: InspectorSource): Side {
  const state = source.state();
  const { dialect, numImages, toolNames, samples } = state;
  const isAsking = samples.some(isRunning);
  const profile = state.profile === null ? null : profileByName(state.profile);
  const isComposite = state.composite?.chosen ?? false;
  let valid = 0;
  const responses = samples.flatMap((sample, index): ComparedResponse[] => {
    const recorded = source.sample(index);
    if (isAsking || isPartial(sample) || recorded === null) return [];
    const trajectory = parseTrajectory(sample.text, { dialect, numImages, tools: toolNames });
    if (checks(trajectory).every((check) => check.state !== 'failed' || check.severity === 'information'))
      valid += 1;
    const answer = finalAnswer(trajectory);
    const context = scoreContext(sampleOf(recorded), dialect);
    return [
      {
        score: isComposite ? sample.score : (profile?.score(sample.text, context) ?? null),
        answer: answer === null ? null : sample.text.slice(answer.start, answer.end).trim(),
        verdict: sample.verdict,
      },
    ];
  });
  const prompt = sentPrompt(state.request);
  return {
    summary: {
      ...sideLabel(source),
      state: isAsking
        ? 'asking'
        : state.failure !== null
          ? 'failed'
          : responses.length === 0
            ? 'incomplete'
            : 'answered',
      answer: commonAnswer(responses.map(({ answer }) => answer)),
      complete: responses.length,
      valid,
      failure: state.failure?.message ?? null,
    },
    responses,
    prompt: prompt === null ? null : promptWithoutQuestion(prompt, state.question),
  };
}
