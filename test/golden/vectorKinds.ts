import {
  EASYR1_FILTER,
  groupStatistics,
  keepsGroup,
  LANG2ACT_FILTER,
} from '../../src/core/groups/advantages.ts';
import { answerMetrics, INSUFFICIENT_REFERENCES } from '../../src/core/metrics/answerMetrics.ts';
import { plainText, readTexts } from '../../src/core/records/fieldValues.ts';
import { refinementMetrics } from '../../src/core/metrics/refinementMetrics.ts';
import type { RefinementItem } from '../../src/core/metrics/refinementMetrics.ts';
import { evisrag } from '../../src/core/rewards/evisrag/evisrag.ts';
import { UNKNOWN_CONTEXT, type RewardProfile } from '../../src/core/rewards/model.ts';
import { vgRefiner, vgRefinerPlain } from '../../src/core/rewards/vgRefiner/vgRefiner.ts';
import { ndcgOf } from '../../src/core/rewards/vragRl/ndcg.ts';
import { vragRl, vragRlEval } from '../../src/core/rewards/vragRl/vragRl.ts';
import { vragRlAnls } from '../../src/core/rewards/vragRl/vragRlAnls.ts';
import { readRecord } from '../../src/core/records/recordSamples.ts';
import { scoreContext } from '../../src/core/records/scoreContext.ts';
import type { Sample } from '../../src/core/records/sample.ts';
import { easyr1Math, easyr1R1v } from '../../src/core/rewards/easyr1/easyr1.ts';
import { r1v } from '../../src/core/rewards/r1v/r1v.ts';
import { searchR1Em, searchR1Subem, verlSearchR1 } from '../../src/core/rewards/searchR1/searchR1.ts';
import { verlGeo3k, verlGsm8k, verlMath } from '../../src/core/rewards/verl/verl.ts';
import type { Json, JsonObject } from './json.ts';
import { lang2actParts } from './lang2actFields.ts';

/** A kind of vectors: how its records are recognized, which of their keys are input, and how we compute the rest. */
export interface VectorKind {
  /** The name of its files, without `.jsonl`. */
  readonly name: string;
  /** Keys of the input of the reference; every other key is one of its results. */
  readonly inputKeys: readonly string[];
  /** Keys of which each occurs only in records of this kind, whatever the name of the file. */
  readonly identifyingKeys: readonly string[];
  readonly answer: (record: JsonObject) => JsonObject;
}

const stringOrEmpty = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const stringOrNull = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
const numberOrNull = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
/** Python's `int` of a number or of a string. */
const intOrNull = (value: Json | undefined): number | null =>
  typeof value === 'number' || typeof value === 'string' ? Math.trunc(Number(value)) : null;
