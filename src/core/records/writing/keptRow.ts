import type { JsonObject } from '../fieldPath.ts';
import { KEPT_VERSION } from '../formats/kept.ts';
import type { KeptSample } from '../keptSamples.ts';
import type { Sample } from '../sample.ts';
import { shareTexts, type JsonPath, type SharedText } from './sharedTexts.ts';

/**
 * A record that keeps everything of some samples of one record, so that reading it gives the same samples. The record
 * that they came from is written once, without the texts that its samples have.
 * @throws RangeError for no sample
 */
export function keptRow(samples: readonly [Sample, ...Sample[]]): JsonObject {
  const [first, ...more] = samples;
  const known = new Map<string, JsonPath>();
  const shared: SharedText[] = [];
  const keep = (sample: Sample, at: JsonPath): JsonObject => {
    const { prompt, ...kept } = keptSample(sample);
    for (const key of ['response', 'question', 'reference'] as const) {
      const text = kept[key];
      if (typeof text === 'string' && !known.has(text)) known.set(text, [...at, key]);
    }
    if (prompt === undefined) return kept;
    const sent = shareTexts(prompt, known, [...at, 'prompt']);
    shared.push(...sent.shared);
    if (sent.shared.length === 0 && typeof prompt === 'string') known.set(prompt, [...at, 'prompt']);
    return { ...kept, prompt: sent.value };
  };
  const own =
    more.length === 0
      ? keep(first, [])
      : { samples: samples.map((sample, index) => keep(sample, ['samples', index])) };
  const record = shareTexts(first.record, known, ['record']);
  shared.push(...record.shared);
  return {
    pagetrace: KEPT_VERSION,
    ...own,
    ...(first.record === null ? {} : { record: record.value }),
    ...(shared.length === 0 ? {} : { shared }),
  };
}

/** The keys of a sample that have a value. */
function keptSample(sample: Sample): KeptSample {
  const { retrieval, columns, references, groupKeys } = sample;
  const all: Readonly<Record<keyof KeptSample, unknown>> = {
    id: sample.id,
    group: sample.group,
    group_scope: sample.groupScope,
    group_keys: groupKeys.length === 0 ? null : groupKeys,
    step: sample.step,
    question: sample.question,
    prompt: sample.sentPrompt,
    num_images: sample.numImages,
    reference: sample.reference,
    references: references.length === 0 ? null : references,
    ground_truth: sample.groundTruth,
    verdict: sample.verdict === 'unknown' ? null : sample.verdict,
    score: sample.score,
    numbers: Object.keys(columns).length === 0 ? null : columns,
    expected: sample.expected,
    tool_results: sample.toolResults,
    finish_reason: sample.finishReason,
    response_length: sample.responseLength,
    retrieved_images: retrieval?.images,
    file_name: retrieval?.fileName,
    reference_page: retrieval?.pages,
    iou: sample.iou,
    tool_iou: sample.toolIou,
    is_refinement: sample.isRefinement ? true : null,
    sufficient: sample.sufficient,
    dialect: sample.dialect,
    reward: sample.reward,
    response: sample.response,
  };
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== null && value !== undefined),
  ) as KeptSample;
}
