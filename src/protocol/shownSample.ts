import { exactTokens } from '../core/records/sample.ts';
import type { SampleToScore } from '../core/records/scoreContext.ts';
import type { InspectorState, SampleFacts } from './inspector.ts';

/** What the inspector and an export of it score: a sample's text with what the state says of it. */
export function shownSample(
  { question, numImages, reference, toolResults }: ShownFacts,
  facts: Pick<SampleFacts, 'verdict' | 'tokens' | 'tokensEstimated'>,
  response: string,
): SampleToScore {
  return {
    response,
    question,
    numImages,
    reference,
    toolResults,
    responseLength: exactTokens(facts),
    verdict: facts.verdict,
  };
}

/** What all samples of an inspector share and rewards depend on. */
export type ShownFacts = Pick<InspectorState, 'question' | 'numImages' | 'reference' | 'toolResults'>;
