import {
  EASYR1_FILTER,
  groupStatistics,
  keepsGroup,
  LANG2ACT_FILTER,
} from '../../src/core/groups/advantages.ts';
import { answerMetrics, INSUFFICIENT_REFERENCES } from '../../src/core/metrics/answerMetrics.ts';
import { plainText } from '../../src/core/records/fieldValues.ts';
import { refinementMetrics } from '../../src/core/metrics/refinementMetrics.ts';
import type { RefinementItem } from '../../src/core/metrics/refinementMetrics.ts';
import { evisrag } from '../../src/core/rewards/evisrag/evisrag.ts';
import { UNKNOWN_CONTEXT, type RewardProfile } from '../../src/core/rewards/model.ts';
import { vgRefiner, vgRefinerPlain } from '../../src/core/rewards/vgRefiner/vgRefiner.ts';
import { vragRl } from '../../src/core/rewards/vragRl/vragRl.ts';
import type { Json, JsonObject } from './json.ts';
import { lang2actParts } from './lang2actFields.ts';

/** A kind of vectors: how it is recognized, what of a record the reference is given, and what we answer. */
export interface VectorKind {
  /** How its files are called, without `.jsonl`. */
  readonly name: string;
  /** Keys that the reference is given; every other key is an answer. */
  readonly given: readonly string[];
  /** Keys of which any one shows that a record is of this kind, whatever its file is called. */
  readonly tells: readonly string[];
  readonly answer: (record: JsonObject) => JsonObject;
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
const numberOrNull = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
/** Python's `int` of a number or of the text of one. */
const intOrNull = (value: Json | undefined): number | null =>
  typeof value === 'number' || typeof value === 'string' ? Math.trunc(Number(value)) : null;
const listOf = (value: Json | undefined): readonly Json[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : [];

/** A record's reward under the reference's names, or the exception that it ends in. */
function reported(profile: RewardProfile, record: JsonObject): JsonObject {
  const { reported: fields, raises } = profile.score(text(record['response']), {
    ...UNKNOWN_CONTEXT,
    reference: textOrNull(record['ground_truth']),
    toolResults: plainText(record['tool_results']),
    responseLength: numberOrNull(record['response_length']),
  });
  return raises === null ? fields : { raises: raises.name };
}

/** Keys that only say where a record comes from. */
const LABELS = ['id', 'uid', 'name', 'case', 'note', 'comment', 'source', 'category', 'tags', 'seed'];

/** Whether an answer is to be compared under that key of a record. */
export function isAnswer({ given }: VectorKind, key: string): boolean {
  return !given.includes(key) && !LABELS.includes(key);
}

/** Every kind of vectors that references have. */
export const VECTOR_KINDS: readonly VectorKind[] = [
  {
    name: 'lang2act',
    given: ['response', 'num_images'],
    tells: ['format_valid', 'tool_score', 'reward_if_wrong', 'action_rl'],
    answer: (record) => lang2actParts(text(record['response']), intOrNull(record['num_images'])),
  },
  {
    name: 'vg_refiner',
    given: ['response', 'ground_truth', 'tool_results'],
    tells: ['with_tool', 'without_tool'],
    answer: (record) => ({
      with_tool: reported(vgRefiner, record),
      without_tool: reported(vgRefinerPlain, record),
    }),
  },
  {
    name: 'vrag_rl',
    given: ['response', 'ground_truth'],
    tells: ['anls'],
    answer: (record) => {
      const context = { ...UNKNOWN_CONTEXT, reference: textOrNull(record['ground_truth']) };
      const { formatScore, answer, overall } = vragRl.score(text(record['response']), context);
      return { format: formatScore, answer, anls: overall };
    },
  },
  {
    name: 'evisrag',
    given: ['response', 'ground_truth', 'response_length'],
    tells: ['response_length'],
    answer: (record) => ({ scores: reported(evisrag, record) }),
  },
  {
    name: 'answer_metrics',
    given: ['prediction', 'references', 'is_sufficient'],
    tells: ['prediction'],
    answer: (record) => {
      const references =
        record['is_sufficient'] === false ? INSUFFICIENT_REFERENCES : listOf(record['references']).map(text);
      return { ...answerMetrics(text(record['prediction']), references) };
    },
  },
  {
    name: 'refinement_metrics',
    given: ['items'],
    tells: ['items'],
    answer: (record) => {
      const metrics = refinementMetrics(listOf(record['items']).map(itemOf));
      return { metrics: metrics === null ? null : { ...metrics } };
    },
  },
  {
    name: 'group_advantages',
    given: ['scores'],
    tells: ['grpo', 'rloo'],
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

/** The kind of a record, by its own shape, else by what its file is called; null for what no reference answers. */
export function kindOf(file: string, record: JsonObject): VectorKind | null {
  const byShape = VECTOR_KINDS.find(({ tells }) => tells.some((key) => key in record));
  return byShape ?? VECTOR_KINDS.find(({ name }) => file.startsWith(name)) ?? null;
}
