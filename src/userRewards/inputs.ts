import { t } from '@vscode/l10n';
import { isJsonObject } from '../core/records/fieldPath.ts';
import type { Sample } from '../core/records/sample.ts';
import type { Default, ScoreContext } from '../core/rewards/model.ts';
import type { Contract, UserRewardInput } from './model.ts';

/** The input of a reward function for a sample, and the defaults for what its record does not have. */
export interface BuiltInput {
  readonly input: UserRewardInput;
  readonly defaults: readonly Default[];
}

/** Average characters of a token, to estimate a length where the record has none. */
const CHARACTERS_PER_TOKEN = 4;

/** Keys of a record that a reward function always gets, under the same names. */
const PASSED = new Set(['response', 'response_length', 'ground_truth', 'data_source', 'extra_info']);

/**
 * The input of a Python reward function for a sample. EasyR1 and verl pass only their own keys; with `everything`, the
 * dict (EasyR1) or `extra_info` (verl) also has everything else in the record.
 * @param context the context of the same sample for a built-in reward
 */
export function rewardInput(
  { response, groundTruth, record }: Pick<Sample, 'response' | 'groundTruth' | 'record'>,
  context: ScoreContext,
  passed: 'trainer' | 'everything',
): BuiltInput {
  const held = isJsonObject(record) ? record : {};
  const { data_source: source, extra_info: extraInfo = null } = held;
  const extra = Object.fromEntries(Object.entries(held).filter(([key]) => !PASSED.has(key)));
  const defaults: Default[] = [];
  const truth = groundTruth ?? context.reference;
  if (truth === null) {
    defaults.push({
      key: 'ground_truth',
      value: 'None',
      reason: t('The record has no ground truth, so the reward gets None.'),
    });
  }
  const length = context.responseLength ?? Math.ceil(response.length / CHARACTERS_PER_TOKEN);
  if (context.responseLength === null) {
    defaults.push({
      key: 'response_length',
      value: String(length),
      reason: t(
        'The record does not count tokens, so one token is assumed for every {0} characters.',
        CHARACTERS_PER_TOKEN,
      ),
    });
  }
  const carried = passed === 'trainer' ? {} : { ...contextFields(context), ...extra };
  return {
    input: {
      response,
      response_length: length,
      ground_truth: truth,
      data_source: typeof source === 'string' ? source : null,
      extra_info:
        passed === 'everything' && isJsonObject(extraInfo ?? {})
          ? { ...carried, ...(extraInfo ?? {}) }
          : extraInfo,
      extra: carried,
      prompt: held['prompt'] ?? context.question,
      completion: Array.isArray(held['completion']) ? held['completion'] : null,
      columns: held,
    },
    defaults,
  };
}

/** What a function of EasyR1 or verl gets in place of what the record does not have, each a sentence. */
export function missingInputs(contract: Contract, input: UserRewardInput): readonly string[] {
  if (contract.startsWith('trl')) return [];
  const isVerl = contract.startsWith('verl');
  const { data_source: source, extra_info: info, ground_truth: truth, columns } = input;
  return [
    ...(isVerl && source === null
      ? [t('The record has no {0}, so the function got {1}.', 'data_source', 'None')]
      : []),
    ...(truth === null ? [t('The record has no {0}, so the function got {1}.', 'ground_truth', 'None')] : []),
    ...(isVerl && info === null
      ? [
          t(
            'The record has no {0}, so the function got {1}.',
            'extra_info',
            contract === 'verl-grader' ? 'None' : '{}',
          ),
        ]
      : []),
    ...(isVerl && info !== null && columns['extra_info'] == null
      ? [t('The record has no extra_info, so the function got its other keys in a dict.')]
      : []),
  ];
}

/** Whether functions of a contract get the length of the response: EasyR1's as a key, TRL's as that of the token ids. */
export function passesLength(contract: Contract): boolean {
  return contract === 'easyr1-batch' || contract === 'easyr1-sequential' || contract.startsWith('trl');
}

/** The fields of the context, under the references' names. */
function contextFields({
  numImages,
  question,
  toolResults,
  retrieval,
}: ScoreContext): Readonly<Record<string, unknown>> {
  return {
    ...(numImages === null ? {} : { num_images: numImages }),
    ...(question === null ? {} : { prompt: question }),
    ...(toolResults === null ? {} : { tool_results: toolResults }),
    ...(retrieval?.images == null ? {} : { retrieved_images: retrieval.images }),
    ...(retrieval?.fileName == null ? {} : { file_name: retrieval.fileName }),
    ...(retrieval?.pages == null ? {} : { reference_page: retrieval.pages }),
  };
}
