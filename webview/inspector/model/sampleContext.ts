import type { Trainer } from '../../../src/core/rewards/trainers.ts';
import type { InspectorState } from '../../../src/protocol/inspector.ts';
import type { SampleContext } from './sampleModel.ts';

/** The context for parsing and scoring the samples of an inspector. */
export function toSampleContext(
  info: Omit<InspectorState, 'samples'>,
  trainer: Trainer | null,
): SampleContext {
  return {
    parse: { dialect: info.dialect, numImages: info.numImages, tools: info.toolNames },
    profile: info.profile,
    isComposite: info.composite?.chosen ?? false,
    question: info.question,
    reference: info.reference,
    ...(info.references === undefined ? {} : { references: info.references }),
    ...(info.sentPrompt === undefined ? {} : { sentPrompt: info.sentPrompt }),
    toolResults: info.toolResults,
    retrieval: info.retrieval,
    trainer,
  };
}
