import { exactTokens } from '../core/records/sample.ts';
import type { SampleToScore } from '../core/records/scoreContext.ts';
import type { InspectorState, SampleFacts } from './inspector.ts';

/** The input for scoring in the inspector and in its export: a sample's text with what the state says about it. */
export function shownSample(
  { question, numImages, reference, references, sentPrompt, toolResults, retrieval }: ShownFacts,
  facts: Pick<SampleFacts, 'verdict' | 'tokens' | 'tokensEstimated'>,
  response: string,
): SampleToScore {
  return {
    response,
    question,
    numImages,
    reference,
    ...(references === undefined ? {} : { references }),
    ...(sentPrompt === undefined ? {} : { sentPrompt }),
    toolResults,
    retrieval,
    responseLength: exactTokens(facts),
    verdict: facts.verdict,
  };
}

/** The values that all samples of an inspector share and that rewards depend on. */
export type ShownFacts = Pick<
  InspectorState,
  'question' | 'numImages' | 'reference' | 'references' | 'sentPrompt' | 'toolResults' | 'retrieval'
>;
