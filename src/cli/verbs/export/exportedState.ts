import path from 'node:path';
import type { CitedImage } from '../../../core/grounding/model.ts';
import { formatPageRanges } from '../../../core/records/pageRanges.ts';
import { samplingLine } from '../../../core/records/sampling.ts';
import { chooseDialect } from '../../../core/trajectory/detect.ts';
import type { DialectName } from '../../../core/trajectory/model.ts';
import type { ExportedState } from '../../../reports/trajectoryReport.ts';
import type { GroundedSample, ReadSample } from '../../grounding/groundSample.ts';

/**
 * What an export shows of a sample of a file.
 * @param grounded what the pages say of it; null if that is not known
 * @param asked the dialect that the person names
 */
export function exportedState(
  { sample, info }: ReadSample,
  grounded: GroundedSample | null,
  asked: DialectName | null,
): ExportedState {
  const { response, question, reference, toolResults, retrieval, responseLength, verdict } = sample;
  const { dialect, confidence, by } = chooseDialect(asked ?? sample.dialect, question, response);
  const images = grounded?.images ?? [];
  return {
    dialect,
    dialectConfidence: by === 'front-matter' ? null : confidence,
    numImages: sample.numImages ?? (images.length === 0 ? null : images.length),
    toolNames: null,
    profile: null,
    composite: null,
    question,
    reference,
    references: sample.references,
    sentPrompt: sample.sentPrompt,
    toolResults,
    retrieval,
    documents: documentsOf(images),
    images: images.map(({ image, document, page, size }) => ({
      image,
      document: path.basename(document),
      path: document,
      page,
      isEarlier: false,
      width: size?.width ?? null,
      height: size?.height ?? null,
      tokens: null,
      tokensEstimated: false,
      textHeight: null,
      readableAt: null,
    })),
    askedAt: null,
    model: info?.model ?? null,
    server: null,
    sampling: samplingLine(info?.sampling ?? {}),
    promptTokens: null,
    cachedTokens: null,
    imageTokens: null,
    failure: null,
    notices: [],
    samples: [
      {
        text: response,
        score: null,
        state: 'done',
        finishReason: null,
        tokens: responseLength,
        tokensEstimated: false,
        firstTokenAfter: null,
        tokensPerSecond: null,
        verdict,
        verdictBy: null,
        userReward: null,
        reasoning: 'content',
        hasProbabilities: false,
      },
    ],
  };
}

/** The documents of images with the pages that were sent. */
function documentsOf(images: readonly CitedImage[]): ExportedState['documents'] {
  return [...new Set(images.map(({ document }) => document))].map((document) => ({
    name: path.basename(document),
    pages: formatPageRanges(images.filter((image) => image.document === document).map(({ page }) => page)),
    changed: false,
  }));
}
