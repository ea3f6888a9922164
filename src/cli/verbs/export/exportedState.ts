import path from 'node:path';
import { formatPageRanges } from '../../../core/records/pageRanges.ts';
import { samplingLine } from '../../../core/records/sampling.ts';
import { chooseDialect } from '../../../core/trajectory/detect.ts';
import type { DialectName } from '../../../core/trajectory/model.ts';
import type { ExportedState } from '../../../reports/trajectoryReport.ts';
import type { GroundedSample } from '../../../grounding/samples/groundSample.ts';
import type { ReadSample, SampleDocument } from '../../grounding/groundSample.ts';

/**
 * What an export shows of a sample of a file.
 * @param documents the documents that it names
 * @param grounded what the pages say of it; null if that is not known
 * @param asked the dialect that the person names
 */
export function exportedState(
  { sample, info }: ReadSample,
  documents: readonly SampleDocument[],
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
    documents: documents.map(({ name, pages, missing }) => ({
      name: path.basename(name),
      path: name,
      pages: formatPageRanges(
        images.length === 0
          ? pages
          : images.flatMap(({ document, page }) => (document === name ? [page] : [])),
      ),
      changed: false,
      missing,
    })),
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
