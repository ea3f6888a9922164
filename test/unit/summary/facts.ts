import type { SampleFacts } from '../../../src/core/summary/sampleFacts.ts';

/** What is known of a sample: nothing but what a test states. */
export function factsOf(known: Partial<SampleFacts>): SampleFacts {
  return {
    step: null,
    group: null,
    right: null,
    fields: new Map(),
    tools: [],
    findings: [],
    answer: null,
    finishReason: null,
    ...known,
  };
}
