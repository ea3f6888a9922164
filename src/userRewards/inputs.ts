import type { Default, ScoreContext } from '../core/rewards/model.ts';
import type { UserRewardInput } from './model.ts';

/** A response with what its record carries. */
export interface RewardRecord {
  readonly response: string;
  readonly context: ScoreContext;
  /** The record's own ground truth, of any type; the context's reference where it has none. */
  readonly groundTruth?: unknown;
  readonly dataSource?: string | null;
  readonly extraInfo?: unknown;
  /** What else the record holds, under its own keys. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** What a reward function is given for a record, and what stands in for what the record does not carry. */
export interface BuiltInput {
  readonly input: UserRewardInput;
  readonly defaults: readonly Default[];
}

/** Characters of a token, on average: stands in for a tokenizer where a record does not count tokens. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * What a reward function is given for a record. EasyR1 and verl pass on their own keys and nothing else; with
 * `everything`, the dict (EasyR1) or `extra_info` (verl) holds all that the record carries beside them.
 */
export function rewardInput(
  { response, context, groundTruth, dataSource = null, extraInfo = null, extra = {} }: RewardRecord,
  passed: 'trainer' | 'everything',
): BuiltInput {
  const defaults: Default[] = [];
  const truth = groundTruth ?? context.reference;
  if (truth === null) {
    defaults.push({
      key: 'ground_truth',
      value: 'None',
      reason: 'The record carries no ground truth, so the reward is given None.',
    });
  }
  const length = context.responseLength ?? Math.ceil(response.length / CHARACTERS_PER_TOKEN);
  if (context.responseLength === null) {
    defaults.push({
      key: 'response_length',
      value: String(length),
      reason: `The record does not count tokens, so one is taken for every ${CHARACTERS_PER_TOKEN} characters.`,
    });
  }
  const carried = passed === 'trainer' ? {} : { ...known(context), ...extra };
  return {
    input: {
      response,
      response_length: length,
      ground_truth: truth,
      data_source: dataSource,
      extra_info:
        passed === 'trainer' || !isPlainObject(extraInfo ?? {})
          ? extraInfo
          : { ...carried, ...(extraInfo ?? {}) },
      extra: carried,
    },
    defaults,
  };
}

/** What the context carries under the references' names. */
function known({ numImages, prompt, toolResults }: ScoreContext): Readonly<Record<string, unknown>> {
  return {
    ...(numImages === null ? {} : { num_images: numImages }),
    ...(prompt === null ? {} : { prompt }),
    ...(toolResults === null ? {} : { tool_results: toolResults }),
  };
}

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
