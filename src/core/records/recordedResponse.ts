import * as v from 'valibot';
import type { PixelBudget } from '../geometry/pixelBudget.ts';
import { conversationIn } from './conversation.ts';
import type { DocumentReference, ImageSource, RecordedResponse, TrajectoryInfo } from './model.ts';
import { recordedChoice } from './keptChoice.ts';
import type { Sample } from './sample.ts';
import { pixelsSchema, readPixels } from './schemas.ts';

/** The pages that were sent, as a record names them; null if it is not known. */
type SentPages = readonly Pick<ImageSource, 'document' | 'page'>[] | null;

/**
 * What a record says of its sample.
 * @param documents the documents that it names, and `images` the pages of them that were sent
 */
export function infoOfSample(
  sample: Sample,
  documents: readonly DocumentReference[],
  images: SentPages,
): TrajectoryInfo {
  const { question, reference, verdict, toolResults, responseLength, retrieval, dialect, reward } = sample;
  const conversation = conversationIn(sample.record);
  return {
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
    pixels: evaluatedPixels(sample.record),
    ...(conversation === null ? {} : { conversation }),
  };
}

const evaluatedSchema = v.object({
  evaluation: v.object({ settings: v.object({ pixels: pixelsSchema }) }),
});

/** The pixel budget with which the pages of an evaluation were sent; null if the record does not say it. */
function evaluatedPixels(record: unknown): PixelBudget | null {
  const read = v.safeParse(evaluatedSchema, record);
  return read.success ? readPixels(read.output.evaluation.settings.pixels) : null;
}

/** A sample of a run as what an inspector shows: its response with what its record says; parameters as above. */
export function recordedResponse(
  sample: Sample,
  documents: readonly DocumentReference[],
  images: SentPages,
): RecordedResponse {
  const { response, numImages, references, groundTruth, sentPrompt, record } = sample;
  return {
    response,
    info: {
      ...infoOfSample(sample, documents, images),
      runRecord: { numImages, references, groundTruth, sentPrompt, pageChoice: recordedChoice(record) },
    },
  };
}
