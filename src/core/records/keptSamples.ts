import { t } from '@vscode/l10n';
import * as v from 'valibot';
import { isJsonObject, type JsonObject } from './fieldPath.ts';
import { readStep } from './fieldValues.ts';
import { KEPT_VERSION } from './formats/kept.ts';
import { broken } from './recordProblems.ts';
import type { RecordProblem } from './problemReason.ts';
import { retrievalOf, type Sample } from './sample.ts';
import { dialectSchema, rewardSchema, verdictSchema } from './schemas.ts';
import { restoreTexts } from './writing/sharedTexts.ts';

/** NaN is a number too. */
const number = v.custom<number>((value) => typeof value === 'number');
const texts = v.array(v.string());
/** Keys may have any name, also one that valibot leaves out of records, such as `constructor`. */
const numbers = v.custom<Readonly<Record<string, number>>>(
  (value) => isJsonObject(value) && Object.values(value).every((each) => typeof each === 'number'),
);

/** A sample as a record keeps it. A key without a value may be left out. */
const keptSchema = v.object({
  response: v.string(),
  id: v.nullish(v.string(), null),
  group: v.nullish(v.string(), null),
  group_scope: v.nullish(v.string()),
  group_keys: v.nullish(texts, []),
  step: v.nullish(number, null),
  question: v.nullish(v.string(), null),
  prompt: v.nullish(v.string(), null),
  num_images: v.nullish(number, null),
  reference: v.nullish(v.string(), null),
  references: v.nullish(texts, []),
  ground_truth: v.optional(v.unknown()),
  verdict: v.nullish(verdictSchema, 'unknown'),
  score: v.nullish(number, null),
  numbers: v.nullish(numbers, {}),
  expected: v.nullish(numbers, null),
  tool_results: v.nullish(v.string(), null),
  finish_reason: v.nullish(v.string(), null),
  response_length: v.nullish(number, null),
  retrieved_images: v.nullish(texts, null),
  file_name: v.nullish(v.string(), null),
  reference_page: v.nullish(texts, null),
  iou: v.nullish(number, null),
  tool_iou: v.nullish(number, null),
  is_refinement: v.nullish(v.boolean(), false),
  sufficient: v.nullish(v.boolean(), null),
  dialect: v.nullish(dialectSchema, null),
  reward: v.nullish(rewardSchema, null),
});

/** A sample under the keys by which a record keeps it. */
export type KeptSample = Readonly<v.InferInput<typeof keptSchema>>;

const pathSchema = v.array(v.union([v.string(), v.number()]));

const lineSchema = v.object({
  pagetrace: v.literal(KEPT_VERSION),
  record: v.optional(v.unknown()),
  shared: v.nullish(v.array(v.tuple([pathSchema, pathSchema])), []),
});

/**
 * The samples that a record of the form `pagetrace` keeps: its own, or those of a list that share the record that they came
 * from. Never throws.
 */
export function readKept(kept: JsonObject): readonly Sample[] | RecordProblem {
  const line = v.safeParse(lineSchema, kept);
  if (!line.success) return broken(t('This is no form of samples that this version of PageTrace reads.'));
  const { record = null, samples, ...whole } = restoreTexts(kept, line.output.shared);
  const held: readonly unknown[] = Array.isArray(samples) ? samples : [whole];
  const read: Sample[] = [];
  for (const each of held) {
    const result = v.safeParse(keptSchema, each);
    if (!result.success) {
      const [issue] = result.issues;
      return broken(t('The sample has no usable value at "{0}".', v.getDotPath(issue) ?? 'response'));
    }
    read.push(sampleFrom(result.output, record));
  }
  return read;
}

function sampleFrom(kept: v.InferOutput<typeof keptSchema>, record: unknown): Sample {
  return {
    response: kept.response,
    question: kept.question,
    sentPrompt: kept.prompt,
    numImages: kept.num_images,
    reference: kept.reference,
    references: kept.references,
    groundTruth: kept.ground_truth ?? undefined,
    toolResults: kept.tool_results,
    finishReason: kept.finish_reason,
    responseLength: kept.response_length,
    retrieval: retrievalOf({
      images: kept.retrieved_images,
      fileName: kept.file_name,
      pages: kept.reference_page,
    }),
    verdict: kept.verdict,
    id: kept.id,
    group: kept.group,
    ...(typeof kept.group_scope === 'string' ? { groupScope: kept.group_scope } : {}),
    groupKeys: kept.group_keys,
    score: kept.score,
    step: readStep(kept.step),
    expected: kept.expected,
    columns: kept.numbers,
    iou: kept.iou,
    toolIou: kept.tool_iou,
    isRefinement: kept.is_refinement,
    sufficient: kept.sufficient,
    dialect: kept.dialect,
    reward: kept.reward,
    record,
  };
}