const listOf = (value: Json | undefined): readonly Json[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** A record's reward with the reference's names, or the exception that the reference raises. */
function rewardFields(profile: RewardProfile, record: JsonObject): JsonObject {
  const { reported: fields, raises } = profile.score(stringOrEmpty(record['response']), {
    ...UNKNOWN_CONTEXT,
    reference: stringOrNull(record['ground_truth']),
    toolResults: plainText(record['tool_results']),
    responseLength: numberOrNull(record['response_length']),
  });
  return raises === null ? fields : { raises: raises.name };
}

const samplesOfRecord = (record: JsonObject): readonly Sample[] => {
  const reading = readRecord(record);
  return 'samples' in reading ? reading.samples : [];
};

/** The reward of a record that is read as records of runs are, with one reference or several; null if it is not known. */
function searchReward(profile: RewardProfile, record: JsonObject): number | null {
  const [sample] = samplesOfRecord(record);
  return sample === undefined
    ? null
    : profile.score(sample.response, scoreContext(sample, 'search-r1')).overall;
}

/**
 * What a profile computes if it compares answers as mathruler or Math-Verify does: all fields of the reference, or only
 * its sum. Where only they can compare the answer, the expected result must be one of the two that are possible.
 */
function comparedFields(profile: RewardProfile, record: JsonObject, expected: Json | undefined): Json {
  const response = stringOrEmpty(record['response']);
  const context = { ...UNKNOWN_CONTEXT, reference: stringOrNull(record['ground_truth']) };
  const { reported, overall, ifWrong, ifRight } = profile.score(response, context);
  if (typeof expected === 'number') return overall ?? (expected === ifWrong ? ifWrong : ifRight);
  const fields = expected as JsonObject;
  if (overall !== null) return reported;
  const accuracy = fields['accuracy'] === 0 ? 0 : 1;
  return { ...reported, accuracy, overall: accuracy === 0 ? ifWrong : ifRight };
}

/** Keys that only describe where a record comes from. */
const LABELS = ['id', 'uid', 'name', 'case', 'note', 'comment', 'source', 'category', 'tags', 'seed'];

/** Whether the value of this key is a result of the reference that we compare. */
export function isAnswer({ inputKeys }: VectorKind, key: string): boolean {
  return !inputKeys.includes(key) && !LABELS.includes(key);
}

/** All kinds of vectors. */
export const VECTOR_KINDS: readonly VectorKind[] = [
  {
    name: 'lang2act',
    inputKeys: ['response', 'num_images'],
    identifyingKeys: ['format_valid', 'tool_score', 'reward_if_wrong', 'action_rl'],
    answer: (record) => lang2actParts(stringOrEmpty(record['response']), intOrNull(record['num_images'])),
  },
  {
    name: 'vg_refiner',
    inputKeys: ['response', 'ground_truth', 'tool_results'],
    identifyingKeys: ['with_tool', 'without_tool'],
    answer: (record) => ({
      with_tool: rewardFields(vgRefiner, record),
      without_tool: rewardFields(vgRefinerPlain, record),
    }),
  },
  {
    name: 'vrag_rl_training',
    inputKeys: ['response', 'retrieved_images', 'file_name', 'reference_page'],
    identifyingKeys: ['ndcg', 'eval_right'],
    answer: (record) => {
      const retrieval = {
        images: readTexts(record['retrieved_images']),
        fileName: stringOrNull(record['file_name']),
        pages: readTexts(record['reference_page']),
      };
      const ndcg = ndcgOf(retrieval);
      const response = stringOrEmpty(record['response']);
      const context = { ...UNKNOWN_CONTEXT, retrieval };
      const training = vragRl.score(response, context);
      const validation = vragRlEval.score(response, context);
      return {
        format: training.reported['format'] ?? null,
        ndcg: 'value' in ndcg ? ndcg.value : null,
        right: training.ifRight,
        wrong: training.ifWrong,
        eval_right: validation.ifRight,
        eval_wrong: validation.ifWrong,
      };
    },
  },
  {
    name: 'vrag_rl',
    inputKeys: ['response', 'ground_truth'],
    identifyingKeys: ['anls'],
    answer: (record) => {
      const context = { ...UNKNOWN_CONTEXT, reference: stringOrNull(record['ground_truth']) };
      const { formatScore, answer, overall } = vragRlAnls.score(stringOrEmpty(record['response']), context);
      return { format: formatScore, answer, anls: overall };
    },
  },
  {
    name: 'easyr1_r1v',
    inputKeys: ['response', 'ground_truth'],
    identifyingKeys: ['easyr1_r1v'],
    answer: (record) => ({ easyr1_r1v: comparedFields(easyr1R1v, record, record['easyr1_r1v']) }),
  },
  {
    name: 'r1v',
    inputKeys: ['response', 'ground_truth'],
    identifyingKeys: ['r1v'],
    answer: (record) => ({ r1v: comparedFields(r1v, record, record['r1v']) }),
  },
  {
    name: 'boxed_math',
    inputKeys: ['response', 'ground_truth'],
    identifyingKeys: ['easyr1_math', 'verl_geo3k'],
    answer: (record) => ({
      easyr1_math: comparedFields(easyr1Math, record, record['easyr1_math']),
      verl_geo3k: comparedFields(verlGeo3k, record, record['verl_geo3k']),
    }),
  },
  {
    name: 'verl_gsm8k',
    inputKeys: ['response', 'ground_truth'],
    identifyingKeys: ['verl_gsm8k'],
    answer: (record) => ({ verl_gsm8k: rewardFields(verlGsm8k, record)['overall'] ?? null }),
  },
  {
    name: 'verl_math',
    inputKeys: ['response', 'ground_truth'],
    identifyingKeys: ['verl_math'],
    answer: (record) => ({ verl_math: rewardFields(verlMath, record)['overall'] ?? null }),
  },
  {
    name: 'verl_search_r1',
    inputKeys: ['prompt', 'response', 'ground_truth'],
    identifyingKeys: ['verl_search_r1'],
    answer: (record) => ({ verl_search_r1: searchReward(verlSearchR1, record) }),
  },
  {
    name: 'search_r1',
    inputKeys: ['prompt', 'response', 'ground_truth'],
    identifyingKeys: ['search_r1_em', 'search_r1_subem'],
    answer: (record) => ({
      search_r1_em: searchReward(searchR1Em, record),
      search_r1_subem: searchReward(searchR1Subem, record),
    }),
  },
  {
    name: 'evisrag',
    inputKeys: ['response', 'ground_truth', 'response_length'],
    identifyingKeys: ['response_length'],
    answer: (record) => ({ scores: rewardFields(evisrag, record) }),
  },
  {
    name: 'answer_metrics',
    inputKeys: ['prediction', 'references', 'is_sufficient'],
    identifyingKeys: ['prediction'],
    answer: (record) => {
      const references =
        record['is_sufficient'] === false
          ? INSUFFICIENT_REFERENCES
          : listOf(record['references']).map(stringOrEmpty);
      return { ...answerMetrics(stringOrEmpty(record['prediction']), references) };
    },
  },
  {
    name: 'refinement_metrics',
    inputKeys: ['items'],
    identifyingKeys: ['items'],
    answer: (record) => {
      const metrics = refinementMetrics(listOf(record['items']).map(itemOf));
      return { metrics: metrics === null ? null : { ...metrics } };
    },
  },
  {
    name: 'group_advantages',
    inputKeys: ['scores'],
    identifyingKeys: ['grpo', 'rloo'],
    answer: (record) => {
      const statistics = groupStatistics(listOf(record['scores']).map(Number));
      const { mean, deviation, grpo, rloo } = statistics;
      return {
        mean,
        std: deviation,
        grpo,
        rloo,
        keep: keepsGroup(statistics, LANG2ACT_FILTER),
        keep_easyr1: keepsGroup(statistics, EASYR1_FILTER),
      };
    },
  },
];

function itemOf(item: Json): RefinementItem {
  const { iou, tool_iou: toolIou } = (item ?? {}) as JsonObject;
  return { iou: numberOrNull(iou), tool_iou: numberOrNull(toolIou) };
}

/** The kind of a record, by its keys or else by its file's name; null if it belongs to no kind. */
export function kindOf(file: string, record: JsonObject): VectorKind | null {
  const byShape = VECTOR_KINDS.find(({ identifyingKeys }) => identifyingKeys.some((key) => key in record));
  return byShape ?? VECTOR_KINDS.find(({ name }) => file.startsWith(name)) ?? null;
}
