import type { ScoreContext } from '../rewards/model.ts';
import type { DialectName } from '../trajectory/model.ts';
import { toolResultsIn } from '../trajectory/toolResults.ts';
import type { Sample } from './sample.ts';

/** What of a sample a reward depends on. */
export type SampleToScore = Pick<
  Sample,
  'response' | 'question' | 'numImages' | 'reference' | 'toolResults' | 'responseLength' | 'verdict'
>;

/**
 * What a reward function is given of a sample. Every face (command line, editor, inspector, exports, Python rewards)
 * gets it here, so that all of them pay the same; `asTheTrainerPasses` may then leave out what a trainer does not pass.
 * @param dialect the one that the response is read by; null to recognize it from the response where it matters
 */
export function scoreContext(sample: SampleToScore, dialect: DialectName | null): ScoreContext {
  const { response, question, numImages, reference, toolResults, responseLength, verdict } = sample;
  return {
    numImages,
    verdict,
    question,
    reference,
    // A record's own results come first; an environment may have written them into the response only.
    toolResults: toolResults ?? toolResultsIn(response, dialect),
    responseLength,
  };
}
