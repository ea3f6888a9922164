import type { ScoreContext } from '../rewards/model.ts';
import type { DialectName } from '../trajectory/model.ts';
import { toolResultsIn } from '../trajectory/toolResults.ts';
import type { Sample } from './sample.ts';

/** The parts of a sample that a reward depends on. */
export type SampleToScore = Partial<Pick<Sample, 'references' | 'sentPrompt'>> &
  Pick<
    Sample,
    | 'response'
    | 'question'
    | 'numImages'
    | 'reference'
    | 'toolResults'
    | 'responseLength'
    | 'retrieval'
    | 'verdict'
  >;

/**
 * The context of a sample for a reward function. All faces (command line, editor, inspector, exports, Python rewards)
 * use it, so that all of them get the same score; `asTheTrainerPasses` may then leave out what a trainer does not pass.
 * @param dialect the dialect that the response is read in; null to recognize it from the response if necessary
 */
export function scoreContext(sample: SampleToScore, dialect: DialectName | null): ScoreContext {
  const {
    response,
    question,
    numImages,
    reference,
    toolResults,
    responseLength,
    retrieval,
    verdict,
    references = [],
    sentPrompt = null,
  } = sample;
  const context: ScoreContext = {
    numImages,
    verdict,
    question,
    sentPrompt,
    reference,
    // The record's own results come first; otherwise an environment may have written them into the response.
    toolResults: toolResults ?? toolResultsIn(response, dialect),
    responseLength,
    retrieval,
  };
  return references.length > 1 || reference === '[]' ? { ...context, references } : context;
}
