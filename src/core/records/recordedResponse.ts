import type { DocumentReference, ImageSource, RecordedResponse } from './model.ts';
import type { Sample } from './sample.ts';

/**
 * A sample of a run as what an inspector shows: its response with what its record says.
 * @param documents the documents that it names, and `images` the pages of them that were sent
 */
export function recordedResponse(
  sample: Sample,
  documents: readonly DocumentReference[],
  images: readonly Pick<ImageSource, 'document' | 'page'>[] | null,
): RecordedResponse {
  const { response, question, reference, verdict, toolResults, responseLength, retrieval } = sample;
  const { dialect, reward, numImages, references, groundTruth, sentPrompt } = sample;
  return {
    response,
    info: {
      question,
      documents,
      images: (images ?? []).map((image, at) => ({ image: at + 1, ...image })),
      reference,
      verdict,
      toolResults,
      responseLength,
      retrieval,
      dialect,
      reward,
      prompt: null,
      model: null,
      sampling: {},
      pixels: null,
      runRecord: { numImages, references, groundTruth, sentPrompt },
    },
  };
}
